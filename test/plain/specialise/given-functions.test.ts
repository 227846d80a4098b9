/** Functions that are given: one code for all closures of a core, which reads anew what they capture. */
import { valueAndGrad } from 'delta-tape';
import { gradientOf, type Gradient } from '../../../src/plain/specialise/specialised-gradient.js';
import { pendingGradient } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { loaded, program } from '../../support/known-programs.js';

type F = (...args: unknown[]) => unknown;
type Module = Readonly<Record<string, F>>;

/** The answer of code that was made for the first arguments, to others; null where it leaves. */
function answers(text: string, first: (m: Module) => unknown[], then: (m: Module) => unknown[]) {
  const module = loaded<Module>(text);
  const gradient: Gradient = gradientOf(specialise(program, module.f, first(module)));
  const given = then(module);
  const found = gradient(given);
  if (found !== null) expect(found).toEqual((valueAndGrad as (f: F) => F)(module.f)(...given));
  return found;
}

const scaled = `const scaled = (k) => (z) => k * z * z;
exports.scaled = scaled;
exports.f = (x, g) => g(x) + g(1);`;

test('A closure with other captured numbers is as good.', () => {
  expect(
    answers(
      scaled,
      (m) => [2, m.scaled(3)],
      (m) => [2, m.scaled(5)],
    )?.gradient,
  ).toBe(20);
});

test('A closure of another text leaves.', () => {
  const text = `${scaled} exports.other = (z) => z;`;
  expect(
    answers(
      text,
      (m) => [2, m.scaled(3)],
      (m) => [2, m.other],
    ),
  ).toBeNull();
});

test('Closures that capture arrays and closures read them anew.', () => {
  const text = `exports.made = (k, xs) => { const inner = (z) => z * k; return (z) => inner(z) + xs[0] * z; };
exports.f = (x, g) => g(x * x);`;
  const gradient = answers(
    text,
    (m) => [2, m.made(3, [1])],
    (m) => [2, m.made(5, [7])],
  )?.gradient;
  expect(gradient).toBe(48);
});

test('Two closures stay two, and one stays one.', () => {
  const text = `${scaled.replace('(x, g) => g(x) + g(1)', '(x, { g, h }) => g(x) + h(x)')}`;
  const two = (m: Module) => [2, { g: m.scaled(3), h: m.scaled(4) }];
  const one = (m: Module) => {
    const g = m.scaled(6);
    return [2, { g, h: g }];
  };
  expect(answers(text, two, two)?.gradient).toBe(28);
  expect(answers(text, two, one)).toBeNull();
  expect(answers(text, one, two)).toBeNull();
  expect(answers(text, one, one)?.gradient).toBe(48);
});

test('Closures that share a variable which is assigned count by their identity.', () => {
  const text = `exports.made = () => { let n = 0; return (z) => { n++; return n * z; }; };
exports.f = (x, g) => g(x) * g(x);`;
  expect(
    answers(
      text,
      (m) => [2, m.made()],
      (m) => [2, m.made()],
    ),
  ).toBeNull();
});

test('A variable that others assign is read anew.', () => {
  const text = `exports.made = (n) => { let k = n; k += 1; return (z) => k * z; };
exports.f = (x, g) => g(x);`;
  expect(
    answers(
      text,
      (m) => [2, m.made(1)],
      (m) => [2, m.made(9)],
    )?.gradient,
  ).toBe(10);
});

test('A function with fields, or with a prototype of its own, counts by its identity.', () => {
  const text = `exports.made = (k) => Object.assign((z) => z * k, { k });
exports.f = (x, g) => g(x) * g.k;`;
  expect(
    answers(
      text,
      (m) => [2, m.made(1)],
      (m) => [2, m.made(9)],
    ),
  ).toBeNull();
});

test('A closure is specialised once for all of its core.', () => {
  const { made } = loaded<Module>('exports.made = (k) => (x) => k * x * x;') as unknown as {
    made: (k: number) => F;
  };
  const gradient = pendingGradient(specialise(program, made(2), [3]), 0);
  expect(gradient([3], made(2))).toEqual({ value: 18, gradient: 12 });
  expect(gradient([3], made(5))).toEqual({ value: 45, gradient: 30 });
  expect(gradient([3], (x: number) => x)).toBeNull();
});

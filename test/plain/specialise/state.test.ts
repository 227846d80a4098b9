/** Functions that write state of the program leave what the program leaves, call by call. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { gradientOf, type Gradient } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { Refusal } from '../../../src/plain/specialise/values/abstract.js';
import { loaded, program } from '../../support/known-programs.js';
import { close } from '../../support/outcome.js';
import { load } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';
import { withoutCompiled } from '../../support/tiers.js';

type Any = (...args: unknown[]) => unknown;

const places = ['n', 'flag', 'o.a', 'o.b', 'p.a', 'p.b', 'q.a', 'c.v'] as const;
const numbers = ['n', 'o.a', 'o.b', 'p.a', 'q.a', 'q.b', 'c.v', 'x', '1.5', '-0.5', '2'] as const;
const { value, statements } = fc.letrec<{ value: string; statements: string[]; statement: string }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(...numbers),
      fc
        .tuple(tie('value'), fc.constantFrom('+', '-', '*'), tie('value'))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
    ),
    statement: fc.oneof(
      { maxDepth: 2 },
      fc
        .tuple(fc.constantFrom(...places.filter((one) => one !== 'flag')), tie('value'))
        .map(([to, of]) => `${to} = ${of};`),
      fc
        .tuple(fc.constantFrom('n', 'o.a', 'c.v'), tie('value'))
        .map(([to, of]) => `${to} += ${of};`),
      tie('value').map((of) => `flag = ${of} > 0;`),
      fc.constant('c.add(x);'),
      fc.constant('c.twice = n;'),
      fc.constant('bump();'),
      fc.constant('chosen = flag ? o : p;'),
      fc.constant('chosen.b += x;'),
      fc
        .tuple(tie('value'), tie('statements'))
        .map(([of, inner]) => `if (${of} > 0.5) { ${inner.join(' ')} }`),
      tie('statements').map((inner) => `if (flag) { ${inner.join(' ')} } else n *= 0.5;`),
      tie('statements').map(
        (inner) => `for (let i = 0; i < 3; i++) { ${inner.join(' ')} n += i; }`,
      ),
      tie('value').map((of) => `if (${of} > 40) throw new RangeError('far');`),
    ),
    statements: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }),
  }),
) as unknown as { value: fc.Arbitrary<string>; statements: fc.Arbitrary<string[]> };

const programs = fc.tuple(statements, statements, value).map(
  ([one, two, result]) => `let n = 0.5, flag = false; const o = { a: 1, b: 2 };
class Counter { constructor() { this.v = 0.25; } add(x) { this.v += x; return this; } get twice() { return this.v * 2; } set twice(to) { this.v = to / 2; } }
const c = new Counter();
function bump() { n += 0.25; o.b = n; }
EXPORT function f(x, p, q) { let chosen = o; ${[...one, ...two].join('\n')} return ${result} * x + n; }
EXPORT const state = () => [n, flag, o.a, o.b, c.v];`,
);

test('Functions that write variables, and fields of what they are given and capture.', () => {
  let [right, all] = [0, 0];
  const property = fc.property(programs, (text) => {
    const own = loaded<Record<string, Any>>(text.replaceAll('EXPORT', 'export'));
    const other = load<Record<string, Any>>(
      `${text.replaceAll('EXPORT', '')}\nexports.f = f; exports.state = state;`,
    );
    const plain = loaded<Record<string, Any>>(text.replaceAll('EXPORT', 'export'));
    const meant = valueAndGrad(other.f as never) as unknown as Any;
    const known: Gradient[] = [];
    const answer = (args: readonly unknown[]): ReturnType<Gradient> => {
      for (const one of known) {
        const found = one(args);
        if (found !== null) return found;
      }
      try {
        known.push(gradientOf(specialise(program, own.f, args)));
      } catch (error) {
        if (error instanceof Refusal) return null;
        throw error;
      }
      return known.at(-1)!(args);
    };
    const given = () =>
      [
        { a: 0.5, b: 1 },
        { a: 1, b: -1 },
      ] as const;
    const [mine, yours, theirs] = [given(), given(), given()];
    for (const x of [0.5, -1.25, 2]) {
      all++;
      const before = [own.state(), structuredClone(mine)];
      const found = answer([x, ...mine]);
      if (found === null) {
        // What is left to a run is untouched.
        expect([own.state(), mine]).toEqual(before);
        return;
      }
      right++;
      expect(found.value).toBe(plain.f(x, ...yours));
      expect([own.state(), mine]).toEqual([plain.state(), yours]);
      const expected = withoutCompiled(() => meant(x, ...theirs)) as { gradient: number };
      expect(close(found.gradient as number, expected.gradient) || text).toBe(true);
    }
  });
  fc.assert(property, { numRuns: sampled(300) });
  expect(right / all).toBeGreaterThan(0.3);
});

test('A second call goes on where the first one ended, and a function that throws has done nothing by code.', () => {
  const text = `let n = 1;
export const get = () => n;
export function f(x) { n += x; if (n > 10) throw new Error('far'); return n * x; }`;
  const module = loaded<Record<string, Any>>(text);
  const gradient = gradientOf(specialise(program, module.f, [2]));
  expect(gradient([2])).toEqual({ value: 6, gradient: 5 });
  expect(gradient([3])).toEqual({ value: 18, gradient: 9 });
  expect(gradient([7])).toBeNull();
  expect(module.get()).toBe(6);
});

test('Objects that are written have to be writable, and no others that are looked at.', () => {
  const { f } = loaded<Record<string, Any>>(
    'export function f(x, p, q) { p.a = x; return p.a * q.a; }',
  );
  const gradient = gradientOf(specialise(program, f, [2, { a: 1 }, { a: 3 }]));
  const p = { a: 1 };
  expect(gradient([2, p, { a: 3 }])).toEqual({ value: 6, gradient: 3 });
  expect(p).toEqual({ a: 2 });
  expect(gradient([2, p, p])).toBeNull();
  expect(gradient([2, Object.freeze({ a: 1 }), { a: 3 }])).toBeNull();
});

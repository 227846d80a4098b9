/** Functions that others return: losses that are made for data, alone, in objects, and called by other functions. */
import { grad } from 'delta-tape';
import { load } from '../../../support/plain.js';
import { answers, modules, type F } from '../../../support/linked-modules.js';
import { answer } from '../../../support/tiers.js';

const makers = `
exports.arrow = (data: number[]) => (p: number[]) => data.reduce((s, x) => s + (p[0] * x - p[1]) ** 2, 0);
exports.named = named;
function named(data: number[]) {
  return function loss(p: number[]) { return data.reduce((s, x) => s + (p[0] * x - p[1]) ** 2, 0); };
}
exports.declared = (data: number[]) => {
  return loss;
  function loss(p: number[]) { return p[0] * data[0] ** 2 * p[1]; }
};
exports.held = (data: number[]) => {
  const loss = (p: number[]) => p[0] * data[1] + p[1] * p[0];
  return { loss, size: (p: number[]) => p[0] * p[0] };
};
exports.chosen = (isFirst: boolean) => (isFirst ? (p: number[]) => p[0] * p[1] : (p: number[]) => p[0] ** 3 * p[1]);
exports.deep = (w: number) => (data: number[]) => (p: number[]) => w * p[0] * data[0] * p[1];
exports.counting = (start: number) => {
  let count = start;
  return { next: () => { count++; }, loss: (p: number[]) => count * p[0] * p[1] };
};
exports.shadowed = (k: number) => {
  const loss = (p: number[]) => k * p[0] * p[1];
  { const k = 'nothing'; if (k.length > 0) return loss; }
  return loss;
};
`;
type Maker = (...args: unknown[]) => F;
const made = load<Record<string, Maker>>(makers);
const data = [1, 2, 3];
const p = [1.5, -2];

describe('Compiled code answers for what a function returns:', () => {
  test.each<[string, () => F]>([
    ['an arrow function', () => made.arrow(data)],
    ['a function expression', () => made.named(data)],
    ['a function that is declared', () => made.declared(data)],
    ['one that a branch takes', () => made.chosen(true)],
    ['the other one', () => made.chosen(false)],
    ['a function of a function', () => (made.deep(2) as unknown as Maker)(data)],
    ['a method of an object', () => (made.held(data) as unknown as Record<string, F>).loss],
    [
      'a method of an object in place',
      () => (made.held(data) as unknown as Record<string, F>).size,
    ],
  ])('%s.', (_, make) => {
    expect(answers(make(), [p])).toBe(true);
  });

  test('each has what it was made for, as it is now.', () => {
    const [one, other] = [made.arrow([1]), made.arrow([5])];
    const before = [one, other, one].map((f) => grad(f)(p));
    expect(before).toEqual([
      [7, -7],
      [95, -19],
      [7, -7],
    ]);
    const { next, loss } = made.counting(2) as unknown as Record<string, F>;
    expect(grad(loss)(p)).toEqual([-4, 3]);
    next();
    expect(grad(loss)(p)).toEqual([-6, 4.5]);
    expect(answer(loss, [p], 0)).not.toBeNull();
  });

  test('variables that another one hides where it is returned are none of them.', () => {
    expect(grad(made.shadowed(3))(p)).toEqual([-6, 4.5]);
    expect(answer(made.shadowed(3), [p], 0)).toBeNull();
  });

  test('a variable that holds nothing yet is no constant.', () => {
    const f = load<{ f: (isSet: boolean) => F }>(
      `exports.f = (isSet: boolean) => { if (isSet) { var c = 4; } return (x: number) => x * c; };`,
    ).f;
    expect([grad(f(true))(2), grad(f(false))(2)]).toEqual([4, NaN]);
  });

  test('nobody sees it, also of a function that can get no fields.', () => {
    const f = Object.freeze(made.arrow(data));
    expect(Reflect.ownKeys(f).sort()).toEqual(['length', 'name']);
    expect(grad(f)(p)).toEqual([66, -30]);
  });
});

describe('A constant of a module that a call gives', () => {
  const lib = `
    export const makeLoss = (data: number[]) => (p: number[]) => data.reduce((s, x) => s + (p[0] * x - p[1]) ** 2, 0);
    export const model = (k: number) => ({ loss: (p: number[]) => k * p[0] * p[1], k });
    export const later = (k: number) => k;
  `;
  const f = (text: string): F =>
    modules({ f: `import { makeLoss, model, later } from './lib';\n${text}`, lib })('f').f as F;

  test.each([
    [
      'is called.',
      'const loss = makeLoss([1, 2, 3]); export const f = (p: number[]) => 2 * loss(p) + p[0];',
    ],
    [
      'is called by a function without types.',
      'const loss = makeLoss([1, 2, 3]); export const f = (p) => loss(p);',
    ],
    ['has a function.', 'const m = model(3); export const f = (p: number[]) => m.loss(p) + p[1];'],
    ['is exported.', 'export const f = makeLoss([4, 5]);'],
    [
      'was made here.',
      'const make = (k: number) => (p: number[]) => k * p[0] * p[1]; const g = make(3); export const f = (p: number[]) => g(p) ** 2;',
    ],
    [
      'is a number.',
      'const k: number = later(3); export const f = (p: number[]) => k * p[0] * p[1];',
    ],
  ])('%s', (_, text) => {
    expect(answers(f(text), [p])).toBe(true);
  });

  test('may be no function of a translated module: then a run answers.', () => {
    const text =
      'const one = Object.assign(makeLoss([1]), {}); const two = [one].at(0)!; const g = ((h) => (p) => h(p))(two);\nexport const f = (p: number[]) => g(p) + p[0];';
    expect(grad(f(text))(p)).toEqual([8, -7]);
  });
});

/** Variables of modules that functions assign: compiled code reads them at each call, and a run assigns them. */
import { grad } from 'delta-tape';
import { answers, joinedModules, modules, type F } from '../../../support/linked-modules.js';

test('A variable that a setter changes is read at each call.', () => {
  const get = joinedModules({
    lib: 'let step = 0.5;\nexport let rate = 2;\nexport const set = (h: number): void => { step = h; rate = 2 * h; };\nexport const next = (x: number): number => x * step;',
    f: "import { next, rate } from './lib';\nexport function f(p: number[]): number { return next(p[0]) * rate; }",
  });
  const f = get('f').f as F;
  const slope = grad(f as never) as unknown as (p: number[]) => number[];
  expect([slope([1]), answers(f, [[1]])]).toEqual([[1], true]);
  (get('lib').set as (h: number) => void)(3);
  expect([slope([1]), answers(f, [[1]])]).toEqual([[18], true]);
});

test('What a function assigns is assigned once.', () => {
  const own = modules({
    f: 'export let count = 0;\nexport let last: number | undefined;\nexport function f(p: number[]): number { count++; if (p[0] > 0) last = 3; return p[0] * p[0]; }',
  })('f');
  const f = own.f as F;
  (grad(f as never) as F)([2]);
  expect([own.count, own.last]).toEqual([1, 3]);
  expect(answers(f, [[2]])).toBe(true);
});

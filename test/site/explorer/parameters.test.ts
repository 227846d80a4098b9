/** Functions at the top of a module, and arguments to begin with. */
import { constantsIn, functionsIn } from '../../../site/explorer/logic/parameters.js';

const starts = (code: string) =>
  functionsIn(code)
    .at(-1)!
    .parameters.map(({ start }) => start);

test('Functions are found however they are declared, with what is exported.', () => {
  const code = `
    const helper = (x: number) => x;
    export const f = function (x: number) { return x; };
    export default function g() {}
    function h() {}
    const notAFunction = 3;
    export { h, helper as shown };`;
  const found = functionsIn(code).map(({ name, isExported, isByName }) => [
    name,
    isExported,
    isByName,
  ]);
  expect(found).toEqual([
    ['helper', true, false],
    ['f', true, true],
    ['g', true, false],
    ['h', true, true],
  ]);
});

test('Arguments follow the types of the parameters.', () => {
  expect(starts('const f = (x: number, y: number) => x * y;')).toEqual([1, 1.5]);
  expect(starts('function f(xs: readonly number[], a: [number, number]) {}')).toEqual([
    [1, 1.5, 2],
    [2.5, 3],
  ]);
  expect(starts('const f = (xs: Float64Array) => xs;')).toEqual([new Float64Array([1, 1.5, 2])]);
  const named = 'interface S { a: number; b: Array<number> }\ntype T = Readonly<S>;\n';
  expect(starts(`${named}export const f = (s: T) => s.a;`)).toEqual([{ a: 1, b: [1.5, 2, 2.5] }]);
  expect(starts('const f = (deep: { a: { b: number } }) => 0;')).toEqual([{ a: { b: 1 } }]);
});

test('Defaults that are numbers win, and what has no type is a number.', () => {
  expect(starts('const f = (x = 3, y = -0.5, z = [1, 2], w) => x;')).toEqual([3, -0.5, [1, 2], 1]);
  expect(starts('const f = (x = g(), ...rest: number[]) => x;')).toEqual([1]);
});

test('Constants are known that are numbers, or arrays of numbers.', () => {
  const code = `export const a = -2, b = f();\nlet c = 3;\nconst d = [1, [2, 3]], e = [x], { g } = h;`;
  expect(constantsIn(code)).toEqual(
    new Map<string, unknown>([
      ['a', -2],
      ['d', [1, [2, 3]]],
    ]),
  );
});

test('Types that name themselves end.', () => {
  const [tree] = starts('interface Tree { left: Tree; value: number }\nconst f = (t: Tree) => 0;');
  expect(JSON.stringify(tree).length).toBeLessThan(300);
});

test('Text that cannot be parsed is an error with a place.', () => {
  let thrown: { readonly loc?: unknown } = {};
  try {
    functionsIn('const f = (x => x;');
  } catch (error) {
    thrown = error as typeof thrown;
  }
  expect(thrown.loc).toMatchObject({ line: 1 });
});

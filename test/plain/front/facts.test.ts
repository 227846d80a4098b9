/** What each function uses of its surroundings. */
import { Analysis } from '../../support/analysis.js';

const usesOf = (text: string, name?: string) => {
  const analysis = new Analysis(text);
  return analysis.facts.uses.get(analysis.functionOf(name))!;
};
const freeIn = (text: string, name?: string) =>
  [...usesOf(text, name).free]
    .map(({ identifier }) => identifier.name)
    .filter((used) => used !== name)
    .sort();

describe('A function is known to use', () => {
  test.each([
    ['nothing of its surroundings', 'function f(x) { const y = x; return y; }', []],
    ['a variable around it', 'const a = 1; function f(x) { return a * x; }', ['a']],
    ['a shadowed name not', 'const a = 1; function f(a) { return a; }', []],
    ['what functions in it use', 'let a; function f() { return () => a; }', ['a']],
    ['a variable in a default', 'let a; function f(x = a) { return x; }', ['a']],
    ['a key not', 'let a; function f(o) { return o.a + { a: 1 }.a; }', []],
    ['a shorthand property', 'let a; function f() { return { a }; }', ['a']],
    ['a variable that it assigns', 'let a; function f() { a = 1; }', ['a']],
    ['a label not', 'let a; function f() { a: for (;;) break a; }', []],
  ])('%s.', (_, text, names) => {
    expect(freeIn(text, 'f')).toEqual(names);
  });

  test('`this` and `arguments`, also through arrow functions.', () => {
    expect(usesOf('function f() { return () => this.x; }', 'f').receiver).toBe(true);
    expect(usesOf('function f() { return function () { return this; }; }', 'f').receiver).toBe(
      false,
    );
    expect(usesOf('function f() { return () => arguments[0]; }', 'f').arguments).toBe(true);
    expect(usesOf('function f(x) { const arguments_ = x; }', 'f').arguments).toBe(false);
  });

  test('what ties it to its place.', () => {
    expect(usesOf('class A { #a = 1; get() { return this.#a; } }').place).toBe(true);
    expect(usesOf('class A extends B { m() { return super.m(); } }').place).toBe(true);
    expect(usesOf('function f() { return new.target; }', 'f').place).toBe(true);
    expect(usesOf('function f() { return 1; }', 'f').place).toBe(false);
    expect(usesOf('function f(x) { return eval(x); }', 'f').eval).toBe(true);
    expect(usesOf('function f(x) { return (0, eval)(x); }', 'f').eval).toBe(false);
  });
});

test('Every assignment of a variable is found.', () => {
  const count = (text: string) => {
    const analysis = new Analysis(text);
    const [y] = analysis.variables('y');
    return (analysis.facts.definitions.get(y) ?? []).map(({ by }) => by);
  };
  expect(count('let y = 1; y;')).toEqual(['value']);
  expect(count('let y; y;')).toEqual(['nothing']);
  expect(count('let y = 1; y = 2; y += 3; y++;')).toEqual(['value', 'value', 'result', 'result']);
  expect(count('for (const y of []) y;')).toEqual(['element']);
  expect(count('for (const y in {}) y;')).toEqual(['key']);
  expect(count('function f(y = 2) { y; }')).toEqual(['parameter', 'value']);
  expect(count('try {} catch (y) { y; }')).toEqual(['unknown']);
  expect(count('let y = 1; ({ a: [y] } = z);')).toEqual(['value', 'value']);
});

/** The parts of its surroundings that each function uses. */
import { Analysis } from './analysis.js';

const usesOf = (text: string, name?: string) => {
  const analysis = new Analysis(text);
  return analysis.facts.uses.get(analysis.functionOf(name))!;
};
describe('A function is known to use', () => {
  test.each([
    ['nothing of its surroundings', 'const f = (x) => { const y = x; return y; }', false],
    ['a variable around it', 'const a = 1; const f = (x) => a * x;', true],
    ['a shadowed name not', 'const a = 1; const f = (a) => a;', false],
    ['what functions in it use', 'let a; const f = (x) => () => a;', true],
    ['what functions in it use of it not', 'const f = (x) => { let a; return () => a; }', false],
    ['a variable in a default', 'let a; const f = (x = a) => x;', true],
    ['a key not', 'let a; const f = (o) => o.a + { a: 1 }.a;', false],
    ['a shorthand property', 'let a; const f = (x) => ({ a });', true],
    ['a variable that it assigns', 'let a; const f = (x) => { a = 1; }', true],
    ['a label not', 'let a; const f = (x) => { a: for (;;) break a; }', false],
  ])('%s.', (_, text, isOutside) => {
    expect(usesOf(text).outside).toBe(isOutside);
  });

  test('what is not of its module, through those around it as far as that is declared.', () => {
    const text = 'const a = 1; const f = () => { const b = 2; const g = () => () => a * b; };';
    const { facts } = new Analysis(text);
    expect([...facts.uses.values()].map(({ local }) => local)).toEqual([false, true, true]);
    expect([...facts.uses.values()].map(({ outside }) => outside)).toEqual([true, true, true]);
    expect(usesOf('{ const b = 2; const f = () => b; }').local).toBe(true);
  });

  test('variables that change.', () => {
    expect(usesOf('let a = 1; const f = () => a;').changing).toBe(false);
    expect(usesOf('let a = 1; const f = () => () => a; a = 2;').changing).toBe(true);
    expect(usesOf('const f = (a) => { a = 2; return () => a; };').changing).toBe(false);
  });

  test('functions in its body, and functions in defaults that share its parameters.', () => {
    expect(usesOf('const f = (x) => [() => x];').functions).toBe(true);
    expect(usesOf('const f = (x = () => 1) => x;').functions).toBe(false);
    expect(usesOf('const f = (x, g = () => x) => { x = 2; return g(); };').shared).toBe(true);
    expect(usesOf('const f = (x, g = () => x) => g();').shared).toBe(false);
    expect(usesOf('const f = (x) => { x = 2; return () => x; };').shared).toBe(false);
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
  expect(count('const { a: [y = 2] } = z;')).toEqual(['part', 'value']);
  expect(count('let y = 1; ({ a: [y] } = z);')).toEqual(['value', 'part']);
});

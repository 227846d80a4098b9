/** The promises of annotations. */
import { Analysis } from './analysis.js';

const kindOf = (type: string, declarations = '') =>
  new Analysis(`${declarations} function f(x: ${type}) { return x; }`).kindOf('x');

describe('An annotation promises of a parameter that it is', () => {
  test.each([
    ['number', 'real'],
    ['3', 'real'],
    ['-1 | 1', 'real'],
    ['string', 'native'],
    ['boolean | null', 'native'],
    ["'a' | 'b'", 'native'],
    ['number | string', 'any'],
    ['number | undefined', 'any'],
    ['number[]', '[real]'],
    ['readonly number[]', '[real]'],
    ['Array<number[]>', '[[real]]'],
    ['ReadonlyArray<string>', '[native]'],
    ['[number, number]', '[real]'],
    ['[x: number, y: string]', '[any]'],
    ['Float64Array', '[real]'],
    ['Int32Array', '[number]'],
    ['(number)', 'real'],
    ['Readonly<number[]>', '[real]'],
    ['{ a: number }', 'object'],
    ['Foreign', 'any'],
    ['Foreign<number>', 'any'],
    ['unknown', 'any'],
    ['(y: number) => number', 'any'],
    ['Map<string, number>', 'any'],
  ])('%s: %s.', (type, kind) => {
    expect(kindOf(type)).toBe(kind);
  });

  test('what a type declared in the module is.', () => {
    expect(kindOf('Real', 'type Real = number;')).toBe('real');
    expect(kindOf('Vector', 'type Vector = readonly Real[]; type Real = number;')).toBe('[real]');
    expect(kindOf('Box<number>', 'type Box<T> = T;')).toBe('any');
    expect(kindOf('List', 'type List = List[] | number;')).toBe('any');
  });
});

describe('A member of a declared type', () => {
  const member = (declaration: string, access: string) =>
    new Analysis(`${declaration} function f(p: P) { const y = ${access}; return y; }`).kindOf('y');

  test.each([
    ['interface P { a: number }', 'p.a', 'real'],
    ['type P = { readonly a: number[] };', 'p.a[0]', 'real'],
    ['interface P { a?: number }', 'p.a', 'any'],
    ['interface P { a: { b: number } }', 'p.a.b', 'real'],
    ['interface P { a: string }', 'p.a', 'native'],
    ['interface P { a: number }', 'p.b', 'any'],
    ['interface Q { a: number } interface P extends Q { b: number }', 'p.b', 'any'],
    ['interface P { next: P; a: number }', 'p.next.next.a', 'real'],
  ])('%s: %s is %s.', (declaration, access, kind) => {
    expect(member(declaration, access)).toBe(kind);
  });
});

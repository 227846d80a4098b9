/** The kinds of variables, from what is assigned to them. */
import { Analysis } from './analysis.js';

/** The kind of `y` after statements in a function of a real `x`, reals `xs` and anything `z`. */
const kindOfY = (statements: string) =>
  new Analysis(
    `function f(x: number, xs: number[], z, n: Int32Array) { ${statements} return y; }`,
  ).kindOf('y');

describe('A variable is', () => {
  test.each([
    ['const y = 3;', 'number'],
    ['const y = 3 * 4 - Math.PI;', 'number'],
    ["const y = 'a' + 3;", 'native'],
    ['const y = x;', 'real'],
    ['const y = x * 2;', 'real'],
    ['const y = z * 2;', 'real'],
    ['const y = z * z;', 'any'],
    ['const y = z + 1;', 'any'],
    ['const y = x < 3;', 'native'],
    ['const y = x | 0;', 'number'],
    ['const y = Math.floor(x);', 'number'],
    ['const y = Math.sin(x);', 'real'],
    ['const y = Math.sin(2);', 'number'],
    ['const y = xs.length;', 'number'],
    ['const y = xs[0];', 'real'],
    ['const y = n[0];', 'number'],
    ['const y = [1, 2];', '[real]'],
    ['const y = [];', '[any]'],
    ['const y = xs.map((v) => v * 2);', '[real]'],
    ['const y = new Float64Array(3);', '[real]'],
    ['let y = 0; for (let i = 0; i < 3; i++) y += i;', 'number'],
    ['let y = 0; for (const v of xs) y += v;', 'real'],
    ['let y = 0; y = z;', 'any'],
    ['let y = 1; for (const v of xs) { if (v > 0) y = 2; }', 'number'],
    ['let y = 0; const g = () => { y = x; }; g();', 'real'],
    ['const [y] = xs;', 'real'],
    ['const { y } = z;', 'any'],
    ['const g = (a: number) => a * a; const y = g(x);', 'real'],
    ['const y = typeof x;', 'native'],
    ['const y = !x;', 'native'],
    ['const y = x ? 1 : 2;', 'number'],
    ['const y = x && 2;', 'real'],
    ['const y = `${x}`;', 'native'],
    ['const y = 5n;', 'native'],
    ['let y = 1; y ??= x;', 'real'],
    ['let y = 2; ({ y } = z);', 'any'],
    ['let y = 1; [y] = [x];', 'real'],
    ['const y = Number(x);', 'real'],
    ['const y = xs.indexOf(3);', 'number'],
    ['let y; for (const v of xs) y = [v, y];', '[any]'],
    ['const [[y = 1]] = [[2]];', 'real'],
    ['const [[y] = [x]] = [[2]];', 'real'],
    ['const { a: { y = 1 } = z } = z;', 'any'],
    ['const late = () => [3]; const y = late().map((v) => v * x);', '[real]'],
  ])('after `%s` %s.', (statements, kind) => {
    expect(kindOfY(statements)).toBe(kind);
  });

  test('settled in recursion: a result is what its cases are.', () => {
    const analysis = new Analysis(
      'const pow = (n: number, x: number) => (n === 0 ? 1 : x * pow(n - 1, x)); const y = pow(2, 3); y;',
    );
    expect(analysis.kindOf('y')).toBe('real');
  });

  test('told apart from others of its name.', () => {
    const { facts, inference, variables } = ((analysis: Analysis) => ({
      facts: analysis.facts,
      inference: analysis.inference,
      variables: analysis.variables('y'),
    }))(new Analysis('const y = 1; { const y = "a"; y; } function g(y: number) { return y; } y;'));
    expect(facts.bindings.size).toBeGreaterThan(0);
    expect(variables.map((y) => inference.ofBinding(y).tag).sort()).toEqual([
      'native',
      'number',
      'real',
    ]);
  });
});

test('A list of itself has a kind.', () => {
  expect(new Analysis('let y; for (;;) y = [y]; y;').kindOf('y')).toMatch(/^\[+any\]+$/);
});

describe('What the parameters of a function are is not guessed', () => {
  test('from its calls.', () => {
    expect(new Analysis('function f(x) { return x; } f(3);').kindOf('x')).toBe('any');
  });

  test('where `arguments` may change them.', () => {
    const text = 'function f(x = 3) { arguments[0] = "a"; return x; }';
    expect(new Analysis(text).kindOf('x')).toBe('any');
  });
});

test('Functions that call each other in turns come to an end, and are numbers for numbers alone.', () => {
  const analysis = new Analysis(
    `function f(n: number): number {
      if (n <= 0) return (() => { const t = -0.25; return t * t; })();
      return (() => { const y = f(n - 1); return y * y; })();
    }`,
  );
  expect(analysis.kindOf('y')).toBe('number');
});

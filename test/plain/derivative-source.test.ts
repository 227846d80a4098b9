/** The text of derivative versions: where they are remembered, where they are inside, where there are none. */
import { runInNewContext } from 'node:vm';
import { attach } from 'delta-tape/runtime';
import { derivativeSource, plain } from 'delta-tape/plain';
import { load } from '../support/plain.js';

/** A function from its text, as translated modules have it. */
const written = (text: string) => runInNewContext(`(${text})`) as (x: number) => number;

describe('The derivative source', () => {
  test('of a function made by plain has functions in the place of operators.', () => {
    expect(derivativeSource(plain((x: number) => x * x + 1))).toMatch('$add($mul(x, x), 1)');
  });

  test('is that of the version that is attached.', () => {
    const f = attach(
      (x: number) => x * x,
      (y: number) => y + y,
    );
    expect(derivativeSource(f)).toBe('y => y + y');
  });

  test('is there as soon as the function is, and the recording version follows.', () => {
    const { texts } = load<{ texts: string[] }>(`
      const { derivativeSource } = require('delta-tape/plain');
      exports.texts = [derivativeSource(declared)];
      function declared(x: number, y: number): number { return (x * y + x) * y - x; }
      const arrow = (x: number): number => x * x;
      exports.texts.push(derivativeSource(arrow));
    `);
    expect(texts[0]).toMatch(/^function declared\$dual[^]*\n\nfunction declared\$tape/);
    expect(texts[1]).toMatch(/^function arrow\$dual[^]*mul\(x, x\)/);
    expect(texts[1]).not.toMatch('$tape');
  });

  test.each([
    ['an answer', 'function f(x) { if ($mode.on) return ((y) => $mul(y, y))(x); return x * x; }'],
    ['a choice', '(x) => $mode.on ? ((y) => $mul(y, y))(x) : x * x'],
    ['an import that was compiled', '(x) => _runtime.mode.on ? ((y) => $mul(y, y))(x) : x * x'],
  ])('is inside of the function: %s.', (_, text) => {
    expect(derivativeSource(written(text))).toBe('y => $mul(y, y)');
  });

  test('is inside of the function: with a receiver, in generators, and both in one body.', () => {
    const method = `({ f(x) { if ($mode.on) return (function (y) { return $mul(y, y); }).call(this, x); return x; } }).f`;
    expect(derivativeSource(written(method))).toMatch(
      /^function \(y\) {\s+return \$mul\(y, y\);\s+}$/,
    );
    const generator = `function* f(x) { if ($mode.on) return yield* (function* (y) { yield y; })(x); yield x; }`;
    expect(derivativeSource(written(generator))).toMatch(/^function\* \(y\) {\s+yield y;\s+}$/);
    const both = 'function f(x) { if ($mode.on) { return $mul(x, x); } return x * x; }';
    expect(derivativeSource(written(both))).toMatch(
      /^function f\(x\) {\s+return \$mul\(x, x\);\s+}$/,
    );
  });

  test('is that of a closure, which was made in a translated function.', () => {
    const scaled = plain((a: number) => (x: number) => a * x);
    expect(derivativeSource(scaled(2))).toMatch('$mul(a, x)');
  });

  test('cannot be told of functions without a version, and of what is none.', () => {
    expect(() => derivativeSource((x: number) => x * x)).toThrow('has no derivative version');
    expect(() => derivativeSource(Math.sin)).toThrow('sin has no derivative version');
    expect(() => derivativeSource(written('(x) => $mul.on ? $mul(x, x) : x'))).toThrow(
      'no derivative',
    );
    expect(() => derivativeSource(3 as never)).toThrow('derivativeSource takes a function');
  });

  test('cannot be told of a version that only its module sees, which is named.', () => {
    const f = written('function f(x) { if ($mode.on) return f$dual(x); return x * x; }');
    expect(() => derivativeSource(f)).toThrow('is f$dual, a function that only its module sees');
  });
});

/** Which versions a function has, and what keeps it from having the others. */
import { plain, why } from 'delta-tape/plain';
import { load } from '../support/plain.js';

type F = (...args: never[]) => unknown;
const f = (params: string, body: string): F =>
  load<{ f: F }>(`exports.f = f;\nfunction f(${params}) {\n  ${body}\n}`).f;

describe('why says', () => {
  test('that compiled code answers, and which versions there are beside it.', () => {
    expect(why(f('x: number, k: number', 'const y = k * x * x; return 0.5 * y * y + x;'))).toEqual({
      answers: 'compiled',
      versions: [
        { version: 'compiled', exists: true },
        { version: 'recording', exists: true },
        { version: 'general', exists: true },
      ],
    });
  });

  test('what does not lower, where it stands, and what to write instead.', () => {
    const { answers, versions } = why(
      f('x: number', 'const y = x * x;\n  return String(y).length * x;'),
    );
    expect(answers).toBe('general');
    expect(versions[0]).toEqual({
      version: 'compiled',
      exists: false,
      obstacle: {
        what: 'the global String',
        instead: 'pass it as an argument',
        line: 4,
      },
    });
  });

  test('that each of many small functions with derivatives inside is compiled.', () => {
    const names = Array.from({ length: 30 }, (_, k) => `f${k}`);
    const made = load<Record<string, F>>(
      `const { derivative } = require('delta-tape'); Object.assign(exports, { ${names.join()} });\n` +
        names
          .map(
            (name) =>
              `function ${name}(x: Float64Array): number { return derivative((t: number) => derivative((u: number) => u * t * u * x[1])(t) * x[0])(x[2]); }`,
          )
          .join('\n'),
    );
    expect(
      names.map((name) => why(made[name]).versions[0].obstacle?.what ?? why(made[name]).answers),
    ).toEqual(names.map(() => 'compiled'));
  });

  test('what has no adjoint.', () => {
    const { answers, versions } = why(f('xs: Float64Array', 'return [xs[0] * xs[1]] as any;'));
    expect(answers).not.toBe('compiled');
    expect(versions[0].obstacle).toEqual({ what: 'the result is not one number' });
  });

  test('that nobody could use the version of a function that is hidden.', () => {
    const { g } = load<{ g: () => F }>(`
      exports.g = () => plain((x: number) => x * x);
      const plain = (f: any) => f;
    `);
    expect(() => why(g())).toThrow('why');
  });

  test('the same of what plain makes.', () => {
    expect(why(plain((x: number) => x * x)).answers).toBe('compiled');
  });

  test.each([[3], [(x: number) => x]])('an error of %p.', (x) => {
    expect(() => why(x as F)).toThrow(/why/);
  });
});

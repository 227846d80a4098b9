/** Which versions a function has, and what keeps it from having the others. */
import { grad } from 'delta-tape';
import { plain, why } from 'delta-tape/plain';
import { modules } from '../support/linked-modules.js';
import { load } from '../support/plain.js';

type F = (...args: never[]) => unknown;
const f = (params: string, body: string): F =>
  load<{ f: F }>(`exports.f = f;\nfunction f(${params}) {\n  ${body}\n}`).f;

describe('why says', () => {
  test('that compiled code answers, and which versions there are beside it.', () => {
    expect(why(f('x: number, k: number', 'const y = k * x * x; return 0.5 * y * y + x;'))).toEqual({
      answers: 'compiled',
      versions: [
        {
          version: 'compiled',
          exists: true,
          signatures: [{ takes: '(number, number)', isGuess: false, made: [] }],
        },
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
        instead: 'use it outside of the function, and pass the numbers that it gives',
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

  test.each([
    [
      'p: { a: number; b?: number }, t: [number, number]',
      'return p.a * (p.b ?? 1) * t[1];',
      '({ a: number, b: number | undefined }, [number, number])',
    ],
    [
      'rows: { x: number; y: number[] }[], _: string, on: boolean',
      'return rows.reduce((s, r) => s + r.x * r.y[0], 0) * (on ? 1 : 2);',
      '({ x: number, y: number[] }[], string, boolean)',
    ],
    [
      "w: Float64Array[], mode: 'a' | 'b'",
      "return mode === 'a' ? w[0][0] : 2 * w[0][1];",
      '(Float64Array[], string)',
    ],
  ])('what compiled code takes: %s.', (params, body, takes) => {
    expect(why(f(params, body)).versions[0].signatures).toEqual([
      { takes, isGuess: false, made: [] },
    ]);
  });

  test('that kinds of arrays are guesses before there is a call, and what calls asked for since.', () => {
    const sum = f(
      'xs: any, k: number',
      'return xs.reduce((s: number, x: number) => s + k * x * x, 0);',
    );
    const signatures = () => why(sum).versions[0].signatures;
    expect(signatures()).toEqual([{ takes: '(number[], number)', isGuess: true, made: [] }]);
    grad(sum as (xs: Float64Array, k: number) => number)(new Float64Array([1, 2]), 3);
    grad(sum as (xs: Float64Array, k: number) => number, { wrt: 1 })(new Float64Array(2), 3);
    expect(signatures()).toEqual([
      {
        takes: '(number[], number)',
        isGuess: false,
        made: [],
        last: 'left',
        because: 'argument 0 is a Float64Array, and not a list of numbers',
      },
      {
        takes: '(Float64Array, number)',
        isGuess: false,
        made: ['gradient by 0', 'gradient by 1'],
        last: 'answered',
      },
    ]);
  });

  test('that a run answers where compiled code left the last calls, and why.', () => {
    const g = f('xs: number[]', 'return xs[0] * xs[1];') as (xs: ArrayLike<number>) => number;
    expect(why(g).answers).toBe('compiled');
    grad(g)(new Float64Array([1, 2]));
    const { answers, versions } = why(g);
    expect(answers).not.toBe('compiled');
    expect(versions[0].obstacle?.what).toMatch('argument 0 is a Float64Array');
    expect(versions.find(({ version }) => version === answers)?.exists).toBe(true);
    grad(g)([1, 2]);
    expect(why(g).answers).toBe('compiled');
    expect(why(g).versions[0].obstacle).toBeUndefined();
  });

  test('what keeps a function of another module from being compiled that it calls.', () => {
    const get = modules({
      f: "import { distinct } from './g';\nexport const f = (p: number[]) => distinct(p);",
      g: 'export function distinct(p: number[]): number {\n  return new Date(p.length).getTime() * p[0];\n}',
    });
    expect(why(get('f').f as F).versions[0].obstacle).toEqual({
      what: 'the function distinct of another module has no compiled version',
      instead:
        'distinct has, in line 2 of its module, the global Date: use it outside of the function, and pass the numbers that it gives',
    });
  });

  test('what helps where a global is in the way: followed to the letter, the function is compiled.', () => {
    const why1 = (params: string, body: string) => why(f(params, body)).versions[0];
    expect(
      why1('xs: number[]', 'return new Date(xs.length).getTime() * xs[0];').obstacle?.instead,
    ).toMatch('pass the numbers that it gives');
    expect(why1('xs: number[], size: number', 'return size * xs[0];').exists).toBe(true);
    expect(why1('x: number', 'console.log(x); return x * x;').obstacle?.instead).toBe(
      'print outside of the function',
    );
    expect(why1('x: number', 'return x * x;').exists).toBe(true);
  });

  test('private names as they are written.', () => {
    const { f: g } = load<{ f: F }>(`
      class P { all(x: number) { return this.one(x); } one(x: number) { return x; } }
      class A extends P { #d = 2; one(x: number) { return this.#d * x; } }
      const a = new A();
      exports.f = f;
      function f(x: number) { return x * a.all(x); }`);
    const what = why(g).versions[0].obstacle?.what ?? '#';
    expect(what).toContain('#');
    expect(what).not.toContain('\0');
  });

  test('what is in the way of a function that only passes on.', () => {
    const g = load<{ g: F }>(`
      const { grad } = require('delta-tape');
      const g = (p: number[], model: { loss(p: number[]): number }) => model.loss(p);
      exports.slope = (p: number[]) => grad(g)(p, exports.model);
      exports.g = g;`).g;
    expect(why(g).versions[0].obstacle?.line).toBe(3);
  });

  test('what has no adjoint.', () => {
    const { answers, versions } = why(f('xs: Float64Array', 'return [xs[0] * xs[1]] as any;'));
    expect(answers).not.toBe('compiled');
    expect(versions[0].obstacle).toEqual({ what: 'the result is not one number' });
  });

  test('that branches stand in each other too deeply; parentheses may.', () => {
    const nested = (n: number, open: string, close: string): string =>
      open.repeat(n) + close.repeat(n);
    const terms = f(
      'x: number',
      `return ${nested(200, '(', ' * 0.99 + 0.001)').replace('( *', '(x *')};`,
    );
    expect(why(terms).answers).toBe('compiled');
    expect(grad(terms as (x: number) => number)(1)).toBeCloseTo(0.99 ** 200);
    const branches = f('x: number', `${nested(150, 'if (x > 0) {', ' x *= 0.99; }')} return x;`);
    expect(why(branches).versions[0].obstacle?.what).toBe(
      'branches and loops that are nested too deeply',
    );
  });

  test('that nobody could use the version of a function that is hidden.', () => {
    const { g } = load<{ g: () => F }>(`
      exports.g = () => plain((x: number) => x * x);
      const plain = (f: any) => f;
    `);
    expect(() => why(g())).toThrow('why');
    const { inner } = load<{ inner: () => F }>(
      'exports.inner = () => (t: Date) => t.getTime() as unknown;',
    );
    expect(() => why(inner())).toThrow('it stands inside another function');
  });

  test('the same of what plain makes.', () => {
    expect(why(plain((x: number) => x * x)).answers).toBe('compiled');
  });

  test.each([[3], [(x: number) => x]])('an error of %p.', (x) => {
    expect(() => why(x as F)).toThrow(/why/);
  });

  describe('for sample arguments, without calling anything,', () => {
    const module = () =>
      load<{ f: F; calls: () => number }>(`
      let calls = 0;
      exports.calls = () => calls;
      const pick = (o, k) => o[k];
      const spell = (o) => {
        calls++;
        return JSON.stringify(o).length;
      };
      exports.f = (x, key, other) => {
        const o = { x };
        return pick(o, key) * (other === null ? 3 : spell(other)) * x;
      };`);
    const specialised = (f: F, ...args: unknown[]) =>
      why(f, ...args).versions.find(({ version }) => version === 'specialised');

    test('that code would answer.', () => {
      const { f, calls } = module();
      expect(specialised(f, 2, 'x', null)).toEqual({ version: 'specialised', exists: true });
      expect(why(f, 2, 'x', null).answers).toBe('specialised');
      expect(calls()).toBe(0);
      // Nothing is left behind.
      expect(() => specialised(f)).toThrow('knows nothing');
    });

    test('what stands in the way, by its name and its line.', () => {
      const { f, calls } = module();
      const { exists, obstacle } = specialised(f, 2, 'x', { a: 1 })!;
      expect(exists).toBe(false);
      expect(obstacle?.what).toContain('stringify');
      expect(obstacle?.line).toBe(7);
      expect(calls()).toBe(0);
    });

    test('that arguments with getters are looked at as data.', () => {
      const { f } = module();
      let reads = 0;
      const given = {
        x: 2,
        get y() {
          return ++reads;
        },
      };
      expect(specialised(f, 2, 'x', given)?.exists).toBe(false);
      expect(reads).toBe(0);
    });
  });
});

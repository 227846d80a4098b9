/** Which versions a function has, and what keeps it from having the others. */
import { grad } from 'delta-tape';
import { plain, why } from 'delta-tape/plain';
import { modules } from '../support/linked-modules.js';
import { load } from '../support/plain.js';

type F = (...args: never[]) => unknown;
const f = (params: string, body: string): F =>
  load<{ f: F }>(`exports.f = f;\nfunction f(${params}) {\n  ${body}\n}`).f;
const obstacleOf = (g: F, ...args: unknown[]) => why(g, ...args).versions[0].obstacle;

describe('why says', () => {
  test('that compiled code would answer for arguments, and which versions there are beside it.', () => {
    const g = f('x: number, k: number', 'const y = k * x * x; return 0.5 * y * y + x;');
    expect(why(g, 2, 3)).toEqual({
      answers: 'compiled',
      versions: [
        { version: 'compiled', exists: true },
        { version: 'recording', exists: true },
        { version: 'general', exists: true },
      ],
    });
  });

  test('before there is a call that there is no code yet; after calls what became of the last.', () => {
    const g = f('xs: any, k: number', 'return k * xs[0] * xs[1];') as (
      xs: unknown,
      k: unknown,
    ) => number;
    const { answers, versions } = why(g);
    expect(answers).not.toBe('compiled');
    expect(versions[0]).toEqual({
      version: 'compiled',
      exists: false,
      obstacle: { what: expect.stringContaining('runs took no more than') as string },
    });
    grad(g)([2, 3], 4);
    expect(why(g).answers).toBe('compiled');
    expect(obstacleOf(g)).toBeUndefined();
  });

  test('what is in the way of code, and where it stands.', () => {
    const g = f('x: number', 'const y = x * x;\n  return new Date(y).getTime() * x;');
    const { answers, versions } = why(g, 3);
    expect(answers).not.toBe('compiled');
    expect(versions[0]).toMatchObject({ version: 'compiled', exists: false });
    expect(versions[0].obstacle?.what).toContain('date');
    expect(versions[0].obstacle?.line).toBe(4);
  });

  test('that a run answers where code left the last calls, and why.', () => {
    const g = f('x: number, on: boolean', 'return on ? new Date(x).getTime() * x : x * x;') as (
      x: number,
      on: boolean,
    ) => number;
    grad(g)(3, true);
    expect(why(g).answers).not.toBe('compiled');
    expect(obstacleOf(g)?.what).toContain('date');
    grad(g)(3, false);
    expect(why(g).answers).toBe('compiled');
    expect(obstacleOf(g)).toBeUndefined();
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
    const x = new Float64Array([1, 2, 3]);
    expect(
      names.map((name) => obstacleOf(made[name], x)?.what ?? why(made[name], x).answers),
    ).toEqual(names.map(() => 'compiled'));
  });

  test.each<[string, string, unknown[]]>([
    [
      'p: { a: number; b?: number }, t: [number, number]',
      'return p.a * (p.b ?? 1) * t[1];',
      [{ a: 2 }, [3, 4]],
    ],
    [
      'rows: { x: number; y: number[] }[], _: string, on: boolean',
      'return rows.reduce((s, r) => s + r.x * r.y[0], 0) * (on ? 1 : 2);',
      [[{ x: 1, y: [2] }], 'text', true],
    ],
    [
      "w: Float64Array[], mode: 'a' | 'b'",
      "return mode === 'a' ? w[0][0] : 2 * w[0][1];",
      [[new Float64Array([1, 2])], 'b'],
    ],
  ])('that compiled code takes %s.', (params, body, args) => {
    expect(why(f(params, body), ...args).answers).toBe('compiled');
  });

  test('what keeps a function of another module from being compiled that it calls.', () => {
    const get = modules({
      f: "import { distinct } from './g';\nexport const f = (p: number[]) => distinct(p);",
      g: 'export function distinct(p: number[]): number {\n  return new Date(p[1]).getTime() * p[0];\n}',
    });
    const obstacle = obstacleOf(get('f').f as F, [1, 2]);
    expect(obstacle?.what).toContain('date');
    expect(obstacle?.line).toBe(2);
  });

  test('private names as they are written.', () => {
    const { f: g } = load<{ f: F }>(`
      class A { #date(x: number) { return new Date(x).getTime(); } all(x: number) { return this.#date(x); } }
      const a = new A();
      exports.f = f;
      function f(x: number) { return x * a.all(x); }`);
    expect(obstacleOf(g, 2)?.what).not.toContain('\0');
  });

  test('what is in the way of a result that is not a number.', () => {
    const g = f('xs: Float64Array', 'return [xs[0] * xs[1]] as any;');
    expect(why(g, new Float64Array([1, 2])).answers).not.toBe('compiled');
    expect(obstacleOf(g, new Float64Array([1, 2]))?.what).toMatch('number');
  });

  test('that a function inside of another is compiled as others are.', () => {
    const { g } = load<{ g: (k: number) => F }>('exports.g = (k) => (x: number) => k * x * x;');
    expect(why(g(3), 2).answers).toBe('compiled');
  });

  test('that nothing is known of a function that is not translated.', () => {
    expect(() => why((x: number) => x * x)).toThrow('why');
  });

  test('the same of what plain makes.', () => {
    expect(
      why(
        plain((x: number) => x * x),
        2,
      ).answers,
    ).toBe('compiled');
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
    const compiled = (f: F, ...args: unknown[]) => why(f, ...args).versions[0];

    test('that code would answer.', () => {
      const { f, calls } = module();
      expect(compiled(f, 2, 'x', null)).toEqual({ version: 'compiled', exists: true });
      expect(why(f, 2, 'x', null).answers).toBe('compiled');
      expect(calls()).toBe(0);
      // Nothing is left behind.
      expect(compiled(f).exists).toBe(false);
    });

    test('what stands in the way, by its name and its line.', () => {
      const { f, calls } = module();
      const { exists, obstacle } = compiled(f, 2, 'x', { a: 1 });
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
      expect(compiled(f, 2, 'x', given).exists).toBe(false);
      expect(reads).toBe(0);
    });
  });
});

/** The text of a module without its types is the program that Babel makes of it, and everything stays where it is. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withoutTypes } from '../../../src/plain/front/erased-types.js';
import {
  generate,
  parseSync,
  transformSync,
  types as t,
  typescript,
} from '../../../src/vendor/babel.js';

const alone = { configFile: false, babelrc: false, sourceType: 'module' as const };

function blanked(code: string): string {
  const parsed = parseSync(code, {
    ...alone,
    filename: 'a.ts',
    parserOpts: { plugins: ['typescript', 'decorators-legacy'] },
  })!;
  return withoutTypes(t, (parsed as t.File).program, code);
}

const printed = (code: string): string =>
  generate(parseSync(code, { ...alone, parserOpts: { plugins: ['decorators-legacy'] } })!, {
    comments: false,
    compact: true,
  }).code;

/** By Babel, which takes away imports only where they say that they are of types. */
function stripped(code: string): string {
  const { code: text } = transformSync(code, {
    ...alone,
    filename: 'a.ts',
    parserOpts: { plugins: ['decorators-legacy'] },
    plugins: [[typescript, { onlyRemoveTypeImports: true }]],
  })!;
  return printed(text!);
}

/** Empty statements, and those that export nothing, are no difference. */
const tidy = (code: string): string =>
  code
    .replaceAll(/export\{\};?/g, '')
    .replaceAll(/;+/g, ';')
    .replaceAll(/(^|[{}]);/g, '$1');

const snippets = [
  'const f = (x: number, y?: number): x is 3 => (x as any)! + (y satisfies unknown as number);',
  'function f(this: Vec, a: number): void { type Q = number\n (a)\n interface I { a: 1 }\n [a].map(String) }',
  'function f(this: Vec): void {}',
  'abstract class A<T> extends B<T> implements I<T>, J { private readonly x: number = 1; static override async *m<K>(a: K) {} declare y: 3; abstract z: 1; abstract w(): void; q!: number; r?(): void; #p?: 1; [k: string]: any; constructor(); constructor(a?: number) { super(a!); } }',
  'const g = <T,>(x: T): T => x, h = async <T>(x: T): Promise<T> => x;\nlet v!: number, u = <number>v;',
  'const a = f<number>(1), b = new Map<string, number[]>(), c = tag<number>`x`, d = f<number>;',
  'function over(a: 1): 1;\nfunction over(a: any): any { return a; }\ndeclare function gone(): void;\ndeclare const z: number;',
  'for (const k of xs as number[]) { const { a, b = 2 as number }: Row = k!; }',
  'const f = ({ a, b }: { a: number; b?: number }, [c]: number[] = [], ...rest: number[]): (() => void) => () => {};',
  "import type { A } from './a.js'; import { type B, c } from './b.js'; export type { A }; export interface J {} export type K = 3;",
  'class C { @dec() private static readonly x = 1; get y(): number { return 1; } set y(v: number) {} static { const q: number = 1; } accessor: number = 2; }',
  'const o = { m<T>(x: T): T { return x; }, get a(): number { return 1; }, async *b(x: number) {} };\nlabel: for (;;) { break label; }',
  'function f(\n  x: number,\n): Map<\n  string,\n  number\n> {\n  return new Map(); }\nconst g = (x: number):\n number => x;',
];

describe('The text of a module without its types', () => {
  test.each(snippets)('is the program that it is: %s', (code) => {
    const text = blanked(code);
    expect(tidy(printed(text))).toBe(tidy(stripped(code)));
    expect(text.length).toBe(code.length);
  });

  test('is that also for our own sources.', () => {
    const root = join(__dirname, '../../../src');
    const files = ['core', 'derivatives', 'plain/general', 'learn'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(root, folder, file)),
    );
    expect(files.length).toBeGreaterThan(100);
    const checked = files.filter((file) => {
      const code = readFileSync(file, 'utf8');
      // Parameters that are properties, and namespaces, are more than types.
      const isMore =
        /^\s*(private|protected|public|readonly) (readonly )?\w+\??: .*,$|constructor\([^)]*(private|readonly) /m.test(
          code,
        ) || /^\s*(declare module|export (declare )?namespace|enum) /m.test(code);
      if (isMore) return false;
      expect([file, tidy(printed(blanked(code)))]).toEqual([file, tidy(stripped(code))]);
      return true;
    });
    expect(checked.length).toBeGreaterThan(80);
  });
});

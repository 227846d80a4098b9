/**
 * The layout of the sources: imports go down the floors only, without cycles, and files stay short.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  deepClasses,
  divided,
  filledCells,
  importCycles,
  longFiles,
  nodeOnlyCode,
  repeatedNames,
  roomCircles,
  unnamedEffects,
  unusedExports,
  upwardImports,
  type Sources,
} from './support/architecture.js';

const root = join(__dirname, '../src');
const ours: Sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
);

const folder = join(__dirname, '..');
const textsIn = (name: string): string[] =>
  readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path) && !path.includes('node_modules'))
    .map((path) => readFileSync(join(folder, name, path), 'utf8'));
/** The sources whose exports are for users, or run as a program. */
const entries = [
  ...readFileSync(join(folder, 'package.json'), 'utf8').matchAll(/"\.\/dist\/(?:node\/)?([^".]+)/g),
].map(([, path]) => `${path}.ts`);

const sources = (texts: Record<string, string>): Sources => new Map(Object.entries(texts));

describe('The sources', () => {
  test('are found.', () => {
    expect([...ours.keys()]).toEqual(expect.arrayContaining(['index.ts', 'core/real.ts']));
  });

  test('import from their own floor and lower floors only.', () => {
    expect(upwardImports(ours)).toEqual([]);
  });

  test('have no import cycle.', () => {
    expect(importCycles(ours)).toEqual([]);
  });

  test('need no Node on the floors that run anywhere.', () => {
    expect(nodeOnlyCode(ours)).toEqual([]);
  });

  test('that are imported for their effects alone are named for bundlers.', () => {
    const { sideEffects } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      sideEffects: string[];
    };
    const bundled = new Map([...ours].filter(([path]) => !path.startsWith('cli/')));
    expect(unnamedEffects(bundled, sideEffects)).toEqual([]);
    const texts = { 'numpy/a.ts': `import './b.js';\nimport '../nn/c.js';` };
    expect(unnamedEffects(sources(texts), ['./dist/nn/*.js'])).toEqual([
      'numpy/a.ts imports numpy/b.js for its effects',
    ]);
  });

  test('fill the cells of other files that CONTRIBUTING.md lists.', () => {
    const rows = readFileSync(join(folder, 'CONTRIBUTING.md'), 'utf8').matchAll(
      /^\| `(\w+)` of `([^`]+)` *\|[^|]*\| (.*?) *\|$/gm,
    );
    const listed = [...rows].map(
      ([, cell, file, by]) => `${cell} of ${file}: ${by.replaceAll('`', '')}`,
    );
    expect(filledCells(ours)).toEqual(listed.sort());
    const texts = {
      'tape/a.ts': `import { cell, list, all, value } from '../core/b.js';
        cell.run = 1; list.push(2); Object.assign(all, {}); const own = { x: value.x }; own.x = 3;`,
      'tape/c.ts': `import { cell } from '../core/b.js'; cell.run ??= 4; cell['stop']++; f(cell.push);`,
    };
    expect(filledCells(sources(texts))).toEqual([
      'all of core/b.ts: tape/a.ts',
      'cell of core/b.ts: tape/a.ts, tape/c.ts',
      'list of core/b.ts: tape/a.ts',
    ]);
  });

  test('import downwards only in folders with rooms.', () => {
    expect(roomCircles(ours)).toEqual([]);
    const texts = {
      'plain/lower/a/one.ts': `import '../b/two.js'; import './other.js';`,
      'plain/lower/b/two.ts': `import type { X } from '../c/three.js';`,
      'plain/lower/c/three.ts': `import '../a/other.js';`,
      'plain/lower/all.ts': `import './a/one.js';`,
    };
    const circle = ['plain/lower/a', 'plain/lower/b', 'plain/lower/c'];
    expect(roomCircles(sources(texts))).toEqual(circle);
    expect(roomCircles(sources({ ...texts, 'plain/lower/c/three.ts': '' }))).toEqual([]);
  });

  const notes = [
    'CONTRIBUTING.md',
    ...readdirSync(join(folder, 'docs/design-notes')).map((name) => `docs/design-notes/${name}`),
  ];

  test('are named in notes and comments as they are.', () => {
    const all = ['src', 'test', 'scripts', 'benchmarks', 'docs', 'examples', 'site/check'].flatMap(
      (name) =>
        readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map(
          (path) => `/${name}/${path}`,
        ),
    );
    const isThere = (path: string) =>
      all.some((file) => file.endsWith(`/${path}`)) || existsSync(join(folder, path));
    const missing = notes.flatMap((note) =>
      [...readFileSync(join(folder, note), 'utf8').matchAll(/`([\w./-]+\.(?:ts|md))`/g)]
        .filter(([, path]) => !isThere(path))
        .map(([, path]) => `${note} names ${path}`),
    );
    expect(missing).toEqual([]);
    const inComments = [...ours].flatMap(([file, text]) =>
      [...text.matchAll(/^ *(?:\/\*\*|\*|\/\/) .*\(((?:[\w-]+\/)*[\w-]+\.[jt]s)\)/gm)]
        .filter(([, path]) => !isThere(path))
        .map(([, path]) => `${file} names ${path}`),
    );
    expect(inComments).toEqual([]);
    expect(isThere('core/real.ts')).toBe(true);
    expect(isThere('core/unreal.ts')).toBe(false);
  });

  test('stand on the maps of large rooms as they are.', () => {
    const text = ['front-half', 'numeric-tier']
      .map((name) => readFileSync(join(folder, `docs/design-notes/${name}.md`), 'utf8'))
      .join('\n');
    const maps = [...text.matchAll(/`src\/(plain\/[\w/]+)`, .*:\n\n((?:\|.*\n)+)/g)];
    expect(maps.map(([, folder]) => folder)).toEqual([...divided, 'plain/loaders']);
    for (const [, whole, map] of maps) {
      const rows = [...map.matchAll(/^\| (?:`(\w+)`)?.*\| (`.*`) +\|$/gm)];
      const named = rows.flatMap(([, room, files]) =>
        [...files.matchAll(/`([\w-]+)`/g)].map(([, name]) => [whole, room, name]),
      );
      const paths = named.map((parts) => `${parts.filter(Boolean).join('/')}.ts`);
      expect(paths.filter((path) => !ours.has(path))).toEqual([]);
      expect(paths.length).toBeGreaterThan(10);
      const rooms = [...ours.keys()]
        .filter((path) => path.startsWith(`${whole}/`))
        .map((path) => path.slice(whole.length + 1).split('/'))
        .flatMap(([room, name]) => (name === undefined ? [] : [room]));
      expect(new Set(rows.flatMap(([, room]) => room ?? []))).toEqual(new Set(rooms));
    }
  });

  test('export nothing that no other file takes.', () => {
    const others = ['test', 'scripts', 'benchmarks'].flatMap(textsIn);
    expect(unusedExports(ours, entries, others)).toEqual([]);
  });

  test('say what a real is in at most 30 files.', () => {
    expect([...ours.keys()].filter((path) => path.startsWith('core/')).length).toBeLessThanOrEqual(
      30,
    );
  });

  test('have runs that inherit at most two deep.', () => {
    expect(deepClasses(ours, 'Run')).toEqual([]);
    const texts = {
      'tape/a.ts': 'class A extends Run {} class B extends A {}',
      'tape/b.ts': 'class C extends B {} class D extends Other {}',
    };
    expect(deepClasses(sources(texts), 'Run')).toEqual(['C extends B extends A extends Run']);
  });

  test('are files of at most 300 lines.', () => {
    expect(longFiles(ours)).toEqual([]);
  });

  test('have the name of another file only in parallel folders.', () => {
    expect(repeatedNames(ours)).toEqual([]);
  });
});

describe('The check of the floors', () => {
  test.each([
    ['import', `import { grad } from '../derivatives/grad.js';`],
    ['type import', `import type { ByWrt } from '../derivatives/grad.js';`],
    ['import type in an expression', `let g: import('../derivatives/grad.js').ByWrt;`],
    ['re-export', `export * from '../derivatives/grad.js';`],
    ['dynamic import', `void import('../derivatives/grad.js');`],
  ])('objects to an upward %s.', (_, text) => {
    expect(upwardImports(sources({ 'delta/tape.ts': text }))).toEqual([
      'delta/tape.ts imports derivatives/grad.ts, which is above it',
    ]);
  });

  test('objects to an import of the whole library from inside it.', () => {
    expect(upwardImports(sources({ 'solve/main.ts': `import 'delta-tape';` }))).toEqual([
      'solve/main.ts imports index.ts, which is above it',
    ]);
  });

  test('objects to a folder that is no floor.', () => {
    expect(upwardImports(sources({ 'attic/old.ts': '' }))).toEqual(['attic/old.ts is on no floor']);
  });

  test('accepts imports that go down or stay, packages, and imports in comments.', () => {
    const text = `
      import { Let } from '../delta/delta.js';
      import { vjp } from './vjp.js';
      import { Map } from 'immutable';
      // import '../solve/root.js';
    `;
    expect(upwardImports(sources({ 'derivatives/grad.ts': text }))).toEqual([]);
  });
});

describe('The check of cycles', () => {
  test('objects to files that import each other.', () => {
    const cyclic = sources({
      'core/a.ts': `import './b.js';`,
      'core/b.ts': `export { c } from './c.js';`,
      'core/c.ts': `import { a } from './a.js';`,
    });
    expect(importCycles(cyclic)).toEqual(['core/a.ts → core/b.ts → core/c.ts → core/a.ts']);
  });

  test.each([
    ['type import', `import type { A } from './a.js';`],
    ['import of inline types', `import { type A } from './a.js';`],
    ['re-export of types', `export type { A } from './a.js';`],
    ['import type in an expression', `let a: import('./a.js').A;`],
    ['typeof import', `let a: typeof import('./a.js');`],
  ])('objects to a way back that is a %s.', (_, back) => {
    const cyclic = sources({ 'core/a.ts': `import './b.js';`, 'core/b.ts': back });
    expect(importCycles(cyclic)).toEqual(['core/a.ts → core/b.ts → core/a.ts']);
  });

  test('accepts a file that two others import.', () => {
    const acyclic = sources({
      'core/a.ts': `import './b.js'; import type { C } from './c.js';`,
      'core/b.ts': `import './c.js';`,
      'core/c.ts': '',
    });
    expect(importCycles(acyclic)).toEqual([]);
  });
});

describe('The check of portability', () => {
  test.each([
    [`import { readFileSync } from 'node:fs';`, 'core/a.ts imports node:fs'],
    [`export { join } from 'path';`, 'core/a.ts imports path'],
    [`const test = process.env.CI;`, 'core/a.ts uses process'],
    [`const bytes = Buffer.alloc(8);`, 'core/a.ts uses Buffer'],
    [`const world = { process };`, 'core/a.ts uses process'],
    [`const fs = require('./a.cjs');`, 'core/a.ts uses require'],
  ])('objects to %s', (text, complaint) => {
    expect(nodeOnlyCode(sources({ 'core/a.ts': text }))).toEqual([complaint]);
  });

  test('accepts Node on the floors that are for Node, and the words elsewhere.', () => {
    const texts = {
      'plain/loaders/register.ts': `import 'node:module';`,
      'core/a.ts': `/* process */ const text = 'require'; class A { process() { return text; } }`,
    };
    expect(nodeOnlyCode(sources(texts))).toEqual([]);
  });
});

describe('The check of exports', () => {
  const user = `import { a as b } from './a.js';\nexport { c } from './a.js';\nexport const main = b;`;
  const check = (text: string, others: string[] = []) =>
    unusedExports(sources({ 'core/a.ts': text, 'core/main.ts': user }), ['core/main.ts'], others);
  const unused = (name: string) => [`core/a.ts exports ${name}, which no file takes`];

  test('accepts what is imported, exported again, for users, or named elsewhere.', () => {
    expect(check('export const a = 1; export function c() {}')).toEqual([]);
    expect(check('export const a = 1; export const d = 2;', ['use(d);'])).toEqual([]);
    const whole = sources({
      'core/a.ts': 'export class A {}',
      'core/b.ts': `import * as a from './a.js';`,
    });
    expect(unusedExports(whole, [])).toEqual([]);
  });

  test.each([
    ['export const d = a;', 'd'],
    ['export interface D {}', 'D'],
    ['export type D = 1;', 'D'],
    ['export abstract class D {}', 'D'],
    ['export const { d } = a;', 'd'],
    ['const d = 1; export { d as e };', 'e'],
    ['export default class {}', 'default'],
  ])('objects to %s', (text, name) => {
    expect(check(text)).toEqual(unused(name));
  });
});

describe('The check of lengths', () => {
  const lines = (count: number) => 'x;\n'.repeat(count);

  test('objects to 301 lines and accepts 300.', () => {
    expect(longFiles(sources({ 'core/a.ts': lines(301) }))).toEqual(['core/a.ts has 301 lines']);
    expect(longFiles(sources({ 'core/a.ts': lines(300) }))).toEqual([]);
  });
});

describe('The check of names', () => {
  const check = (...paths: string[]) => repeatedNames(new Map(paths.map((path) => [path, ''])));

  test('objects to a name that stands in folders that are not parallel.', () => {
    expect(check('tape/parts.ts', 'learn/parts.ts')).toEqual(['parts.ts stands in tape, learn']);
  });

  test('objects to one folder more than the parallel ones.', () => {
    const loops = ['plain/lower/regions/loops.ts', 'plain/general/loops.ts', 'tape/loops.ts'];
    expect(check(...loops)).toEqual([
      'loops.ts stands in plain/lower/regions, plain/general, tape',
    ]);
  });

  test('objects to a name that stands in two rooms of one folder.', () => {
    expect(check('plain/lower/regions/loops.ts', 'plain/lower/arrays/loops.ts')).toEqual([
      'loops.ts stands in plain/lower/regions, plain/lower/arrays',
    ]);
  });

  test('accepts names that stand once, in parallel folders, or may stand anywhere.', () => {
    expect(check('tape/lanes.ts', 'plain/differentiate/beside/lanes.ts')).toEqual([]);
    expect(check('core/lane.ts', 'tape/lanes.ts')).toEqual([]);
    expect(check('index.ts', 'solve/index.ts', 'errors/errors.ts', 'nn/errors.ts')).toEqual([]);
  });
});

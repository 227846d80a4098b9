/** Which files are translated: defaults, options, directives. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { packageNames } from '../../../src/plain/loaders/file-patterns.js';
import {
  directivesOf,
  isCode,
  selector,
  selectorIn,
} from '../../../src/plain/loaders/selection.js';

const root = '/home/user/project';
const at = (path: string) => `${root}/${path}`;

describe('Without options', () => {
  const selects = selector({}, root);

  test('every file of a project is translated, wherever it is.', () => {
    expect(selects(at('src/model.ts'), [])).toBe(true);
    expect(selects('/elsewhere/model.js', [])).toBe(true);
  });

  test('what a bundler makes itself is not, whatever the options say.', () => {
    for (const options of [{}, { include: ['**'] }, { include: [/runtime/] }]) {
      const all = selector(options, root);
      expect(all('\0rolldown/runtime.js', [])).toBe(false);
      expect(all('\0rolldown/runtime.js', ['use grad'])).toBe(false);
    }
  });

  test('packages are not, and neither is this library.', () => {
    expect(selects(at('node_modules/pkg/index.js'), [])).toBe(false);
    expect(selects('C:\\project\\node_modules\\pkg\\index.js', [])).toBe(false);
    expect(selects(join(__dirname, '../../../src/core/real.ts'), [])).toBe(false);
    expect(selects(join(__dirname, '../../../src/core/real.ts'), ['use grad'])).toBe(false);
    expect(selects(at('my_node_modules/index.js'), [])).toBe(true);
  });
});

describe('The option include', () => {
  test.each([
    ['a folder', 'src'],
    ['a folder with a slash', './src/'],
    ['a file', 'src/model.ts'],
    ['an absolute path', at('src')],
    ['a glob', 'src/**/*.ts'],
    ['a glob anywhere', '**/src/*.ts'],
    ['an expression', /\/src\/[^/]*$/],
  ])('takes %s, and leaves out everything else.', (_, pattern) => {
    const selects = selector({ include: [pattern] }, root);
    expect(selects(at('src/model.ts'), [])).toBe(true);
    expect(selects(at('source/model.ts'), [])).toBe(false);
    expect(selects(at('scripts/model.ts'), [])).toBe(false);
  });

  test('reaches into packages only by patterns that say so.', () => {
    const wide = selector({ include: ['**/*.js'] }, root);
    expect(wide(at('node_modules/pkg/index.js'), [])).toBe(false);
    const told = selector({ include: ['src', 'node_modules/pkg'] }, root);
    expect(told(at('node_modules/pkg/index.js'), [])).toBe(true);
    expect(told(at('node_modules/other/index.js'), [])).toBe(false);
    expect(told(at('src/model.ts'), [])).toBe(true);
  });
});

/** Where package managers put a package. */
const layouts: Readonly<Record<string, (name: string) => string>> = {
  npm: (name) => `${root}/node_modules/${name}`,
  'npm, in another package': (name) => `${root}/node_modules/other/node_modules/${name}`,
  'npm, for a workspace': (name) => `/home/user/node_modules/${name}`,
  'npm, linked': (name) =>
    `${root}/node_modules/.store/${name.replace('/', '+')}@1.0.0-a1/node_modules/${name}`,
  pnpm: (name) =>
    `${root}/node_modules/.pnpm/${name.replace('/', '+')}@1.0.0_peer@2/node_modules/${name}`,
  'pnpm, for a workspace': (name) =>
    `/home/user/node_modules/.pnpm/${name.replace('/', '+')}@1.0.0/node_modules/${name}`,
  'pnpm, for all projects': (name) =>
    `/home/user/.pnpm-store/v10/links/${name}/1.0.0/a1/node_modules/${name}`,
  Bun: (name) => `${root}/node_modules/.bun/${name.replace('/', '+')}@1.0.0/node_modules/${name}`,
  Deno: (name) => `${root}/node_modules/.deno/${name.replace('/', '+')}@1.0.0/node_modules/${name}`,
  'Yarn, unpacked': (name) =>
    `${root}/.yarn/unplugged/${name.replace('/', '-')}-npm-1.0.0-a1/node_modules/${name}`,
  'Yarn, packed': (name) =>
    `/home/user/.yarn/berry/cache/${name.replace('/', '-')}-npm-1.0.0-a1.zip/node_modules/${name}`,
  Windows: (name) => `C:\\project\\node_modules\\${name.replace('/', '\\')}`,
};

/** The patterns that people write for a package. */
const written: readonly ((name: string) => string)[] = [
  (name) => `node_modules/${name}`,
  (name) => `./node_modules/${name}/`,
  (name) => `node_modules/${name}/**`,
  (name) => `node_modules/${name}/**/*.js`,
  (name) => `**/node_modules/${name}/**`,
  (name) => `../../node_modules/${name}`,
  (name) => `${root}/node_modules/${name}`,
  (name) => `node_modules\\${name.replace('/', '\\')}`,
  (name) => `node_modules/${name}/{lib,dist}/*.js`,
  (name) => name,
];

describe('Patterns for packages', () => {
  const names = ['numeric', 'numeric-more', '@scope/numeric', '@scope/other', 'a.b'];

  test('mean a package wherever the package manager has put it, and no other.', () => {
    const layout = fc.constantFrom(...Object.keys(layouts));
    const name = fc.constantFrom(...names);
    const pattern = fc.constantFrom(...written);
    fc.assert(
      fc.property(layout, name, name, pattern, pattern, (place, asked, given, write, other) => {
        const file = `${layouts[place](given)}/lib/index.js`;
        const one = selector({ include: ['src', write(asked)] }, root);
        expect(one(file, [])).toBe(asked === given);
        const without = selector({ include: ['**'], exclude: [other(asked)] }, root);
        expect(without(file, [])).toBe(asked !== given);
        const found = new RegExp(`/node_modules/(${packageNames([write(asked)], root)[0]})/`);
        expect(found.exec(file.replaceAll('\\', '/'))?.[1] === given).toBe(asked === given);
      }),
    );
  });

  test.each(['**', '**/*', 'node_modules', 'node_modules/**', '**/node_modules/**'])(
    'mean all of them: %s.',
    (pattern) => {
      const selects = selector({ include: [pattern] }, root);
      for (const place of Object.values(layouts)) {
        expect(selects(`${place('numeric')}/lib/index.js`, [])).toBe(true);
        expect(selects(`${place('@scope/numeric')}/.hidden/index.js`, [])).toBe(true);
      }
      expect(selects(at('src/model.ts'), [])).toBe(
        pattern.startsWith('**') && !pattern.includes('modules'),
      );
    },
  );

  test('never mean the packages that this library imports.', () => {
    for (const name of ['immutable', 'numpy-ts', 'pure-rand'])
      for (const pattern of ['**', 'node_modules', name, /node_modules/]) {
        const selects = selector({ include: [pattern] }, root);
        for (const place of Object.values(layouts)) {
          expect(selects(`${place(name)}/lib/index.js`, ['use grad'])).toBe(false);
          if (pattern !== name) expect(selects(`${place(`${name}-x`)}/index.js`, [])).toBe(true);
        }
      }
  });

  test.each(['node_modules/@scope/*', '@scope/*'])('mean those of a scope: %s.', (pattern) => {
    const selects = selector({ include: [pattern] }, root);
    for (const place of Object.values(layouts)) {
      expect(selects(`${place('@scope/numeric')}/lib/index.js`, [])).toBe(true);
      expect(selects(`${place('numeric')}/lib/index.js`, [])).toBe(false);
    }
  });

  test('may be paths of a package manager, and expressions.', () => {
    const file = `${layouts.pnpm('numeric')}/lib/index.js`;
    for (const pattern of [
      'node_modules/.pnpm/numeric@*/**',
      'node_modules/.pnpm',
      /node_modules\/numeric\//g,
      /node_modules.*lib/,
    ]) {
      const selects = selector({ include: [pattern] }, root);
      expect([selects(file, []), selects(file, [])]).toEqual([true, true]);
      expect(selects(`${layouts.npm('other')}/index.js`, [])).toBe(false);
    }
  });

  test('are none if there is such a folder in the project.', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'delta-tape-')));
    try {
      mkdirSync(join(folder, 'numeric'));
      const selects = selector({ include: ['numeric'] }, folder);
      expect(selects(join(folder, 'numeric/index.js'), [])).toBe(true);
      expect(selects(join(folder, 'node_modules/numeric/index.js'), [])).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('lead to packages of a workspace, which are links in node_modules.', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'delta-tape-')));
    try {
      for (const path of [
        'packages/model',
        'packages/app',
        'packages/other',
        'node_modules/@example',
      ])
        mkdirSync(join(folder, path), { recursive: true });
      symlinkSync(join(folder, 'packages/model'), join(folder, 'node_modules/@example/model'));
      const app = join(folder, 'packages/app');
      const selects = selector({ include: ['main.js', 'node_modules/@example/model'] }, app);
      expect(selects(join(folder, 'packages/model/index.js'), [])).toBe(true);
      expect(selects(join(folder, 'packages/other/index.js'), [])).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('A full stop', () => {
  test.each(['.', './'])('means the project, as nothing does: %s.', (pattern) => {
    const [selects, byDefault] = [selector({ include: [pattern] }, root), selector({}, root)];
    const files = [
      at('src/model.ts'),
      '/home/user/other/model.ts',
      `${layouts.npm('numeric')}/index.js`,
      `${layouts.pnpm('numeric')}/index.js`,
    ];
    for (const file of files) expect(selects(file, [])).toBe(byDefault(file, []));
    expect(files.map((file) => selects(file, []))).toEqual([true, true, false, false]);
  });
});

test('Patterns are compiled once, and only those that need it.', async () => {
  let compiled = 0;
  jest.resetModules();
  jest.doMock('picomatch', () => {
    const actual = jest.requireActual<(globs: readonly string[]) => unknown>('picomatch');
    const counting = (globs: readonly string[], ...more: []) => {
      compiled += globs.length;
      return actual(globs, ...more);
    };
    return Object.assign(counting, actual);
  });
  const { selector: counted } = await import('../../../src/plain/loaders/selection.js');
  jest.dontMock('picomatch');
  const packages = Array.from({ length: 91 }, (_, k) => `node_modules/package-${k}`);
  const selects = counted({ include: ['src/*.ts', ...packages] }, root);
  const before = compiled;
  for (let k = 0; k < 200; k++)
    expect(selects(`${layouts.pnpm(`package-${k}`)}/index.js`, [])).toBe(k < 91);
  expect(selects(at('src/model.ts'), [])).toBe(true);
  expect(compiled).toBe(before);
  expect(before).toBe(2);
});

test('Options that a plugin does not have are those of package.json.', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'delta-tape-')));
  try {
    const manifest = { 'delta-tape': { include: ['.', 'node_modules/numeric'] } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    mkdirSync(join(folder, 'inner'));
    const file = join(folder, 'node_modules/numeric/index.js');
    expect(selectorIn(join(folder, 'inner'))(file, [])).toBe(true);
    expect(selectorIn(folder, {})(file, [])).toBe(true);
    expect(selectorIn(folder, { exclude: ['other'] })(file, [])).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('The option exclude', () => {
  test('leaves files out, also those that are included.', () => {
    const selects = selector({ include: ['src'], exclude: ['src/vendor', /\.gen\.ts$/] }, root);
    expect(selects(at('src/model.ts'), [])).toBe(true);
    expect(selects(at('src/vendor/model.ts'), [])).toBe(false);
    expect(selects(at('src/model.gen.ts'), [])).toBe(false);
  });
});

describe('A directive at the top of a file', () => {
  const selects = selector({ exclude: ['src/vendor'] }, root);

  test("has the last word: 'use grad' translates an excluded file.", () => {
    expect(selects(at('src/vendor/model.ts'), ['use strict', 'use grad'])).toBe(true);
    expect(selects(at('node_modules/pkg/index.js'), ['use grad'])).toBe(true);
  });

  test("has the last word: 'use no grad' leaves a file alone.", () => {
    expect(selects(at('src/model.ts'), ['use no grad'])).toBe(false);
  });

  test.each([
    [`'use grad'; let a;`, ['use grad']],
    [
      `#!/usr/bin/env node\n/* one\n * two */ // three\n"use strict"\n'use grad'\n`,
      ['use strict', 'use grad'],
    ],
    [`let a;\n'use grad';`, []],
    [`// 'use grad'\nlet a;`, []],
    [`\uFEFF'use grad';`, ['use grad']],
    ['', []],
  ])('is found in the text without parsing the rest: %j.', (code, directives) => {
    expect(directivesOf(code)).toEqual(directives);
  });
});

describe('Options that are none', () => {
  test.each([
    [{ include: 'src' }, 'option include must be a list'],
    [{ include: [] }, 'option include must be a list'],
    [{ exclude: [3] }, 'option exclude must be a list'],
    [{ includes: ['src'] }, 'has no option includes. Did you mean include?'],
  ])('are refused: %j.', (options, message) => {
    expect(() => selector(options as object, root)).toThrow(message);
  });
});

describe('Code', () => {
  test('is told from other files by its name.', () => {
    const names = ['a.ts', 'a.tsx', 'a.mts', 'a.cts', 'a.js', 'a.jsx', 'a.mjs', 'a.cjs'];
    expect(names.filter((name) => !isCode(name))).toEqual([]);
    const others = ['a.d.ts', 'a.d.mts', 'a.json', 'a.css', 'a.vue', 'ts', 'a.mjsx'];
    expect(others.filter(isCode)).toEqual([]);
  });
});

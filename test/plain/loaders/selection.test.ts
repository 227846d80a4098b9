/** Which files are translated: defaults, options, directives. */
import { join } from 'node:path';
import { directivesOf, isCode, selector } from '../../../src/plain/loaders/selection.js';

const root = '/home/user/project';
const at = (path: string) => `${root}/${path}`;

describe('Without options', () => {
  const selects = selector({}, root);

  test('every file of a project is translated, wherever it is.', () => {
    expect(selects(at('src/model.ts'), [])).toBe(true);
    expect(selects('/elsewhere/model.js', [])).toBe(true);
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

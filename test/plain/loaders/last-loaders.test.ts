/** Loaders of `require` that come after those of delta-tape/register, as those of tsx, ts-node and instrumenters do. */
import { mkdirSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { asModule, isCommonjs } from '../../../src/plain/loaders/bun-commonjs.js';
import { installed, ran } from '../../support/installed.js';

/** Node 22 and later ask hooks of the library itself: then what other loaders make of the translation does not count. */
const isHookedByNode = 'registerHooks' in nodeModule;

let project: string;
let remove: () => void;

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "commonjs" }',
  'model.ts': 'export const cube = (x: number): number => x * x * x;\n',
  'main.ts': `
    import { basename } from 'node:path';
    const { grad } = require('delta-tape');
    const { cube } = require('./model');
    const copies = (globalThis as any)[Symbol.for('delta-tape.copies')];
    console.log(grad(cube)(2), basename(__filename), copies, (globalThis as any).seen);`,
  // It reads a file itself, and makes what it likes of it, also of ES modules.
  'reads.cjs': `
    const { readFileSync } = require('node:fs');
    const { _extensions } = require('node:module');
    const own = (module, file) => {
      const text = readFileSync(file, 'utf8').replace(/: number/g, '').replace(/export const/g, 'exports.x = ');
      module._compile(text, file);
    };
    for (const ending of ['.js', '.ts']) _extensions[ending] = own;`,
  // It passes on what the loader before it gives, as an ES module.
  'wraps.cjs': `
    const { _extensions } = require('node:module');
    const before = _extensions['.ts'] ?? _extensions['.js'];
    _extensions['.ts'] = (module, file) => {
      const compile = module._compile;
      module._compile = (code, name) => {
        if (${!isHookedByNode} && !code.startsWith('// @ts-nocheck')) throw new Error('types are missing');
        compile.call(module, code + '\\nexport {};', name);
      };
      before(module, file);
    };`,
  // It adds something to what the loader before it gives.
  'adds.cjs': `
    const { _extensions } = require('node:module');
    const before = _extensions['.ts'] ?? _extensions['.js'];
    _extensions['.ts'] = (module, file) => {
      const compile = module._compile;
      module._compile = (code, name) => compile.call(module, 'globalThis.seen = 1;' + code, name);
      before(module, file);
    };`,
};

beforeAll(async () => {
  ({ project, remove } = await installed());
  for (const [file, text] of Object.entries(files)) {
    const path = join(project, 'later', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}, 180_000);

afterAll(() => remove());

test.each([
  ['reads files itself', 'reads', 'undefined'],
  ['makes an ES module of CommonJS', 'wraps', 'undefined'],
  ['adds code', 'adds', isHookedByNode ? 'undefined' : '1'],
])('A loader that %s takes the translation from no file.', async (_, later, seen) => {
  const args = ['--import', 'delta-tape/register', '--import', `./${later}.cjs`, 'main.ts'];
  const { stdout } = await ran(process.execPath, args, join(project, 'later'));
  expect(stdout.trim()).toBe(`12 main.ts 1 ${seen}`);
});

test('CommonJS is told from modules by its name or its text, and its names can be imported.', () => {
  const named = (code: string) => /export \{ (.*) \};/.exec(asModule(code))![1];
  expect(isCommonjs('a.js', 'const x = require("x");')).toBe(true);
  expect(isCommonjs('a.cjs', '1;')).toBe(true);
  expect(isCommonjs('a.js', 'export const x = __filename;')).toBe(false);
  expect(isCommonjs('a.js', 'import("x").then(module.exports);')).toBe(true);
  expect(named('exports.a = 1; module.exports.b = 2; exports.default = 3;')).toBe(
    "$exports as default, $exports as 'module.exports', $name0 as a, $name1 as b",
  );
  expect(named('module.exports = { a, b: 1, c() {} };')).toMatch(
    /\$name0 as a, \$name1 as b, \$name2 as c$/,
  );
});

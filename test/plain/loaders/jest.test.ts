/**
 * `delta-tape/jest` before other transformers: what each is given, with transformers that tell. That the real
 * ones run is checked by their examples.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceMap } from 'node:module';
import jest from '../../../src/plain/loaders/jest.js';
import type { Request } from '../../../src/plain/loaders/jest-transformers.js';

/** Compiles nothing; checks types by not liking the word `wrong`; puts a line above, which its map tells. */
const teller = `
  const map = (lines) => JSON.stringify({
    version: 3, names: [], sources: ['f.ts'],
    mappings: ';' + Array(lines).fill('AACA').join(';').replace('AACA', 'AAAA'),
  });
  const take = (given, options, { config, cacheFS }) => {
    if (options.diagnostics !== false && given.includes('wrong')) throw new TypeError('wrong types');
    const end = Buffer.from(map(given.split('\\n').length)).toString('base64');
    const text = options.diagnostics === false && cacheFS.get('f.ts') !== given ? 'another text' : given;
    return {
      code: '// ' + config.id + '\\n' + text + '\\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,' + end,
    };
  };
  exports.default = {
    createTransformer: (options) => ({
      process: (given, file, request) => take(given, options, request),
      processAsync: async (given, file, request) => take(given, options, request),
      getCacheKey: () => 'key of the teller',
    }),
  };
`;

const other = `exports.process = (given) => ({ code: given });`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'delta-tape-'));
  for (const [name, text] of Object.entries({ 'ts-jest': teller, 'other-jest': other })) {
    const path = join(folder, 'node_modules', name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'index.js'), text);
  }
  writeFileSync(join(folder, 'package.json'), '{}');
});

afterAll(() => rmSync(folder, { recursive: true }));

const request = (): Request => ({
  config: { rootDir: folder, id: 'project' },
  configString: '',
  instrument: false,
  supportsStaticESM: false,
});

const processed = (code: string, then: string, file = 'f.ts') =>
  jest.createTransformer({ then }).process(code, file, request());

const square = '\n\n\nexport const square = (x: number): number => x * x;\n';

describe('ts-jest after delta-tape/jest', () => {
  test('is given the file as it was written, and compiles the translation.', async () => {
    const { code } = processed(square, 'ts-jest');
    expect(code).toMatch(/^\/\/ project translated\n/);
    expect(code).toMatch('$mul(x, x)');
    expect(code).toMatch('import {');
    expect(() => processed(`${square}export const wrong = 1;`, 'ts-jest')).toThrow('wrong types');
    const waiting = jest.createTransformer({ then: 'ts-jest' });
    const later = waiting.processAsync(`export const wrong = 1;`, 'f.ts', request());
    await expect(later).rejects.toThrow('wrong types');
    expect((await waiting.processAsync(square, 'f.ts', request())).code).toBe(code);
  });

  test('leads to the lines of the source.', () => {
    const { code, map } = processed(square, 'ts-jest');
    const line = code.split('\n').findIndex((text) => text.startsWith('export const square'));
    const source = new SourceMap(map as ConstructorParameters<typeof SourceMap>[0]);
    expect(source.findEntry(line, 0)).toMatchObject({ originalLine: 3 });
    expect(code).not.toMatch('sourceMappingURL');
  });

  test('is given TypeScript only, and what is not translated as it is.', () => {
    const alone = processed(`'use no grad';${square}`, 'ts-jest').code;
    expect(alone).toMatch(/^\/\/ project\n'use no grad';/);
    const script = processed('export const square = (x) => x * x;', 'ts-jest', 'f.js').code;
    expect(script).toMatch('exports.square =');
    expect(script).not.toMatch('project');
  });

  test('leaves imports and exports of CommonJS to us, which need types.', () => {
    const { code } = processed(`import f = require('f');\nexport = { g: () => f };`, 'ts-jest');
    expect(code).toMatch('module.exports =');
    expect(code).toMatch("require('f')");
  });

  test('has a part in the key of the cache.', () => {
    const key = (then: string) =>
      jest.createTransformer({ then }).getCacheKey(square, 'f.ts', request());
    expect(key('ts-jest')).toBe(key('ts-jest'));
    expect(jest.createTransformer().getCacheKey(square, 'f.ts', request())).not.toBe(
      key('ts-jest'),
    );
  });
});

describe('Another transformer after delta-tape/jest', () => {
  test('is given the translation only, with its map at the end.', () => {
    const { code } = processed(square, 'other-jest');
    expect(code).toMatch('$mul(x, x)');
    expect(code).not.toMatch(': number');
    expect(code).toMatch(/\n\/\/# sourceMappingURL=data:application\/json;base64,\S+\n$/);
    expect(processed(`'use no grad';${square}`, 'other-jest').code).toMatch(': number');
  });
});

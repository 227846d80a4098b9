/** Code that comes through two loaders, or was translated when its package was built, is translated once. */
import { transformSync as babel, type PluginItem } from '@babel/core';
import { build, transformSync as esbuild } from 'esbuild';
import { compile, translate } from '../../src/plain/translate.js';
import plugin from '../../src/plain/loaders/babel.js';

const text = `export const f = (x: number): number => {
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += x * i;
  return Math.sin(sum);
};
`;
const once = translate(text, { filename: 'f.ts' }).code;
const commonjs = (code: string) =>
  compile(code, { filename: 'f.ts' }, { translated: true, commonjs: true }).code;
const ours = plugin as unknown as PluginItem;
const byBabel = (code: string, ...plugins: PluginItem[]) =>
  babel(code, { configFile: false, filename: 'f.js', plugins })!.code!;

const versions = (code: string) => code.match(/function f\$dual/g)?.length;

describe('A module that is translated already', () => {
  test('is left as it is.', () => {
    expect(versions(once)).toBe(1);
    expect(translate(once, { filename: 'f.js' }).code).toBe(once);
  });

  test('is left as it is as CommonJS, of Babel, TypeScript and esbuild.', () => {
    for (const code of [
      commonjs(text),
      esbuild(once, { format: 'cjs' }).code,
      esbuild(once, { format: 'cjs', minify: true }).code,
      'const runtime_1 = require("delta-tape/runtime");\nexports.f = (x) => x * x;',
    ]) {
      const alone = { translated: false, commonjs: false };
      const options = { filename: 'f.cjs' };
      expect(translate(code, options).code).toBe(compile(code, options, alone).code);
    }
  });

  test('is left as it is by the plugin of Babel, twice in a list or after another way.', () => {
    const script = text.replaceAll(': number', '');
    const translated = byBabel(script, ours);
    expect(versions(translated)).toBe(1);
    expect(byBabel(script, ours, [plugin as never, {}, 'again'])).toBe(translated);
    expect(byBabel(once, ours)).toBe(byBabel(once));
  });

  test('is left as it is in a bundle, with the library outside or inside of it.', async () => {
    const copy = `${once}\nexport { copiesLoaded } from './src/errors/library-copies.ts';`;
    for (const [contents, external] of [
      [once, 'delta-tape'],
      [copy.replace('delta-tape/runtime', './elsewhere.js'), './elsewhere.js'],
    ]) {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: process.cwd() },
        bundle: true,
        write: false,
        minify: true,
        format: 'esm',
        external: [external],
      });
      const code = outputFiles[0].text;
      const options = { filename: 'f.js' };
      const alone = { translated: false, commonjs: false };
      expect(translate(code, options).code).toBe(compile(code, options, alone).code);
    }
  });
});

test('Code that only names the runtime is translated.', () => {
  const code = `export const name = 'delta-tape/runtime';\nexport const f = (x) => x * x;`;
  expect(translate(code, { filename: 'f.js' }).code).toMatch('$mul(x, x)');
});

/** Translated modules are run by the version that translated them, and by no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@babel/core';
import { grad, type Real } from 'delta-tape';
import babel from 'delta-tape/babel';
import { plain, translate } from 'delta-tape/plain';
import { version } from '../../../src/errors/version.js';
import { run } from '../../support/plain.js';
import { expectError } from '../../support/untyped.js';

const manifest = readFileSync(join(__dirname, '../../../package.json'), 'utf8');
const source = 'exports.f = (x: number) => x * x;';
const stampOf = (code: string) => /^\$translatedBy\("([^"]*)"\);$/m.exec(code)?.[1];

test('The version is that of the package.', () => {
  expect(version).toBe((JSON.parse(manifest) as { version: string }).version);
});

test('A translated module is stamped with it, once, before everything of its own.', () => {
  const { code } = translate(source, { filename: 'f.cts' });
  expect(stampOf(code)).toBe(version);
  expect(code.split('$translatedBy(')).toHaveLength(2);
  expect(code.indexOf('$translatedBy(')).toBeLessThan(code.indexOf('exports.f'));
  const module = translate('export const f = (x: number) => x * x;', { filename: 'f.ts' }).code;
  expect(stampOf(module)).toBe(version);
  const options = { filename: '/project/f.js', cwd: '/project', configFile: false } as const;
  const plugins = [babel as never];
  const compiled = transformSync('exports.f = (x) => x * x;', { ...options, plugins });
  expect(stampOf(compiled!.code!)).toBe(version);
});

test('A module that needs nothing of the runtime has no stamp.', () => {
  const { code } = translate("export const name = 'f';", { filename: 'f.ts' });
  expect(code).not.toMatch('translatedBy');
});

test('A module of another version is refused when it is loaded, with both versions and what to do.', () => {
  const { code } = translate(source, { filename: 'f.cts' });
  const { f } = run<{ f: (x: Real) => Real }>(code);
  expect(grad(f)(3)).toBe(6);
  const old = code.replace(`("${version}")`, '("0.1.0")');
  const message = /translated by delta-tape 0\.1\.0, and delta-tape [\d.]+ runs it\. .*build anew/;
  expectError(() => run(old), message);
});

test('What plain makes is run by the version that made it.', () => {
  expect(grad(plain((x: number) => x * x))(3)).toBe(6);
});

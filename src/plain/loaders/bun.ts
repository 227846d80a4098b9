/**
 * The plugin of Bun, for `Bun.build` and, by delta-tape/register, for what Bun runs. That of
 * unplugin is for `Bun.build` only. Bun does not run CommonJS that a plugin hands it: `.cjs` is left
 * to Bun, and CommonJS that only its text tells is refused.
 */
import { readFileSync } from 'node:fs';
import { commonjsInBun } from '../errors.js';
import { translatedFile } from './bundler.js';
import { withMap } from './source-maps.js';
import type { Selection } from './options.js';
import { selector } from './selection.js';

/** What Bun gives to a plugin, as far as this one uses it. */
interface Build {
  onLoad(
    files: { readonly filter: RegExp },
    load: (file: { readonly path: string; readonly loader: string }) => {
      readonly contents: string;
      readonly loader: string;
    },
  ): unknown;
}

export interface Plugin {
  readonly name: string;
  setup(build: Build): void;
}

/** The text of an expression for paths that begin as a pattern does. */
const beginning = (pattern: string | RegExp): string =>
  pattern instanceof RegExp
    ? pattern.source
    : pattern.replace(/[*?[{(].*$/, '').replace(/[.+^$|)\]}\\]/g, '\\$&');

/** Files of the project, and of packages that an option names: others are mostly CommonJS. */
function filterFor({ include = [] }: Selection): RegExp {
  const named = include.filter((pattern) => String(pattern).includes('node_modules'));
  const places = ['^(?!.*[\\\\/]node_modules[\\\\/])', ...named.map(beginning)];
  return new RegExp(`(?:${places.join('|')}).*\\.(?:m?[jt]s|[jt]sx)$`);
}

const isCommonjs = (code: string) =>
  !/^\s*(import|export)\b/m.test(code) && /\brequire\s*\(|\bexports\b/.test(code);

/** @throws DeltaTapeError if the options are others than `include` and `exclude`. */
export default function bun(selection: Selection = {}, folder = process.cwd()): Plugin {
  const selects = selector(selection, folder);
  return {
    name: 'delta-tape',
    setup(build) {
      build.onLoad({ filter: filterFor(selection) }, ({ path, loader }) => {
        const code = readFileSync(path, 'utf8');
        if (isCommonjs(code)) throw commonjsInBun(path);
        const result = translatedFile(path, code, selects, { sourceType: 'module' });
        return { contents: result === undefined ? code : withMap(result), loader };
      });
    },
  };
}

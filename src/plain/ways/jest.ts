/**
 * The way into Jest without Babel's configuration: a transformer that translates a file and has
 * another do the rest. Without one it makes CommonJS itself, and leaves to babel-jest, which comes
 * with Jest, what is said to `jest`: calls of `jest.mock` move above the imports.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compile } from '../translate.js';
import { libraryState } from './library-state.js';
import { isMapMissing, withMap } from './maps.js';
import { packageOf } from './packages.js';
import { directivesOf, selector, type Selection, type Selects } from './selection.js';

export interface JestOptions extends Selection {
  /** The transformer that is given the translation, by its name or as in Jest's own option. */
  readonly then?: string | readonly [name: string, options: object];
}

/** What Jest tells about a file, as far as it is of interest here. */
export interface Request {
  readonly config: { readonly rootDir: string };
  readonly configString: string;
  readonly instrument: boolean;
  readonly supportsStaticESM: boolean;
}

export interface Transformed {
  readonly code: string;
  readonly map?: unknown;
}

export interface Transformer {
  process(code: string, file: string, request: Request): Transformed;
  getCacheKey?(code: string, file: string, request: Request): string;
}

interface Factory extends Partial<Transformer> {
  createTransformer?(options?: object): Transformer;
}

/** The package that comes with Jest, wherever the package manager has put it. */
function resolved(name: string, folder: string): string {
  const require = createRequire(join(folder, 'package.json'));
  try {
    return require.resolve(name);
  } catch (error) {
    if (name !== 'babel-jest') throw error;
    const way = ['jest', '@jest/core', 'jest-config', 'babel-jest'];
    return way.reduce((from, next) => createRequire(from).resolve(next), join(folder, '_'));
  }
}

function transformer(name: string, options: object | undefined, folder: string): Transformer {
  const require = createRequire(import.meta.url);
  const loaded = require(resolved(name, folder)) as Factory & { readonly default?: Factory };
  const factory = loaded.createTransformer === undefined ? (loaded.default ?? loaded) : loaded;
  return factory.createTransformer?.(options) ?? (factory as Transformer);
}

const alone = { babelrc: false, configFile: false };

function createTransformer({ then, ...selection }: JestOptions = {}): Transformer {
  let next: Transformer | undefined;
  let selects: Selects | undefined;
  const [name, options] = typeof then === 'string' ? [then] : (then ?? ['babel-jest', alone]);
  const nextIn = (folder: string) => (next ??= transformer(name, options, folder));
  const isSelected = (file: string, code: string, folder: string) => {
    const { include, exclude } = selection;
    const isSaid = include !== undefined || exclude !== undefined;
    selects ??= selector(isSaid ? selection : packageOf(folder).selection, folder);
    return selects(file, directivesOf(code));
  };
  return {
    process(code, file, request) {
      const { rootDir } = request.config;
      const hand = (text: string) =>
        nextIn(rootDir).process(text, file, { ...request, instrument: false });
      const translated = isSelected(file, code, rootDir);
      if (then !== undefined && !translated) return hand(code);
      const commonjs = then === undefined && !request.supportsStaticESM;
      const ignoresMap = isMapMissing(file, code);
      const result = compile(code, { filename: file }, { translated, commonjs, ignoresMap });
      return then === undefined && !/\bjest\b/.test(code) ? result : hand(withMap(result));
    },
    getCacheKey(code, file, request) {
      const below = then && nextIn(request.config.rootDir).getCacheKey?.(code, file, request);
      const { configString, instrument, supportsStaticESM } = request;
      const parts = [
        libraryState(),
        code,
        file,
        configString,
        instrument,
        supportsStaticESM,
        below,
      ];
      return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    },
  };
}

export default { createTransformer };

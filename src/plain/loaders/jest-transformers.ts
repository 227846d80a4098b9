/** Finds and makes the transformers of Jest that process translations, as Jest itself finds and makes them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Translation } from '../translate.js';
import { withMap } from './source-maps.js';
import { remapped } from './remapped.js';
import { isTypeScript } from './treatment.js';

/** The part of Jest's request that is used here. */
export interface Request {
  readonly config: { readonly rootDir: string; readonly id?: string };
  /** Texts of files, which are taken for those on the disk. */
  readonly cacheFS?: Map<string, string>;
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
  processAsync?(code: string, file: string, request: Request): Promise<Transformed>;
  getCacheKey?(code: string, file: string, request: Request): string;
}

/** A transformer that gets translations. */
export interface Next {
  /** True if the transformer gets this file at all. */
  takes(file: string): boolean;
  /** True if the transformer also sees the file as it was written if the file is translated. */
  readonly isChecking: boolean;
  readonly written: Transformer;
  processTranslation(translation: Translation, file: string, request: Request): Transformed;
}

/** A transformer by its name, or with options as in Jest's own setting. */
export type Named = string | readonly [name: string, options: object];

interface Factory extends Partial<Transformer> {
  createTransformer?(options?: object): Transformer;
}

/** The path of a transformer. babel-jest comes with Jest, wherever the package manager has put it. */
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

/**
 * The translated texts. There is one list for all transformers: Jest makes a transformer for every test file,
 * and ts-jest keeps the list that it got first.
 */
const translations = new Map<string, string>();

/**
 * ts-jest checks types, which a translation does not have. So ts-jest sees a file as it was written, and then
 * gets the translation without checks. ts-jest takes TypeScript only. It keeps settings by the configuration of
 * Jest, prefers the text that is kept for a file to the text that it gets, and does not read the map of the
 * latter.
 */
function checking(make: (more: object) => Transformer): Next {
  const unchecked = make({ diagnostics: false });
  return {
    takes: isTypeScript,
    isChecking: true,
    written: make({}),
    processTranslation({ code, map }, file, { config, ...request }) {
      const other = { ...config, id: `${config.id} translated` };
      const changed = { ...request, config: other, cacheFS: translations, instrument: false };
      translations.set(file, code);
      return remapped(unchecked.process(code, file, changed).code, map);
    },
  };
}

/** The transformer of this name that a project in a folder has. */
export function nextTransformer(named: Named, folder: string): Next {
  const [name, options] = typeof named === 'string' ? [named] : named;
  const load = createRequire(import.meta.url);
  const loaded = load(resolved(name, folder)) as Factory & { readonly default?: Factory };
  const factory = loaded.createTransformer === undefined ? (loaded.default ?? loaded) : loaded;
  const make = (more: object) =>
    factory.createTransformer?.({ ...options, ...more }) ?? (factory as Transformer);
  if (/(^|[\\/])ts-jest([\\/]|$)/.test(name)) return checking(make);
  const written = make({});
  return {
    takes: () => true,
    isChecking: false,
    written,
    processTranslation: (translation, file, request) =>
      written.process(withMap(translation), file, { ...request, instrument: false }),
  };
}

/** The translation as the transformer of this name transforms it. */
export const transformed = (
  named: Named,
  translation: Translation,
  file: string,
  request: Request,
): Transformed =>
  nextTransformer(named, request.config.rootDir).processTranslation(translation, file, request);

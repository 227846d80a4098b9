/**
 * Selects the files of a project that are translated, for all loaders. These are all files but those in
 * node_modules and of this library, or the files that the options name. A directive at the top of a file has the
 * last word.
 */
import { createFilter, normalizePath } from 'unplugin-utils';
import { invalidOption } from '../../core/errors.js';
import { insistOnOptions } from '../../core/options.js';
import { library } from './library-state.js';
import type { Patterns, Selection } from './options.js';

/** Whether to translate a file, by its path and its directives. */
export type Selects = (file: string, directives: readonly string[]) => boolean;

const own = normalizePath(library);
const packages = /(^|[\\/])node_modules[\\/]/;

/** The patterns of an option; a path also stands for everything below it. */
function patterns(name: string, given: unknown): (string | RegExp)[] {
  if (given === undefined) return [];
  const list = Array.isArray(given) ? (given as unknown[]) : [];
  const isPattern = (item: unknown) => typeof item === 'string' || item instanceof RegExp;
  if (list.length === 0 || !list.every(isPattern)) {
    throw invalidOption(name, 'a list of paths, globs or regular expressions', given);
  }
  const below = (item: string) => [item, `${item.replace(/\/$/, '')}/**`];
  return (list as Patterns).flatMap<string | RegExp>((item) =>
    typeof item === 'string' ? below(item) : item,
  );
}

/**
 * The selection as a test of files. Its paths are relative to a folder.
 *
 * @param others names of what a loader takes beside it; all else is refused
 */
export function selector(
  selection: Selection,
  folder: string,
  others: Readonly<Record<string, true>> = {},
): Selects {
  insistOnOptions('delta-tape', selection, { include: true, exclude: true, ...others });
  const include = patterns('include', selection.include);
  const exclude = patterns('exclude', selection.exclude);
  const selected = createFilter(include, exclude, { resolve: folder });
  const inPackages = include.filter((item) => String(item).includes('node_modules'));
  const named = createFilter(inPackages, exclude, { resolve: folder });
  return (file, directives) => {
    if (normalizePath(file).startsWith(own)) return false;
    if (directives.includes('use no grad')) return false;
    if (directives.includes('use grad')) return true;
    return packages.test(file) ? inPackages.length > 0 && named(file) : selected(file);
  };
}

/** Whether a file is JavaScript or TypeScript by its name. */
export const isCode = (file: string): boolean =>
  /\.([cm]?[jt]s|[jt]sx)$/.test(file) && !/\.d\.[cm]?ts$/.test(file);

const prologue = /\s|\/\/.*|\/\*[^]*?\*\/|#!.*|;|"([^"\\\n]*)"|'([^'\\\n]*)'/y;

/** The directives at the top of a file. O(length of the text before the first statement). */
export function directivesOf(code: string): string[] {
  const found: string[] = [];
  prologue.lastIndex = 0;
  for (let token = prologue.exec(code); token !== null; token = prologue.exec(code)) {
    const directive = token[1] ?? token[2];
    if (directive !== undefined) found.push(directive);
  }
  return found;
}

/**
 * Selects the files of a project that are translated, for all loaders. These are all files but those in
 * node_modules and of this library, or the files that the options name. A directive at the top of a file has the
 * last word. This library and the packages that it imports are never translated: they differentiate, and know duals.
 */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { library } from './library-state.js';
import type { Patterns, Selection } from './options.js';
import { packageOf } from './packages.js';
import { fileTest, inPackages, normalized } from './file-patterns.js';

/** Selects the files to translate, by their paths and directives. */
export type Selects = (file: string, directives: readonly string[]) => boolean;

const own = normalized(library);
const ownPackages = new Set(packageOf(library).imports);

/** True if a file is of this library, or of a package that it imports. */
function isOwn(path: string): boolean {
  const [, name] = /^((?:@[^/]+\/)?[^/]+)\//.exec(inPackages(path) ?? '') ?? [];
  return path.startsWith(own) || (name !== undefined && ownPackages.has(name));
}

/** The patterns of an option; undefined if it is left out. */
function patterns(name: string, given: unknown): Patterns | undefined {
  if (given === undefined) return undefined;
  const list = Array.isArray(given) ? (given as unknown[]) : [];
  const isPattern = (item: unknown) => typeof item === 'string' || item instanceof RegExp;
  if (list.length === 0 || !list.every(isPattern)) {
    throw invalidOption(name, 'a list of paths, globs or regular expressions', given);
  }
  return list as Patterns;
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
  const exclude = fileTest(patterns('exclude', selection.exclude) ?? [], folder);
  const { selects } = include === undefined ? { selects: isOfProject } : fileTest(include, folder);
  return (file, directives) => {
    // A module that a bundler makes: by convention its name has this character, and no plugin touches it.
    if (file.includes('\0')) return false;
    const path = normalized(file);
    if (isOwn(path)) return false;
    if (directives.includes('use no grad')) return false;
    return directives.includes('use grad') || (selects(path) && !exclude.mentions(path));
  };
}

const isOfProject = (file: string): boolean => inPackages(file) === undefined;

export interface Selected {
  readonly selection: Selection;
  /** The folder that its paths are relative to. */
  readonly folder: string;
}

/** The options of a plugin; if it has none, those in the package.json of the folder. */
export const selectionIn = (folder: string, options: Selection): Selected =>
  Object.keys(options).length > 0 ? { selection: options, folder } : packageOf(folder);

/** The selection that is said so, as a test of files. */
export function selectorIn(
  folder: string,
  options: Selection = {},
  others: Readonly<Record<string, true>> = {},
): Selects {
  const said = selectionIn(folder, options);
  return selector(said.selection, said.folder, others);
}

/** True if a file is JavaScript or TypeScript by its name. */
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

/**
 * Patterns for files, as people write them. A pattern for packages means them wherever the package manager has put them:
 * what counts of a path is what follows the last `node_modules`.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, resolve } from 'node:path';
import picomatch from 'picomatch';
import type { Patterns } from './options.js';

export const normalized = (path: string): string => path.replaceAll('\\', '/');

const modules = /^.*(?:^|\/)node_modules(?:\/|$)/;

/** The path of a file in the packages, which begins with the name of its own; undefined for other files. */
export const inPackages = (file: string): string | undefined =>
  modules.test(file) ? file.replace(modules, '') : undefined;

const all = ['**', '**/*'];
/** A name of a package, or all packages of a scope. */
const named = /^(?:@[\w.-]+\/(?:\*|[\w.-]+)|[a-z\d][\w.-]*)$/;

/** A path, which stands for all below it, too, or a glob. */
interface Text {
  readonly text: string;
  readonly isGlob: boolean;
}

interface Meaning {
  /** The pattern that is compared with whole paths. */
  readonly path: Text;
  /** The pattern that is compared with the part of a path after the last `node_modules`. */
  readonly ofPackages?: Text;
}

const textOf = (text: string): Text => ({ text, isGlob: picomatch.scan(text).isGlob });
const everything = textOf('**');

/** The meaning of a pattern in a folder. */
function meaningOf(pattern: string, folder: string): Meaning {
  const written = normalized(pattern)
    .replace(/^\.\//, '')
    .replace(/(?<=.)\/$/, '');
  if (written === '' || written === '.') return { path: everything };
  if (all.includes(written)) return { path: everything, ofPackages: everything };
  const path = inFolder(textOf(written), normalized(resolve(folder)));
  if (modules.test(written))
    return { path, ofPackages: textOf(written.replace(modules, '') || '**') };
  const isName = named.test(written) && !existsSync(join(folder, written));
  return isName ? { path, ofPackages: textOf(written) } : { path };
}

function inFolder({ text, isGlob }: Text, folder: string): Text {
  if (isAbsolute(text) || text.startsWith('**')) return { text, isGlob };
  return { text: posix.join(isGlob ? escaped(folder) : folder, text), isGlob };
}

/** A path in a glob, where its characters mean themselves. */
const escaped = (path: string): string => path.replace(/[-^$*+?.()|[\]{}]/g, '\\$&');

/** Tests paths by texts. Its globs are compiled once. */
function tester(texts: readonly Text[]): (path: string) => boolean {
  const paths = new Set(texts.filter(({ isGlob }) => !isGlob).map(({ text }) => text));
  const globs = texts.filter(({ isGlob }) => isGlob).flatMap(({ text }) => [text, `${text}/**`]);
  const byGlobs = picomatch(globs, { dot: true });
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
      if (paths.has(path.slice(0, end))) return true;
    return byGlobs(path);
  };
}

/**
 * Where a package lies that is a link to a folder of the project, as those of workspaces are; undefined for others.
 */
function linked(name: string, folder: string): Text | undefined {
  const link = join(folder, 'node_modules', name);
  if (existsSync(link)) {
    const path = normalized(realpathSync(link));
    return modules.test(path) ? undefined : { text: path, isGlob: false };
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : linked(name, parent);
}

/** Tests files by patterns, whose paths are relative to a folder. */
interface FileTest {
  /** A file of a package matches only by a pattern that speaks of packages. */
  readonly selects: (file: string) => boolean;
  /** Any pattern may match it. */
  readonly mentions: (file: string) => boolean;
}

export function fileTest(patterns: Patterns, folder: string): FileTest {
  const texts = patterns.filter((pattern) => typeof pattern === 'string');
  const expressions = patterns
    .filter((pattern) => pattern instanceof RegExp)
    .map(({ source, flags }) => new RegExp(source, flags.replace(/[gy]/g, '')));
  const ofModules = expressions.filter(({ source }) => source.includes('node_modules'));
  const meanings = texts.map((text) => meaningOf(text, folder));
  const packages = meanings.flatMap(({ ofPackages }) => ofPackages ?? []);
  const links = packages.flatMap(({ text }) => linked(text, resolve(folder)) ?? []);
  const path = tester([...meanings.map((meaning) => meaning.path), ...links]);
  const pathInModules = tester(
    meanings.filter(({ ofPackages }) => ofPackages !== undefined).map((meaning) => meaning.path),
  );
  const ofPackages = tester(packages);
  const byExpressions = (list: readonly RegExp[], file: string) =>
    list.some((one) => one.test(file));
  return {
    selects(file) {
      const own = inPackages(file);
      return own === undefined
        ? path(file) || byExpressions(expressions, file)
        : ofPackages(own) || pathInModules(file) || byExpressions(ofModules, file);
    },
    mentions(file) {
      const own = inPackages(file);
      return (
        (own !== undefined && ofPackages(own)) || path(file) || byExpressions(expressions, file)
      );
    },
  };
}

/**
 * Expressions for the names of packages that patterns speak of, for tools that ask for packages before they ask for files.
 */
export const packageNames = (patterns: Patterns, folder: string): string[] =>
  patterns
    .flatMap((pattern) =>
      typeof pattern === 'string' ? (meaningOf(pattern, folder).ofPackages ?? []) : [],
    )
    .map(({ text }) =>
      text === '**' ? anyName : expressionOf(/^(?:@[^/]+\/)?[^/]+/.exec(text)![0]),
    );

const anyName = '(?:@[^/]+/)?[^/]+';
const expressionOf = (name: string): string =>
  name.replace(/[.+?^$()|[\]{}\\]/g, '\\$&').replaceAll('*', '[^/]*');

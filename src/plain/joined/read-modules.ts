/**
 * Reads the modules that a module imports, and those that they import, as far as they belong to the program. What they
 * declare is copied, since the copies are changed when they are put together.
 */
import type { Visitor } from '@babel/core';
import type { Node, types } from '../front/syntax.js';
import { copyOf } from './syntax-copies.js';
import { markOf } from './text-mark.js';

/** Gives a module of the program by what an import says, and the importing file; undefined if it is none. */
export type ReadModule = (
  source: string,
  from: string,
) => { readonly text: string; readonly filename: string } | undefined;

/** The part of Babel that is needed. */
export interface Babel {
  parse(text: string, filename: string): types.File;
  traverse(file: Node, visitor: Visitor): void;
}

/** A module that was read. */
export interface ReadOne {
  readonly filename: string;
  readonly mark: string;
  /** A copy of what it is. */
  readonly file: types.File;
  /** Those that its imports name, as far as they were read. */
  readonly sources: Map<string, ReadOne>;
}

/** The most modules that are put together, and the most characters. */
const MOST_MODULES = 60;
const MOST_CHARACTERS = 200_000;

const parsed = new Map<string, types.File>();

/** Modules in the order in which they run, the given one last; null if they are none or too many. */
export function readAround(
  file: types.File,
  filename: string,
  text: string,
  read: ReadModule,
  babel: Babel,
): { readonly all: readonly ReadOne[]; readonly copies: ReadonlyMap<Node, Node> } | null {
  const copies = new Map<Node, Node>();
  const known = new Map<string, ReadOne | null>();
  const all: ReadOne[] = [];
  let [length, place, isTooMuch] = [0, 0, false];

  const add = (one: ReadOne): void => {
    known.set(one.filename, one);
    for (const source of sourcesIn(one.file.program)) {
      const found = source.startsWith('.') && !isTooMuch ? read(source, one.filename) : undefined;
      if (found === undefined) continue;
      if (!known.has(found.filename)) addText(found.text, found.filename);
      const module = known.get(found.filename);
      if (module != null) one.sources.set(source, module);
    }
    all.push(one);
  };

  const addText = (given: string, name: string): void => {
    length += given.length;
    isTooMuch ||= known.size >= MOST_MODULES || length > MOST_CHARACTERS;
    const found = isTooMuch ? null : parsedText(given, name, babel);
    known.set(name, null);
    if (found === null) return;
    const copy = copyOf(found, place, name);
    place += given.length + 1;
    add({ filename: name, mark: markOf(given), file: copy, sources: new Map() });
  };

  // Positions tell what stands before what: the given module is behind all others.
  const own = copyOf(file, MOST_CHARACTERS + MOST_MODULES, undefined, copies);
  add({ filename, mark: markOf(text), file: own, sources: new Map() });
  return isTooMuch || all.length < 2 ? null : { all, copies };
}

/** The syntax of a text; null if it is none, or is not to be put together with others. */
function parsedText(text: string, filename: string, babel: Babel): types.File | null {
  const key = `${filename}\n${markOf(text)}`;
  let found = parsed.get(key);
  if (found === undefined) {
    try {
      found = babel.parse(text, filename);
    } catch {
      // Who loads it tells what is wrong with it.
      return null;
    }
    if (parsed.size > 2 * MOST_MODULES) parsed.clear();
    parsed.set(key, found);
  }
  return isOrdinary(found.program) ? found : null;
}

/** True if a module has imports and exports of ES modules only, and derivatives of it are wanted. */
const isOrdinary = ({ body, directives, sourceType }: types.Program): boolean =>
  sourceType === 'module' &&
  directives.every(({ value }) => value.value !== 'use no grad') &&
  body.every(({ type }) => type !== 'TSExportAssignment' && type !== 'TSImportEqualsDeclaration');

/** The modules that the imports and exports of a module name. */
function sourcesIn({ body }: types.Program): readonly string[] {
  const found = body.flatMap((stmt) =>
    'source' in stmt && stmt.source != null ? [stmt.source.value] : [],
  );
  return [...new Set(found)];
}

/** Why code is not lowered: what stands where, and what to write instead. */
import type { Node } from '../../front/syntax.js';

export interface Reason {
  /** The construct, in words. */
  readonly what: string;
  /** What to write instead. */
  readonly instead: string;
  /** The line in the source, if it is known. */
  readonly line: number | undefined;
}

/**
 * A way to lower more functions at the price of slower code: functions that are not inlined, fields that are cells,
 * objects in arrays that are known by their indices though the module writes none of their fields, and fields of any name,
 * words or numerals, that count as written, since computed names write some; objects with several names, which stand in pools.
 * Or what was learned of lists, with which the function is lowered again.
 */
export type Remedy = 'outlining' | 'cells' | 'indices' | 'names' | 'numerals' | 'pools' | 'lessons';

/** What helps where a field of a name is written by a computed one. */
export const remedyFor = (name: string): Remedy => (/^\d+$/.test(name) ? 'numerals' : 'names');

/** What a construct is called where nothing better is known: `DebuggerStatement` is a debugger statement. */
export const constructName = ({ type }: Node): string =>
  type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** The file and the line of code that is read together with the module (joined/syntax-copies.ts). */
function placeOfOther({ loc }: Node, line: number | undefined): string | undefined {
  const { module } = (loc ?? {}) as { readonly module?: string };
  return module === undefined ? undefined : `${module.replace(/^.*[\\/]/, '')}, line ${line}`;
}

/** Where modules are read together, names that two of them use have numbers behind them (joined/names-of-modules.ts). */
const asNamed = ({ loc }: Node, what: string): string =>
  loc != null && 'module' in loc ? what.replace(/(\w)\$\d+\b/g, '$1') : what;

/** Ends lowering of a function. Its general version answers. */
export class Refusal extends Error {
  readonly reason: Reason;
  /** What may help. */
  readonly remedy: Remedy | undefined;

  constructor(node: Node, what: string, instead: string, remedy?: Remedy) {
    super(what);
    // A private name begins with the character 0 (`isPrivate` of front/syntax.ts).
    const named = asNamed(node, what.replaceAll('\0', '#'));
    const line = node.loc?.start.line;
    const place = placeOfOther(node, line);
    this.reason =
      place === undefined
        ? { what: named, instead, line }
        : { what: `${place}: ${named}`, instead, line: undefined };
    this.remedy = remedy;
  }
}

/** What lowering gives: a function in the language with where all of it comes from, or why there is none. */
import type { Binding, FunctionNode } from '../../front/syntax.js';
import type { Import } from '../../ir/imports.js';
import type { Func } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import type { Gives, ResultForm } from '../../ir/result-form.js';
import type { ImportedName } from '../meanings/meanings.js';
import type { Reason } from '../syntax/refusal.js';
import type { AsWritten } from '../syntax/written-down.js';
import type { Captured } from './outside.js';

export interface LoweredFunction {
  readonly tag: 'lowered';
  readonly func: Func;
  /** Where each parameter of `func` comes from. */
  readonly origins: readonly Origin[];
  /** How the result is put together from what `func` yields. */
  readonly result: ResultForm;
  readonly gives: Gives;
  /** The variables outside of the function that origins count. */
  readonly captures: readonly Captured[];
  /** Those of them that functions assign: they are captured as what reads and assigns them. */
  readonly variables: ReadonlySet<Captured>;
  /** The classes, constants and enums at the top of the module that it takes as they are written, each with the names of static members. */
  readonly classes: ReadonlyMap<AsWritten, ReadonlySet<string>>;
  /** The operators of rows that the module defines, in the order of their names (ir/own-rows.ts). */
  readonly operators: readonly Binding[];
  /** The calls of functions of other modules, and how the module names these. */
  readonly imports: readonly Import[];
  readonly imported: readonly ImportedName[];
  /** The methods of arrays that it calls, by name: arrays that it is given may have none of their own. */
  readonly methods: readonly string[];
  /** The functions that it calls as they are, with why they are not lowered. */
  readonly runs: readonly { readonly f: FunctionNode; readonly why: Reason }[];
}
/** With how many parts were lowered. */
export type Lowered = { readonly size: number } & (
  LoweredFunction | { readonly tag: 'refused'; readonly reason: Reason }
);

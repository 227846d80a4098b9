/**
 * Specialises a function for the values that it is called with: its core is run once on abstract values, which begin as
 * the arguments and what the function captures, and leaves code of the numeric language.
 */
import { drawsNumbers } from '../ir/host.js';
import type { Func } from '../ir/ir.js';
import type { Outlined } from './calls/outlined.js';
import type { Form } from './entry/gradient-forms.js';
import { Entry } from './entry/lifted-values.js';
import { precisions } from './entry/precision.js';
import { resultOf } from './entry/given-back.js';
import { isOwnResult } from './entry/own-results.js';
import type { Kept } from './entry/holders.js';
import type { Left } from './entry/state.js';
import { leavingWhereKept } from './kept-state.js';
import type { Machine } from './machine/machine.js';
import { meaningsOf, type Program } from './meanings-in-programs.js';
import { Search, usual, type Limits } from './tries.js';
import { NOTHING } from './values/abstract.js';
import type { Shape } from './values/shapes.js';
import { wholeProgram } from './whole-program.js';

type Parameter = Omit<Entry['params'][number], 'within'> & { readonly kept: Kept };

/** It holds nothing that it was made for. */
export interface Specialised {
  /** The function that it was made for. */
  readonly f: WeakRef<object>;
  /** The code as it is: a number that an earlier call kept is a constant in it. */
  readonly bare: Func;
  /** Code that leaves where an argument meets what an earlier call kept; throws a `Refusal` where it cannot be asked. */
  readonly func: Func;
  readonly params: readonly Parameter[];
  readonly reader: Entry['reader'];
  /** The forms of the arguments. */
  readonly forms: readonly (Form | null)[];
  /** The shape of what it gives, whose leaves are its first results. */
  readonly result: Shape;
  /** True if that is its own: objects and arrays that nobody else has, each in one place. */
  readonly isOwn: boolean;
  /** The state of the program that is written, by the results behind these. */
  readonly left: readonly Left[];
  /** True if it takes derivatives, which runs may round otherwise. */
  readonly isNested: boolean;
  /** True if the program itself leaves behind what it leaves, once the gradient is there. */
  readonly isLeftByProgram: boolean;
  /** The arguments in which something is left, and -1 if anything is left elsewhere. */
  readonly leftIn: readonly number[];
}

/**
 * A function for the kind of some arguments, in the least precision that is enough. Throws a `Refusal`.
 *
 * @param by the positions of the arguments that a gradient is taken with respect to
 * @param isWidened true if the function was called with other structures before: the lengths of lists of objects are not taken for known
 */
export function specialise(
  program: Program,
  f: object,
  args: readonly unknown[],
  by: number | readonly number[] = 0,
  limits = usual,
  isWidened = false,
): Specialised {
  const all = isWidened ? precisions.slice(1) : precisions;
  const varied = typeof by === 'number' ? [by] : by;
  return new Search(all, limits, (precision, copied) => {
    const entry = new Entry(precision, args.length, varied, program.known, copied);
    return {
      meanings: (outlined) => meaningsOf(program, entry, outlined),
      made: (m, outlined) => specialiseOnce(m, entry, outlined, f, args, limits),
    };
  }).found();
}

function specialiseOnce(
  m: Machine,
  entry: Entry,
  outlined: Outlined,
  f: object,
  args: readonly unknown[],
  limits: Limits,
): Specialised {
  const forms: (Form | null)[] = [];
  const left: Left[] = [];
  let gives: Shape = { tag: 'unset' };
  let isOwn = false;
  const region = m.b.region([], () => {
    const given = args.map((arg, k) => entry.argumentAt(k, arg));
    forms.push(...given.map((one) => entry.forms.get(one) ?? null));
    const result = m.meaning.call(m, entry.self(f), NOTHING, given);
    if (m.isDead) return m.refuse('it throws, or prints, for all arguments of this kind');
    isOwn = isOwnResult(m, result);
    const { shape, leaves } = resultOf(m, result);
    gives = shape;
    const { values, left: places } = entry.state.left(m);
    left.push(...places);
    if ([...entry.arenas.keys()].some(({ proto }) => entry.state.writes(proto)))
      return m.refuse('an object that is given is written, and may stand in a list that is given');
    return [...leaves, ...values];
  });
  const given = { ...region, params: entry.params.map(({ value }) => value) };
  const name = (f as { name?: string }).name || 'f';
  const { func, isNested } = wholeProgram(m, outlined, given, name, limits);
  if (entry.state.isLeftByProgram && drawsNumbers(func))
    m.refuse('random numbers beside something that is left behind');
  const { reader } = entry;
  const kept = entry.state.kept(m, entry.params);
  const params = entry.params.map(({ value, argument, isCopied }, k) => ({
    value,
    argument,
    isCopied,
    kept: kept[k],
  }));
  const { isLeftByProgram } = entry.state;
  const leftIn = [...entry.state.leftIn];
  // What is frozen stays as it is.
  for (const k of leftIn) if (k >= 0) reader.ask(`!$isFrozen(${reader.argument(k)})`);
  const own = { f: new WeakRef(f), isOwn, isNested };
  const made = { ...own, bare: func, params, reader, forms, result: gives };
  return guarded({ ...made, left, isLeftByProgram, leftIn }, kept);
}

/** Adds the guarded code, made when it is asked for. It stands by itself, so that it keeps no arguments. */
const guarded = (of: Omit<Specialised, 'func'>, kept: readonly Kept[]): Specialised => ({
  ...of,
  get func() {
    return leavingWhereKept(of.bare, kept, (k) => of.params[k].argument >= 0);
  },
});

/**
 * Specialises a function for the values that it is called with: its core is run once on abstract values, which begin as
 * the arguments and what the function captures, and leaves code of the numeric language.
 */
import type { Class, Fn } from '../core/core.js';
import { closed } from '../improve/closed.js';
import { drawsNumbers } from '../ir/host.js';
import { statementCount, type Func } from '../ir/ir.js';
import { verify } from '../ir/verify.js';
import { calledOf, writtenOut } from './calls/written-out.js';
import { Outlined, ToOutline } from './calls/outlined.js';
import type { Form } from './entry/gradient-forms.js';
import { Entry } from './entry/lifted-values.js';
import { precisions, type Precision } from './entry/precision.js';
import { resultOf } from './entry/given-back.js';
import type { Kept } from './entry/holders.js';
import type { Left } from './entry/state.js';
import { leavingWhereKept } from './kept-state.js';
import { Machine } from './machine/machine.js';
import { meaningsOf, type Program } from './meanings-in-programs.js';
import { NOTHING, Refusal, TooLarge } from './values/abstract.js';
import type { Shape } from './values/shapes.js';

type Parameter = Omit<Entry['params'][number], 'within'> & { readonly kept: Kept };

/** It holds none of the arguments that it was made for. */
export interface Specialised {
  /** The function of the program. */
  readonly f: object;
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
  /** The state of the program that is written, by the results behind these. */
  readonly left: readonly Left[];
  /** True if it takes derivatives, which runs may round otherwise. */
  readonly isNested: boolean;
  /** True if the program itself leaves behind what it leaves, once the gradient is there. */
  readonly isLeftByProgram: boolean;
}

/** So many arrays that are given may be written. */
const MOST_COPIES = 16;

/** The effort that a function is worth: steps of specialising, and statements of code. */
interface Limits {
  readonly steps: number;
  readonly statements: number;
}
const usual: Limits = { steps: 100_000, statements: 4000 };

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
  return new Search(program, f, args, typeof by === 'number' ? [by] : by, limits, all).found();
}

/** The ways to specialise a function, from the least effort on. */
class Search {
  /** The functions that are functions of the language. */
  private readonly chosen = new Set<Fn>();
  /** The arrays of which code has copies, as it writes them. */
  private readonly copied = new Set<object>();
  private first: unknown = null;

  constructor(
    private readonly program: Program,
    private readonly f: object,
    private readonly args: readonly unknown[],
    private readonly varied: readonly number[],
    private readonly limits: Limits,
    private readonly precisions: readonly Precision[],
  ) {}

  found(): Specialised {
    for (const precision of this.precisions) {
      const found = this.of(precision, true);
      if (found !== null) return found;
    }
    // What works in place of what it captures may be known step by step only where it is written out.
    for (const precision of this.chosen.size > 0 ? this.precisions : []) {
      const found = this.of(precision, false);
      if (found !== null) return found;
    }
    const { first } = this;
    throw first instanceof RangeError
      ? new Refusal('calls in each other too deeply', undefined)
      : first;
  }

  private of(precision: Precision, mayOutline: boolean): Specialised | null {
    let [mayBePooled, mayGrow] = [false, false];
    for (const isGrowing of [false, true])
      for (const isPooled of [false, true]) {
        if ((isPooled && !mayBePooled) || (isGrowing && !mayGrow)) continue;
        const made = this.tried(precision, { isGrowing, isPooled }, mayOutline);
        if (!(made instanceof Machine)) return made;
        mayBePooled ||= made.mayBePooled;
        mayGrow ||= made.mayGrow;
      }
    return null;
  }

  /** The machine that refused it tells what else may be tried. */
  private tried(
    precision: Precision,
    modes: Machine['modes'],
    mayOutline: boolean,
  ): Specialised | Machine {
    const { program, f, args, varied, limits } = this;
    for (;;) {
      const classOf = (type: object): Class | undefined => {
        const core = program.known(type)?.core;
        return core && 'made' in core ? core.made : undefined;
      };
      const entry = new Entry(precision, args.length, varied, classOf, this.copied);
      const outlined = new Outlined(this.chosen, mayOutline);
      const m = new Machine(meaningsOf(program, entry, outlined), modes, limits.steps);
      try {
        return specialiseOnce(m, entry, outlined, f, args, limits);
      } catch (error) {
        const large = error instanceof TooLarge && mayOutline ? outlined.largest() : null;
        const apart = error instanceof ToOutline ? error.f : large;
        if (apart !== null) {
          this.chosen.add(apart);
          continue;
        }
        if (!(error instanceof Refusal) && !(error instanceof RangeError)) throw error;
        const { size } = this.copied;
        for (const array of m.written) this.copied.add(array);
        if (this.copied.size > size && size <= MOST_COPIES) continue;
        return ((this.first ??= error), m);
      }
    }
  }
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
  const region = m.b.region([], () => {
    const given = args.map((arg, k) => entry.argumentAt(k, arg));
    forms.push(...given.map((one) => entry.forms.get(one) ?? null));
    const result = m.meaning.call(m, { tag: 'host', value: f }, NOTHING, given);
    if (m.isDead) return m.refuse('it throws for all arguments of this kind');
    const { shape, leaves } = resultOf(m, result);
    gives = shape;
    const { values, left: places } = entry.state.left(m);
    left.push(...places);
    if ([...entry.arenas.keys()].some(({ proto }) => entry.state.writes(proto)))
      return m.refuse('an object that is given is written, and may stand in a list that is given');
    return [...leaves, ...values];
  });
  const given = { ...region, params: entry.params.map(({ value }) => value) };
  const { functions: inner, derivatives } = calledOf(m.parts, outlined.functions, given);
  const whole = closed(given, inner, derivatives);
  const parts = [whole.region, ...whole.functions.map((one) => one.region)];
  if (parts.map(statementCount).reduce((x, y) => x + y) > limits.statements) throw new TooLarge();
  const program: Func = {
    name: (f as { name?: string }).name || 'f',
    region: whole.region,
    ...(whole.functions.length > 0 && { functions: whole.functions }),
  };
  const func = derivatives.length === 0 ? program : writtenOut(m, program, derivatives);
  if (entry.state.isLeftByProgram && drawsNumbers(func))
    m.refuse('random numbers beside something that is left behind');
  const [complaint] = verify(func);
  if (complaint) m.refuse(`code that is not right: ${complaint}`);
  const { reader } = entry;
  const kept = entry.state.kept(m, entry.params);
  const params = entry.params.map(({ value, argument, isCopied }, k) => ({
    value,
    argument,
    isCopied,
    kept: kept[k],
  }));
  const { isLeftByProgram } = entry.state;
  const isNested = derivatives.length > 0;
  return guarded(
    { f, bare: func, params, reader, forms, result: gives, left, isLeftByProgram, isNested },
    kept,
  );
}

/** Adds the guarded code, made when it is asked for. It stands by itself, so that it keeps no arguments. */
const guarded = (of: Omit<Specialised, 'func'>, kept: readonly Kept[]): Specialised => ({
  ...of,
  get func() {
    return leavingWhereKept(of.bare, kept, (k) => of.params[k].argument >= 0);
  },
});

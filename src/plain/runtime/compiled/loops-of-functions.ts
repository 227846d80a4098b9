/**
 * Loops that apply a translated function to the elements of arrays, as functions of the arrays: they are compiled with
 * the function in its place, and so are their derivatives.
 */
import type { CompiledCode, LoopKind } from '../../../functions/translated-functions.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { nothing } from './forms-of-others.js';
import type { Lowered } from './linking.js';
import { loopForms } from './loop-forms.js';

type Numbers = Float64Array;
type Step = (...xs: readonly number[]) => number;

/** The same loops, for whoever runs them as they stand. */
const loops: Readonly<Record<LoopKind, (f: Step) => AnyFunction>> = {
  map: (f) => (xs: Numbers) => xs.map((x, k) => f(x, k)),
  map2: (f) => (xs: Numbers, ys: Numbers) => xs.map((x, k) => f(x, ys[k], k)),
  fold: (f) => (xs: Numbers, start: number) => xs.reduce((s, x, k) => f(s, x, k), start),
  scanl: (f) => (xs: Numbers, start: number) => {
    const out = new Float64Array(xs.length + 1).fill(start);
    xs.forEach((x, k) => (out[k + 1] = f(out[k], x, k)));
    return out;
  },
  scanr: (f) => (xs: Numbers, start: number) => {
    const out = new Float64Array(xs.length + 1).fill(start);
    for (let k = xs.length - 1; k >= 0; k--) out[k] = f(out[k + 1], xs[k], k);
    return out;
  },
};

/** Counts the arguments that the function of a loop receives before the place. */
const arity = (kind: LoopKind): number => (kind === 'map' ? 1 : 2);

/** The loops of a function, or of all functions that one expression makes. */
class Loops {
  private readonly made: Partial<Record<LoopKind, AnyFunction>> = {};

  constructor(private readonly f: AnyFunction) {}

  of(kind: LoopKind, remember: Remember): AnyFunction {
    const { f } = this;
    return (this.made[kind] ??= remember(loops[kind](f as unknown as Step), {
      text: loopForms[kind][f.length > arity(kind) ? 1 : 0],
      captures: nothing,
      operators: nothing,
      imports: () => [f],
      isLoop: true,
    }));
  }
}

/**
 * Stands for the functions of one text, which are made anew for each call, so that their loops are compiled once. It is
 * the one that was asked for last; points read what it captures at once.
 */
class Alike {
  private readonly loops: Loops;

  constructor(
    private last: Lowered,
    length: number,
    remember: Remember,
  ) {
    const standsFor = Object.defineProperty(() => undefined, 'length', { value: length });
    remember(standsFor, { ...last, text: last.text, captures: () => this.last.captures() });
    this.loops = new Loops(standsFor);
  }

  loopsOf(form: Lowered): Loops {
    this.last = form;
    return this.loops;
  }
}

const ofFunctions = new WeakMap<AnyFunction, Loops>();
/** By the number of parameters and the text. */
const ofTexts = new Map<string, Alike>();

type Remember = (loop: AnyFunction, form: Lowered) => AnyFunction;

/**
 * Gives loops of the functions that have a lowered form.
 *
 * @param remember registers a function with its lowered form
 */
export const loopsBy =
  (find: (f: unknown) => Lowered | undefined, remember: Remember): CompiledCode['loop'] =>
  (kind, f) => {
    const form = find(f);
    if (form === undefined) return null;
    const { text, operators, imports } = form;
    let own: Loops | undefined;
    if (operators === nothing && imports === nothing) {
      const key = `${f.length} ${text}`;
      let alike = ofTexts.get(key);
      if (alike === undefined) ofTexts.set(key, (alike = new Alike(form, f.length, remember)));
      own = alike.loopsOf(form);
    } else {
      own = ofFunctions.get(f);
      if (own === undefined) ofFunctions.set(f, (own = new Loops(f)));
    }
    return own.of(kind, remember);
  };

/**
 * Pullbacks of 1-forms (Mak, Ong, §2.2). A 1-form gives a cotangent at each point: a linear
 * functional on the tangents there. The pullback of ω along f is again a 1-form, v ↦
 * ⟨ω(f(x)), Df(x)·v⟩ at x, so pullbacks compose: along g ∘ f they are those along g, then
 * along f (Ω is contravariant).
 *
 * Between trees of reals that is one run and one sweep. Where functions are involved, the
 * linear map itself is differentiated: the reals of x get their cotangents by one sweep
 * over a pushforward of f, and each function of x gets a functional, which pushes f forward
 * along the tangent it is given.
 */
import { Contents } from './arguments/contents.js';
import { realSum } from '../delta/exact-zero.js';
import { treeMismatch } from '../errors/errors.js';
import { insistOnOptions } from '../errors/options.js';
import { isReal, type Real } from '../core/real.js';
import type { Cotangent, FoundCotangent } from '../core/types.js';
import { notAFunctional, varyingResult } from './errors.js';
import {
  argumentWithFunctions,
  isFunction,
  readChanges,
  type AnyCallable,
  type Atom,
  type AtomChange,
  type FunctionShape,
} from './function-atoms.js';
import { grad } from './grad.js';
import { outputWithFunctions, pushforward } from './pushforward.js';
import { asWrt, positionsOf, shapesBy } from './arguments/chosen.js';
import { rebuildAll } from './argument-shapes.js';
import { invoke, invokeOnCopies } from './call.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type Callback,
  type Chosen,
  type Entry,
  type Options,
  type OptionsOf,
  type ResultOf,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import { productOf, zeroOf } from './units.js';
import { vjp } from './vjp.js';
import { watched } from './watched-function.js';

/** A cotangent at each point of a T. */
export type OneForm<T> = (point: T) => Cotangent<T>;

/** The cotangents of what `wrt` names: one, a tuple, or an object. */
export type CotangentByWrt<A extends readonly unknown[], W extends Wrt> = W extends number
  ? FoundCotangent<A[W]>
  : W extends string
    ? FoundCotangent<Entry<A[0], W>>
    : W extends readonly string[]
      ? { [K in W[number]]: FoundCotangent<Entry<A[0], K>> }
      : { -readonly [K in keyof W]: W[K] extends number ? FoundCotangent<A[W[K]]> : never };

/** The type of `pullbackForm(f, form)` for an f of type F and a 1-form. */
export type PulledBack<F, W extends Wrt> = <A extends Arguments<F>>(
  ...args: A
) => CotangentByWrt<A, W>;

/**
 * The pullback of the 1-form `omega` along `f`, which is a 1-form on the arguments of `f` in
 * turn. The cotangent of a tree has its shape: a real for each real, and for each function a
 * functional, which takes a tangent of that function to a real. `omega` gets the value of `f`,
 * and is written in operators.
 *
 * Between trees of reals: one run of `f` and one sweep, O(f), as `vjp`. If the arguments
 * hold functions: the same, and a forward pass over `f` for each call of a functional.
 * If the result holds functions: three runs of `f`, and one for each call that `omega`
 * makes of a tangent function.
 *
 * @throws DeltaTapeError as `vjp`, and if a cotangent does not have the shape of the value, or a
 *   functional gives no real.
 * @example pullbackForm((x: Real) => mul(x, x))(() => 1)(3) // 6
 */
export function pullbackForm<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: F & Callback<X, P>,
  options?: OptionsOf<F, W>,
): <O extends OneForm<ResultOf<F>>>(omega: O) => PulledBack<F, Chosen<W>>;
export function pullbackForm(f: AnyFunction, options: Options<Wrt> = {}): unknown {
  insistOnOptions('pullbackForm', options, optionNames);
  const wrt = options.wrt ?? 0;
  return (omega: (value: unknown) => unknown) =>
    (...args: unknown[]) => {
      const inputs = shapesBy(argumentWithFunctions, args, wrt);
      const point = new Point(watched(f, args, options), args, wrt, inputs);
      return asWrt(wrt, rebuildAll(inputs, point.pull(omega)));
    };
}

/** Reals, and arrays of them. */
const isNoFunction = (atom: Atom): atom is Real => !isFunction(atom);

/** A value, and the way from its cotangent to the cotangents of the reals it was computed from. */
interface Taped {
  readonly value: unknown;
  readonly pull: (cotangents: readonly Real[]) => readonly Real[];
}

/** A function with arguments, taken apart where they are differentiated. */
class Point {
  private readonly atoms: readonly Atom[];
  private readonly reals: readonly Real[];
  private again = (): readonly unknown[] => this.args;

  constructor(
    private readonly f: AnyFunction,
    private readonly args: readonly unknown[],
    private readonly wrt: Wrt,
    private readonly inputs: readonly FunctionShape[],
  ) {
    this.atoms = inputs.flatMap(({ reals }) => reals);
    this.reals = this.atoms.filter(isNoFunction);
  }

  /** The cotangents of all atoms of the inputs. */
  pull(omega: (value: unknown) => unknown): (Real | AnyCallable)[] {
    const taped = this.reals.length > 0 ? this.tape() : undefined;
    const value = taped === undefined ? invoke(this.f, this.args) : taped.value;
    // Functionals run `f` again when they are called.
    const contents = new Contents(this.args, 'an argument');
    this.again = () => contents.copy((x) => x).roots;
    const cotangents = readChanges(outputWithFunctions(value), omega(value), 'cotangent');
    const ofReals = taped?.pull(cotangents as Real[]) ?? this.transpose(cotangents);
    let next = 0;
    return this.atoms.map((atom, k) =>
      isFunction(atom) ? this.functional(k, cotangents) : ofReals[next++],
    );
  }

  /** Records `f` as a function of the reals; undefined if its result holds functions. */
  private tape(): Taped | undefined {
    let output = outputWithFunctions([]);
    const flat = (xs: readonly Real[]): readonly Real[] => {
      let next = 0;
      const atoms = this.atoms.map((atom) => (isFunction(atom) ? atom : xs[next++]));
      let start = 0;
      const filled = positionsOf(this.wrt).map((position, k) => {
        const shape = this.inputs[k];
        const from = start;
        start += shape.count;
        return { position, shape, leaves: atoms, from };
      });
      output = outputWithFunctions(invokeOnCopies(this.f, this.args, filled));
      return output.reals.filter(isNoFunction);
    };
    const { value, pullback: pull } = vjp(flat)(this.reals);
    if (output.reals.some(isFunction)) return undefined;
    return { value: output.rebuild(value), pull };
  }

  /** The cotangents of the reals: the gradient of the linear map on their tangents. */
  private transpose(cotangents: readonly AtomChange[]): readonly Real[] {
    if (this.reals.length === 0) return [];
    const along = (tangents: readonly Real[]) => {
      let next = 0;
      const changes = this.atoms.map((atom) => (isFunction(atom) ? undefined : tangents[next++]));
      return this.along(cotangents, changes);
    };
    return grad(along)(this.reals.map(zeroOf));
  }

  /** The cotangent of a function among the atoms. */
  private functional(position: number, cotangents: readonly AtomChange[]): AnyCallable {
    return (tangent) => {
      if (!isFunction(tangent)) {
        throw treeMismatch('tangent given to a cotangent', 'the top', 'a function', tangent);
      }
      const changes = this.atoms.map((_, k) => (k === position ? tangent : undefined));
      return this.along(cotangents, changes);
    };
  }

  /** ⟨cotangents, pushforward of the tangents⟩. */
  private along(cotangents: readonly AtomChange[], tangents: readonly AtomChange[]): Real {
    let start = 0;
    const moving = this.inputs.map((shape, k) => {
      start += shape.count;
      const position = positionsOf(this.wrt)[k];
      return { position, shape, tangents: tangents.slice(start - shape.count, start) };
    });
    return pairing(cotangents, pushforward(this.f, this.again(), moving, null).tangents);
  }
}

/**
 * ⟨c, t⟩ = Σ c t over reals + Σ c(t) over functions. A 0 on either side stops
 * what stands on the other.
 */
function pairing(cotangents: readonly AtomChange[], tangents: readonly AtomChange[]): Real {
  if (tangents.length !== cotangents.length) throw varyingResult('the output');
  let total: Real = 0;
  cotangents.forEach((cotangent, k) => {
    const tangent = tangents[k];
    if (isFunction(cotangent) !== isFunction(tangent) && cotangent !== undefined) {
      throw varyingResult('the output');
    }
    // An exact 0 wins, also against a function, which is not called then.
    if (cotangent === undefined || cotangent === 0 || tangent === 0) return;
    const share = isFunction(cotangent)
      ? cotangent(tangent)
      : productOf(cotangent, tangent as Real);
    if (!isReal(share)) throw notAFunctional(share);
    total = realSum(total, share);
  });
  return total;
}

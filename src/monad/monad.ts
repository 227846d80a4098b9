/**
 * The state monad M (Fig. 10): `type M a = DeltaState → (a, DeltaState)`, with `deltaLet` and `runDelta`.
 *
 * A computation is data (a value, a step on the state, or one computation after another) and is
 * run by a loop, so neither a million binds to the left nor a million to the right touch the
 * call stack. O(1) per bind.
 *
 * Laws (tested):  pure a >>= k  =  k a
 *                 m >>= pure    =  m
 *                 (m >>= k) >>= h  =  m >>= (x → k x >>= h)
 */
import { refusesToBeTree } from '../errors/errors.js';
import type { Operation, Real } from '../core/real.js';
import { ColumnState } from '../delta/column-state.js';
import type { Delta, DeltaId, DeltaState } from '../delta/delta.js';
import { notAState } from '../delta/errors.js';
import { deltaOfReal, type SpecDual } from '../delta/specification.js';
import { bindDelta, initialState, wrapBinds } from '../delta/delta-state.js';
import { apply, arityOf, lifted, type Lifted } from './apply-primitive.js';
import { computationAsValue, notMonadic, wrongArity } from './errors.js';

type Steps<A> = Generator<M<unknown>, A, unknown>;

/** The parts of a computation; they are fields of the computation, so that it is one object. */
interface Parts<A> {
  Pure: [value: A];
  State: [run: (state: DeltaState) => readonly [A, DeltaState]];
  Bind: [first: M<unknown>, then: (x: unknown) => M<A>];
  Do: [body: () => Steps<A>];
  Apply: [lifted: Lifted, x: Real, y?: Real];
  ApplyAll: [primitive: Operation, args: readonly Real[]];
}
type Step<A> = {
  readonly [Tag in keyof Parts<A>]: {
    tag: Tag;
    one: Parts<A>[Tag][0];
    other: Parts<A>[Tag][1];
    last: Parts<A>[Tag][2];
  };
}[keyof Parts<A>];

/** A computation that records Let-bindings on the way to an A. */
export interface M<out A> {
  /** `m >>= k`: this computation, and then the one that `k` makes of its result. */
  bind<B>(k: (x: A) => M<B>): M<B>;
  /** This computation with its result changed by a pure function. */
  map<B>(f: (x: A) => B): M<B>;
  /** A computation is not a structure of reals. */
  [refusesToBeTree](): Error;
  /** Lets `yield* m` inside `Do` stand for `x ← m`. */
  [Symbol.iterator](): Iterator<M<A>, A, unknown>;
}

/**
 * A computation as it is held.
 *
 * It is its own iterator, and what the iterator gives: first the computation, and then the result that comes back. Nothing
 * else happens between one call and the reading of what it gave, so a computation may be in several places.
 */
export class Computation<out A> implements M<A> {
  private done: boolean | null = null;
  value: unknown = undefined;

  constructor(
    readonly tag: Step<A>['tag'],
    readonly one: Step<A>['one'],
    readonly other?: Step<A>['other'],
    readonly last?: Step<A>['last'],
  ) {}

  bind<B>(k: (x: A) => M<B>): M<B> {
    return new Computation<B>('Bind', this, k as (x: unknown) => M<B>);
  }

  map<B>(f: (x: A) => B): M<B> {
    return this.bind((x) => pure(f(x)));
  }

  [refusesToBeTree](): Error {
    return computationAsValue();
  }

  [Symbol.iterator](): Iterator<M<A>, A, unknown> {
    this.done = null;
    return this as unknown as Iterator<M<A>, A, unknown>;
  }

  next(x?: unknown): this {
    const isFirst = this.done === null;
    this.done = !isFirst;
    this.value = isFirst ? this : x;
    return this;
  }
}

/** The class of computations, for `instanceof`: they are made by `pure`, `state`, `Do` and the operators. */
export const M: abstract new (...args: never) => M<unknown> = Computation;

/** The computation that records nothing and returns `value`. O(1). @example runState(pure(5), initialState(1))[0] // 5 */
export const pure = <A>(value: A): M<A> => new Computation('Pure', value);

/**
 * A computation given as a function on states. It uses the state that it is given once.
 *
 * @example runState(state((s) => [s.nextId, s]), initialState(4))[0] // 4
 */
export const state = <A>(run: (state: DeltaState) => readonly [A, DeltaState]): M<A> =>
  new Computation<A>('State', run);

/**
 * A primitive on dual and plain numbers (Fig. 14). It records one Let-binding, or none where all are constant.
 *
 * @throws DeltaTapeError if it takes another number of arguments.
 * @example
 * import { sin } from 'delta-tape';
 * grad((x: MReal) => applyM(sin.primitive, [x]))(0) // 1
 */
export function applyM(primitive: Operation, args: readonly Real[]): M<SpecDual> {
  const arity = arityOf(primitive);
  if (arity !== null && arity !== args.length) throw wrongArity(primitive.name, arity, args.length);
  const known = lifted(primitive);
  return known === undefined
    ? new Computation<SpecDual>('ApplyAll', primitive, args)
    : new Computation<SpecDual>('Apply', known, args[0], args[1]);
}

/** A state as a step gets it, who may keep it. Columns go on in place. */
const handedOut = (s: DeltaState): DeltaState => (s instanceof ColumnState ? s.again() : s);

/** Checks the result of a step, which code without types may get wrong. */
function resultOf<A>(returned: readonly [A, DeltaState]): readonly [A, DeltaState] {
  const next: unknown = Array.isArray(returned) ? returned[1] : undefined;
  if (typeof next !== 'object' || next === null || !('binds' in next)) throw notAState();
  return returned;
}

/**
 * The rest of a computation that waits for a result: a function, or a generator that is held at a
 * `yield*`.
 */
type Waiting = ((x: unknown) => M<unknown>) | Steps<unknown>;

/**
 * Runs a computation from a state, and gives its value with the state at its end. Linear in the number of binds.
 *
 * @throws DeltaTapeError if something that was bound is not a computation.
 * @example runState(pure(2).map((x) => x + 1), initialState(1))[0] // 3
 */
export function runState<A>(m: M<A>, from: DeltaState): readonly [A, DeltaState] {
  const waiting: Waiting[] = [];
  let current = handedOut(from);
  let computation: unknown = m;
  for (;;) {
    if (!(computation instanceof Computation)) throw notMonadic(computation);
    const step = computation as Step<unknown>;
    let value: unknown;
    switch (step.tag) {
      case 'Apply':
        value = step.one.here(step.other, step.last, current);
        if (value === null) [value, current] = step.one.apply(step.other, step.last, current);
        break;
      case 'Bind':
        waiting.push(step.other);
        computation = step.one;
        continue;
      case 'Do':
        // Started anew for every run, so that a computation can be run any number of times.
        waiting.push(step.one());
        break;
      case 'Pure':
        value = step.one;
        break;
      case 'ApplyAll':
        [value, current] = apply(step.one, step.other, current);
        break;
      case 'State':
        [value, current] = resultOf(step.one(handedOut(current)));
        current = handedOut(current);
    }
    for (;;) {
      if (waiting.length === 0) return [value as A, current];
      const next = waiting[waiting.length - 1];
      if (typeof next === 'function') {
        waiting.pop();
        computation = next(value);
        break;
      }
      const given = next.next(value);
      if (given.done !== true) {
        computation = given.value;
        break;
      }
      waiting.pop();
      ({ value } = given);
    }
  }
}

/**
 * `deltaLet` of Fig. 10: binds a Delta to a fresh id, and returns the id. O(1).
 *
 * @example runState(deltaLet(Scale(2, Var(1))), initialState(2))[0] // 2
 */
export const deltaLet = (delta: Delta): M<DeltaId> => state((s) => bindDelta(s, delta));

/**
 * `runDelta` of Fig. 10: runs a computation with `nextId` as the first free id and wraps its Delta
 * in the bindings made on the way.
 *
 * @example runDelta(2, operators.mul(x, x)) // Let(2, Add(Scale(3, Var(1)), Scale(3, Var(1))), Var(2))
 */
export function runDelta(nextId: DeltaId, m: M<Real>): Delta {
  const [result, { binds }] = runState(m, initialState(nextId));
  return wrapBinds(deltaOfReal(result), binds);
}

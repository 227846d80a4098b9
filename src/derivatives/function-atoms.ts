/**
 * Functions as parts of trees (Mak, Ong): a tangent of a function is a function,
 * its change at each argument.
 *
 * A function g with a tangent v becomes a dual function: g itself, which passes the tangents of
 * its arguments on, with v of the arguments added to the tangent of the result (D-eval).
 * Results that are functions become dual functions in turn (D-curry). A call costs a call of g
 * on duals and a call of v.
 */
import { readAs } from '../core/trees/read-as.js';
import { treeMismatch } from '../errors/errors.js';
import { realsAndBlocks, type AtomTest } from '../core/trees/flat.js';
import { asBlock, blocks, isBlock } from '../core/block.js';
import { definePrimitive } from '../core/primitives/primitive.js';
import type { Real } from '../core/real.js';
import { Shape } from '../core/trees/tree.js';
import { escapedFunction } from './errors.js';
import { tangentOf, type ForwardRun } from '../tape/forward-run.js';
import { insistOnDirect } from './call.js';
import { seenWithBlocks } from './output-reals.js';

export type AnyCallable = (this: unknown, ...args: unknown[]) => unknown;
export type Atom = Real | AnyCallable;
/** The entry of a tangent or cotangent at the place of an atom; `undefined` is zero. */
export type AtomChange = Atom | undefined;
export type FunctionShape = Shape<Atom, AtomChange>;

export const isFunction = (value: unknown): value is AnyCallable => typeof value === 'function';

const isAtom = (value: unknown): value is Atom => realsAndBlocks.is(value) || isFunction(value);
const nounOf = (atom: Atom) => (isFunction(atom) ? 'a function' : realsAndBlocks.noun(atom));

/** A function of the tree must have one in the other tree. */
const everyFunction: AtomTest<Atom, Atom> = {
  is: isAtom,
  accepts: (atom, other): other is Atom =>
    isFunction(atom) ? isFunction(other) : realsAndBlocks.accepts(atom, other),
  noun: nounOf,
};

/** A function of the tree may be left out of the other tree. */
const someFunctions: AtomTest<Atom, AtomChange> = {
  is: isAtom,
  accepts: (atom, other): other is AtomChange =>
    isFunction(atom)
      ? isFunction(other) || other === undefined
      : realsAndBlocks.accepts(atom, other),
  noun: nounOf,
};

/** Takes a tree apart into its reals and functions; only entries with the given keys, if there are some. */
export const flattenWithFunctions = (
  tree: unknown,
  root: string,
  keys: readonly string[] | null = null,
): FunctionShape => new Shape(tree, root, someFunctions, keys && new Set(keys));

/** The same of an argument, as `shapesBy` wants it. */
export const argumentWithFunctions = (
  arg: unknown,
  position: number,
  keys: readonly string[] | null,
): FunctionShape => flattenWithFunctions(arg, `argument ${position}`, keys);

/**
 * Reads the change of each atom from a tangent or cotangent tree. A function inside a tree is constant
 * if the other tree leaves it out, or carries it along unchanged, as gradients carry their leaves.
 */
export function readChanges(shape: FunctionShape, tree: unknown, what: string): AtomChange[] {
  const changes = readAs(shape, tree, what);
  if (tree === undefined && changes.length > 0) {
    throw treeMismatch(what, 'the top', 'a function', tree);
  }
  const isCarried = (change: AtomChange, k: number) =>
    isFunction(change) && change !== tree && change === shape.reals[k];
  return changes.map((change, k) => (isCarried(change, k) ? undefined : change));
}

/**
 * (x, ε, t) ↦ x + ε t, for an ε whose primal is 0. The primal is x bit for bit, whatever t is, and
 * the product rule holds at every level, where t may depend on duals of any run.
 */
const moved = definePrimitive({
  name: 'moved',
  value: (x) => x,
  partials: [() => 1, (_x, _epsilon, t) => t, (_x, epsilon) => epsilon],
  formula: ['1', 't', 'ε'],
  domain: { text: 'ε = 0', points: [] },
  conventions: [],
});

/** The tangent of a real or block of the output. */
export function tangentSeen({ primal, dual }: ReturnType<typeof seenWithBlocks>): Real {
  const tangent = tangentOf(dual);
  // An exact 0 wins: it stands for a block of zeros.
  return tangent === 0 && isBlock(primal)
    ? (blocks.kind!.zeros(asBlock(primal)) as unknown as Real)
    : tangent;
}

/** The function that stands for an atom with a given tangent in a function under differentiation. */
export function dualAtom(run: ForwardRun, atom: Atom, tangent: AtomChange): Atom {
  if (tangent === undefined) return atom;
  return isFunction(atom)
    ? dualFunction(run, atom, tangent as AnyCallable)
    : run.moving(atom, tangent as Real);
}

function dualFunction(run: ForwardRun, primal: AnyCallable, tangent: AnyCallable): AnyCallable {
  const epsilon = run.dual(0, 1);
  return function (this: unknown, ...args) {
    if (run.status === 'finished') throw escapedFunction();
    const result = insistOnDirect(primal.apply(this, args));
    const shape = new Shape(result, 'the result of a function', everyFunction);
    // The tangent's own dependence on the direction is of second order, and `moved`
    // drops what is left of it.
    const change = tangent(...args.map((x) => seenWithBlocks(run, x as Real).primal));
    const changes = readAs(shape, change, 'tangent of a function');
    return shape.rebuild(
      shape.reals.map((atom, k) =>
        isFunction(atom)
          ? dualFunction(run, atom, changes[k] as AnyCallable)
          : moved(atom, epsilon, changes[k] as Real),
      ),
    );
  };
}

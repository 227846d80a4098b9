/** A tree of parameters under constraints as a vector of free reals. */
import { counted, describe, memberText } from '../../../errors/errors.js';
import { add, mul, sum } from '../../../core/primitives/table.js';
import { primalOf, type Real } from '../../../core/real.js';
import type { Reals } from '../../../core/types.js';
import { valueAndGrad } from '../../../derivatives/grad.js';
import { TreeElements } from '../../../derivatives/tree-elements.js';
import { unknownsOf } from '../../runs/problem.js';
import { numbersOf } from '../../runs/reals.js';
import { constraintMismatch, outsideConstraint } from '../errors.js';
import { isConstraint, real, slopesOf, type Constrained, type Constraint } from './constraint.js';

/** Constraints in the places of what they are about: one for a whole tree, or for parts of it. */
export type Constraints<X> =
  | Constraint
  | (X extends Real | ArrayBufferView
      ? never
      : { readonly [K in keyof X]?: Constraints<X[K]> | undefined });

/** Reals that a constraint is about, by their places among all. */
interface Block {
  readonly constraint: Constraint;
  readonly places: readonly number[];
  /** The path of the tree that the constraint was given for. */
  readonly path: string;
  /** Where its free reals begin. */
  readonly from: number;
  readonly freeSize: number;
  readonly pull: Pull;
}

/** The part of a tree that has a key. */
function partAt(tree: unknown, key: string): unknown {
  if (typeof tree !== 'object' || tree === null) return undefined;
  const { get } = tree as { readonly get?: unknown };
  return typeof get === 'function'
    ? (get as (key: string) => unknown).call(tree, key)
    : (tree as Readonly<Record<string, unknown>>)[key];
}

const ROOT = 'the start';

type Pull = (free: Float64Array, slopes: Float64Array) => Float64Array;

/** Takes slopes with respect to the values of a constraint to those with respect to its free reals: by its formulas, or by a run. */
function pullThrough(constraint: Constraint): Pull {
  const formula = slopesOf(constraint);
  if (formula !== undefined) {
    return (free, slopes) =>
      free.map((x, k) => {
        const [ofValue, ofLogSlope] = formula(x);
        // An exact 0 wins over a slope that is not finite.
        return ofLogSlope + (slopes[k] === 0 ? 0 : slopes[k] * ofValue);
      });
  }
  const both = valueAndGrad((free: Reals, slopes: Float64Array): Real => {
    const { values, logJacobian } = constraint.constrain(Array.from(free));
    return add(logJacobian, sum(values.map((value, k) => mul(value, slopes[k]))));
  });
  return (free, slopes) => both(free, slopes).gradient as Float64Array;
}

export class FreeParameters {
  readonly elements: TreeElements;
  readonly start: Float64Array;
  private readonly blocks: readonly Block[];

  /** @param solver how error messages call who asks */
  constructor(
    private readonly solver: string,
    start: unknown,
    constraints: unknown,
  ) {
    this.elements = unknownsOf(start);
    const values = numbersOf(this.elements.reals, solver);
    const found: Omit<Block, 'from' | 'freeSize' | 'pull'>[] = [];
    const place = (constraint: Constraint, path: string, places: readonly number[]) => {
      if (constraint.size !== null && constraint.size !== places.length) {
        throw constraintMismatch(
          path,
          `it takes ${counted(constraint.size, 'real')}, but there ${places.length === 1 ? 'is' : 'are'} ${places.length}`,
        );
      }
      if (constraint !== real) found.push({ constraint, places, path });
    };
    // A tree of the positions of the reals, in which constraints find theirs.
    const positions = this.elements.rebuild(Float64Array.from(values, (_, k) => k));
    const look = (given: unknown, tree: unknown, path: string): void => {
      if (given === undefined) return;
      if (tree === undefined) throw constraintMismatch(path, 'the start has nothing there');
      if (isConstraint(given)) {
        const { reals } = new TreeElements(tree, path);
        place(given, path, Array.from(reals as ArrayLike<number>));
      } else if (typeof given === 'object' && given !== null) {
        for (const [key, part] of Object.entries(given)) {
          look(part, partAt(tree, key), path + memberText(/^\d+$/.test(key) ? Number(key) : key));
        }
      } else throw constraintMismatch(path, `it is ${describe(given)}, which is not a constraint`);
    };
    look(constraints, positions, ROOT);
    const constrained = new Set(found.flatMap(({ places }) => places));
    const others = Array.from(values.keys()).filter((k) => !constrained.has(k));
    let from = 0;
    this.blocks = [{ constraint: real, places: others, path: ROOT }, ...found].map((block) => {
      const freeSize = block.constraint.freeSize ?? block.places.length;
      from += freeSize;
      return { ...block, freeSize, from: from - freeSize, pull: pullThrough(block.constraint) };
    });
    this.start = new Float64Array(from);
    for (const { constraint, places, path, from: at } of this.blocks) {
      const free = constraint.unconstrain(places.map((k) => values[k]));
      if (free === null) {
        throw outsideConstraint(path, constraint.name);
      }
      this.start.set(free, at);
    }
  }

  /** The number of free reals. */
  get size(): number {
    return this.start.length;
  }

  /** The number of reals of the tree. */
  get valueCount(): number {
    return this.elements.size;
  }

  /** All values in order, for free reals of any kind. */
  constrain(free: Reals): Constrained {
    const values = new Array<Real>(this.valueCount);
    const logs: Real[] = [];
    for (const { constraint, places, from, freeSize } of this.blocks) {
      const own = Array.from({ length: freeSize }, (_, k) => free[from + k]);
      if (constraint === real) {
        places.forEach((place, k) => (values[place] = own[k]));
        continue;
      }
      const found = constraint.constrain(own);
      places.forEach((place, k) => (values[place] = found.values[k]));
      logs.push(found.logJacobian);
    }
    return { values, logJacobian: logs.length === 0 ? 0 : sum(logs) };
  }

  /** The same on numbers. */
  numbers(free: Float64Array): { readonly values: Float64Array; readonly logJacobian: number } {
    const values = new Float64Array(this.valueCount);
    let log = 0;
    for (const { constraint, places, from, freeSize } of this.blocks) {
      if (constraint === real) {
        for (let k = 0; k < places.length; k++) values[places[k]] = free[from + k];
        continue;
      }
      const found = constraint.constrain(Array.from(free.subarray(from, from + freeSize)));
      places.forEach((place, k) => (values[place] = primalOf(found.values[k])));
      log += primalOf(found.logJacobian);
    }
    return { values, logJacobian: log };
  }

  /** The slopes of a log density with the log-Jacobian, with respect to the free numbers, from its slopes with respect to the values. */
  pulled(free: Float64Array, slopes: Float64Array): Float64Array {
    const gradient = new Float64Array(this.size);
    for (const { constraint, places, from, freeSize, pull } of this.blocks) {
      if (constraint === real) {
        for (let k = 0; k < places.length; k++) gradient[from + k] = slopes[places[k]];
        continue;
      }
      const own = free.slice(from, from + freeSize);
      const ownSlopes = Float64Array.from(places, (place) => slopes[place]);
      gradient.set(pull(own, ownSlopes), from);
    }
    return gradient;
  }

  /** True if all reals are free as they are. */
  get isFree(): boolean {
    return this.blocks.length === 1;
  }

  /** A tree like the start. Packed values are the caller's no more. */
  tree(values: Float64Array | readonly Real[]): unknown {
    return this.elements.rebuild(values);
  }

  /** The numbers of a tree like the start. */
  read(tree: unknown, what: string): Float64Array {
    return numbersOf(this.elements.read(tree, what), this.solver);
  }
}

/**
 * The structure of one run of a function, without any derivative: which bindings each binding was
 * computed from, and which of its arguments interact in its second derivatives. From it follow the
 * patterns of Jacobian and Hessian.
 *
 * The patterns hold for the branches that the run took, at whatever point: an entry is left
 * out only if every path to it is missing, never because a partial is 0 here. They may be too
 * large (x - x depends on x).
 *
 * O(bindings) memory beside the sets of inputs (reach.ts).
 */
import { DeltaDual } from '../../tape/columns.js';
import { nextLevel, within, without } from '../../core/open-runs.js';
import { Run, primalOf, type Operation, type Dual, type Real, type Rule } from '../../core/real.js';
import type { DeltaId } from '../../delta/delta.js';
import type { Shape } from '../../core/trees/tree.js';
import { callOnCopies, filledBy } from '../call.js';
import type { AnyFunction, Wrt } from '../signatures.js';
import { influences, interactionsOf } from './interactions.js';
import { Entries, type Pattern } from './pattern.js';
import { Reach, type Bindings } from './reach.js';
import { insistOnRoom } from './index-sets.js';

class StructureRun extends Run implements Bindings {
  readonly level = nextLevel();
  inputs = 0;
  private readonly primals: number[] = [0];
  readonly starts: number[] = [0, 0];
  readonly args: DeltaId[] = [];
  /** In turn: a binding, and two of the ids below it that interact in it. */
  private readonly interactions: DeltaId[] = [];

  /** @param order 1 for Jacobians; 2 to note interactions too. */
  constructor(override readonly order: 1 | 2) {
    super();
  }

  dualise(xs: readonly Real[]): DeltaDual[] {
    const duals = xs.map((x) => new DeltaDual(this, this.bind(primalOf(x), [])));
    this.inputs += xs.length;
    return duals;
  }

  private bind(primal: number, args: readonly DeltaId[]): DeltaId {
    for (const arg of args) this.args.push(arg);
    this.starts.push(this.args.length);
    return this.primals.push(primal) - 1;
  }

  apply(primitive: Operation, args: readonly Real[]): Real {
    const ids = args.map((x) => (this.owns(x) ? idOf(x) : 0));
    const primals = args.map((x, k) => (ids[k] > 0 ? this.primals[ids[k]] : primalOf(x)));
    const below = ids.filter((id, k) => id > 0 && influences(primitive, k));
    const binding = this.bind(primitive.value(primals), below);
    if (this.order === 2) {
      const active = ids.map((id) => id > 0);
      for (const { left, right } of interactionsOf(primitive, primals, active)) {
        this.interactions.push(binding, this.together(left, ids), this.together(right, ids));
      }
    }
    return new DeltaDual(this, binding);
  }

  /**
   * Nothing is known of a rule's derivative but what it gives: everything
   * interacts with everything.
   */
  override applyRule(rule: Rule, args: readonly Real[]): Real[] {
    const { values } = without(this.level, 'aside', () => rule.at(args.map(primalOf)));
    const active = args.filter((x) => this.owns(x)).map(idOf);
    const all = active.length === 1 ? active[0] : this.bind(0, active);
    return values.map((value) => {
      const binding = this.bind(primalOf(value), [all]);
      if (this.order === 2) this.interactions.push(binding, all, all);
      return new DeltaDual(this, binding);
    });
  }

  private owns(x: Real): x is DeltaDual {
    return typeof x !== 'number' && x.run === this;
  }

  /** One id that stands for several, as a binding of its own that nothing mentions. */
  private together(positions: readonly number[], ids: readonly DeltaId[]): DeltaId {
    if (positions.length === 1) return ids[positions[0]];
    return this.bind(
      0,
      positions.map((k) => ids[k]),
    );
  }

  primalOf(dual: Dual): number {
    return this.primals[idOf(dual)];
  }

  describe(dual: Dual): string {
    return `structure ${idOf(dual)}`;
  }

  /** The pattern of the Jacobian of the outputs with these ids (0 for constants). */
  jacobianPattern(outputs: readonly DeltaId[]): Pattern {
    const reach = new Reach(this);
    let count = 0;
    const rows = outputs.map((id) => {
      const { members } = reach.inputsOf(id);
      insistOnRoom((count += members.length));
      return members;
    });
    const entries = new Entries(outputs.length, this.inputs);
    rows.forEach((columns, row) => {
      for (const column of columns) entries.add(row, column);
    });
    return entries.pattern();
  }

  /**
   * The pattern of the Hessian of the output with this id: inputs that meet
   * where something is not linear.
   */
  hessianPattern(output: DeltaId): Pattern {
    const reach = new Reach(this);
    const entries = new Entries(this.inputs, this.inputs);
    const needed = this.neededFor(output);
    const met = new Set<number>();
    for (let k = 0; k < this.interactions.length; k += 3) {
      if (needed[this.interactions[k]] === 0) continue;
      const a = reach.inputsOf(this.interactions[k + 1]);
      const b = reach.inputsOf(this.interactions[k + 2]);
      const key = Math.min(a.id, b.id) * 2 ** 26 + Math.max(a.id, b.id);
      if (met.has(key)) continue;
      met.add(key);
      insistOnRoom(a.members.length * b.members.length);
      for (const i of a.members) {
        for (const j of b.members) {
          entries.add(i, j);
          entries.add(j, i);
        }
      }
    }
    return entries.pattern();
  }

  private neededFor(output: DeltaId): Uint8Array {
    const needed = new Uint8Array(this.primals.length);
    needed[output] = 1;
    for (let id = output; id > this.inputs; id--) {
      if (needed[id] === 0) continue;
      for (let k = this.starts[id]; k < this.starts[id + 1]; k++) needed[this.args[k]] = 1;
    }
    return needed;
  }
}

/** Runs a function for its structure. */
export function structureOf<T>(
  order: 1 | 2,
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
  use: (run: StructureRun, output: unknown) => T,
): T {
  const run = new StructureRun(order);
  return within(run, () => {
    const leaves = inputs.map(({ reals }) => run.dualise(reals));
    return use(run, callOnCopies(f, args, filledBy(wrt, inputs, leaves)));
  });
}

const idOf = (dual: Dual): DeltaId => (dual as DeltaDual).id;

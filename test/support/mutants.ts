/**
 * Wrong implementations, each wrong in the one way that its name says, and each as some library
 * once was. The key is the case that must catch it.
 */
import type { cases, Scalar, X } from './conformance.js';
import { Tiny, Tracked, type Edge, type Run } from './tiny.js';

/** Takes reals of every level for its own. */
class Confused extends Tiny {
  protected override isOf(_: Run, x: X): x is Tracked {
    return x instanceof Tracked;
  }
}

/** Passes on all that has been gathered so far whenever something more arrives. */
class CountingTwice extends Tiny {
  protected override sweep(run: Run, seed: number, cotangent: X): X[] {
    const cotangents = this.cotangents(run);
    const waiting = [{ id: seed, c: cotangent }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.accumulate(run, cotangents, next.id, next.c);
      for (const { arg, partial } of run.bindings[next.id]) {
        waiting.push({ id: arg, c: this.share(cotangents[next.id], partial) });
      }
    }
    return cotangents;
  }
}

/** Propagates along every path: right, and exponential. */
class WithoutSharing extends Tiny {
  protected override sweep(run: Run, seed: number, cotangent: X): X[] {
    const cotangents = this.cotangents(run);
    const waiting = [{ id: seed, c: cotangent }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { id, c } = next;
      this.accumulate(run, cotangents, id, c);
      for (const edge of run.bindings[id]) {
        this.visit(edge);
        waiting.push({ id: edge.arg, c: this.share(c, edge.partial) });
      }
    }
    return cotangents;
  }
}

/** Follows the bindings by recursion. */
class RecursiveSweep extends Tiny {
  protected override sweep(run: Run, seed: number, cotangent: X): X[] {
    const cotangents = this.cotangents(run);
    cotangents[seed] = cotangent;
    const from = (id: number): void => {
      if (id === 0) return;
      if (!this.isSkipped(cotangents[id])) this.follow(run, cotangents, id);
      from(id - 1);
    };
    from(run.primals.length - 1);
    return cotangents;
  }

  private follow(run: Run, cotangents: X[], id: number): void {
    for (const edge of run.bindings[id]) {
      this.visit(edge);
      this.accumulate(run, cotangents, edge.arg, this.share(cotangents[id], edge.partial));
    }
  }
}

/** Makes a list of the gradient by recursion. */
class RecursiveInputs extends Tiny {
  protected override collect(run: Run, cotangents: readonly X[]): X[] {
    const result: X[] = [];
    const from = (id: number): void => {
      if (id > run.inputs) return;
      result.push(cotangents[id]);
      from(id + 1);
    };
    from(1);
    return result;
  }
}

/** Runs the function for its value first, and then for its derivative. */
class RunningTwice extends Tiny {
  override grad(f: Scalar): (xs: readonly X[]) => X[] {
    const derivative = super.grad(f);
    return (xs) => {
      f(xs);
      return derivative(xs);
    };
  }
}

/** The rule for let of Abadi and Plotkin, Fig. 6, as it is written: the body occurs twice. */
class BodyTwice extends Tiny {
  override bind(bound: X, body: (x: X) => X): X {
    body(bound);
    return body(bound);
  }
}

/** Reads an element of the input by a cotangent for the whole input. */
class DenseReads extends Tiny {
  protected override accumulate(run: Run, cotangents: X[], id: number, x: X): void {
    if (id <= run.inputs) this.visited += run.inputs;
    super.accumulate(run, cotangents, id, x);
  }
}

/** Takes both branches and weighs them. */
class BothBranches extends Tiny {
  override ifLess(x: X, y: X, then: () => X, otherwise: () => X): X {
    const isLess = this.primalOf(x) < this.primalOf(y) ? 1 : 0;
    return this.add(this.mul(isLess, then()), this.mul(1 - isLess, otherwise()));
  }
}

/** Multiplies zeros by whatever comes. */
class SkippingNothing extends Tiny {
  protected override isSkipped(): boolean {
    return false;
  }

  protected override share(cotangent: X, partial: X): X {
    return this.mul(cotangent, partial);
  }
}

/** Takes what is not finite for nothing. */
class Swallowing extends Tiny {
  protected override share(cotangent: X, partial: X): X {
    const share = super.share(cotangent, partial);
    return Number.isFinite(this.primalOf(share)) ? share : 0;
  }
}

/** Adds what a pullback gives to what it gave before. */
class Accumulating extends Tiny {
  private readonly kept = new Map<Run, X[]>();

  protected override cotangents(run: Run): X[] {
    const found = this.kept.get(run) ?? super.cotangents(run);
    this.kept.set(run, found);
    return found;
  }
}

/** Starts from 1, whatever the cotangent. */
class UnitSeed extends Tiny {
  protected override sweep(run: Run, seed: number): X[] {
    return super.sweep(run, seed, 1);
  }
}

/** Starts from the newest binding. */
class NewestSeed extends Tiny {
  protected override seedOf(run: Run): number {
    return run.primals.length - 1;
  }
}

/** Forgets the shape of the input. */
class Flat extends Tiny {
  override gradOfTree<T>(f: (tree: T) => X, tree: T): unknown {
    const flat = (value: unknown): unknown[] =>
      typeof value === 'object' ? Object.values(value as object).flatMap(flat) : [value];
    return flat(super.gradOfTree(f, tree));
  }
}

/** Knows reals by their ids alone, so that those of a finished derivative pass for others. */
class Stale extends Tiny {
  protected override runOf(args: readonly X[]): Run | undefined {
    const newest = this.runs.at(-1);
    const own = args.map((x) =>
      x instanceof Tracked && !x.run.open && newest !== undefined ? new Tracked(newest, x.id) : x,
    );
    return super.runOf(own);
  }

  protected override isOf(run: Run, x: X): x is Tracked {
    return x instanceof Tracked && (x.run === run || !x.run.open);
  }
}

/** Leaves one edge of a binding with two out. */
class HalfAnEdge extends Tiny {
  protected override visit(edge: Edge): void {
    super.visit(edge);
    this.last = this.last === edge.arg ? -1 : edge.arg;
  }
  private last = -1;

  protected override share(cotangent: X, partial: X): X {
    return this.last === -1 ? 0 : super.share(cotangent, partial);
  }
}

export const mutants: readonly (readonly [keyof typeof cases & string, new () => Tiny])[] = [
  ['nested gradients are kept apart', Confused],
  ['what is used twice counts once for each use', CountingTwice],
  ['what is used twice counts once for each use', HalfAnEdge],
  ['a result used by many is propagated once', WithoutSharing],
  ['a long chain needs no stack', RecursiveSweep],
  ['many inputs need no stack', RecursiveInputs],
  ['n-fold nesting runs the function once', RunningTwice],
  ['a let differentiates its body once', BodyTwice],
  ['reading a container is linear', DenseReads],
  ['nothing comes from the branch not taken', BothBranches],
  ['zero times infinity is nothing where nothing flows', SkippingNothing],
  ['an infinite derivative is not swallowed', Swallowing],
  ['a pullback used again gives the same', Accumulating],
  ['a cotangent is what the sweep starts from', UnitSeed],
  ['the seed goes to the result, not to the newest operation', NewestSeed],
  ['a gradient has the shape of the input', Flat],
  ['a real of a finished derivative is refused or constant', Stale],
];

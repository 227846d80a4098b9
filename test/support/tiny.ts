/**
 * A small right implementation of reverse mode that nests, made to be got wrong: see mutants.ts.
 */
import type { Implementation, Scalar, X } from './conformance.js';

export interface Edge {
  readonly arg: number;
  readonly partial: X;
  readonly isProbe: boolean;
}

/** One derivative in progress; id 0 is no binding, ids 1 … inputs are the inputs. */
export class Run {
  open = true;
  inputs = 0;
  readonly primals: X[] = [0];
  readonly bindings: (readonly Edge[])[] = [[]];

  constructor(readonly level: number) {}

  bind(primal: X, edges: readonly Edge[]): Tracked {
    this.primals.push(primal);
    return new Tracked(this, this.bindings.push(edges) - 1);
  }
}

export class Tracked {
  constructor(
    readonly run: Run,
    readonly id: number,
  ) {}
}

interface Operation {
  readonly value: (...args: number[]) => number;
  readonly partials: (args: readonly X[], z: X) => readonly X[];
  readonly isProbe?: boolean;
}

export class Tiny implements Implementation {
  propagations = 0;
  protected visited = 0;
  protected readonly runs: Run[] = [];

  private readonly operations: { readonly [name: string]: Operation } = {
    add: { value: (x, y) => x + y, partials: () => [1, 1] },
    mul: { value: (x, y) => x * y, partials: ([x, y]) => [y, x] },
    div: {
      value: (x, y) => x / y,
      partials: ([, y], z) => [this.div(1, y), this.mul(-1, this.div(z, y))],
    },
    sqrt: { value: Math.sqrt, partials: (_, z) => [this.div(0.5, z)] },
    probe: { value: (x) => x, partials: () => [1], isProbe: true },
  };

  /** The run at whose level an operation works, if any. */
  protected runOf(args: readonly X[]): Run | undefined {
    const runs = args.flatMap((x) => (x instanceof Tracked ? [x.run] : []));
    if (runs.some(({ open }) => !open)) throw new Error('a real of a finished derivative');
    return runs.sort((a, b) => b.level - a.level)[0];
  }

  protected isOf(run: Run, x: X): x is Tracked {
    return x instanceof Tracked && x.run === run;
  }

  protected apply(name: string, args: readonly X[]): X {
    const { value, partials, isProbe = false } = this.operations[name];
    const run = this.runOf(args);
    if (run === undefined) return value(...(args as number[]));
    const primals = args.map((x) => (this.isOf(run, x) ? run.primals[x.id] : x));
    const z = this.apply(name, primals);
    const edges = partials(primals, z).flatMap((partial, k): Edge[] => {
      const x = args[k];
      return this.isOf(run, x) ? [{ arg: x.id, partial, isProbe }] : [];
    });
    return run.bind(z, edges);
  }

  add = (x: X, y: X): X => this.apply('add', [x, y]);
  mul = (x: X, y: X): X => this.apply('mul', [x, y]);
  div = (x: X, y: X): X => this.apply('div', [x, y]);
  sqrt = (x: X): X => this.apply('sqrt', [x]);
  probe = (x: X): X => this.apply('probe', [x]);

  protected primalOf(x: X): number {
    return x instanceof Tracked ? this.primalOf(x.run.primals[x.id]) : (x as number);
  }

  ifLess(x: X, y: X, then: () => X, otherwise: () => X): X {
    return this.primalOf(x) < this.primalOf(y) ? then() : otherwise();
  }

  bind(bound: X, body: (x: X) => X): X {
    return body(bound);
  }

  /** Runs `f` on tracked inputs, and gives the run with the result while it is open. */
  protected within<T>(f: Scalar, xs: readonly X[], use: (run: Run, output: X) => T): T {
    const run = new Run(this.runs.length + 1);
    this.runs.push(run);
    try {
      const inputs = xs.map((x) => run.bind(x, []));
      run.inputs = xs.length;
      return use(run, f(inputs));
    } finally {
      run.open = false;
      this.runs.pop();
    }
  }

  protected seedOf(run: Run, output: X): number {
    return this.isOf(run, output) ? output.id : 0;
  }

  /** The product that flows along an edge. */
  protected share(cotangent: X, partial: X): X {
    return partial === 0 ? 0 : this.mul(cotangent, partial);
  }

  protected visit({ isProbe }: Edge): void {
    this.visited++;
    if (isProbe) this.propagations++;
  }

  protected accumulate(_run: Run, cotangents: X[], id: number, x: X): void {
    cotangents[id] = cotangents[id] === 0 ? x : this.add(cotangents[id], x);
  }

  protected cotangents(run: Run): X[] {
    return run.primals.map(() => 0);
  }

  /** The cotangents of all ids, for a seed on one. */
  protected sweep(run: Run, seed: number, cotangent: X): X[] {
    const cotangents = this.cotangents(run);
    this.accumulate(run, cotangents, seed, cotangent);
    for (let id = run.primals.length - 1; id > 0; id--) {
      const c = cotangents[id];
      if (this.isSkipped(c)) continue;
      for (const edge of run.bindings[id]) {
        this.visit(edge);
        this.accumulate(run, cotangents, edge.arg, this.share(c, edge.partial));
      }
    }
    return cotangents;
  }

  protected isSkipped(cotangent: X): boolean {
    return cotangent === 0;
  }

  protected collect(run: Run, cotangents: readonly X[]): X[] {
    return cotangents.slice(1, run.inputs + 1);
  }

  grad(f: Scalar): (xs: readonly X[]) => X[] {
    return (xs) =>
      this.within(f, xs, (run, output) =>
        this.collect(run, this.sweep(run, this.seedOf(run, output), 1)),
      );
  }

  pullback(f: Scalar, xs: readonly number[]): (cotangent: number) => readonly X[] {
    return this.within(f, xs, (run, output) => {
      const seed = this.seedOf(run, output);
      return (cotangent) => this.collect(run, this.sweep(run, seed, cotangent));
    });
  }

  gradOfTree<T>(f: (tree: T) => X, tree: T): unknown {
    const reals: X[] = [];
    map(tree, (x) => reals.push(x));
    const rebuilt = (leaves: readonly X[]) => {
      let next = 0;
      return map(tree, () => leaves[next++]);
    };
    return rebuilt(this.grad((xs) => f(rebuilt(xs) as T))(reals));
  }

  steps(f: Scalar, xs: readonly number[]): number {
    const before = this.visited;
    this.grad(f)(xs);
    return this.visited - before;
  }
}

function map(tree: unknown, change: (x: unknown) => unknown): unknown {
  if (typeof tree !== 'object' || tree === null) return change(tree);
  if (Array.isArray(tree)) return tree.map((child: unknown) => map(child, change));
  return Object.fromEntries(Object.entries(tree).map(([key, child]) => [key, map(child, change)]));
}

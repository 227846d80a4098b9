/**
 * Symbolic evaluation (Figs. 4 and 5 of Abadi and Plotkin): a program runs on its numbers, which answer its
 * questions, and each operation on what depends on the inputs leaves a binding. A derivative inside is
 * traced through: W.rd_V(x. N) leaves the bindings of its sweep. O(1) for each operation, beside the
 * operation.
 */
import { callSite } from '../../errors/call-site.js';
import { nextLevel, within } from '../../core/open-runs.js';
import { namedOperators } from '../../special/named.js';
import { numberIn } from '../../core/number-in.js';
import { Dual, Run, type Operation, type Real } from '../../core/real.js';
import { Watcher, arePartials, comparisons, type Comparison } from '../../core/watcher.js';
import type { DeltaId } from '../../delta/delta.js';
import type { Guard, Operand, TraceBinding, TraceTerm } from './trace-term.js';

class TraceDual extends Dual {
  constructor(
    readonly run: SymbolicRun,
    readonly id: DeltaId,
    readonly primalReal: Real,
  ) {
    super();
  }
}

/** Notes the questions of a run, also those of rows that choose their partials. */
class GuardWatcher extends Watcher {
  constructor(private readonly run: SymbolicRun) {
    super(null, 0, Infinity);
  }

  override applied(): void {}

  override compared(question: string, [x, y]: readonly number[], reals: readonly Real[]): void {
    this.run.ask(question, reals, comparisons[question as Comparison](x, y));
  }

  override stepped(step: Operation, args: readonly Real[]): void {
    if (namedOperators.get(step.name)?.primitive === step)
      this.run.ask(step.name, args, step.value(args.map(numberIn)));
    else for (const x of args) this.run.take(x);
  }
}

class SymbolicRun extends Run {
  readonly level = nextLevel();
  readonly bindings: TraceBinding[] = [];
  readonly guards: Guard[] = [];
  /** The ids whose numbers the program took. */
  private readonly taken = new Set<DeltaId>();

  constructor(private readonly inputs: readonly Real[]) {
    super();
    this.watch(new GuardWatcher(this));
  }

  duals = (): Dual[] => this.inputs.map((x, k) => new TraceDual(this, k + 1, x));

  private own(x: Real): x is TraceDual {
    return x instanceof TraceDual && x.run === this;
  }

  operand = (x: Real): Operand => (this.own(x) ? { id: x.id } : numberIn(x));

  apply(operation: Operation, args: readonly Real[]): Real {
    const value = operation.apply(args.map((x) => (this.own(x) ? x.primalReal : x)));
    this.bindings.push({ operation, args: args.map(this.operand) });
    return new TraceDual(this, this.inputs.length + this.bindings.length, value);
  }

  ask(question: string, args: readonly Real[], answer: boolean | number): void {
    const source = callSite();
    const guard = { question, args: args.map(this.operand), answer, after: this.bindings.length };
    this.guards.push(source === undefined ? guard : { ...guard, source });
  }

  /** The program goes on with a number of its own. */
  take(x: Real): void {
    if (!this.own(x) || this.taken.has(x.id)) return;
    this.taken.add(x.id);
    this.ask('value', [x], numberIn(x));
  }

  primalOf(dual: Dual): Real {
    return (dual as TraceDual).primalReal;
  }

  /** Rows look at numbers only where these are not finite. */
  override read(dual: Dual): Real {
    if (!arePartials()) this.take(dual);
    return this.primalOf(dual);
  }

  describe(dual: Dual): string {
    return `x${(dual as TraceDual).id}`;
  }
}

/** The trace of a function on reals, at given inputs. O(f). */
export function symbolically(
  inputs: TraceTerm['inputs'],
  primals: readonly Real[],
  f: (reals: Dual[]) => readonly Real[],
): TraceTerm {
  const run = new SymbolicRun(primals);
  return within(run, () => {
    const outputs = f(run.duals()).map(run.operand);
    return { inputs, bindings: run.bindings, guards: run.guards, outputs };
  });
}

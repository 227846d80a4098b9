/**
 * The series of rows as code, by the rules of series runs: a series run inside of a code run computes coefficients
 * that are values. Partials come from the table as code (partials.ts). A partial that is only a function has further
 * partials (second-partials.ts).
 */
import { within } from '../../../core/open-runs.js';
import type { Operation, Real } from '../../../core/real.js';
import { Series, SeriesRun } from '../../../derivatives/series-run.js';
import { Builder, value } from '../../ir/build.js';
import { compared } from '../../ir/compared.js';
import type { Op, Value } from '../../ir/ir.js';
import { isOfTable, operationOf, rowOf, rulesOf } from '../../ir/rows.js';
import { CodeRun, NotCode, Slope, rowInCode } from './code-run.js';
import type { Partials } from './partials.js';
import { furtherPartials } from './second-partials.js';

type PartialOp = Op & { readonly tag: 'partial' };
/** A number or a bool as it is known: a constant, or a value in code. */
type Known = Real | boolean | Value;

/** The most times that a partial that is a function is differentiated: each time takes twice as long. */
const MOST_ALONG = 3;

/** Returns the result of a rule, or undefined if it looks at primals. */
function unlessNotCode<T>(rule: () => T): T | undefined {
  try {
    return rule();
  } catch (error) {
    if (error instanceof NotCode) return undefined;
    throw error;
  }
}

/**
 * A rule that looks at primals has no code, and that of a user may do anything: then coefficients are derived from the
 * partials.
 */
class SeriesOfCode extends SeriesRun {
  protected override byRule(...call: Parameters<SeriesRun['byRule']>): Real | undefined {
    if (!isOfTable(rowOf(call[0]))) return undefined;
    return unlessNotCode(() => super.byRule(...call));
  }
}

export class RowSeries {
  private readonly code: CodeRun;
  private run!: SeriesRun;

  constructor(
    private readonly builder: Builder,
    private readonly partialsOf: Partials,
  ) {
    this.code = new CodeRun(builder, this.partials);
  }

  /** Returns the result of `work` with series up to an order. */
  within<T>(order: number, work: () => T): T {
    return within(this.code, () => {
      this.run = new SeriesOfCode(order);
      return within(this.run, work);
    });
  }

  real = (of: Value): Real => this.code.real(of);
  codeOf = (x: Real): Value => this.code.codeOf(x);

  /** A real with coefficients from 0 on, of which there are as many as in the run. */
  series = (coefficients: readonly Real[]): Real =>
    new Series(this.run, [...coefficients], undefined);

  /** Coefficients 1, 2, … of what an operation gives. */
  of(op: Op, args: readonly Real[]): readonly Real[] {
    const found = op.tag === 'prim' ? this.row(op.row, args) : this.slope(op as PartialOp, args);
    const { order } = this.run;
    const coefficients = this.run.coefficients(found, order);
    return Array.from({ length: order }, (_, k) => coefficients[k + 1] ?? 0);
  }

  private row = (row: string, args: readonly Real[]): Real => operationOf(row).apply(args);

  private slope({ args: _, ...op }: PartialOp, args: readonly Real[]): Real {
    if ((op.along ?? []).length > MOST_ALONG) throw new NotCode();
    const output = args[args.length - 1];
    return new Slope(op, this.first(output), output).apply(args.slice(0, -1));
  }

  private first = (x: Real): Real => (x instanceof Series && x.run === this.run ? x.known[0] : x);

  private partials = (
    operation: Operation,
    args: readonly Real[],
    output: Real,
    active: readonly boolean[],
  ): readonly Real[] =>
    args.map((_, by) => (active[by] ? this.partial(operation, by, args, output) : 0));

  private partial(operation: Operation, by: number, args: readonly Real[], output: Real): Real {
    if (operation instanceof Slope)
      return this.evaluated(
        (builder, given) => furtherPartials({ ...operation.op, args: given }, given, builder)(by),
        [...args, operation.output],
      );
    const all = [...args, output];
    const row = rowInCode(operation);
    const code = this.partialsOf(row, by);
    if (code !== null)
      return this.evaluated(
        (builder, given) => code(builder, given.slice(0, -1), given[given.length - 1]),
        all,
      );
    const rule = isOfTable(row) ? rulesOf(row)?.[by] : undefined;
    const found = rule && unlessNotCode(() => rule(...all));
    return found ?? this.slope({ tag: 'partial', row, by, args: [] }, all);
  }

  /** The value of straight-line code at reals. */
  private evaluated(
    code: (builder: Builder, given: Value[]) => Value,
    reals: readonly Real[],
  ): Real {
    const scratch = new Builder();
    const given = reals.map(() => value('', 'f64'));
    const { body, yields } = scratch.region(given, () => [code(scratch, given)]);
    const known = new Map<Value, Known>(given.map((of, k) => [of, reals[k]]));
    for (const stmt of body)
      if (stmt.tag === 'let')
        known.set(
          stmt.value,
          this.done(
            stmt.op,
            stmt.op.args.map((arg) => known.get(arg)!),
          ),
        );
    return known.get(yields[0]) as Real;
  }

  private done(op: Op, args: readonly Known[]): Known {
    const reals = args as readonly Real[];
    switch (op.tag) {
      case 'const':
        return op.value;
      case 'prim':
        return this.row(op.row, reals);
      case 'partial':
        return this.slope(op, reals);
      case 'compare': {
        const [x, y] = reals.map(this.first);
        return typeof x === 'number' && typeof y === 'number'
          ? compared[op.by](x, y)
          : this.builder.compare(op.by, this.codeOf(x), this.codeOf(y));
      }
      case 'choose': {
        const [test, then, otherwise] = args;
        if (typeof test === 'boolean') return test ? then : otherwise;
        return op.args[1].type === 'bool'
          ? this.builder.choose(test as Value, this.bool(then), this.bool(otherwise))
          : this.choice(test as Value, then as Real, otherwise as Real);
      }
      default:
        throw new NotCode();
    }
  }

  private bool = (of: Known): Value =>
    typeof of === 'boolean' ? this.builder.constant(of) : (of as Value);

  private choice(test: Value, then: Real, otherwise: Real): Real {
    const at = (k: number): Real => {
      const [x, y] = [then, otherwise].map((of) => this.run.coefficients(of, k)[k] ?? 0);
      return this.chosen(test, x, y);
    };
    const isSeries = [then, otherwise].some((of) => of !== this.first(of));
    return isSeries ? new Series(this.run, [at(0)], at) : at(0);
  }

  /** One of two coefficients. */
  chosen(test: Value, then: Real, otherwise: Real): Real {
    if (then === otherwise) return then;
    return this.real(this.builder.choose(test, this.codeOf(then), this.codeOf(otherwise)));
  }
}

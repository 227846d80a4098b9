/**
 * Towers (§10.4, after Karczmarczuk), as power series: each real is paired with the
 * coefficients 1 … order of its Taylor expansion along one input. Coefficients are reals of the
 * enclosing level, so series nest.
 *
 * From a row to its series: z' is the sum of partial times x' over the arguments, and a partial,
 * written in operators, runs on series. Coefficient k of z thus needs coefficients of the partials
 * up to k - 1, which may be made of z itself: a series is computed from below, one coefficient at
 * a time, when asked for. A row whose partials never come back to it has a rule of its own
 * (`series`, core/primitives/row.ts).
 *
 * O(order²) for each operation on numbers, O(order) memory for each series in use. What the user's
 * function makes is computed at once, so that recursion is as deep as one rule, not as the program.
 */
import { itself, ownClass } from '../errors/copy-guard.js';
import { nextLevel, without } from '../core/open-runs.js';
import {
  Dual,
  Run,
  primalOf,
  type Coefficients,
  type Operation,
  type Real,
  type Rule,
} from '../core/real.js';
import { realProduct, realSum } from '../delta/exact-zero.js';
import { div, mul, neg } from '../core/primitives/table.js';
import { unwatched } from '../core/watcher.js';

/** Coefficient k of a series of which all before it are known. */
type CoefficientRule = (k: number, series: Series) => Real;

/** Nothing of it is private to the class: the translator knows the fields of duals by their types. */
export class Series extends Dual {
  readonly scaled: Real[] = [];

  constructor(
    readonly run: SeriesRun,
    /** As many as are known. */
    readonly known: Real[],
    public rule: CoefficientRule | undefined,
  ) {
    super();
    this.dropRule();
  }

  override get [ownClass](): typeof itself {
    return itself;
  }

  /** Nothing asks for more than `order`, and a rule holds on to the arguments. */
  dropRule(): void {
    if (this.known.length > this.run.order) this.rule = undefined;
  }

  /** The coefficients, at least up to `k`. */
  upTo(k: number): Coefficients {
    while (this.known.length <= k) {
      this.known.push(this.rule!(this.known.length, this));
      this.dropRule();
    }
    return this.known;
  }

  /** The coefficients 0 … k - 1 of the derivative. */
  derivative(k: number): Coefficients {
    const coefficients = this.upTo(k);
    while (this.scaled.length < k) {
      const next = this.scaled.length + 1;
      this.scaled.push(realProduct(next, coefficients[next]));
    }
    return this.scaled;
  }
}

export class SeriesRun extends Run {
  readonly level = nextLevel();
  /** The results of the unary primitives for each series while one rule is at work. */
  private made = new Map<Series, Map<Operation, Series>>();
  private atWork = false;

  constructor(override readonly order: number) {
    super();
  }

  /** The series x + scale t. */
  variable(x: Real, scale: number): Series {
    return new Series(this, [x, scale, ...new Array<number>(this.order).fill(0)], undefined);
  }

  apply(primitive: Operation, args: readonly Real[]): Real {
    const only = args.length === 1 ? (args[0] as Series) : undefined;
    const old = only && this.made.get(only)?.get(primitive);
    if (old !== undefined) return old;
    const value = primitive.apply(this.firsts(args));
    const series = new Series(this, [value], this.ruleOf(primitive, args));
    if (only) this.remember(only, primitive, series);
    return this.completed([series])[0];
  }

  /**
   * The pushforward, run on series, takes the derivatives of the arguments to those of the results.
   */
  override applyRule(rule: Rule, args: readonly Real[]): Real[] {
    const values = without(this.level, 'aside', () => rule.at(this.firsts(args)).values);
    let changes: readonly Real[] | undefined;
    const results = values.map(
      (value, i) =>
        new Series(this, [value], (k) => {
          changes ??= rule.at(args).pushforward(args.map((x) => this.derivative(x)));
          return over(this.coefficients(changes[i], k - 1)[k - 1] ?? 0, k);
        }),
    );
    return this.completed(results);
  }

  /** So sin → cos → -sin comes back to the sin that it started from, and -(-x) to x. */
  private remember(arg: Series, primitive: Operation, result: Series): void {
    const ofArg = this.made.get(arg) ?? new Map<Operation, Series>();
    this.made.set(arg, ofArg.set(primitive, result));
    if (primitive === neg.primitive) this.made.set(result, new Map([[primitive, arg]]));
  }

  /** All coefficients at once, except for the series that rules make on their way. */
  private completed(made: Series[]): Series[] {
    if (this.atWork) return made;
    this.atWork = true;
    // What rules do on their way are not operations of the program.
    const { watcher } = this;
    this.watcher = null;
    try {
      unwatched(() => made.forEach((series) => series.upTo(this.order)));
    } finally {
      this.atWork = false;
      this.watcher = watcher;
      this.made = new Map();
    }
    return made;
  }

  /** The coefficients of any real, at least up to `k`: a real of another run is a constant. */
  coefficients(x: Real, k: number): Coefficients {
    return isOf(this, x) ? x.upTo(k) : [x];
  }

  private firsts(args: readonly Real[]): Real[] {
    return args.map((x) => (isOf(this, x) ? x.known[0] : x));
  }

  private derivative(x: Real): Real {
    if (!isOf(this, x)) return 0;
    return new Series(this, [x.derivative(1)[0]], (k) => x.derivative(k + 1)[k]);
  }

  private ruleOf(primitive: Operation, args: readonly Real[]): CoefficientRule {
    const active = args.map((x) => isOf(this, x));
    // Not before coefficient 1 is wanted: partials have partials without end.
    let partials: readonly Real[] | undefined;
    return (k, output) => {
      if (primitive.series !== undefined) {
        const coefficients = args.map((x) => this.coefficients(x, k));
        const coefficient = this.byRule(primitive, coefficients, output.known, k);
        if (coefficient !== undefined) return coefficient;
      }
      partials ??= primitive.partials(args, output, active);
      return this.derived(k, args, partials);
    };
  }

  /** Coefficient k of the output by the rule of a row, if the rule applies. */
  protected byRule(
    operation: Operation,
    ...call: Parameters<NonNullable<Operation['series']>>
  ): Real | undefined {
    return operation.series?.(...call);
  }

  /** Coefficient k of the output by z' = Σ partial x'. */
  private derived(k: number, args: readonly Real[], partials: readonly Real[]): Real {
    let constant: Real = 0;
    let varying: Real = 0;
    for (let i = 0; i < args.length; i++) {
      const x = args[i];
      const partial = partials[i];
      if (!isOf(this, x)) continue;
      if (isOf(this, partial)) {
        varying = realSum(varying, convolved(x.derivative(k), partial.upTo(k - 1), k - 1));
        continue;
      }
      constant = realSum(constant, realProduct(partial, x.upTo(k)[k]));
    }
    return realSum(constant, over(varying, k));
  }

  primalOf(dual: Dual): Real {
    return (dual as Series).known[0];
  }

  describe(dual: Dual): string {
    return `coefficients ${(dual as Series).known.map(primalOf).join(', ')}`;
  }
}

const isOf = (run: SeriesRun, x: Real): x is Series => x instanceof Series && x.run === run;

const over = (x: Real, k: number): Real => (x === 0 || k === 1 ? x : div(x, k));

/** Coefficient k of a product of two series, by the row of `mul`. */
const convolved = (x: Coefficients, y: Coefficients, k: number): Real =>
  mul.primitive.series!([x, y], [], k)!;

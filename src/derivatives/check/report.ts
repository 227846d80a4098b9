/**
 * The findings of the law checker, as data and as text. A law fails if one of its comparisons fails. What
 * could not be compared becomes a note, and never counts as right or wrong.
 */

/** One comparison: what stands at a path, and what should. */
export interface Discrepancy {
  /** The leaf it was found at, such as `argument 0.weights[3]`. */
  readonly path: string;
  readonly expected: number;
  readonly actual: number;
  /** Where the two numbers come from. */
  readonly because: string;
}

export interface LawReport {
  readonly law: string;
  readonly status: 'holds' | 'fails' | 'not checked';
  /** The number of comparisons made. */
  readonly checks: number;
  /** The comparison that is worst in relation to what rounding allows; null if none was made. */
  readonly worst: Discrepancy | null;
  /** Notes on what was not compared, and why. */
  readonly notes: readonly string[];
}

/** Gathers the comparisons of one law. */
export class Tally {
  private checks = 0;
  private worst: Discrepancy | null = null;
  private ratio = -1;
  private readonly notes = new Map<string, Map<string, string>>();

  constructor(private readonly law: string) {}

  get fails(): boolean {
    return this.ratio > 1;
  }

  /** Two numbers that may be apart by `tolerance`; NaN equals NaN, and nothing else. */
  compare(found: Discrepancy, tolerance: number): void {
    const { expected, actual } = found;
    const same = Object.is(expected + 0, actual + 0);
    const ratio = same ? 0 : Math.abs(expected - actual) / tolerance;
    this.judge(found, Number.isNaN(ratio) ? Infinity : ratio);
  }

  /** A comparison judged elsewhere. */
  judge(found: Discrepancy, ratio: number): void {
    this.checks++;
    if (ratio <= this.ratio) return;
    this.ratio = ratio;
    this.worst = found;
  }

  /**
   * Says of a leaf what was not checked, and how it looks there. Leaves with the same
   * remark are counted together.
   */
  note(path: string, remark: string, detail = ''): void {
    const places = this.notes.get(remark) ?? new Map<string, string>();
    this.notes.set(remark, places);
    if (!places.has(path)) places.set(path, detail);
  }

  report(): LawReport {
    const passed = this.checks > 0 ? 'holds' : 'not checked';
    return {
      law: this.law,
      status: this.fails ? 'fails' : passed,
      checks: this.checks,
      worst: this.worst,
      notes: [...this.notes].map(([remark, places]) => {
        const [[path, detail]] = places;
        const others = places.size === 1 ? '' : ` and ${places.size - 1} more`;
        return `${path}${others}: ${remark}${detail}`;
      }),
    };
  }
}

const lineOf = ({ law, status, checks, worst, notes }: LawReport): string[] => {
  const mark = { holds: '✓', fails: '✗', 'not checked': '–' }[status];
  const count = `${checks} comparison${checks === 1 ? '' : 's'}`;
  const found =
    status === 'fails' && worst !== null
      ? `fails at ${worst.path}: expected ${worst.expected}, actual ${worst.actual} (${worst.because})`
      : status === 'holds'
        ? `holds in ${count}`
        : 'not checked';
  return [`${mark} ${law}: ${found}`, ...notes.map((note) => `    ${note}`)];
};

/** The laws that a function was checked against. `String(report)` is for people. */
export class GradientReport {
  constructor(
    /** True if no law fails. */
    readonly ok: boolean,
    readonly laws: readonly LawReport[],
    /** The numbers of reals in the input and the output. */
    readonly inputs: number,
    readonly outputs: number,
    readonly seed: number,
    readonly order: 1 | 2,
  ) {}

  toString(): string {
    const count = (wanted: LawReport['status']) =>
      this.laws.filter(({ status }) => status === wanted).length;
    const all = this.laws.length;
    const verdict = !this.ok
      ? `The derivatives break ${count('fails')} of ${all} laws`
      : count('not checked') > 0
        ? `The derivatives obey ${count('holds')} of ${all} laws; the others could not be checked here`
        : 'The derivatives obey the laws';
    const facts = `inputs: ${this.inputs}, outputs: ${this.outputs}, order: ${this.order}, seed: ${this.seed}`;
    return [`${verdict} (${facts}).`, ...this.laws.flatMap(lineOf)].join('\n');
  }
}

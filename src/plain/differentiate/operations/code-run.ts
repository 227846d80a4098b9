/**
 * A run whose reals are values of the language: what operators do with them becomes code. So a rule that is written
 * in operators becomes code, and is not stated a second time. A rule that looks at a primal cannot become code. Where
 * the partials of a row choose between formulas, the code of these partials (partials.ts) has both.
 */
import { applyAtDeepestLevel, nextLevel, partialsOfRuns } from '../../../core/open-runs.js';
import { Dual, Run, type Operation, type Real } from '../../../core/real.js';
import type { Builder } from '../../ir/build.js';
import type { Op, Value } from '../../ir/ir.js';
import { rowOf } from '../../ir/rows.js';

/** Thrown for a rule that looks at a primal, which has no code. */
export class NotCode extends Error {}

/** A partial that is only known as a function, as an operation on the arguments of its row. */
export class Slope implements Operation {
  readonly name = 'partial';

  /**
   * @param primal what the row gives
   * @param output the same, perhaps as a real of a run inside of the code run
   */
  constructor(
    readonly op: Omit<Op & { readonly tag: 'partial' }, 'args'>,
    readonly primal: Real,
    readonly output: Real,
  ) {}

  apply = (args: readonly Real[]): Real => applyAtDeepestLevel(this, [...args]);

  value(): never {
    throw new NotCode();
  }

  partials = (args: readonly Real[], output: Real, active: readonly boolean[]): readonly Real[] =>
    partialsOfRuns(this, args, output, active)!;

  boundary = (): number => Infinity;
}

/** The row of an operation. Rows that are there for the partials of others have no name in code. */
export function rowInCode(operation: Operation): string {
  const row = rowOf(operation) as string | undefined;
  if (row === undefined) throw new NotCode();
  return row;
}

class CodeReal extends Dual {
  constructor(
    readonly run: CodeRun,
    readonly id: Value,
  ) {
    super();
  }
}

export class CodeRun extends Run {
  readonly level = nextLevel();

  /** @param takePartials gives partials of operations at reals of runs inside of this one */
  constructor(
    private readonly builder: Builder,
    private readonly takePartials: NonNullable<Run['partials']>,
  ) {
    super();
  }

  real = (of: Value): Real => new CodeReal(this, of);

  codeOf = (x: Real): Value =>
    typeof x === 'number' ? this.builder.constant(x) : (x as CodeReal).id;

  apply(operation: Operation, args: readonly Real[]): Real {
    if (operation instanceof Slope) {
      const all = [...args, operation.primal].map(this.codeOf);
      return this.real(this.builder.let({ ...operation.op, args: all }));
    }
    const row = rowInCode(operation);
    return simpler(row, args) ?? this.real(this.builder.prim(row, args.map(this.codeOf)));
  }

  override partials(...call: Parameters<NonNullable<Run['partials']>>) {
    return this.takePartials(...call);
  }

  primalOf(): never {
    throw new NotCode();
  }

  describe(): string {
    return 'a value of code';
  }
}

/** The real that a product, quotient or power by 0 or 1 is; undefined for all else. */
function simpler(row: string, [x, y]: readonly Real[]): Real | undefined {
  switch (row) {
    case 'mul':
      // exact 0: it wins over partials that are not finite.
      if (x === 0 || y === 0) return 0;
      return x === 1 ? y : y === 1 ? x : undefined;
    case 'div':
      return y === 1 ? x : undefined;
    case 'sub':
      return y === 0 ? x : undefined;
    case 'pow':
      return y === 0 ? 1 : y === 1 ? x : undefined;
    default:
      return undefined;
  }
}

/**
 * A formula at all rows of a table, with its partial with respect to each parameter: the sweep of the tape (§7.3), for
 * many rows at a time. Rows go through all steps in blocks, so that what is between stays in the cache.
 */
import type { Row } from '../../core/primitives/row.js';
import type { Formula, Step } from './formula.js';

/** Rows in a block. */
const BLOCK = 1024;

type Numbers = (...xs: readonly number[]) => number;
type Lists = (xs: readonly number[], z: number) => readonly number[];

/** A step with the numbers of a block. */
interface Cell {
  readonly values: Float64Array;
  /** True if no column reaches it: its values are alike in all rows. */
  readonly isUniform: boolean;
  /** The derivative of the formula with respect to this step; null where no parameter reaches it. */
  readonly cotangents: Float64Array | null;
}

/** The meaning of a name in the formula: a column, the parameter of this number, or a constant. */
export type Source =
  | { readonly column: Float64Array }
  | { readonly parameter: number }
  | { readonly constant: number };

const newCell = (isActive: boolean, isUniform: boolean): Cell => ({
  values: new Float64Array(BLOCK),
  isUniform,
  cotangents: isActive ? new Float64Array(BLOCK) : null,
});

interface Call {
  readonly row: Row;
  readonly args: readonly Cell[];
  readonly to: Cell;
}

export class FormulaColumns {
  private readonly calls: Call[] = [];
  private readonly columns: { readonly cell: Cell; readonly column: Float64Array }[] = [];
  private readonly parameters: { readonly cell: Cell; readonly parameter: number }[] = [];
  private readonly last: Cell;

  /** @param count of rows */
  constructor(
    { steps }: Formula,
    sources: readonly Source[],
    private readonly count: number,
  ) {
    const cells: Cell[] = [];
    for (const step of steps) cells.push(this.cellOf(step, sources, cells));
    this.last = cells.at(-1)!;
  }

  private cellOf(step: Step, sources: readonly Source[], cells: readonly Cell[]): Cell {
    if ('operator' in step) {
      const args = step.args.map((k) => cells[k]);
      const to = newCell(
        args.some(({ cotangents }) => cotangents !== null),
        args.every(({ isUniform }) => isUniform),
      );
      this.calls.push({ row: step.operator.primitive.row, args, to });
      return to;
    }
    const source = 'name' in step ? sources[step.name] : step;
    const cell = newCell('parameter' in source, !('column' in source));
    if ('column' in source) this.columns.push({ cell, ...source });
    else if ('parameter' in source) this.parameters.push({ cell, ...source });
    else cell.values.fill(source.constant);
    return cell;
  }

  /** The values at all rows. O(steps · rows). */
  values(parameters: readonly number[]): Float64Array {
    const found = new Float64Array(this.count);
    this.inBlocks(parameters, (first, size) => {
      found.set(this.last.values.subarray(0, size), first);
    });
    return found;
  }

  /** For each parameter, how the values change with it. O(steps · rows), for any number of parameters. */
  partials(parameters: readonly number[]): Float64Array[] {
    const found = parameters.map(() => new Float64Array(this.count));
    this.inBlocks(parameters, (first, size) => {
      this.sweep(size);
      for (const { cell, parameter } of this.parameters)
        found[parameter].set(cell.cotangents!.subarray(0, size), first);
    });
    return found;
  }

  private inBlocks(
    parameters: readonly number[],
    take: (first: number, size: number) => void,
  ): void {
    for (const { cell, parameter } of this.parameters) cell.values.fill(parameters[parameter]);
    for (const call of this.calls) {
      if (!call.to.isUniform) continue;
      evaluate(call, 1);
      call.to.values.fill(call.to.values[0]);
    }
    for (let first = 0; first < this.count; first += BLOCK) {
      const size = Math.min(BLOCK, this.count - first);
      for (const { cell, column } of this.columns)
        cell.values.set(column.subarray(first, first + size));
      for (const call of this.calls) if (!call.to.isUniform) evaluate(call, size);
      take(first, size);
    }
  }

  private sweep(size: number): void {
    for (const { cell } of this.parameters) cell.cotangents!.fill(0);
    for (const { to } of this.calls) to.cotangents?.fill(0);
    this.last.cotangents?.fill(1);
    for (let k = this.calls.length - 1; k >= 0; k--) pullBack(this.calls[k], size);
  }
}

function evaluate({ row, args, to }: Call, size: number): void {
  const { values } = to;
  if (typeof row.partials === 'function') {
    const value = row.value as (xs: readonly number[]) => number;
    for (let i = 0; i < size; i++) values[i] = value(args.map((arg) => arg.values[i]));
    return;
  }
  const value = row.value as Numbers;
  const [x, y, w] = args.map((arg) => arg.values);
  if (args.length === 1) for (let i = 0; i < size; i++) values[i] = value(x[i]);
  else if (args.length === 2) for (let i = 0; i < size; i++) values[i] = value(x[i], y[i]);
  else for (let i = 0; i < size; i++) values[i] = value(x[i], y[i], w[i]);
}

/** Adds the cotangents of a call to those of its arguments. A cotangent of exactly 0 is not propagated. */
function pullBack({ row, args, to }: Call, size: number): void {
  const { values: z, cotangents: bars } = to;
  if (bars === null) return;
  if (typeof row.partials === 'function') {
    const partials = row.partials as unknown as Lists;
    for (let i = 0; i < size; i++) {
      if (bars[i] === 0) continue;
      const found = partials(
        args.map((arg) => arg.values[i]),
        z[i],
      );
      args.forEach(({ cotangents }, k) => {
        if (cotangents !== null) cotangents[i] += bars[i] * found[k];
      });
    }
    return;
  }
  const [x, y, w] = args.map((arg) => arg.values);
  args.forEach(({ cotangents }, k) => {
    if (cotangents === null) return;
    const partial = (row.partials as unknown as readonly Numbers[])[k];
    if (to.isUniform || partial.length === 0) {
      const p = partial(...args.map((arg) => arg.values[0]), z[0]);
      for (let i = 0; i < size; i++) if (bars[i] !== 0) cotangents[i] += bars[i] * p;
    } else if (args.length === 1) {
      for (let i = 0; i < size; i++)
        if (bars[i] !== 0) cotangents[i] += bars[i] * partial(x[i], z[i]);
    } else if (args.length === 2) {
      for (let i = 0; i < size; i++)
        if (bars[i] !== 0) cotangents[i] += bars[i] * partial(x[i], y[i], z[i]);
    } else {
      for (let i = 0; i < size; i++)
        if (bars[i] !== 0) cotangents[i] += bars[i] * partial(x[i], y[i], w[i], z[i]);
    }
  });
}

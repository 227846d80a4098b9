/**
 * Fig. 14 for one row of one argument or two, over columns: a computation of the monad that goes on in place, and makes
 * nothing but a dual. Each row has a copy of the text (core/specialise.ts), into which V8 inlines it. What the text does not
 * take goes by the general rule (`applySpec`), which says what is right.
 */
import type { BinaryRow, UnaryRow } from '../core/primitives/row.js';
import type { Real, Run } from '../core/real.js';
import { specialiseBy } from '../core/specialise.js';
import type { ColumnState } from '../delta/column-state.js';
import { SpecDual } from '../delta/specification.js';
import { byHand } from './dual.js';

/** The result, or null where the general rule is needed. A row of one argument has no second. */
export type ColumnStep = (x: Real, y: Real | undefined, state: ColumnState) => SpecDual | null;

interface Parts {
  readonly isUnary: boolean;
  readonly value: (a: number, b?: number) => number;
  readonly dx: (...args: readonly number[]) => number;
  readonly dy: (...args: readonly number[]) => number;
  readonly Dual: typeof SpecDual;
  readonly constants: Run;
}

/** Constants have id 0, and so has a second argument that is not there. Ids of duals made by hand may be negative. */
const stepped = (the: Parts): ColumnStep =>
  ({
    operator: (x: Real, y: Real | undefined, state: ColumnState): SpecDual | null => {
      let run: Run | null = null;
      let i = 0;
      let a = x as number;
      if (typeof x !== 'number') {
        if (!(x instanceof the.Dual)) return null;
        a = x.primalNumber;
        i = x.id;
        if (i !== 0) run = x.run;
      }
      let j = 0;
      let b = y as number;
      if (!the.isUnary && typeof y !== 'number') {
        if (!(y instanceof the.Dual)) return null;
        b = y.primalNumber;
        j = y.id;
        if (j !== 0) {
          if (run !== null && run !== y.run) return null;
          run = y.run;
        }
      }
      if (i < 0 || j < 0) return null;
      const z = the.isUnary ? the.value(a) : the.value(a, b);
      if (run === null) return new the.Dual(the.constants, z, 0);
      if (run !== state.owner && !state.admit(run)) return null;
      const p = i === 0 ? 0 : the.isUnary ? the.dx(a, z) : the.dx(a, b, z);
      const q = j === 0 ? 0 : the.dy(a, b, z);
      const id = i === 0 ? state.bindHere(j, q, 0, 0) : state.bindHere(i, p, j, q);
      return new the.Dual(run, z, id);
    },
  }).operator;

/** The step of a row. */
export function columnStep({ name, value, partials }: UnaryRow | BinaryRow): ColumnStep {
  const [dx, dy] = partials as unknown as Parts['dx'][];
  const isUnary = partials.length === 1;
  const parts = { isUnary, value, dx, dy, Dual: SpecDual, constants: byHand } as Parts;
  return specialiseBy(stepped, name, `columns ${isUnary}`, parts);
}

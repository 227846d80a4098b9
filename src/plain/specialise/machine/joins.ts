/** The join of what the sides of a branch leave behind. */
import type { Value } from '../../ir/ir.js';
import { lost, type Abstract, type Cell } from '../values/abstract.js';
import { join, type Shape } from '../values/shapes.js';
import type { Side } from './in-progress.js';
import type { Machine } from './machine.js';

/** So many values of cells are joined behind a branch. */
const MOST_MEETINGS = 2000;

/**
 * The values of cells where two sides meet. Taking a value apart may change more cells, so these are
 * joined until none is left.
 */
export function joined(
  m: Machine,
  sides: Side[],
  mark: number,
  meet: (shape: Shape, leaves: readonly (readonly Value[])[]) => readonly Value[],
): Map<Cell, Abstract> {
  const { shapeOf, flatten, build } = m.meaning;
  const after = new Map<Cell, Abstract>();
  const met = new Map<Cell, readonly Abstract[]>();
  const now = (cell: Cell) => sides.map(({ changes }) => changes.get(cell) ?? cell.value);
  const isLeft = (cell: Cell): boolean => {
    const before = met.get(cell);
    return cell.birth < mark && (!before || now(cell).some((of, k) => of !== before[k]));
  };
  for (let count = 0; ; count++) {
    const cell = sides.flatMap(({ changes }) => [...changes.keys()]).find(isLeft);
    if (cell === undefined) return after;
    if (count > MOST_MEETINGS) return m.refuse('a branch that changes too much');
    const held = now(cell);
    met.set(cell, held);
    if (held[0] === held[1]) {
      after.set(cell, held[0]);
      continue;
    }
    const on = <T>(k: number, work: () => T): T => {
      let found: T;
      sides[k] = m.side(() => (found = work()), sides[k].facts, sides[k]);
      return found!;
    };
    const [one, other] = held.map((of, k) => on(k, () => shapeOf(m, of, mark, false)));
    const shape = join(one, other);
    if (shape.tag === 'lost') {
      after.set(cell, lost(shape.why));
      continue;
    }
    const leaves = held.map((of, k) =>
      on(k, () => {
        let own: readonly Value[] = [];
        if (m.changes(() => (own = flatten(m, of, shape)))) met.clear();
        return own;
      }),
    );
    after.set(cell, build(m, shape, meet(shape, leaves)));
  }
}

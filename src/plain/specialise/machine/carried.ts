/**
 * The values that code which is specialised apart takes from cells, and gives back to them: the steps of loops, and
 * functions. It is specialised again until it takes the least shapes that hold what it is given.
 */
import { value } from '../../ir/build.js';
import type { Stmt, Value } from '../../ir/ir.js';
import type { Abstract, Cell } from '../values/abstract.js';
import { leavesOf } from '../values/leaf-types.js';
import { keyOf } from '../values/shape-keys.js';
import { join, NUMBER, type Shape } from '../values/shapes.js';
import type { Side } from './in-progress.js';
import type { Machine } from './machine.js';

const MOST_TRIES = 16;
/** So many values of cells are given. */
const MOST_GIVEN = 2000;

export class Carried {
  /** True if another try is needed. */
  isWider = false;

  /** @param form the shape in which values of a shape are carried */
  constructor(
    private readonly m: Machine,
    readonly shapes: Map<Cell, Shape>,
    private readonly mark: number,
    private readonly form: (of: Shape) => Shape = (of) => of,
  ) {}

  private shapeOf = (of: Abstract): Shape =>
    this.form(this.m.meaning.shapeOf(this.m, of, this.mark, true));

  widen(cell: Cell, shape: Shape): void {
    const before = this.shapes.get(cell);
    const after = before ? this.form(join(before, shape)) : shape;
    if (before && keyOf(before) === keyOf(after)) return;
    this.shapes.set(cell, after);
    this.isWider = true;
  }

  /** True if the shape of a cell holds all values of another one; otherwise widens the shape. */
  private holds(cell: Cell, own: Shape): boolean {
    const shape = this.shapes.get(cell)!;
    const both = this.form(join(shape, own));
    if (keyOf(both) === keyOf(shape)) return true;
    this.widen(cell, both);
    return false;
  }

  /** The leaves of what cells hold now; null if that has other shapes. */
  leaves(cells: readonly Cell[]): ReadonlyMap<Cell, readonly Value[]> | null {
    const { m, shapes } = this;
    const found = new Map<Cell, readonly Value[]>();
    // Taking a value apart may change other cells, until none is left to be changed.
    const begun = new Map<Cell, Abstract>();
    for (let count = 0; cells.some((cell) => begun.get(cell) !== cell.value); count++) {
      if (count > MOST_TRIES) return m.refuse('code that begins with objects that hold each other');
      let isShapeRight = true;
      const isChanged = m.changes(() => {
        for (const cell of cells) {
          if (begun.get(cell) === cell.value) continue;
          begun.set(cell, cell.value);
          isShapeRight &&= this.holds(cell, this.shapeOf(cell.value));
          if (!isShapeRight) return;
          const shape = shapes.get(cell)!;
          found.set(cell, shape.tag === 'lost' ? [] : m.meaning.flatten(m, cell.value, shape));
        }
      });
      if (!isShapeRight) return null;
      if (isChanged) begun.clear();
    }
    return found;
  }

  /** Values for the leaves of a cell. */
  fresh(cell: Cell, name = ''): Value[] {
    const types = leavesOf(this.shapes.get(cell)!);
    return types.map((type) => value(types.length === 1 ? name : '', type));
  }

  /** The value of a cell that is made of leaves. */
  built = (cell: Cell, leaves: readonly Value[]): Abstract =>
    this.m.meaning.build(this.m, this.shapes.get(cell)!, leaves);

  /** The leaves of what code gives to cells at its end, with the code that takes this apart. */
  given(
    side: Side,
    isGiven: (cell: Cell) => boolean = () => true,
  ): { readonly body: readonly Stmt[]; readonly leaves: ReadonlyMap<Cell, readonly Value[]> } {
    const { m, shapes, mark } = this;
    let body = side;
    const leaves = new Map<Cell, readonly Value[]>();
    const given = new Map<Cell, Abstract>();
    const lastOf = (cell: Cell): Abstract => body.changes.get(cell) ?? cell.value;
    for (let count = 0; ; count++) {
      // What is taken apart may change what was.
      const cell = [...shapes.keys(), ...body.changes.keys()].find(
        (one) => one.birth < mark && isGiven(one) && given.get(one) !== lastOf(one),
      );
      if (cell === undefined) return { body: body.body, leaves };
      if (count > MOST_GIVEN) return m.refuse('code that changes too much');
      const last = lastOf(cell);
      given.set(cell, last);
      if (!shapes.has(cell) && last === cell.value) continue;
      leaves.set(cell, []);
      let shape: Shape = NUMBER;
      body = m.side(() => (shape = this.shapeOf(last)), [], body);
      if (!shapes.has(cell)) this.widen(cell, join(this.shapeOf(cell.value), shape));
      else if (this.holds(cell, shape) && !this.isWider) {
        const to = shapes.get(cell)!;
        if (to.tag !== 'lost')
          body = m.side(
            () => {
              const work = () => leaves.set(cell, m.meaning.flatten(m, last, to));
              if (m.changes(work)) given.clear();
            },
            [],
            body,
          );
      }
    }
  }
}

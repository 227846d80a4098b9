/** Makes the tree that a specialised function returns, by its shape, of what code gives. */
import { fillObject } from '../../../core/trees/containers.js';
import { flatten } from '../../../core/trees/tree.js';
import { holdsReals, type Type } from '../../ir/ir.js';
import { columnsIn, leavesOf } from '../../specialise/values/leaf-types.js';
import type { List, Shape } from '../../specialise/values/shapes.js';
import { countedLike } from '../../specialise/entry/counted-reals.js';
import { listed } from '../compiled/answers/listed.js';
import { number, type ResultTree } from '../compiled/answers/results.js';

type Next = () => unknown;

export class ShapedResults implements ResultTree {
  readonly types: readonly Type[];
  readonly real: readonly number[];
  /** True if objects in lists have columns: then the reals of the tree stand in another order. */
  private readonly isMixed: boolean;

  constructor(private readonly shape: Shape) {
    this.types = leavesOf(shape);
    this.real = [...this.types.keys()].filter((k) => holdsReals(this.types[k]));
    this.isMixed = holdsColumns(shape);
  }

  tree(found: readonly unknown[]): unknown {
    let at = 0;
    return this.part(this.shape, () => found[at++]);
  }

  order(found: readonly unknown[]): Int32Array | null {
    if (!this.isMixed) return null;
    let count = 0;
    const places = this.types.map((type, k) =>
      holdsReals(type) ? countedLike(found[k], type, () => count++) : found[k],
    );
    return Int32Array.from(flatten(this.tree(places), 'the result').reals as number[]);
  }

  private part(shape: Shape, next: Next): unknown {
    switch (shape.tag) {
      case 'number':
        return number(next());
      case 'bool':
        return next();
      case 'known':
        return shape.value;
      case 'choice': {
        const which = next();
        const k = typeof which === 'boolean' ? Number(!which) : (which as number);
        return this.part(shape.options[k], next);
      }
      case 'tuple':
        return listed(shape.items, (item) => this.part(item as Shape, next));
      case 'object':
        return this.object(
          shape.proto,
          shape.slots.map(([key]) => key),
          shape.slots.map(([, slot]) => this.part(slot, next)),
        );
      default:
        return this.list(shape as List, next);
    }
  }

  private object(proto: object | null, keys: readonly string[], parts: readonly unknown[]) {
    const made = (proto === Object.prototype ? {} : Object.create(proto)) as object;
    fillObject(made, keys, parts as number[]);
    return made;
  }

  private list(shape: List, next: Next): unknown {
    const columns = columnsIn(shape).map(next) as readonly ArrayLike<unknown>[];
    const { length } = columns[0];
    if (shape.of.tag === 'number')
      return shape.storage === 'number[]'
        ? Array.from(columns[0], number)
        : (columns[0] as Float64Array).slice();
    return Array.from({ length }, (_, k) => {
      let at = 0;
      return this.element(shape.of, () => columns[at++][k]);
    });
  }

  private element(shape: Shape, next: Next): unknown {
    switch (shape.tag) {
      case 'bool':
        return next() !== 0;
      case 'known':
        return shape.value;
      case 'object':
        return this.object(
          shape.proto,
          shape.slots.map(([key]) => key),
          shape.slots.map(([, slot]) => this.element(slot, next)),
        );
      default:
        return this.part(shape, next);
    }
  }
}

function holdsColumns(shape: Shape): boolean {
  switch (shape.tag) {
    case 'tuple':
      return shape.items.some(holdsColumns);
    case 'object':
      return shape.slots.some(([, slot]) => holdsColumns(slot));
    case 'list':
      return shape.of.tag === 'object';
    default:
      return false;
  }
}

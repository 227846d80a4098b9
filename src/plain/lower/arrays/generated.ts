/** Lowers arrays of which a function gives each element. */
import type { Node } from '../../front/syntax.js';
import { isWholeStorage, type ArrayType, type Storage } from '../../ir/ir.js';
import { meaning, type ClosuresMeaning, type Frame, type Meaning } from '../meanings/meanings.js';
import { Arrays, type Series } from './arrays.js';

export abstract class Generated extends Arrays {
  /** What methods put into arrays of whole numbers: in runs these refuse what depends on inputs. */
  protected wholly = (of: Meaning, node: Node): Meaning =>
    meaning(this.asForeign(this.numberOf(of, node)));

  /** An array of a length, with what a function gives for each index. */
  protected generated(
    storage: Storage,
    series: Series,
    f: Meaning,
    node: Node,
    frame: Frame,
    also: readonly Meaning[] = [],
  ): Meaning {
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const around = f.tag === 'function' ? f.node : node;
    const hole = this.builder.hole();
    const before = this.beforeElements();
    let closures: ClosuresMeaning | null = null;
    const all = this.listed(series.length, storage, '', node, (put) =>
      this.through(
        series,
        () =>
          void this.range(around, range, frame, { slots: [], stops: [], name: 'k' }, (i) => {
            const given = this.applied(f, [series.at(i), meaning(i), ...also], node);
            if (this.holdsClosures(given)) closures = this.putClosure(given, before, i, node);
            else put(i, isWholeStorage(storage) ? this.wholly(given, node) : given);
          }),
      ),
    );
    const found = closures as ClosuresMeaning | null;
    if (found === null) return all;
    hole(() => {
      for (const one of found.arrays) {
        const type = one.type as ArrayType;
        this.builder.add({
          tag: 'let',
          value: one,
          op: { tag: 'alloc', type, args: [series.length] },
        });
      }
    });
    return found;
  }
}

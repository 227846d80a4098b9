/**
 * Lists whose length is known before their elements: their room is taken at once. The shape of an element is that of a first
 * one, which is tried and thrown away; where others differ, the list becomes one that grows.
 */
import { dynamic, NOTHING, Refusal, type Abstract } from '../values/abstract.js';
import { columnsIn } from '../values/leaf-types.js';
import { elementOf, storedShape, type Shape } from '../values/shapes.js';
import { alloc } from '../machine/dense.js';
import { value } from '../../ir/build.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { numberOf } from '../machine/numbers-and-bools.js';
import { library } from './native-operands.js';

/** A list of so many results of a function of indices. */
export function exactList(m: Machine, _: Abstract, [count, f]: Args): Abstract {
  const given = m.read(count);
  const of = given.tag === 'dynamic' ? shapeOfFirst(m, f) : null;
  if (of === null) return library(m, 'listByPush', NOTHING, [given, f]);
  const columns = alloc(m, columnsIn({ of, storage: 'number[]' }), numberOf(m, given));
  const made = m.arr({ tag: 'dense', of, columns, length: null, isPinned: false });
  return library(m, 'filledBy', made, [given, f]);
}

/** The shape of the first result; null where it cannot be a column. */
function shapeOfFirst(m: Machine, f: Abstract): Shape | null {
  let found: Shape | null = null;
  const { depth } = m;
  const { line } = m.b;
  try {
    m.side(() => {
      const first = m.meaning.call(m, f, NOTHING, [dynamic(value('', 'f64'))]);
      if (!m.isDead) found = elementOf([storedShape(m.read(first))]);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    m.b.line = line;
    m.depth = depth;
  }
  const of = found as Shape | null;
  // Objects and lists of them would be made twice.
  const isPlain = (one: Shape): boolean =>
    one.tag === 'number' || (one.tag === 'list' && isPlain(one.of));
  return of !== null && isPlain(of) ? of : null;
}

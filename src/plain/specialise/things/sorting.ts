/**
 * Sorting. Comparators that are the difference of one number of both elements, such as `(a, b) => a.x - b.x`, become the permutation
 * of the language; others sort short arrays as V8 does (library), and leave for long ones.
 */
import type { Op, Stmt, Value } from '../../ir/ir.js';
import { dynamic, NOTHING, Refusal, type Abstract, type Arr } from '../values/abstract.js';
import { NUMBER } from '../values/shapes.js';
import type { Machine } from '../machine/machine.js';
import { at, columnsFor, lengthIn } from './arrays.js';
import { repOf } from '../machine/growing-rows.js';

/** Sorts an array in place. */
export function sorted(m: Machine, of: Arr, given: Abstract | undefined): Abstract {
  const f = m.read(given ?? NOTHING);
  const isDefault = f.tag === 'known' && f.value === undefined;
  if (isDefault && of.storage === 'number[]') return m.refuse('sorting by texts');
  const rep = columnsFor(m, of, [], false);
  const call = (name: string, arg: Abstract): Abstract =>
    m.meaning.call(m, m.meaning.library(name), of, [arg]);
  const order = isDefault ? orderOf(m, rep.columns[0], 'value') : orderBy(m, of, f);
  return order === null ? call('sortShort', f) : call('reordered', order);
}

const orderOf = (m: Machine, keys: Value, by: 'value' | 'difference'): Arr =>
  m.arr(
    {
      tag: 'dense',
      of: NUMBER,
      columns: [m.b.let({ tag: 'order', by, args: [keys] })],
      length: null,
      isPinned: true,
    },
    'Int32Array',
  );

/** The places of the elements from the least on, as an array; null where the comparator is of another kind. */
function orderBy(m: Machine, given: Arr, f: Abstract): Arr | null {
  const rep = repOf(m, given);
  if (rep.tag === 'tuple') return null;
  const { b } = m;
  const length = lengthIn(m, rep);
  // What has room behind its elements is not left while it is sorted.
  const of = m.arr({ ...rep, length: null }, given.storage);
  const difference = differenceIn(m, of, f, m.number(0), m.number(1));
  if (difference === null) return null;
  const keys = b.let({ tag: 'alloc', type: { storage: 'Float64Array' }, args: [length] });
  b.each(m.number(0), length, m.number(1), (k) => {
    const found = differenceIn(m, of, f, k, k, true);
    if (found === null) return m.refuse('a comparator that is different for each element');
    b.store(keys, k, difference.isDown ? b.prim('neg', [found.key]) : found.key);
  });
  return orderOf(m, keys, 'difference');
}

interface Difference {
  /** The number of the first element. */
  readonly key: Value;
  readonly isDown: boolean;
}

/** The difference that a comparator gives for two elements; null if it gives something else, or does more. */
function differenceIn(
  m: Machine,
  of: Arr,
  f: Abstract,
  i: Value,
  j: Value,
  isKept = false,
): Difference | null {
  let found: Abstract = NOTHING;
  const side = (() => {
    try {
      return m.side(() => {
        const args = [i, j].map((k) => at(m, of, dynamic(k), true));
        found = m.meaning.call(m, f, NOTHING, args);
      });
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  })();
  const result = found as Abstract;
  if (side === null || side.isDead || side.changes.size > 0 || result.tag !== 'dynamic')
    return null;
  const ops = opsOf(side.body);
  const op = ops?.get(result.value);
  if (!ops || op?.tag !== 'prim' || op.row !== 'sub') return null;
  const [x, y] = op.args;
  if (isKept) {
    m.b.append(side.body);
    return { key: x, isDown: false };
  }
  if (isAlike(ops, x, y, i, j)) return { key: x, isDown: false };
  return isAlike(ops, x, y, j, i) ? { key: x, isDown: true } : null;
}

/** The operations of code that only computes; null if it does more. */
function opsOf(body: readonly Stmt[]): Map<Value, Op> | null {
  const ops = new Map<Value, Op>();
  for (const stmt of body) {
    if (stmt.tag !== 'let') return null;
    ops.set(stmt.value, stmt.op);
  }
  return ops;
}

/** True if one value is of one element what the other is of the other one. */
function isAlike(ops: ReadonlyMap<Value, Op>, x: Value, y: Value, i: Value, j: Value): boolean {
  if (x === i || y === j) return x === i && y === j;
  const [one, other] = [ops.get(x), ops.get(y)];
  if (!one || !other) return x === y && x !== j;
  const { args, ...own } = one;
  const { args: others, ...theirs } = other;
  return (
    JSON.stringify(own) === JSON.stringify(theirs) &&
    args.length === others.length &&
    args.every((arg, k) => isAlike(ops, arg, others[k], i, j))
  );
}

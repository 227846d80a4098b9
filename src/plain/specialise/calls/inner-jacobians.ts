/** Jacobians inside of functions: rows by reverse mode, or columns by forward mode, whichever are fewer. */
import { elementType, holdsReals, isArray, type ArrayType, type Value } from '../../ir/ir.js';
import type { Machine } from '../machine/machine.js';
import { UNSET, type Abstract } from '../values/abstract.js';
import { listOf, NUMBER } from '../values/shapes.js';
import type { Native } from './calls.js';
import { builtFrom, replaced, valueLike } from './differentiated-trees.js';
import { givesNumbers, moved, pointAt, pulled, valueOf } from './inner-derivatives.js';
import { derived, inForm, type Inner } from './inner-functions.js';

/** True of an array of reals. */
const isVector = ({ type }: Value): boolean =>
  isArray(type) && !isArray(elementType(type)) && holdsReals(type);

/** The last operand is true if columns are taken at any rate. */
export const jacobianAt: Native = (m, _, [f, options, args, isForward]) => {
  const point = pointAt(m, [f, options, args]);
  if (point === null) return UNSET;
  const { inner } = point;
  const mustPush = isForward.tag === 'known' && isForward.value === true;
  if (givesNumbers(inner)) return rowsOf(m, inner, mustPush);
  const [result, ...others] = inner.yields;
  const [only, ...more] = inner.parts;
  const isOne = others.length === 0 && more.length === 0 && inner.inputs.length === 1;
  if (!isOne || !isVector(result) || inner.result.tag !== 'array')
    return m.refuse('a Jacobian of arrays by other things than one array');
  if (only.tag === 'number') {
    const name = derived(m, inner, inner.name, 'tangent');
    return builtFrom(m, inner.result, moved(m, inner, name, [m.number(1)]).tangents);
  }
  return only.tag === 'array' && isVector(inner.params[0])
    ? matrix(m, inner, inner.params[0].type as ArrayType, mustPush)
    : m.refuse('a Jacobian of arrays by other things than one array');
};

/** Of a function that gives numbers: what it gives, with a gradient in the place of each. */
function rowsOf(m: Machine, inner: Inner, mustPush: boolean): Abstract {
  const { params, yields, inputs, result } = inner;
  const [zero, one] = [m.number(0), m.number(1)];
  const unit = (count: number, at: number): readonly Value[] =>
    Array.from({ length: count }, (_, k) => (k === at ? one : zero));
  const areNumbers = inputs.every((k) => !isArray(params[k].type));
  const rows = yields.map(() => new Map<number, Value>());
  if (areNumbers && (mustPush || inputs.length < yields.length)) {
    const name = derived(m, inner, inner.name, 'tangent');
    inputs.forEach((k, at) => {
      const { tangents } = moved(m, inner, name, unit(inputs.length, at));
      tangents.forEach((change, row) => rows[row].set(k, change));
    });
  } else {
    const name = derived(m, inner, inner.name, 'pullback');
    yields.forEach((_, row) => {
      for (const [k, slope] of pulled(m, inner, name, unit(yields.length, row)))
        rows[row].set(k, slope);
    });
  }
  let row = 0;
  return replaced(m, result, () => inForm(m, inner, rows[row++]));
}

/** A list of rows. */
function matrix(m: Machine, inner: Inner, row: ArrayType, mustPush: boolean): Abstract {
  const { b } = m;
  const [x, [y]] = [inner.given[0], valueOf(m, inner)];
  const [width, height] = [x, y].map((of) => b.length(of));
  const type: ArrayType = { storage: 'list', of: row };
  const rows = b.let({ tag: 'alloc', type, args: [height] });
  const upTo = (length: Value, step: (k: Value) => void): void =>
    b.each(m.number(0), length, m.number(1), step);
  /** Goes through the directions of an array: one element is 1 and all others are 0. */
  const eachUnit = (like: Value, length: Value, step: (k: Value, unit: Value) => void): void =>
    upTo(length, (k) => {
      const unit = b.let({ tag: 'alloc', type: valueLike(like).type as ArrayType, args: [length] });
      b.store(unit, k, m.number(1));
      step(k, unit);
    });
  const forward = (): void => {
    upTo(height, (i) => b.store(rows, i, b.let({ tag: 'alloc', type: row, args: [width] })));
    const name = derived(m, inner, inner.name, 'tangent');
    eachUnit(x, width, (j, unit) => {
      const [column] = moved(m, inner, name, [unit]).tangents;
      upTo(height, (i) => b.store(b.element(rows, i), j, b.element(column, i)));
    });
  };
  const backward = (): void => {
    const name = derived(m, inner, inner.name, 'pullback');
    eachUnit(y, height, (i, unit) => {
      b.store(rows, i, pulled(m, inner, name, [unit]).get(0)!);
    });
  };
  if (mustPush) forward();
  else {
    const test = b.compare('lt', width, height);
    const [then, otherwise] = [forward, backward].map((fill) => b.region([], () => (fill(), [])));
    b.add({ tag: 'if', test, then, otherwise, results: [] });
  }
  const of = listOf(NUMBER, row.storage);
  return m.arr({ tag: 'dense', of, columns: [rows], length: null, isPinned: true });
}

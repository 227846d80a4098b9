/**
 * From a row to an operator that runs at full speed: numbers go straight to the row's value; a dual of the
 * recording run becomes one Let-binding in the columns (`deltaLet` of Fig. 10 by mutation, §7.3); anything
 * else (other levels, finished runs, wrong types) takes the general way.
 *
 * Each operator is an own copy of the code below (fresh.ts), so that its row's value and partials are inlined.
 */
import { DeltaDual, columns, full, head, recording } from './columns.js';
import { callFresh } from './fresh.js';
import { applyAtDeepestLevel } from './levels.js';
import type { BinaryRow, Primitive, UnaryRow } from './primitive.js';
import type { Real } from './real.js';

const engine = { DeltaDual, columns, full, head, recording, applyAtDeepestLevel };
type Engine = typeof engine;

export const liftUnary = (primitive: Primitive, row: UnaryRow) =>
  callFresh(makeUnary, primitive.name, engine, primitive, row);
export const liftBinary = (primitive: Primitive, row: BinaryRow) =>
  callFresh(makeBinary, primitive.name, engine, primitive, row);

function makeUnary(engine: Engine, primitive: Primitive, row: UnaryRow) {
  const { DeltaDual, full, head, recording, applyAtDeepestLevel } = engine;
  const { capacity, primal, partial1, arg1, arg2 } = engine.columns;
  const value = row.value;
  const dx = row.partials[0] as (x: number, z: number) => number;

  function record(x: DeltaDual): Real {
    const run = recording.run!;
    if (x == null || x.run !== run) return applyAtDeepestLevel(primitive, [x]);
    const id = head[0] + 1;
    if (id >= capacity) full();
    head[0] = id;
    const a = primal[x.id];
    const z = value(a);
    const p = dx(a, z);
    primal[id] = z;
    partial1[id] = p;
    arg1[id] = p === 0 ? 0 : x.id;
    arg2[id] = 0;
    return new DeltaDual(run, id);
  }

  return (x: Real): Real => (typeof x === 'number' ? value(x) : record(x as DeltaDual));
}

function makeBinary(engine: Engine, primitive: Primitive, row: BinaryRow) {
  const { DeltaDual, full, head, recording, applyAtDeepestLevel } = engine;
  const { capacity, primal, partial1, partial2, arg1, arg2 } = engine.columns;
  const value = row.value;
  const dx = row.partials[0] as (x: number, y: number, z: number) => number;
  const dy = row.partials[1] as (x: number, y: number, z: number) => number;

  function both(x: DeltaDual, y: DeltaDual): Real {
    const run = recording.run!;
    if (x == null || x.run !== run) return applyAtDeepestLevel(primitive, [x, y]);
    if (y == null || y.run !== run) return applyAtDeepestLevel(primitive, [x, y]);
    const id = head[0] + 1;
    if (id >= capacity) full();
    head[0] = id;
    const a = primal[x.id];
    const b = primal[y.id];
    const z = value(a, b);
    const p = dx(a, b, z);
    const q = dy(a, b, z);
    primal[id] = z;
    partial1[id] = p;
    arg1[id] = p === 0 ? 0 : x.id;
    partial2[id] = q;
    arg2[id] = q === 0 ? 0 : y.id;
    return new DeltaDual(run, id);
  }

  function left(x: DeltaDual, b: number): Real {
    const run = recording.run!;
    if (x == null || x.run !== run) return applyAtDeepestLevel(primitive, [x, b]);
    const id = head[0] + 1;
    if (id >= capacity) full();
    head[0] = id;
    const a = primal[x.id];
    const z = value(a, b);
    const p = dx(a, b, z);
    primal[id] = z;
    partial1[id] = p;
    arg1[id] = p === 0 ? 0 : x.id;
    arg2[id] = 0;
    return new DeltaDual(run, id);
  }

  function right(a: number, y: DeltaDual): Real {
    const run = recording.run!;
    if (y == null || y.run !== run) return applyAtDeepestLevel(primitive, [a, y]);
    const id = head[0] + 1;
    if (id >= capacity) full();
    head[0] = id;
    const b = primal[y.id];
    const z = value(a, b);
    const q = dy(a, b, z);
    primal[id] = z;
    partial1[id] = q;
    arg1[id] = q === 0 ? 0 : y.id;
    arg2[id] = 0;
    return new DeltaDual(run, id);
  }

  return (x: Real, y: Real): Real =>
    typeof x === 'number'
      ? typeof y === 'number'
        ? value(x, y)
        : right(x, y as DeltaDual)
      : typeof y === 'number'
        ? left(x as DeltaDual, y)
        : both(x as DeltaDual, y as DeltaDual);
}

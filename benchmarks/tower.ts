/**
 * The tower of section 7: x1 = x + x, x2 = x1 + x1, … Without sharing its derivative
 * takes exponential time. From 1024 floors on its gradient, 2^n, is Infinity, which costs
 * no more than other numbers.
 */
import { add, type Real, type Reals } from 'delta-tape';
import type { Gradient, Workload } from './workload.js';

export function tower(floors: number): Workload {
  function plain(x: Float64Array): number {
    let y = x[0];
    for (let i = 0; i < floors; i++) y = y + y;
    return y;
  }

  function handWritten(x: Float64Array): Gradient {
    let cotangent = 1;
    for (let i = 0; i < floors; i++) cotangent = cotangent + cotangent;
    return { value: plain(x), gradient: Float64Array.of(cotangent) };
  }

  function library(x: Reals): Real {
    let y = x[0];
    for (let i = 0; i < floors; i++) y = add(y, y);
    return y;
  }

  return {
    name: `tower of ${floors.toLocaleString('en')} floors`,
    point: Float64Array.of(0.3),
    plain,
    handWritten,
    library,
  };
}

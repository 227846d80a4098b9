/** The parameters that a function writes into, or into arrays that stand in them. O(size of the program). */
import type { Func, Value } from '../ir/ir.js';
import { definitionsOf } from './definitions.js';
import { rootsOf } from './roots.js';
import { storesOf } from './stores.js';

export function writtenParams(f: Func, roots = rootsOf(f)): readonly Value[] {
  const { written } = storesOf(f, roots, definitionsOf(f));
  return f.region.params.filter((param) => written.has(param) || roots.meets(param, written));
}

import type { Func, Region } from '../ir/ir.js';

/** The same change of a function and of those that it calls. */
export const mapped = (f: Func, change: (region: Region) => Region): Func => ({
  ...f,
  region: change(f.region),
  ...(f.functions && { functions: f.functions.map((inner) => mapped(inner, change)) }),
});

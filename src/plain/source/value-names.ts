/** Lists the values of a function, and names those that the user gave no name. */
import { baptise } from '../ir/build.js';
import {
  allOf,
  definedBy,
  regionsOf,
  type Func,
  type Op,
  type Region,
  type Value,
} from '../ir/ir.js';
import { isInMath } from '../ir/rows.js';

/** The values of a function, and of those that it calls, without its own parameters. O(size of the program). */
export function valuesOf(f: Func): ReadonlySet<Value> {
  const values = new Set<Value>();
  const visit = (of: Region): void => {
    for (const stmt of of.body) {
      definedBy(stmt).forEach((value) => values.add(value));
      for (const inner of regionsOf(stmt)) {
        inner.params.forEach((param) => values.add(param));
        visit(inner);
      }
    }
  };
  for (const one of allOf(f)) {
    if (one !== f) one.region.params.forEach((param) => values.add(param));
    visit(one.region);
  }
  return values;
}

/** A name that says what an operation gives: `xi` for `x[i]`, `xPlace` for `x[place]`, `exp` for `Math.exp(…)`. */
function nameOf(op: Op): string {
  if (op.tag === 'load') {
    const [array, index] = op.args;
    if (array.name === '') return '';
    const [first = '', ...rest] = index.name;
    return array.name + (rest.length === 0 ? first : first.toUpperCase() + rest.join(''));
  }
  if (op.tag === 'compare') return 'test';
  if (op.tag === 'alloc') return 'values';
  return op.tag === 'prim' && isInMath(op.row) ? op.row : '';
}

/** Gives names to values without. They are only for people, and so are the names of their cotangents. */
export function baptiseAll(f: Func): void {
  const visit = (of: Region): void => {
    for (const stmt of of.body) {
      if (stmt.tag === 'let') baptise(stmt.value, nameOf(stmt.op));
      if (stmt.tag === 'if') stmt.results.forEach((result) => baptise(result, 'chosen'));
      regionsOf(stmt).forEach(visit);
    }
  };
  allOf(f).forEach(({ region }) => visit(region));
}

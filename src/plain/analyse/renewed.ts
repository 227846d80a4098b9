/**
 * Finds carried arrays that each step of a loop makes anew: nobody has the array of a step but the next
 * step, or who takes the result of the loop. So the cotangents of their elements can be handed from step to
 * step in the reverse sweep.
 *
 * Where a loop begins with an array that is known under another name later, that array must not be written
 * at all. O(size of the function), times the number of such loops.
 */
import {
  allOf,
  isArray,
  isList,
  regionsOf,
  statementsIn,
  usesOf,
  type ForStmt,
  type Func,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import type { Definitions } from './definitions.js';
import type { Roots } from './roots.js';
import type { Stores } from './stores.js';

type Loop = ForStmt | WhileStmt;
/** By loops, the places of such arrays among what they carry. */
export type Renewed = ReadonlyMap<Stmt, readonly number[]>;

interface Tables {
  readonly definitions: Definitions;
  readonly roots: Roots;
  readonly stores: Stores;
}

/** Counts how often a value is handed on: to what may give it another name. */
function handingsIn(f: Func): ReadonlyMap<Value, number> {
  const found = new Map<Value, number>();
  const add = (values: readonly Value[]) =>
    values.forEach((of) => found.set(of, (found.get(of) ?? 0) + 1));
  const visit = ({ body, yields }: Region): void => {
    add(yields);
    for (const stmt of body) {
      if (stmt.tag === 'let') {
        if (stmt.op.tag !== 'load' && stmt.op.tag !== 'length') add(stmt.op.args);
      } else if (stmt.tag === 'store') add([stmt.value]);
      else if (stmt.tag !== 'check') add(usesOf(stmt));
      regionsOf(stmt).forEach(visit);
    }
  };
  for (const { region } of allOf(f)) visit(region);
  return found;
}

export function renewedIn(f: Func, { definitions, roots, stores }: Tables): Renewed {
  const handings = handingsIn(f);
  const found = new Map<Stmt, readonly number[]>();
  /** True if an array is made for a loop, and has no other name then. */
  const isForLoop = (init: Value, loop: Loop, region: Region): boolean => {
    const definition = definitions.get(init)!;
    if (definition.region !== region || !isMade(definition.stmt) || handings.get(init) !== 1)
      return false;
    const place = region.body.indexOf(loop);
    const later = { params: [], body: region.body.slice(place), yields: [] };
    return [...statementsIn(later)].every((stmt) => stmt === loop || !usesOf(stmt).includes(init));
  };
  const isNeverWritten = (init: Value): boolean => {
    const own = [...roots(init)];
    return own.length > 0 && !own.some((root) => stores.written.has(root));
  };
  const isRenewed = (loop: Loop, region: Region, place: number): boolean => {
    const [param, next] = [loop.body.params[place], loop.body.yields[place]];
    if (!isArray(param.type) || isList(param.type) || handings.has(param)) return false;
    if (loop.tag === 'while' && handings.has(loop.test.params[place])) return false;
    const made = definitions.get(next)!;
    if (made.region !== loop.body || !isMade(made.stmt) || handings.get(next) !== 1) return false;
    const init = loop.inits[place];
    return isForLoop(init, loop, region) || isNeverWritten(init);
  };
  const visit = (region: Region): void =>
    region.body.forEach((stmt) => {
      if (stmt.tag === 'for' || stmt.tag === 'while') {
        const places = stmt.inits.flatMap((_, k) => (isRenewed(stmt, region, k) ? [k] : []));
        if (places.length > 0) found.set(stmt, places);
      }
      regionsOf(stmt).forEach(visit);
    });
  for (const { region } of allOf(f)) visit(region);
  return found;
}

const isMade = (stmt: Stmt | null): boolean => stmt?.tag === 'let' && stmt.op.tag === 'alloc';

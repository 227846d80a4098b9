/**
 * Hands what a branch keeps for its reverse sweep out of the branch, where both stand in one region, as they
 * do in a function itself and in steps that are taken back at once: then a variable holds it, and no stack.
 * Numbers and bools only. O(size of the function), times the branches of a region.
 */
import { value } from '../ir/build.js';
import {
  isArray,
  statementsOf,
  type Func,
  type IfStmt,
  type KeepStmt,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { inRegions, mapped } from './mapped.js';
import { Substitution } from './substitution.js';

type SideName = 'then' | 'otherwise';
const sides: readonly SideName[] = ['then', 'otherwise'];
const other = (of: SideName): SideName => (of === 'then' ? 'otherwise' : 'then');

/** The blocks that are kept in one place and taken in one. */
function pairsIn(f: Func): Map<number, readonly KeepStmt[]> {
  const found = new Map<number, KeepStmt[]>();
  for (const stmt of statementsOf(f))
    if (stmt.tag === 'keep' || stmt.tag === 'take')
      found.set(stmt.block, [...(found.get(stmt.block) ?? []), stmt]);
  for (const [block, stmts] of found) {
    const isPair = stmts.length === 2 && stmts[0].tag === 'keep' && stmts[1].tag === 'take';
    const areNumbers = stmts.every(({ values }) =>
      values.every(({ type }) => !isArray(type) && type !== 'host'),
    );
    if (!isPair || !areNumbers || stmts[0].stack !== stmts[1].stack) found.delete(block);
  }
  return found;
}

class Handing {
  readonly same = new Substitution();

  constructor(private readonly pairs: ReadonlyMap<number, readonly KeepStmt[]>) {}

  in = (region: Region): Region => {
    const body = [...region.body];
    body.forEach((stmt, at) => {
      if (stmt.tag !== 'if') return;
      for (const side of sides) this.handOut(body, at, side);
    });
    return { ...region, body: body.map((stmt) => inRegions(stmt, this.in)) };
  };

  /** Hands out what one side of the branch at a place keeps, if the same side of a later branch takes it. */
  private handOut(body: Stmt[], at: number, side: SideName): void {
    const from = body[at] as IfStmt;
    const kept = from[side].body.find((stmt): stmt is KeepStmt => stmt.tag === 'keep');
    const taken = kept && this.pairs.get(kept.block)?.[1];
    if (kept === undefined || taken === undefined) return;
    const to = body.findIndex(
      (stmt, k) =>
        k > at && stmt.tag === 'if' && stmt.test === from.test && stmt[side].body.includes(taken),
    );
    if (to < 0) return;
    const results = taken.values.map(({ name, type }) => value(name, type));
    const nothing = results.map(({ type }): Stmt & { readonly tag: 'let' } => ({
      tag: 'let',
      value: value('', type),
      op: { tag: 'const', value: type === 'bool' ? false : 0, args: [] },
    }));
    const { [side]: own, [other(side)]: rest } = from;
    body[at] = {
      ...from,
      [side]: { ...without(own, kept), yields: [...own.yields, ...kept.values] },
      [other(side)]: {
        ...rest,
        body: [...rest.body, ...nothing],
        yields: [...rest.yields, ...nothing.map((stmt): Value => stmt.value)],
      },
      results: [...from.results, ...results],
    } as IfStmt;
    const later = body[to] as IfStmt;
    body[to] = { ...later, [side]: without(later[side], taken) };
    taken.values.forEach((one, k) => this.same.replace(one, results[k]));
  }
}

const without = (region: Region, stmt: Stmt): Region => ({
  ...region,
  body: region.body.filter((one) => one !== stmt),
});

/** The function whose branches hand on what they would keep. */
export function handed(f: Func): Func {
  const pairs = pairsIn(f);
  if (pairs.size === 0) return f;
  return mapped(f, (region) => {
    const handing = new Handing(pairs);
    return handing.same.inRegion(handing.in(region));
  });
}

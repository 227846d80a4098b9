/** Groups and segments with reals, and with blocks among them (core/block.ts). */
import { asBlock, isBlock } from '../core/block.js';
import { Dual, type Real, type Run } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import { DeltaDual } from './columns.js';
import type { Cotangents } from './cotangents.js';
import type { ReverseRun } from './reverse-run.js';
import { sweeps } from './tape.js';

/** Duals without edges; those of blocks have ids, too. */
export const bindDuals = (run: ReverseRun, xs: readonly Real[]): readonly DeltaDual[] =>
  xs.some(isBlock) ? (sweeps.blocks!.bind(run, xs) as DeltaDual[]) : run.bindDuals(xs);

/** The primal of a real from the view of the enclosing level. */
export const primalIn = (run: ReverseRun, x: Real): Real =>
  isBlock(x) ? sweeps.blocks!.primal(run, asBlock(x)) : run.primalOfReal(x);

/** The handle by which new bindings know the dual of a run, or of one of its segments, best. */
export const handleOf = (run: ReverseRun, x: DeltaDual): Dual =>
  x.isBlock ? sweeps.blocks!.handle(run, x) : new DeltaDual(run.owner, x.id);

/** Does the same for any dual. Duals of other runs stay as they are. */
export const adopted = (run: ReverseRun, x: Dual): Dual =>
  run.owns(x) && homeOf(x) !== run.owner ? handleOf(run, x) : x;

/** The run or segment that a dual belongs to. */
export const homeOf = (x: Dual): Run =>
  x.isBlock ? (x.run as unknown as { readonly owner: Run }).owner : x.run;

/** The deepest run or segment among settled reals and blocks. */
export function deepestHome(args: readonly Real[]): Run | undefined {
  let deepest: Run | undefined;
  for (const x of args) {
    if (!(x instanceof Dual)) continue;
    const home = homeOf(x);
    if (deepest === undefined || home.level > deepest.level) deepest = home;
  }
  return deepest;
}

/** The reals as a user's function gets them. */
export const givenOut = (xs: readonly Real[]): readonly Real[] =>
  xs.some(isBlock)
    ? xs.map((x) => (isBlock(x) ? (sweeps.blocks!.giveOut(asBlock(x)) as unknown as Real) : x))
    : xs;

/** Puts a cotangent that is not 0 on an id. */
export function addTo(to: Cotangents, id: DeltaId, cotangent: Real): void {
  if (isBlock(cotangent)) sweeps.blocks!.add(to, id, asBlock(cotangent));
  else to.add(id, cotangent);
}

/** The cotangent of an id, whose slot has been taken; it is 0 from now on. */
export const takenFrom = (from: Cotangents, id: DeltaId, slot: Real, isOfBlock: boolean): Real =>
  slot !== 0 && isOfBlock ? sweeps.blocks!.take(from, id) : slot;

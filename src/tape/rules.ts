/**
 * Functions with a derivative of their own. In a reverse run their results are a group: bindings without
 * edges, which the sweep pulls back together, once, with all their cotangents. O(rule).
 */
import { asBlock, blocks, isBlock } from '../core/block.js';
import { without } from '../core/open-runs.js';
import { numberIn } from '../core/number-in.js';
import { Dual, type Operation, type Real, type Rule, type Run } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import type { DeltaDual } from './columns.js';
import type { Cotangents } from './cotangents.js';
import { ForwardRun } from './forward-run.js';
import { tapeOf, type ReverseRun } from './reverse-run.js';
import type { Group } from './tape.js';
import { addTo, bindDuals, givenOut, primalIn, takenFrom } from './with-blocks.js';

/** Puts a cotangent on an id for a sweep that is in progress. An exact 0 wins: it is no seed. */
function seedAt(run: ReverseRun, id: DeltaId, cotangent: Real, to: Cotangents): void {
  if (id === 0 || cotangent === 0) return;
  run.insistOnUnswept(id);
  addTo(to, id, cotangent);
}

/** Puts cotangents on reals, where they depend on the inputs of the run. */
export function seed(
  run: ReverseRun,
  reals: readonly Real[],
  cotangents: readonly Real[],
  to: Cotangents,
): void {
  reals.forEach((x, k) => seedAt(run, run.idOf(x), cotangents[k], to));
}

const shapeOf = (x: Real): readonly number[] => (isBlock(x) ? asBlock(x).shape : []);

/** Results in a run with the given primals and a common linear map. */
export function group(
  run: ReverseRun,
  primals: readonly Real[],
  map: Pick<Group, 'pull' | 'push' | 'call'>,
): readonly DeltaDual[] {
  const duals = bindDuals(run, primals);
  if (duals.length === 0) return duals;
  const [first, last] = [duals[0].id, duals[duals.length - 1].id];
  const blocks = primals.some(isBlock) ? primals.map(isBlock) : null;
  const { swept } = run;
  run.groups.push({
    first,
    last,
    push: map.push,
    call: map.call && { ...map.call, shapes: primals.map(shapeOf) },
    pull: (cotangents, to) => {
      swept.push({ first, last: run.top });
      try {
        map.pull(
          blocks === null
            ? cotangents
            : cotangents.map((slot, k) => takenFrom(to, first + k, slot, blocks[k])),
          to,
        );
      } finally {
        swept.pop();
      }
    },
  });
  return duals;
}

/** The rule sees the enclosing level only; what it computes there may be differentiated there. */
function asGroup(run: ReverseRun, rule: Rule, args: readonly Real[]): Real[] {
  const ids = args.map((x) => (x instanceof Dual ? run.idOf(x) : 0));
  const primals = args.map((x) => primalIn(run, x));
  const outside = <T>(body: () => T) => without(run.level, 'aside', body);
  const { values, pullback, pushforward } = outside(() => rule.at(primals));
  const mapped = (map: typeof pullback, xs: readonly Real[]) => {
    const given = givenOut(xs);
    return run.status === 'open' ? outside(() => map(given)) : map(given);
  };
  const hasBlocks = args.some(isBlock) || values.some(isBlock);
  const duals = group(run, values, {
    call: hasBlocks ? { name: rule.name, args: ids } : undefined,
    pull: (cotangents, to) => {
      const pulled = mapped(pullback, cotangents);
      ids.forEach((id, k) => seedAt(run, id, pulled[k], to));
    },
    push: (tangentOf) => {
      const tangents = ids.map(tangentOf);
      // An exact 0 wins.
      return tangents.every((x) => x === 0) ? values.map(() => 0) : mapped(pushforward, tangents);
    },
  });
  return [...duals];
}

/** A rule in runs that are neither forward nor reverse, such as power series: they take reals only. */
function ofReals(rule: Rule, args: readonly Real[]): Rule {
  const onlyReals = (xs: readonly Real[]): void => {
    if (xs.some(isBlock)) throw blocks.kind!.notTaken(`an argument or result of ${rule.name}`);
  };
  onlyReals(args);
  const at: Rule['at'] = (xs) => {
    const found = rule.at(xs);
    onlyReals(found.values);
    return found;
  };
  return { name: rule.name, at };
}

/** Each result as an operation, with a row of the Jacobian for its partials. */
function asOperations(run: Run, rule: Rule, args: readonly Real[]): Real[] {
  const results = rule.at(args.map(numberIn)).values;
  return results.map((_, k) => {
    const unit = results.map((__, j) => (j === k ? 1 : 0));
    const result: Operation = {
      name: rule.name,
      value: (xs) => rule.at(xs).values[k] as number,
      apply: (xs) => rule.at(xs).values[k],
      partials: (xs) => rule.at(xs).pullback(unit),
      boundary: () => Infinity,
    };
    return run.apply(result, args);
  });
}

/** A rule applied to arguments of which at least one belongs to the run, none to a deeper one. */
export function applyRule(run: Run, rule: Rule, args: readonly Real[]): Real[] {
  const tape = tapeOf(run);
  if (tape !== null) return asGroup(tape, rule, args);
  // A run of no order stands for many examples, of arrays, too.
  if (run instanceof ForwardRun || run.order === 0) return run.applyRule!(rule, args);
  const own = blocks.kind === null ? rule : ofReals(rule, args);
  return run.applyRule?.(own, args) ?? asOperations(run, own, args);
}

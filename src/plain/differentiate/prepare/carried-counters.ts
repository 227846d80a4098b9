/**
 * Derivatives take for granted that the counter of a `for` does not depend on inputs. A counter that does, since it
 * begins at such a number or adds one, becomes a number that a `while` carries. O(size of the function).
 */
import type { Activity } from '../../analyse/activity.js';
import { mapped } from '../../improve/mapped.js';
import { Substitution } from '../../improve/substitution.js';
import { Builder, value } from '../../ir/build.js';
import { statementsOf, type ForStmt, type Func, type Stmt, type WhileStmt } from '../../ir/ir.js';

/** True if the counter of a loop depends on inputs. */
export const hasActiveCounter = (stmt: Stmt, activity: Activity): boolean =>
  stmt.tag === 'for' && activity.has(stmt.counter);

/** @param activity what depends on the inputs of the function */
export function withCarriedCounters(f: Func, activity: Activity): Func {
  if (![...statementsOf(f)].some((stmt) => hasActiveCounter(stmt, activity))) return f;
  const same = new Substitution();
  const carrying = (given: Stmt): Stmt => {
    const stmt = same.inStmt(given, inRegion);
    return stmt.tag === 'for' && hasActiveCounter(stmt, activity) ? whileOf(stmt) : stmt;
  };
  const inRegion = (region: Func['region']): Func['region'] => ({
    ...region,
    body: region.body.map(carrying),
  });
  return mapped(f, inRegion);
}

function whileOf({
  counter,
  from,
  to,
  step,
  by,
  go,
  inits,
  body,
  results,
  end,
  ...more
}: ForStmt): WhileStmt {
  const builder = new Builder();
  const asked = value(counter.name, counter.type);
  const carried = body.params.map(({ name, type }) => value(name, type));
  const test = builder.region([asked, ...carried], () => {
    const isInside = builder.compare(by, asked, to);
    return [
      go === undefined ? isInside : builder.choose(carried[go], isInside, builder.constant(false)),
    ];
  });
  const repeated = builder.region([counter, ...body.params], () => {
    body.body.forEach((stmt) => builder.add(stmt));
    return [builder.prim('add', [counter, step]), ...body.yields];
  });
  return {
    ...more,
    tag: 'while',
    inits: [from, ...inits],
    test,
    body: repeated,
    results: [end, ...results],
  };
}

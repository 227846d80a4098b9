/** Functions that have no derivative as code. */
import { handsOnHosts, onlyGradients } from '../../ir/host.js';
import { statementsOf, type Func } from '../../ir/ir.js';

/** Says why there is no such code. */
export class Refused extends Error {}

export function insistOnLinked(f: Func, mayDraw = false): void {
  const names = new Set(f.functions?.map(({ name }) => name));
  if ([...statementsOf(f)].some((stmt) => stmt.tag === 'call' && !names.has(stmt.of)))
    throw new Refused('it calls functions that are not linked');
  const why = mayDraw && !handsOnHosts(f) ? null : onlyGradients(f);
  if (why !== null) throw new Refused(why);
}

/**
 * Prepares calls of the host for the adjoint: what depends on inputs goes into them as reals of the run that records
 * them, and what comes out of them has an id there. O(size of the function), twice.
 */
import { activityWithHosts } from '../../analyse/activity.js';
import { rootsOf } from '../../analyse/roots.js';
import { inlined } from '../../improve/inlined.js';
import { mapped } from '../../improve/mapped.js';
import { Substitution } from '../../improve/substitution.js';
import { value } from '../../ir/build.js';
import { isForProgram, isHost, isLiftable, usesHost } from '../../ir/host.js';
import {
  isArray,
  statementsOf,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../../ir/ir.js';

/** A program with calls of the host, in which these stand in one function; undefined where that cannot be. */
export function inOne(f: Func): Func | undefined {
  const whole = usesHost(f) ? inlined(f) : f;
  const isInside = whole.functions?.some(({ region, name }) => usesHost({ region, name })) === true;
  return isInside ? undefined : whole;
}

/** The kind of typed array that a function of the program is to be given. */
const floatsOf = ({ type }: Value): string | undefined =>
  isArray(type) && type.storage.startsWith('Float') ? type.storage : undefined;

/** The function with what its adjoint needs; null where lists of arrays that depend on inputs go into calls. */
export function lifted(f: Func, inputs: readonly Value[]): Func | null {
  if (!usesHost(f)) return f;
  const roots = rootsOf(f);
  const { active: activity, hosts } = activityWithHosts(f, roots, inputs);
  const isActive = (of: Value): boolean =>
    isArray(of.type) ? roots.meets(of, activity) : activity.has(of);
  const same = new Substitution();
  const stmt = (given: Stmt): Stmt[] => {
    if (given.tag !== 'host') return [same.inStmt(given, region)];
    if (given.does === 'real')
      return [
        isActive(given.results[0])
          ? { ...given, results: [given.results[0], value('id', 'f64')] }
          : { ...given, does: 'number' },
      ];
    if (given.does !== 'call' && given.does !== 'apply') return [given];
    const before: Stmt[] = [];
    const args = given.args.map((arg) => {
      if (arg.type === 'host' || !isActive(arg)) return arg;
      const real = value(arg.name, 'host');
      const results = [real, value('id', 'f64')];
      const text = isForProgram(given) ? floatsOf(arg) : undefined;
      before.push({ tag: 'host', does: 'lift', args: [arg], results, ...(text && { text }) });
      return real;
    });
    const isActiveCall = given.args.some((arg) => hosts.has(arg) || isActive(arg));
    if (given.does === 'apply' && !isActiveCall) return [{ ...given, isConstant: true }];
    return [...before, { ...given, args }];
  };
  const region = (of: Region): Region => ({ ...of, body: of.body.flatMap(stmt) });
  const made = mapped(f, region);
  const isRight = [...statementsOf(made)].every(
    (one) => !isHost(one) || one.does !== 'lift' || isLiftable(one.args[0]),
  );
  return isRight ? made : null;
}

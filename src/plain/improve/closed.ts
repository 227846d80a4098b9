/**
 * Lambda lifting. Closes functions that were lowered inside of others: each value of the surroundings that
 * such a function uses becomes a parameter, and all calls give it. A function that is not among the given
 * ones takes nothing more. O(size of the program), times the depth of its calls.
 */
import { Substitution } from './substitution.js';
import { value } from '../ir/build.js';
import type { Derivative } from '../ir/derivative.js';
import {
  definedBy,
  regionsOf,
  statementsIn,
  usesOf,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';

interface Part {
  readonly name: string;
  readonly defined: ReadonlySet<Value>;
  /** The values that the function uses and does not define. */
  readonly free: Set<Value>;
  readonly calls: ReadonlySet<string>;
}

/**
 * The values that a function defines, the functions that it calls, and the values around it that it
 * uses. O(size).
 */
export function partOf({ name, region: all }: Func): Part {
  const [defined, used] = [new Set<Value>(), new Set<Value>()];
  const visit = ({ params, body, yields }: Region): void => {
    params.forEach((param) => defined.add(param));
    for (const stmt of body) {
      usesOf(stmt).forEach((of) => used.add(of));
      if (stmt.tag === 'for') defined.add(stmt.counter);
      definedBy(stmt).forEach((of) => defined.add(of));
      regionsOf(stmt).forEach(visit);
    }
    yields.forEach((of) => used.add(of));
  };
  visit(all);
  const free = new Set([...used].filter((of) => !defined.has(of)));
  const calls = [...statementsIn(all)].flatMap((stmt) => (stmt.tag === 'call' ? stmt.of : []));
  return { name, defined, free, calls: new Set(calls) };
}

/**
 * @param functions what `entry` calls
 * @param derivatives those of functions, which take what these take
 */
export function closed(
  entry: Region,
  functions: readonly Func[],
  derivatives: readonly Derivative[] = [],
): { readonly region: Region; readonly functions: readonly Func[] } {
  const parts = new Map(functions.map((f) => [f.name, partOf(f)]));
  for (const { name, of } of derivatives) parts.set(name, parts.get(of)!);
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { defined, free, calls } of parts.values())
      for (const callee of calls)
        for (const of of parts.get(callee)?.free ?? [])
          if (!defined.has(of) && !free.has(of)) {
            free.add(of);
            isStable = false;
          }
  }
  const given = (region: Region, same: Substitution): Region => {
    const stmt = (of: Stmt): Stmt => {
      const made = same.inStmt(of, (inner) => given(inner, same));
      if (made.tag !== 'call') return made;
      return {
        ...made,
        args: [...made.args, ...[...(parts.get(made.of)?.free ?? [])].map(same.of)],
      };
    };
    return { ...region, body: region.body.map(stmt), yields: region.yields.map(same.of) };
  };
  const made = functions.map(({ name, region }): Func => {
    const same = new Substitution();
    const more = [...parts.get(name)!.free].map((of) => {
      const param = value(of.name, of.type === 'i32' ? 'f64' : of.type);
      same.replace(of, param);
      return param;
    });
    return { name, region: { ...given(region, same), params: [...region.params, ...more] } };
  });
  return { region: given(entry, new Substitution()), functions: made };
}

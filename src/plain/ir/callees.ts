/** Which functions of a program call which others. */
import { statementsIn, type Func } from './ir.js';

/** The functions that a function calls, by their names, and those that they call. O(size of what is found). */
export function calleesOf(f: Func, byName: ReadonlyMap<string, Func>): readonly Func[] {
  const found = new Set<Func>();
  const visit = ({ region }: Func): void => {
    for (const stmt of statementsIn(region)) {
      const callee = stmt.tag === 'call' ? byName.get(stmt.of) : undefined;
      if (callee === undefined || found.has(callee)) continue;
      found.add(callee);
      visit(callee);
    }
  };
  visit(f);
  return [...found];
}

/** A function with those that it calls, and they, among some. */
export function withCallees(f: Func, functions: readonly Func[]): Func {
  const found = calleesOf(f, new Map(functions.map((one) => [one.name, one])));
  return found.length === 0 ? f : { ...f, functions: found };
}

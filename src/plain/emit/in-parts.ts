/**
 * Cuts a large function into parts, since V8 optimises it later, and all at once: each large loop of its own region becomes a
 * function, which is called once in its place. Parts share the values of the whole, and the arrays of its pool;
 * constants they write themselves.
 */
import { usesHost } from '../ir/host.js';
import { definedBy, statementCount, type Func, type Stmt, type Value } from '../ir/ir.js';
import { takenBy } from './taken-by.js';

/** The number of statements from which a function is cut, and a loop becomes a part. */
const LARGE = 300;
const PART = 40;

/** The function that calls its parts, and those. */
interface Cut {
  readonly whole: Func;
  readonly parts: readonly Func[];
}

/** By values: the statements that give them as constants. */
const constantsOf = (body: readonly Stmt[]): ReadonlyMap<Value, Stmt> =>
  new Map(
    body.flatMap((stmt) =>
      stmt.tag === 'let' && stmt.op.tag === 'const' ? [[stmt.value, stmt] as const] : [],
    ),
  );

/** The function with its large loops as parts, if there are several. O(size of the function). */
export function inParts(f: Func): Cut {
  const nothing = { whole: f, parts: [] };
  if (statementCount(f.region) < LARGE || usesHost(f)) return nothing;
  const parts: Func[] = [];
  const constants = constantsOf(f.region.body);
  const body = f.region.body.map((stmt): Stmt => {
    const isLoop = stmt.tag === 'for' || stmt.tag === 'while';
    if (!isLoop || statementCount(stmt.body) < PART) return stmt;
    const [taken, results] = [takenBy({ params: [], body: [stmt], yields: [] }), definedBy(stmt)];
    // V8 makes better code of numbers that it sees than of arguments.
    const own = taken.flatMap((of) => constants.get(of) ?? []);
    const args = taken.filter((of) => !constants.has(of));
    // No function of a program has such a name.
    const name = `${f.name} part ${parts.length + 1}`;
    parts.push({ name, region: { params: args, body: [...own, stmt], yields: results } });
    return { tag: 'call', of: name, args, results };
  });
  return parts.length < 2 ? nothing : { whole: { ...f, region: { ...f.region, body } }, parts };
}

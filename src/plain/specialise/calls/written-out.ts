/** Functions that are differentiated inside, and their derivatives, as parts of a program. */
import { expanded } from '../../differentiate/expanded.js';
import { improved } from '../../improve/improved.js';
import type { Derivative } from '../../ir/derivative.js';
import { statementsIn, type Func, type Region } from '../../ir/ir.js';
import { partialsOfRows } from '../../runtime/compiled/answers/partials-of-rows.js';
import type { Machine } from '../machine/machine.js';

interface Parts {
  readonly functions: readonly Func[];
  readonly derivatives: readonly Derivative[];
}

/** The functions that a program calls, and the derivatives: tries that were given up have left others. O(size). */
export function calledOf(
  parts: Machine['parts'],
  others: readonly Func[],
  { body }: Pick<Region, 'body'>,
): Parts {
  const functions = [...others, ...parts.functions];
  const byName = new Map(functions.map((one) => [one.name, one]));
  const derivatives = new Map(parts.derivatives.map((one) => [one.name, one]));
  const called = new Set<string>();
  const look = (name: string): void => {
    if (called.has(name)) return;
    called.add(name);
    const of = derivatives.get(name)?.of;
    if (of !== undefined) look(of);
    const callee = byName.get(name);
    if (callee !== undefined) lookIn(callee.region);
  };
  const lookIn = (region: Region): void => {
    for (const stmt of statementsIn(region)) if (stmt.tag === 'call') look(stmt.of);
  };
  lookIn({ params: [], body, yields: [] });
  return {
    functions: functions.filter(({ name }) => called.has(name)),
    derivatives: parts.derivatives.filter(({ name }) => called.has(name)),
  };
}

/** A program whose derivatives are functions of it. */
export function writtenOut(m: Machine, program: Func, derivatives: readonly Derivative[]): Func {
  const made = expanded({ ...improved(program), derivatives }, partialsOfRows);
  return made.tag === 'function'
    ? made.func
    : m.refuse(`of a derivative inside of it: ${made.why}`);
}

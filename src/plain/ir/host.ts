/** Facts about statements on values of the host (host-statement.ts). */
import { fits, isArray, type Func, type Stmt, type Type, type Value, statementsOf } from './ir.js';

import type { HostStmtOf, HostVerb } from './host-statement.js';

export type { HostVerb };
export type HostStmt = HostStmtOf<Value>;

export const isHost = (stmt: Stmt): stmt is HostStmt => stmt.tag === 'host';

/** True if a program has values of the host. O(size). */
export const usesHost = (f: Func): boolean => [...statementsOf(f)].some(isHost);

/** True if it draws random numbers. O(size). */
export const drawsNumbers = (f: Func): boolean => [...statementsOf(f)].some(isDraw);

const isDraw = (stmt: Stmt): boolean => isHost(stmt) && stmt.does === 'draw';

/** True if it has values of the host, and does not only draw numbers. O(size). */
export const handsOnHosts = (f: Func): boolean =>
  [...statementsOf(f)].some((stmt) => isHost(stmt) && !isDraw(stmt));

/** Why a program has no derivatives but gradients; null if it may have them. O(size). */
export function onlyGradients(f: Func): string | null {
  if (handsOnHosts(f)) return 'it calls functions of arrays';
  return drawsNumbers(f) ? 'it draws random numbers' : null;
}

/**
 * True if it calls functions of the program as they are, which may read whatever the program holds.
 * O(size).
 */
export const callsProgram = (f: Func): boolean =>
  [...statementsOf(f)].some((stmt) => isHost(stmt) && stmt.does === 'apply');

/** True if the operands of a statement go to functions of the program, or are kept for these. */
export const isForProgram = ({ does, text }: HostStmt): boolean => does === 'apply' || text === '#';

/** The parts of an expression between its arguments. */
const piecesOf = ({ text = '' }: HostStmt): readonly string[] => text.split('#');

/** The text of a call, or of what a function is given, with texts in the places of the arguments. */
export function filled(stmt: HostStmt, texts: readonly string[]): string {
  const given = stmt.does === 'apply' ? texts.slice(1) : texts;
  return piecesOf(stmt).reduce((before, piece, k) => `${before}${given[k - 1]}${piece}`);
}

/** A text of JavaScript with no sign in it that stands for an argument. */
export const quoted = (of: string): string => JSON.stringify(of).replaceAll('#', '\\x23');

interface Signature {
  readonly takes: readonly (Type | 'any')[];
  readonly gives: readonly (readonly Type[])[];
}

const signatures: Readonly<Record<Exclude<HostVerb, 'call' | 'apply'>, Signature>> = {
  real: { takes: ['host'], gives: [['f64'], ['f64', 'f64']] },
  number: { takes: ['host'], gives: [['f64']] },
  truth: { takes: ['host'], gives: [['bool']] },
  draw: { takes: [], gives: [['f64']] },
  lift: { takes: ['any'], gives: [['host', 'f64']] },
  push: { takes: ['f64', 'f64'], gives: [[]] },
  pull: { takes: ['f64'], gives: [['f64']] },
};

const agree = (given: readonly Value[], asked: readonly (Type | 'any')[]): boolean =>
  given.length === asked.length &&
  given.every(({ type }, k) => asked[k] === 'any' || fits(type, asked[k] as Type));

/** Returns what is wrong with a statement; undefined if nothing is. */
export function complaintOf(stmt: HostStmt): string | undefined {
  const { does, args, results } = stmt;
  if (does === 'call' || does === 'apply') {
    if (results.length !== 1 || results[0].type !== 'host')
      return 'a call of the host gives one value of it';
    if (does === 'apply' && args.at(0)?.type !== 'host') return 'a call of what is not a function';
    return piecesOf(stmt).length === args.length + (does === 'call' ? 1 : 0)
      ? undefined
      : 'a call of the host with other arguments';
  }
  const { takes, gives } = signatures[does];
  if (!agree(args, takes) || (does === 'lift' && !isLiftable(args[0])))
    return `${does} of something else`;
  const isRight = gives.some((types) => agree(results, types));
  return isRight ? undefined : `${does} gives something else`;
}

/** True if a value may be lifted: a number, or an array of numbers. */
export const isLiftable = ({ type }: Value): boolean =>
  isArray(type) ? type.of === undefined : fits(type, 'f64');

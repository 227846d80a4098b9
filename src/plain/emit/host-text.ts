/** Writes statements on values of the host as JavaScript. */
import { piecesOf, type HostStmt } from '../ir/host.js';
import { isArray, type Value } from '../ir/ir.js';

function hostText(stmt: HostStmt, args: readonly string[], host: () => string): string {
  if (stmt.does !== 'call') return `${host()}.${stmt.does}(${args.join(', ')})`;
  const given = (k: number): string =>
    isArray(stmt.args[k].type) ? `${host()}.${copying(stmt.args[k])}(${args[k]})` : args[k];
  return piecesOf(stmt).reduce((before, piece, k) => `${before}${given(k - 1)}${piece}`);
}

/** The host may keep what it is given. On entry an array of JavaScript becomes an array of floats. */
const copying = ({ type }: Value): string =>
  isArray(type) && type.storage === 'number[]' ? 'listed' : 'given';

/** How a function is written. */
export interface Writing {
  readonly text: (of: Value) => string;
  /** Gives a value a variable of its own. */
  readonly declare: (of: Value) => string;
  /** Names what stands for the host. */
  readonly host: () => string;
}

/** The lines of a statement. */
export function hostLines(stmt: HostStmt, { text, declare, host }: Writing): string[] {
  const found = hostText(stmt, stmt.args.map(text), host);
  const [first, id] = stmt.results;
  if (first === undefined) return [`${found};`];
  const line = `const ${declare(first)} = ${found};`;
  // An id is that of what was met last.
  return id === undefined ? [line] : [line, `const ${declare(id)} = ${host()}.id;`];
}

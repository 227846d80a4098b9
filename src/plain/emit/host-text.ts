/** Writes statements on values of the host as JavaScript. */
import { filled, isForProgram, type HostStmt } from '../ir/host.js';
import { isArray, type ArrayType, type Value } from '../ir/ir.js';

function hostText(stmt: HostStmt, args: readonly string[], host: () => string): string {
  if (stmt.does === 'lift' && stmt.text !== undefined)
    return `${host()}.lift(${args[0]}, '${stmt.text}')`;
  if (stmt.does !== 'call' && stmt.does !== 'apply')
    return `${host()}.${stmt.does}(${args.join(', ')})`;
  const given = (text: string, k: number): string => {
    const { type } = stmt.args[k];
    if (!isArray(type)) return text;
    return isForProgram(stmt) && type.of !== undefined
      ? `${host()}.rows(${text}, ${isOfLists(type)})`
      : `${host()}.${copying(stmt.args[k])}(${text})`;
  };
  const text = filled(stmt, args.map(given));
  if (stmt.does === 'call') return text;
  // What depends on no input is not recorded.
  return `${host()}.${stmt.isConstant === true ? 'plainly' : 'apply'}(${args[0]}, ${text})`;
}

/** The host may keep what it is given. On entry an array of JavaScript becomes an array of floats. */
const copying = ({ type }: Value): string =>
  isArray(type) && type.storage === 'number[]' ? 'listed' : 'given';

/** True if the arrays in a list are those of JavaScript in the program. */
const isOfLists = ({ of }: ArrayType): boolean =>
  of !== undefined && isArray(of) && of.storage === 'number[]';

/** The style in which a function is written. */
export interface Writing {
  readonly text: (of: Value) => string;
  /** Gives a value a variable of its own. */
  readonly declare: (of: Value) => string;
  /** Names what stands for the host. */
  readonly host: () => string;
  /** Names what lends frames. */
  readonly frames: () => string;
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

/**
 * Makes arrays with the room that a loop asks for where they are made, in the place of small ones that are copied before the
 * loop: so a list that begins with some elements and grows in a loop is one array. What is between may only write elements
 * that the small array has.
 */
import { Builder } from '../ir/build.js';
import { definedBy, usesOf, type ForStmt, type Op, type Stmt, type Value } from '../ir/ir.js';

/** So many statements in front of a loop are looked at. */
const FAR = 64;
/** Room for so many elements behind those of the loop: what is pushed after it does not copy the list. */
export const SPARE = 2;

/** The elements that a loop pushes: so many in each step, behind as many as there are. */
export interface Wanted {
  readonly loop: Pick<ForStmt, 'from' | 'to' | 'by' | 'inits'>;
  readonly count: Value;
  readonly each: number;
}

/** The room for what is there and what a loop pushes. */
export function roomFor(builder: Builder, { loop, count, each }: Wanted): Value {
  const { prim, constant } = builder;
  const way = prim('ceil', [prim('sub', [loop.to, loop.from])]);
  const steps = loop.by === 'le' ? prim('add', [way, constant(1)]) : way;
  const more = each === 1 ? steps : prim('mul', [steps, constant(each)]);
  return prim('add', [count, more]);
}

/**
 * The statements before a loop, with arrays that have room for all that it pushes.
 *
 * @returns null if the arrays are not made among them, or if anybody may see how long they are
 */
export function madeLarger(
  before: readonly Stmt[],
  arrays: readonly Value[],
  { loop, count, each }: Wanted,
  ops: ReadonlyMap<Value, Op>,
): Stmt[] | null {
  const first = firstOf(before, arrays, ops);
  if (first === null) return null;
  const between = before.slice(first);
  const late = new Set(between.flatMap(definedBy));
  const builder = new Builder();
  let isThere = true;
  /** A value that is known before the arrays are made. */
  const early = (of: Value): Value => {
    if (!late.has(of)) return of;
    const op = ops.get(of);
    const isSimple = op?.tag === 'const' || op?.tag === 'length';
    if (isSimple && !op.args.some((arg) => late.has(arg))) return builder.let(op);
    isThere = false;
    return of;
  };
  const rooms = new Map<Value, Value>();
  const { body } = builder.region([], () => {
    const [from, to, own] = [loop.from, loop.to, count].map(early);
    const needed = roomFor(builder, { loop: { ...loop, from, to }, count: own, each });
    // A loop without steps pushes nothing.
    const least = builder.choose(builder.compare('lt', own, needed), needed, own);
    const room = builder.prim('add', [least, builder.constant(SPARE)]);
    for (const array of arrays) {
      const op = ops.get(array);
      const length = early(op?.tag === 'alloc' ? op.args[0] : array);
      rooms.set(array, builder.choose(builder.compare('lt', length, room), room, length));
    }
    return [];
  });
  if (!isThere) return null;
  const larger = between.map((stmt): Stmt => {
    if (stmt.tag !== 'let' || stmt.op.tag !== 'alloc') return stmt;
    const room = rooms.get(stmt.value);
    return room === undefined ? stmt : { ...stmt, op: { ...stmt.op, args: [room] } };
  });
  return [...before.slice(0, first), ...body, ...larger];
}

/** Where the first of some arrays is made; null if that is not near, or if something behind it may show how long they are. */
function firstOf(
  before: readonly Stmt[],
  arrays: readonly Value[],
  ops: ReadonlyMap<Value, Op>,
): number | null {
  let left = arrays.length;
  for (let at = before.length - 1; at >= 0 && before.length - at < FAR; at--) {
    const stmt = before[at];
    if (!isHarmless(stmt, arrays, ops)) return null;
    if (stmt.tag !== 'let' || !arrays.includes(stmt.value)) continue;
    if (stmt.op.tag !== 'alloc') return null;
    if (--left === 0) return at;
  }
  return null;
}

/** True if a statement does not show how long arrays are: it only stores where they have elements. */
function isHarmless(stmt: Stmt, arrays: readonly Value[], ops: ReadonlyMap<Value, Op>): boolean {
  if (stmt.tag !== 'let' && stmt.tag !== 'store' && stmt.tag !== 'check') return false;
  if (!usesOf(stmt).some((value) => arrays.includes(value))) return true;
  if (stmt.tag === 'let' || (stmt.tag === 'store' && arrays.includes(stmt.value))) return false;
  const { array, index } = stmt;
  const [at, made] = [ops.get(index), ops.get(array)];
  const length = made?.tag === 'alloc' ? ops.get(made.args[0]) : undefined;
  return (
    at?.tag === 'const' &&
    length?.tag === 'const' &&
    Number.isInteger(at.value) &&
    Number(at.value) >= 0 &&
    Number(at.value) < Number(length.value)
  );
}

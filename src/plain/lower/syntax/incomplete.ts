/**
 * Completes the code of arrays of `new Array(n)`, which have no elements at first. Where a loop gives such an array
 * all its elements before anything else happens, nobody sees that. Every other read asks, and leaves the function
 * where it finds nothing, which is a NaN in the array: methods skip what is not there, and `undefined` is no number.
 * O(size of the function).
 */
import { rootsOf } from '../../analyse/roots.js';
import { definitionsOf } from '../../analyse/definitions.js';
import { Builder } from '../../ir/build.js';
import {
  elementType,
  isArray,
  isNumber,
  regionsOf,
  statementsIn,
  usesOf,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../../ir/ir.js';

/** What is refused then, and what to write instead. */
export const unfilled = [
  'a new Array in a call or in the condition of a loop',
  'fill it by fill',
] as const;

/** The function, which leaves where it reads nothing; null if the test of a loop may, or another function. */
export function completed(func: Func, incomplete: ReadonlySet<Value>): Func | null {
  if (incomplete.size === 0) return func;
  const definitions = definitionsOf(func);
  const opOf = (of: Value): Op | undefined => {
    const stmt = definitions.get(of)?.stmt;
    return stmt?.tag === 'let' ? stmt.op : undefined;
  };
  const open = new Set<Value>();
  for (const array of incomplete) {
    const definition = definitions.get(array);
    if (definition === undefined) continue;
    if (!isFilled(array, definition.region, definition.index + 1, opOf)) open.add(array);
  }
  if (open.size === 0) return func;
  const roots = rootsOf(func);
  const isOpen = (array: Value) => roots.meets(array, open);
  const all = [...statementsIn(func.region)];
  const given = func.region.yields.filter(isOpen);
  if (
    given.some(({ type }) => !isArray(type) || !isNumber(elementType(type))) ||
    all.some((stmt) => stmt.tag === 'call' && stmt.args.some(isOpen))
  )
    return null;
  const mayBeMissing = (stmt: Stmt): stmt is Stmt & { readonly tag: 'let' } =>
    stmt.tag === 'let' &&
    stmt.op.tag === 'load' &&
    isNumber(stmt.value.type) &&
    [...roots(stmt.op.args[0])].some((root) => open.has(root));
  for (const stmt of statementsIn(func.region))
    if (stmt.tag === 'while' && [...statementsIn(stmt.test)].some(mayBeMissing)) return null;
  const asked = (stmt: Stmt): Stmt[] => {
    const made = withRegions(stmt, region);
    if (made.tag !== 'let') return [made];
    if (open.has(made.value)) return [made, ...fillingOf(made.value)];
    return mayBeMissing(made) ? [made, ...leavingAt(made.value)] : [made];
  };
  const region = (of: Region): Region => ({ ...of, body: of.body.flatMap(asked) });
  const made = region(func.region);
  return { ...func, region: { ...made, body: [...made.body, ...given.flatMap(askedWhole)] } };
}

/** Asks for each element of an array that is given back. */
const askedWhole = (array: Value): readonly Stmt[] =>
  statements((builder) =>
    builder.each(builder.constant(0), builder.length(array), builder.constant(1), (i) =>
      leavingAt(builder.load(array, i)).forEach((stmt) => builder.add(stmt)),
    ),
  );

/** Whether the first that happens to an array is that a loop gives it all its elements. */
function isFilled(
  array: Value,
  { body }: Region,
  from: number,
  opOf: (of: Value) => Op | undefined,
): boolean {
  const first = body
    .slice(from)
    .find((stmt) => mentions(stmt, array) && !(stmt.tag === 'let' && stmt.op.tag === 'length'));
  if (first?.tag !== 'for' || first.go !== undefined || first.by !== 'lt') return false;
  const numberOf = (of: Value) => {
    const op = opOf(of);
    return op?.tag === 'const' ? op.value : undefined;
  };
  /** The array of which a value is the length. */
  const measured = (of: Value) => {
    const op = opOf(of);
    return op?.tag === 'length' ? op.args[0] : undefined;
  };
  const length = opOf(array)!.args[0]!;
  const { to, counter } = first;
  const isLength =
    to === length ||
    measured(to) === array ||
    (numberOf(to) !== undefined && numberOf(to) === numberOf(length)) ||
    (measured(to) !== undefined && measured(to) === measured(length));
  const isCounter = (of: Value): boolean => {
    const op = opOf(of);
    if (op?.tag !== 'prim' || op.row !== 'add') return of === counter;
    return numberOf(op.args[0]) === 0 && op.args[1] === counter;
  };
  /** Stores at the counter, and what they ask before. */
  const isFilling = (stmt: Stmt): boolean =>
    (stmt.tag === 'store' || stmt.tag === 'check') && stmt.array === array && isCounter(stmt.index);
  const uses = first.body.body.filter((stmt) => mentions(stmt, array));
  return (
    isLength &&
    numberOf(first.from) === 0 &&
    numberOf(first.step) === 1 &&
    uses.some(({ tag }) => tag === 'store') &&
    uses.every(isFilling) &&
    !usesOf(first).includes(array) &&
    !first.body.yields.includes(array)
  );
}

const yieldsIn = (stmt: Stmt, of: Value): boolean =>
  regionsOf(stmt).some(({ yields }) => yields.includes(of));

const mentions = (stmt: Stmt, of: Value): boolean =>
  usesOf(stmt).includes(of) ||
  yieldsIn(stmt, of) ||
  regionsOf(stmt).some((region) => region.body.some((inner) => mentions(inner, of)));

const statements = (add: (builder: Builder) => void): readonly Stmt[] => {
  const builder = new Builder();
  return builder.region([], () => (add(builder), [])).body;
};

const fillingOf = (array: Value): readonly Stmt[] =>
  statements((builder) => {
    const nothing = builder.constant(NaN);
    builder.each(builder.constant(0), builder.length(array), builder.constant(1), (i) =>
      builder.store(array, i, nothing),
    );
  });

const none: Region = { params: [], body: [], yields: [] };

const leavingAt = (x: Value): readonly Stmt[] =>
  statements((builder) =>
    builder.add({
      tag: 'if',
      test: builder.compare('ne', x, x),
      then: { ...none, body: [{ tag: 'leave' }] },
      otherwise: none,
      results: [],
    }),
  );

function withRegions(stmt: Stmt, made: (of: Region) => Region): Stmt {
  switch (stmt.tag) {
    case 'if':
      return { ...stmt, then: made(stmt.then), otherwise: made(stmt.otherwise) };
    case 'for':
    case 'while':
      return { ...stmt, body: made(stmt.body) };
    default:
      return stmt;
  }
}

/**
 * Alias analysis. Tells which arrays a value may be. An array is a parameter of the function, comes from one
 * operation, or stands in a list that is a parameter; these are its roots. Two values may be the same array,
 * or share elements, only if they have a root in common. Parameters of a function of the program have the
 * roots of its arguments. O(size of the program), times the depth of its loops and calls.
 */
import {
  allOf,
  isArray,
  statementsOf,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';

export interface Roots {
  (array: Value): ReadonlySet<Value>;
  /** The roots of what stands in a list, in the lists in it and so on; of other arrays their own. */
  readonly within: (array: Value) => ReadonlySet<Value>;
  /** True if one of those is among some. */
  readonly meets: (array: Value, some: ReadonlySet<Value>) => boolean;
}

const none: ReadonlySet<Value> = new Set();

export function rootsOf(f: Func): Roots {
  const roots = new Map<Value, Set<Value>>();
  /** The roots of the elements of lists, by the roots of lists. */
  const elements = new Map<Value, Set<Value>>();
  let isStable = false;
  const into = (table: Map<Value, Set<Value>>, to: Value, from: Iterable<Value>) => {
    const target = table.get(to) ?? new Set<Value>();
    table.set(to, target);
    for (const root of from)
      if (!target.has(root)) {
        target.add(root);
        isStable = false;
      }
  };
  const flow = (from: Value, to: Value) => into(roots, to, roots.get(from) ?? none);
  const elementsOf = (array: Value): Value[] =>
    [...(roots.get(array) ?? none)].flatMap((root) => [...(elements.get(root) ?? none)]);
  /** All rows of a list that is a parameter count as one array. */
  const given = (param: Value): void => {
    if (!isArray(param.type)) return;
    roots.set(param, new Set([param]));
    if (param.type.of === undefined) return;
    const row: Value = { name: `${param.name}[]`, type: param.type.of };
    elements.set(param, new Set([row]));
    given(row);
  };
  f.region.params.forEach(given);
  const regions = regionsByName(f);
  const statements = [...statementsOf(f)];
  for (const stmt of statements) {
    const isNew = stmt.tag === 'let' && (stmt.op.tag === 'alloc' || stmt.op.tag === 'order');
    if (isNew) roots.set(stmt.value, new Set([stmt.value]));
    // Of a function that is not here nothing is known.
    if (stmt.tag === 'call' && !regions.has(stmt.of)) stmt.results.forEach(given);
  }
  const flows = [
    ...statements.flatMap((stmt) => flowsOf(stmt, regions)),
    ...keptFlows(statements),
  ].filter(([, to]) => isArray(to.type));
  const step = (stmt: Stmt): void => {
    if (stmt.tag === 'let') {
      const { value, op } = stmt;
      if (op.tag === 'view') flow(op.args[0], value);
      else if (op.tag === 'load') into(roots, value, elementsOf(op.args[0]));
    } else if (stmt.tag === 'store')
      for (const root of roots.get(stmt.array) ?? none)
        into(elements, root, roots.get(stmt.value) ?? none);
  };
  // Of what numbers do nothing has to be asked.
  const moving = statements.filter((stmt) =>
    stmt.tag === 'let'
      ? isArray(stmt.value.type)
      : stmt.tag === 'store' && isArray(stmt.value.type),
  );
  while (!isStable) {
    isStable = true;
    moving.forEach(step);
    for (const [from, to] of flows) flow(from, to);
  }
  const of = (array: Value): ReadonlySet<Value> => roots.get(array) ?? none;
  const within = (array: Value): ReadonlySet<Value> => {
    const found = new Set<Value>();
    const seen = new Set<Value>();
    const visit = (root: Value): void => {
      if (seen.has(root)) return;
      seen.add(root);
      if (isArray(root.type) && root.type.of === undefined) found.add(root);
      for (const inner of elements.get(root) ?? none) visit(inner);
    };
    for (const root of of(array)) visit(root);
    return found;
  };
  const meets = (array: Value, some: ReadonlySet<Value>): boolean =>
    [...within(array)].some((root) => some.has(root));
  return Object.assign(of, { within, meets });
}

/** From one value to another that is the same. */
export type Flow = readonly [from: Value, to: Value];

/** Pairs what is kept with what is taken of it. A block that nobody keeps any more is never taken. */
export function keptFlows(statements: readonly Stmt[]): Flow[] {
  const kept = new Map<number, readonly Value[]>();
  for (const stmt of statements) if (stmt.tag === 'keep') kept.set(stmt.block, stmt.values);
  return statements.flatMap((stmt) =>
    stmt.tag === 'take'
      ? (kept.get(stmt.block)?.map((from, k): Flow => [from, stmt.values[k]]) ?? [])
      : [],
  );
}

export type Regions = ReadonlyMap<string, Region>;

/** The functions of a program, by their names. */
export const regionsByName = (f: Func): Regions =>
  new Map(allOf(f).map(({ name, region }) => [name, region]));

/** From which values branches, loops and calls take which others. */
export function flowsOf(stmt: Stmt, regions: Regions): readonly Flow[] {
  if (stmt.tag === 'call') {
    const called = regions.get(stmt.of);
    if (called === undefined) return [];
    return [
      ...called.params.map((param, k) => [stmt.args[k], param] as const),
      ...stmt.results.map((result, k) => [called.yields[k], result] as const),
    ];
  }
  if (stmt.tag === 'if')
    return stmt.results.flatMap((result, k) => [
      [stmt.then.yields[k], result] as const,
      [stmt.otherwise.yields[k], result] as const,
    ]);
  if (stmt.tag !== 'for' && stmt.tag !== 'while') return [];
  const { inits, body, results } = stmt;
  return results.flatMap((result, k) => [
    [inits[k], body.params[k]] as const,
    [body.yields[k], body.params[k]] as const,
    [body.params[k], result] as const,
    ...(stmt.tag === 'while' ? [[body.params[k], stmt.test.params[k]] as const] : []),
  ]);
}

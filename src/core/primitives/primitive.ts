/** From a row to the primitive and its operator. */
import { insistOnOptions } from '../../errors/options.js';
import { invalidRow, notAList } from '../../errors/errors.js';
import { liftBinary, liftTernary, liftUnary } from './lift.js';
import { applyAtDeepestLevel, partialsOfRuns } from '../open-runs.js';
import { isReal, type Real } from '../real.js';
import type {
  AnyOperator,
  Binary,
  BinaryRow,
  Domain,
  Items,
  Nary,
  NaryRow,
  Primitive,
  Row,
  Ternary,
  TernaryRow,
  Unary,
  UnaryRow,
} from './row.js';
import { unwatched } from '../watcher.js';

type Loose = (...args: readonly Real[]) => Real;

/**
 * Makes an operator from a row. The library's own operators are made by it, and the operator of a
 * user has the same speed, every mode and every order. One Let-binding for each call.
 *
 * @throws DeltaTapeError if the row's parts do not fit together.
 * @example
 * const square = definePrimitive({
 *   name: 'square', formula: ['2x'], domain: { text: 'all x', points: [[-1.5], [0.5]] }, conventions: [],
 *   value: (x) => x * x, partials: [(x) => mul(2, x)],
 * });
 * grad((x: Real) => square(x))(3) // 6
 */
export function definePrimitive(row: UnaryRow): Unary;
export function definePrimitive(row: BinaryRow): Binary;
export function definePrimitive(row: TernaryRow): Ternary;
export function definePrimitive(row: NaryRow): Nary;
export function definePrimitive(row: Row): AnyOperator {
  insistOnRow(row);
  return operatorOf(row);
}

function insistOnRow(row: Row): void {
  insistOnOptions(`the row given to definePrimitive`, row, {
    ...{ name: true, value: true, partials: true, boundary: true, series: true, formula: true },
    ...{ domain: true, conventions: true, limits: true },
  });
  const { name, value, partials, formula, domain, conventions, limits = [] } = row;
  const insist = (isTrue: boolean, problem: string) => {
    if (!isTrue) throw invalidRow(name, problem);
  };
  const isFunction = (x: unknown) => typeof x === 'function';
  insist(isFunction(value), 'value is not a function.');
  insist(isFunction(row.series ?? value), 'series is not a function.');
  insist(Array.isArray(formula), 'formula is not a list.');
  insist(Array.isArray(conventions), 'conventions is not a list.');
  insist(Array.isArray(limits), 'limits is not a list.');
  insist(Array.isArray(domain?.points), 'domain has no points.');
  insist(isFunction(row.boundary ?? value), 'boundary is not a function.');
  if (typeof partials === 'function') return;
  const isListOfRules =
    Array.isArray(partials) &&
    partials.length >= 1 &&
    partials.length <= 3 &&
    partials.every(isFunction);
  insist(isListOfRules, 'partials must be one to three functions, or one for a list.');
  insist(formula.length === partials.length, 'there must be one formula for each partial.');
}

function operatorOf(row: Row): AnyOperator {
  const operator = typeof row.partials === 'function' ? ofList(row as NaryRow) : ofArguments(row);
  Object.defineProperty(operator, 'name', { value: row.name });
  return operator as AnyOperator;
}

function ofArguments(row: Row) {
  const rules = row.partials as readonly Loose[];
  const value = row.value as (...args: readonly number[]) => number;
  const boundary = row.boundary as ((...args: readonly unknown[]) => number) | undefined;
  const series = row.series as ((...args: readonly unknown[]) => Real | undefined) | undefined;
  const primitive: Primitive = {
    name: row.name,
    row,
    value: (args) => value(...args),
    apply: (args) => operator(...args),
    partials: (args, output, active) =>
      partialsOfRuns(primitive, args, output, active) ??
      unwatched(() => rules.map((rule, k) => (active[k] ? rule(...args, output) : 0))),
    boundary: (args, active) => boundary?.(...args, active) ?? Infinity,
    ...(series && { series: (args, output, k) => series(...args, output, k) }),
  };
  const operator = lifted(primitive, row);
  return Object.assign(operator, { primitive });
}

function lifted(primitive: Primitive, row: Row): Loose {
  switch (row.partials.length) {
    case 1:
      return liftUnary(primitive, row as UnaryRow);
    case 2:
      return liftBinary(primitive, row as BinaryRow);
    default:
      return liftTernary(primitive, row as TernaryRow);
  }
}

const isList = (xs: unknown): boolean =>
  typeof xs === 'object' && xs !== null && !isReal(xs) && (Symbol.iterator in xs || 'length' in xs);

function ofList(row: NaryRow) {
  const { series } = row;
  const primitive: Primitive = {
    name: row.name,
    row,
    // Copies, since a row may sort its list in place.
    value: (args) => row.value([...args]),
    apply: (args) => operator(args),
    partials: (args, output, active) =>
      partialsOfRuns(primitive, args, output, active) ??
      unwatched(() => {
        const partials = row.partials([...args], output);
        if (partials.length === args.length) return partials;
        throw invalidRow(row.name, 'there must be one partial for each element of the list.');
      }),
    boundary: (args, active) => row.boundary?.([...args], active) ?? Infinity,
    ...(series && { series }),
  };
  const operator = (xs: Items<Real>): Real => {
    if (!isList(xs)) throw notAList(row.name, xs);
    return applyAtDeepestLevel(primitive, Array.from(xs));
  };
  return Object.assign(operator, { primitive });
}

/** The optional fields of a row, beside its name, value, partials, formulas and domain. */
type More<R extends Row> = Partial<Pick<R, 'boundary' | 'series' | 'conventions' | 'limits'>>;

const own = new Map<string, Primitive>();

/** A row of the library by its name, also one that only partials use. */
export const ownRow = (name: string): Primitive | undefined => own.get(name);

/** The operator of a row, as the table writes it: with a formula for each partial. */
export function primitive(
  name: string,
  value: UnaryRow['value'],
  partials: UnaryRow['partials'],
  formula: string,
  domain: Domain,
  more?: More<UnaryRow>,
): Unary;
export function primitive(
  name: string,
  value: BinaryRow['value'],
  partials: BinaryRow['partials'],
  formula: readonly string[],
  domain: Domain,
  more?: More<BinaryRow>,
): Binary;
export function primitive(
  name: string,
  value: TernaryRow['value'],
  partials: TernaryRow['partials'],
  formula: readonly string[],
  domain: Domain,
  more?: More<TernaryRow>,
): Ternary;
export function primitive(
  name: string,
  value: NaryRow['value'],
  partials: NaryRow['partials'],
  formula: string,
  domain: Domain,
  more?: More<NaryRow>,
): Nary;
export function primitive(
  name: string,
  value: unknown,
  partials: unknown,
  formula: string | readonly string[],
  domain: Domain,
  more: object = {},
): AnyOperator {
  const row = {
    name,
    value,
    partials,
    formula: [formula].flat(),
    domain,
    conventions: [],
    ...more,
  };
  const operator = operatorOf(row as unknown as Row);
  own.set(name, operator.primitive);
  return operator;
}

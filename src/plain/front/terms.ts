/**
 * Straight-line arithmetic in let-normal form: a value is an input, a constant, or an operation of the primitive
 * table on values. A term that is used twice is one object, so a set of terms is a directed acyclic structure in
 * which each shared term is one let. The back end decides how values are stored, and whether there is a tape.
 */
import type { Expression, types } from './syntax.js';

type SourceLocation = types.SourceLocation;

export type Term =
  | { readonly tag: 'constant'; readonly value: number }
  /** A number that does not depend on inputs, as code without effects that is right at any place. */
  | { readonly tag: 'passive'; readonly code: Expression }
  /** A real that exists already. Its primal is in the variable of that name. */
  | Input
  | Application
  | { readonly tag: 'choice'; readonly test: Test; readonly then: Term; readonly otherwise: Term };

export interface Input {
  readonly tag: 'input';
  readonly name: string;
}
export interface Application {
  readonly tag: 'apply';
  /** The name of a row of the table. */
  readonly op: string;
  readonly args: readonly Term[];
  /** True if it depends on an input. */
  readonly isActive: boolean;
  /** The variable of the source that the term was bound to. */
  name?: string;
  /** The place in the source. */
  place?: SourceLocation;
}
export type Test =
  | {
      readonly tag: 'compare';
      readonly op: 'lt' | 'le' | 'gt' | 'ge' | 'eq';
      readonly args: readonly [Term, Term];
    }
  | { readonly tag: 'both' | 'either'; readonly sides: readonly [Test, Test] };

export const constant = (value: number): Term => ({ tag: 'constant', value });
export const zero = constant(0);
export const one = constant(1);

export const isConstant = (term: Term, value?: number): boolean =>
  term.tag === 'constant' && (value === undefined || Object.is(term.value, value));

/** True if a term depends on an input. */
export const isActive = (term: Term): boolean =>
  term.tag === 'input' || term.tag === 'choice' || (term.tag === 'apply' && term.isActive);

/** An operation of the program, which is computed as it was written. */
export const apply = (
  op: string,
  args: readonly Term[],
  place?: SourceLocation | null,
): Application => ({
  tag: 'apply',
  op,
  args,
  isActive: args.some(isActive),
  ...(place != null && { place }),
});

/** The terms that a term is made of directly. */
export function partsOf(term: Term): readonly Term[] {
  if (term.tag === 'apply') return term.args;
  return term.tag === 'choice' ? [...testParts(term.test), term.then, term.otherwise] : [];
}

function testParts(test: Test): readonly Term[] {
  return test.tag === 'compare' ? test.args : test.sides.flatMap(testParts);
}

const folded: Readonly<Record<string, (x: number, y: number) => number>> = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  neg: (x) => -x,
  pow: (x, y) => x ** y,
};

/** An operation of a derivative, simplified where that is exact: 1 x = x, x^1 = x, constants. */
export function simplified(op: string, args: readonly Term[]): Term {
  const [x, y] = args;
  const fold = folded[op];
  if (fold !== undefined && args.every(({ tag }) => tag === 'constant')) {
    const [a, b] = args as readonly { value: number }[];
    return constant(fold(a.value, b?.value));
  }
  if (op === 'mul' && isConstant(x, 1)) return y;
  if ((op === 'mul' || op === 'div' || op === 'pow') && isConstant(y, 1)) return x;
  if (op === 'mul' && isConstant(x, -1)) return simplified('neg', [y]);
  if (op === 'mul' && isConstant(y, -1)) return simplified('neg', [x]);
  if (op === 'neg' && x.tag === 'apply' && x.op === 'neg') return x.args[0];
  if (op === 'mul' && x.tag === 'apply' && x.op === 'neg')
    return simplified('neg', [simplified('mul', [x.args[0], y])]);
  if (op === 'mul' && y.tag === 'apply' && y.op === 'neg')
    return simplified('neg', [simplified('mul', [x, y.args[0]])]);
  return apply(op, args);
}

/** The value of a test on constants. */
export function decided(test: Test): boolean | undefined {
  if (test.tag === 'compare') {
    const [x, y] = test.args;
    if (x.tag !== 'constant' || y.tag !== 'constant') return undefined;
    const [a, b] = [x.value, y.value];
    return { lt: a < b, le: a <= b, gt: a > b, ge: a >= b, eq: a === b }[test.op];
  }
  const [left, right] = test.sides.map(decided);
  const deciding = test.tag === 'either';
  if (left === deciding || right === deciding) return deciding;
  return left === undefined || right === undefined ? undefined : !deciding;
}

export function choice(test: Test, then: Term, otherwise: Term): Term {
  const outcome = decided(test);
  if (outcome !== undefined) return outcome ? then : otherwise;
  return { tag: 'choice', test, then, otherwise };
}

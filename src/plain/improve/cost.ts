/**
 * The static cost of a function, counted as Huot and Shaikhha count (§5.2, Fig. 11): moves, additions, multiplications
 * and nonlinear operations. Nothing is run: each loop counts as n steps, so that a cost is a polynomial in n, and of
 * two branches the larger counts. O(size of the function).
 */
import { isNumber, type Func, type Op, type Region, type Stmt } from '../ir/ir.js';

/** The factors of 1, n, n², … */
type Polynomial = readonly number[];

export const measures = ['moves', 'adds', 'mults', 'nonlinear'] as const;
export type Cost = Readonly<Record<(typeof measures)[number], Polynomial>>;

type Counts = readonly [moves: number, adds?: number, mults?: number, nonlinear?: number];

const constant = (counts: Counts): Cost => {
  const [moves, adds, mults, nonlinear] = measures.map((_, k) => [counts[k] ?? 0]);
  return { moves, adds, mults, nonlinear };
};

const joined = (costs: readonly Cost[], of: (...numbers: number[]) => number): Cost => {
  const one = (measure: keyof Cost): Polynomial => {
    const all = costs.map((cost) => cost[measure]);
    const length = Math.max(1, ...all.map((polynomial) => polynomial.length));
    return Array.from({ length }, (_, k) => of(...all.map((polynomial) => polynomial[k] ?? 0)));
  };
  return {
    moves: one('moves'),
    adds: one('adds'),
    mults: one('mults'),
    nonlinear: one('nonlinear'),
  };
};

const sum = (costs: readonly Cost[]): Cost =>
  joined(costs, (...numbers) => numbers.reduce((total, x) => total + x, 0));
const larger = (costs: readonly Cost[]): Cost => joined(costs, Math.max);

/** n steps. */
const steps = ({ moves, adds, mults, nonlinear }: Cost): Cost => ({
  moves: [0, ...moves],
  adds: [0, ...adds],
  mults: [0, ...mults],
  nonlinear: [0, ...nonlinear],
});

/** An operation, with the move of what it gives. */
function ofOp(op: Op): Counts {
  const moves = op.args.length + 1;
  if (op.tag === 'times') return [moves, 0, 1];
  if (op.tag === 'partial') return [moves, 0, 0, 1];
  if (op.tag !== 'prim') return [moves];
  if (op.row === 'add' || op.row === 'sub' || op.row === 'neg') return [moves, 1];
  return op.row === 'mul' ? [moves, 0, 1] : [moves, 0, 0, 1];
}

const ofRegion = ({ body, yields }: Region): Cost =>
  sum([...body.map(ofStmt), constant([yields.filter(({ type }) => isNumber(type)).length])]);

function ofStmt(stmt: Stmt): Cost {
  switch (stmt.tag) {
    case 'let':
      return constant(ofOp(stmt.op));
    case 'if':
      return sum([constant([1]), larger([ofRegion(stmt.then), ofRegion(stmt.otherwise)])]);
    case 'for':
      // The counter is compared with its end, and the step is added.
      return sum([
        constant([stmt.inits.length]),
        steps(sum([constant([5, 1]), ofRegion(stmt.body)])),
      ]);
    case 'while':
      return sum([
        constant([stmt.inits.length]),
        steps(sum([ofRegion(stmt.test), ofRegion(stmt.body)])),
      ]);
    case 'store':
      return constant([2]);
    case 'keep':
    case 'take':
      return constant([stmt.values.length]);
    case 'call':
    case 'host':
      return constant([stmt.args.length + stmt.results.length]);
    case 'check':
    case 'whole':
    case 'leave':
    case 'mark':
    case 'forget':
      return constant([1]);
  }
}

/** The cost of a function, without that of functions which it calls. */
export const costOf = ({ region }: Func): Cost => ofRegion(region);

/** A polynomial as text: `3 + 5n + 2n²`. */
export function polynomialText(factors: Polynomial): string {
  const power = (k: number) => (k === 0 ? '' : k === 1 ? 'n' : `n${'²³⁴⁵⁶⁷⁸⁹'[k - 2] ?? `^${k}`}`);
  const terms = factors.flatMap((factor, k) => {
    if (factor === 0) return [];
    return [`${factor === 1 && k > 0 ? '' : factor}${power(k)}`];
  });
  return terms.length === 0 ? '0' : terms.join(' + ');
}

/** The costs of several functions as a table, a line for each. */
export function costTable(rows: readonly (readonly [name: string, cost: Cost])[]): string[] {
  const cells = [
    ['', ...measures],
    ...rows.map(([name, cost]) => [name, ...measures.map((one) => polynomialText(cost[one]))]),
  ];
  const widths = cells[0].map((_, k) => Math.max(...cells.map((row) => row[k].length)));
  return cells.map((row) =>
    row
      .map((cell, k) => cell.padEnd(widths[k]))
      .join('  ')
      .trimEnd(),
  );
}

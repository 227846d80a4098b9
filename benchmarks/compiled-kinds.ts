/**
 * The cost of derivatives of each kind in plain TypeScript: `npm run bench:kinds`. It takes a minute.
 * The rows say which version of a function answers. Operators are timed as they are called, so that
 * entry and the results' shapes count.
 */
import { hessian, hvp, jvp, valueAndGrad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { chain } from './plain/chain.js';
import { loss } from './plain/network.js';
import { rosenbrock } from './plain/rosenbrock.js';
import { samplesOf } from './network.js';
import { PARAMETERS } from './network-layout.js';
import { table } from './text.js';
import { timeInTurns } from './timing.js';

type F = (x: Float64Array, ...others: never[]) => number;
type Loose = (f: F, options?: object) => (...args: unknown[]) => never;

interface Row {
  readonly name: string;
  readonly f: unknown;
  readonly x: Float64Array;
  readonly others: readonly unknown[];
  /** True if whole Hessians are small enough. */
  readonly hasHessian: boolean;
}

const points = (length: number) => Float64Array.from({ length }, (_, k) => 0.5 * Math.sin(7 * k));

const rows: readonly Row[] = [
  { name: 'Rosenbrock, n = 300', f: rosenbrock, x: points(300), others: [], hasHessian: true },
  { name: 'Rosenbrock, n = 1,000', f: rosenbrock, x: points(1000), others: [], hasHessian: false },
  {
    name: 'network, 100 samples',
    f: loss,
    x: points(PARAMETERS),
    others: [samplesOf(100)],
    hasHessian: true,
  },
  {
    name: 'chain of 10,000 steps',
    f: chain,
    x: points(1),
    others: [10_000],
    hasHessian: true,
  },
];

const MILLISECONDS = 4000;

function ratiosOf({ f, x, others, hasHessian }: Row): string[] {
  const of = (operator: unknown, options?: object) => (operator as Loose)(f as F, options);
  const [gradient, tangent, product] = [of(valueAndGrad), of(jvp), of(hvp)];
  const [whole, sparse] = [of(hessian), of(hessian, { sparse: true })];
  const v = x.map((_, k) => Math.cos(k));
  const still = others.map(() => undefined);
  const first = (list: ArrayLike<number>): number => list[0];
  const tasks = [
    () => (f as F)(x, ...(others as never[])),
    () => (gradient(x, ...others) as { value: number }).value,
    () => (tangent([x, ...others], [v, ...still]) as { tangent: number }).tangent,
    () => first(product(x, v, ...others)),
    ...(hasHessian
      ? [
          () => first((whole(x, ...others) as Float64Array[])[0]),
          () => first((sparse(x, ...others) as { values: Float64Array }).values),
        ]
      : []),
  ];
  const [plain, slope, ...more] = timeInTurns(tasks, MILLISECONDS);
  const [pushed, ...second] = more;
  const ratios = [slope / plain, pushed / plain, ...second.map((time) => time / slope)];
  const found = ratios.map((ratio) => ratio.toPrecision(2));
  return [...found, ...(hasHessian ? [] : ['', ''])];
}

const header = [
  'function',
  'version',
  'gradient ÷ function',
  'jvp ÷ function',
  'hvp ÷ gradient',
  'Hessian ÷ gradient',
  'sparse Hessian ÷ gradient',
];
console.log(
  table(
    header,
    rows.map((row) => [row.name, why(row.f as F).answers, ...ratiosOf(row)]),
  ),
);

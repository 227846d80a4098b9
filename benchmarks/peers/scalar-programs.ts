/**
 * The evals for libraries of scalars: each is written once, in whatever operators the library has.
 */
import type { Inputs } from './inputs.js';
import type { Preparations, Run } from './peer.js';
import { lstm } from './scalar-lstm.js';

/** The operators of a library, on its reals and on numbers. */
export interface Operators<T> {
  add(this: void, x: T | number, y: T | number): T;
  sub(this: void, x: T | number, y: T | number): T;
  mul(this: void, x: T | number, y: T | number): T;
  div(this: void, x: T | number, y: T | number): T;
  exp(this: void, x: T): T;
  log(this: void, x: T): T;
  tanh(this: void, x: T): T;
  /** The greatest, which is no part of what is differentiated. */
  greatest(this: void, xs: readonly T[]): T | number;
}

/** A function of a list of reals. */
export interface Program {
  readonly point: readonly number[];
  of<T>(this: void, ops: Operators<T>, x: readonly T[]): T;
}

type Programs = { readonly [E in keyof Inputs]?: (input: Inputs[E]) => Program };

/** The evals of a library, from how it makes the gradient of a program. */
export const expressed = (gradient: (program: Program) => Run | Promise<Run>): Preparations =>
  Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [
      name,
      (input: never) => gradient(program(input)),
    ]),
  );

function logSumExp<T>({ add, sub, exp, log, greatest }: Operators<T>, xs: readonly T[]): T {
  const shift = greatest(xs);
  let total: T | number = 0;
  for (const x of xs) total = add(total, exp(sub(x, shift)));
  return add(shift, log(total as T));
}

function ode({ x: point, s }: Inputs['ode']): Program {
  return {
    point,
    of<T>({ add, mul }: Operators<T>, x: readonly T[]): T {
      type Reals = (T | number)[];
      const h = 2 / s;
      const slopes = (y: Reals): T[] => x.map((xi, i) => (i === 0 ? xi : mul(xi, y[i - 1])));
      const moved = (y: Reals, step: number, k: T[]): T[] =>
        y.map((yi, i) => add(yi, mul(step, k[i])));
      let y: Reals = x.map(() => 0);
      for (let step = 0; step < s; step++) {
        const k1 = slopes(y);
        const k2 = slopes(moved(y, h / 2, k1));
        const k3 = slopes(moved(y, h / 2, k2));
        const k4 = slopes(moved(y, h, k3));
        y = y.map((yi, i) => {
          const outer = add(k1[i], k4[i]);
          const inner = mul(2, add(k2[i], k3[i]));
          return add(yi, mul(h / 6, add(outer, inner)));
        });
      }
      return y[y.length - 1] as T;
    },
  };
}

function det({ A, ell }: Inputs['det']): Program {
  return {
    point: A,
    of<T>({ add, sub, mul }: Operators<T>, a: readonly T[]): T {
      const minor = (row: number, columns: readonly number[]): T => {
        if (row === ell - 1) return a[row * ell + columns[0]];
        let total: T | number = 0;
        columns.forEach((column, k) => {
          const others = columns.filter((other) => other !== column);
          const term = mul(a[row * ell + column], minor(row + 1, others));
          total = k % 2 === 0 ? add(total, term) : sub(total, term);
        });
        return total as T;
      };
      return minor(
        0,
        A.slice(0, ell).map((_, column) => column),
      );
    },
  };
}

/** Up to a constant, which has no gradient. The parameters are alpha, l, mu and q. */
function gmm({ d, k, n, x: points, m, gamma, alpha, mu, q, l }: Inputs['gmm']): Program {
  const below = (d * (d - 1)) / 2;
  const place = (row: number, column: number) => (column * (2 * d - 3 - column)) / 2 + row - 1;
  return {
    point: [alpha, l, mu, q].flat(2),
    of<T>(ops: Operators<T>, x: readonly T[]): T {
      const { add, sub, mul, exp } = ops;
      const sum = (xs: readonly T[]): T | number =>
        xs.reduce((total: T | number, xi) => add(total, xi), 0);
      const [atMu, atQ] = [k + k * below, k + k * below + k * d];
      const qs = x.slice(atQ);
      const diagonal = qs.map((qi) => exp(qi));
      const squares = [...diagonal, ...x.slice(k, atMu)].map((xi) => mul(xi, xi));
      const constants = alpha.map((_, c) => add(x[c], sum(qs.slice(c * d, (c + 1) * d))));
      let total: T | number = 0;
      for (const point of points) {
        const terms = constants.map((constant, c) => {
          const centred = point.map((xi, j) => sub(xi, x[atMu + c * d + j]));
          let length: T | number = 0;
          for (let row = 0; row < d; row++) {
            let product = mul(diagonal[c * d + row], centred[row]);
            for (let column = 0; column < row; column++) {
              const entry = x[k + c * below + place(row, column)];
              product = add(product, mul(entry, centred[column]));
            }
            length = add(length, mul(product, product));
          }
          return sub(constant, mul(0.5, length));
        });
        total = add(total, logSumExp(ops, terms));
      }
      const prior = sub(mul(m, sum(qs)), mul(0.5 * gamma * gamma, sum(squares)));
      return add(sub(total, mul(n, logSumExp(ops, x.slice(0, k)))), prior);
    },
  };
}

function nearest(point: readonly number[], centroids: readonly (readonly number[])[]): number {
  let least = Infinity;
  let found = 0;
  centroids.forEach((centroid, k) => {
    let distance = 0;
    for (let j = 0; j < point.length; j++) distance += (point[j] - centroid[j]) ** 2;
    if (distance < least) {
      least = distance;
      found = k;
    }
  });
  return found;
}

/** The choice of the nearest centroid has no derivative, and is made on numbers. */
function kmeansGradient({ points, centroids }: Inputs['kmeans']): Program {
  const d = centroids[0].length;
  return {
    point: centroids.flat(),
    of<T>({ add, sub, mul }: Operators<T>, x: readonly T[]): T {
      let total: T | number = 0;
      for (const point of points) {
        const at = d * nearest(point, centroids);
        for (let j = 0; j < d; j++) {
          const difference = sub(point[j], x[at + j]);
          total = add(total, mul(difference, difference));
        }
      }
      return total as T;
    },
  };
}

export const programs = {
  hello: (input: number): Program => ({ point: [input], of: ({ mul }, [x]) => mul(x, x) }),
  llsq: ({ x: point, n }): Program => ({
    point,
    of<T>({ add, sub, mul }: Operators<T>, x: readonly T[]): T {
      let total: T | number = 0;
      for (let i = 0; i < n; i++) {
        const t = -1 + (2 * i) / (n - 1);
        let error: T | number = Math.sign(t);
        let power = 1;
        for (const xj of x) {
          error = sub(error, mul(xj, power));
          power *= t;
        }
        total = add(total, mul(error, error));
      }
      return mul(total, 0.5);
    },
  }),
  lse: ({ x: point }): Program => ({ point, of: logSumExp }),
  ode,
  det,
  gmm,
  lstm,
  kmeansGradient,
} satisfies Programs;

/** The evals for libraries of arrays, written once in whatever operations the library has. */
import type { Inputs } from './inputs.js';
import type { Preparations, Run } from './peer.js';

/** The operations of a library; those on two arrays repeat the axes of length 1. */
export interface ArrayOperations<A> {
  constant(this: void, values: ArrayLike<number>, shape: readonly number[]): A;
  add(this: void, x: A, y: A): A;
  sub(this: void, x: A, y: A): A;
  mul(this: void, x: A, y: A): A;
  scale(this: void, x: A, factor: number): A;
  exp(this: void, x: A): A;
  reshape(this: void, x: A, shape: readonly number[]): A;
  transpose(this: void, x: A): A;
  /** Some of the numbers of a vector. */
  part(this: void, x: A, from: number, to: number): A;
  join(this: void, x: A, y: A): A;
  /** Of matrices in a batch, the second one transposed if asked for. */
  product(this: void, x: A, y: A, transposed?: boolean): A;
  /** Over the last axis. */
  sum(this: void, x: A): A;
  min(this: void, x: A): A;
  logSumExp(this: void, x: A): A;
}

/** A function of a vector, which gives an array of one number. Its data are put into arrays once. */
export interface ArrayProgram {
  readonly point: readonly number[];
  of<A>(this: void, ops: ArrayOperations<A>): (x: A) => A;
}

/** The powers at all points, which no parameter changes, are a matrix that is made before. */
function llsq({ x: point, n }: Inputs['llsq']): ArrayProgram {
  const m = point.length;
  const t = Array.from({ length: n }, (_, i) => -1 + (2 * i) / (n - 1));
  const powers = Float64Array.from({ length: n * m }, (_, k) => t[Math.floor(k / m)] ** (k % m));
  return {
    point,
    of({ constant, sub, mul, scale, reshape, product, sum }) {
      const matrix = constant(powers, [n, m]);
      const signs = constant(t.map(Math.sign), [n]);
      return (x) => {
        const error = sub(signs, reshape(product(matrix, reshape(x, [m, 1])), [n]));
        return scale(sum(mul(error, error)), 0.5);
      };
    },
  };
}

function ode({ x: point, s }: Inputs['ode']): ArrayProgram {
  const n = point.length;
  return {
    point,
    of<A>({ constant, add, mul, scale, part, join }: ArrayOperations<A>) {
      const h = 2 / s;
      const one = constant([1], [1]);
      const start = constant(new Float64Array(n), [n]);
      const slopes = (x: A, y: A): A => mul(x, join(one, part(y, 0, n - 1)));
      const moved = (y: A, step: number, k: A): A => add(y, scale(k, step));
      return (x: A): A => {
        let y = start;
        for (let step = 0; step < s; step++) {
          const k1 = slopes(x, y);
          const k2 = slopes(x, moved(y, h / 2, k1));
          const k3 = slopes(x, moved(y, h / 2, k2));
          const k4 = slopes(x, moved(y, h, k3));
          y = moved(y, h / 6, add(add(k1, k4), scale(add(k2, k3), 2)));
        }
        return part(y, n - 1, n);
      };
    },
  };
}

/** All orders of 0 … n - 1, each with its sign. */
function permutations(n: number): { order: number[]; sign: number }[] {
  if (n === 0) return [{ order: [], sign: 1 }];
  return permutations(n - 1).flatMap(({ order, sign }) =>
    Array.from({ length: n }, (_, at) => ({
      order: order.toSpliced(at, 0, n - 1),
      sign: (n - 1 - at) % 2 === 0 ? sign : -sign,
    })),
  );
}

/** Without recursion: a sum over permutations, whose entries are chosen by products with 0 and 1. */
function det({ A: point, ell }: Inputs['det']): ArrayProgram {
  const all = permutations(ell);
  const choices = point.slice(0, ell).map((_, row) => {
    const choice = new Float32Array(all.length * ell);
    all.forEach(({ order }, k) => {
      choice[k * ell + order[row]] = 1;
    });
    return choice;
  });
  return {
    point,
    of({ constant, mul, part, product, reshape, sum }) {
      const signs = constant(
        all.map(({ sign }) => sign),
        [all.length, 1],
      );
      const chosen = choices.map((choice) => constant(choice, [all.length, ell]));
      return (x) => {
        let terms = signs;
        chosen.forEach((choice, row) => {
          const entries = reshape(part(x, row * ell, (row + 1) * ell), [ell, 1]);
          terms = mul(terms, product(choice, entries));
        });
        return sum(reshape(terms, [all.length]));
      };
    },
  };
}

/** Up to a constant, which has no gradient. The parameters are alpha, l, mu and q. */
function gmm({ d, k, n, x: points, m, gamma, alpha, mu, q, l }: Inputs['gmm']): ArrayProgram {
  const below = (d * (d - 1)) / 2;
  /** Puts triangles, which are column by column, into square matrices. */
  const spread = new Float64Array(below * d * d);
  for (let column = 0, at = 0; column < d; column++) {
    for (let row = column + 1; row < d; row++, at++) spread[at * d * d + row * d + column] = 1;
  }
  const unit = Float64Array.from({ length: d * d }, (_, at) => Number(at % (d + 1) === 0));
  const [atMu, atQ] = [k + k * below, k + k * below + k * d];
  return {
    point: [alpha, l, mu, q].flat(2),
    of({ constant, add, sub, mul, scale, exp, reshape, transpose, part, product, sum, logSumExp }) {
      const data = constant(points.flat(), [1, n, d]);
      const [spreading, identity] = [constant(spread, [below, d * d]), constant(unit, [1, d, d])];
      return (x) => {
        const a = part(x, 0, k);
        const triangles = reshape(part(x, k, atMu), [k, below]);
        const means = reshape(part(x, atMu, atQ), [k, 1, d]);
        const qs = part(x, atQ, atQ + k * d);
        const diagonals = exp(qs);
        const lower = reshape(product(triangles, spreading), [k, d, d]);
        const roots = add(lower, mul(reshape(diagonals, [k, 1, d]), identity));
        const products = product(sub(data, means), roots, true);
        const lengths = sum(mul(products, products));
        const constants = reshape(add(a, sum(reshape(qs, [k, d]))), [k, 1]);
        const terms = sub(constants, scale(lengths, 0.5));
        const likelihood = sum(logSumExp(transpose(terms)));
        const below2 = reshape(mul(triangles, triangles), [k * below]);
        const squares = add(sum(mul(diagonals, diagonals)), sum(below2));
        const prior = sub(scale(sum(qs), m), scale(squares, 0.5 * gamma * gamma));
        return add(sub(likelihood, scale(logSumExp(a), n)), prior);
      };
    },
  };
}

function kmeansGradient({ points, centroids }: Inputs['kmeans']): ArrayProgram {
  const [n, k, d] = [points.length, centroids.length, centroids[0].length];
  return {
    point: centroids.flat(),
    of({ constant, sub, mul, reshape, sum, min }) {
      const data = constant(points.flat(), [n, 1, d]);
      return (x) => {
        const differences = sub(data, reshape(x, [1, k, d]));
        return sum(min(sum(mul(differences, differences))));
      };
    },
  };
}

const programs: { readonly [E in keyof Inputs]?: (input: Inputs[E]) => ArrayProgram } = {
  hello: (input) => ({
    point: [input],
    of:
      ({ mul }) =>
      (x) =>
        mul(x, x),
  }),
  llsq,
  lse: ({ x: point }) => ({ point, of: ({ logSumExp }) => logSumExp }),
  ode,
  det,
  gmm,
  kmeansGradient,
};

/** The evals of a library, from how it makes the gradient of a program. */
export const expressedInArrays = (gradient: (program: ArrayProgram) => Run): Preparations =>
  Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [
      name,
      (input: never) => gradient(program(input)),
    ]),
  );

/**
 * The 35 problems of Moré, Garbow and Hillstrom (Testing Unconstrained Optimization Software, 1981): residuals of the
 * published formulas, standard starts, and the published sums of squares at the minima.
 */
import { plain } from 'delta-tape/plain';

export interface Problem {
  readonly name: string;
  readonly start: readonly number[];
  /** Sums of squares at minima, the best first. */
  readonly minima: readonly number[];
  readonly residuals: (x: number[]) => number[];
}

const rows: Problem[] = [];
const problem = (
  name: string,
  start: readonly number[],
  minima: readonly number[],
  residuals: (x: number[]) => number[],
): void => {
  rows.push({ name, start, minima, residuals: plain(residuals) });
};
/** f(1), …, f(n). */
const list = (n: number, f: (i: number) => number): number[] =>
  Array.from({ length: n }, (_, k) => f(k + 1));

problem('Rosenbrock', [-1.2, 1], [0], ([a, b]) => [10 * (b - a * a), 1 - a]);
problem('Freudenstein and Roth', [0.5, -2], [0, 48.98425], ([a, b]) => [
  -13 + a + ((5 - b) * b - 2) * b,
  -29 + a + ((b + 1) * b - 14) * b,
]);
problem('Powell badly scaled', [0, 1], [0], ([a, b]) => [
  1e4 * a * b - 1,
  Math.exp(-a) + Math.exp(-b) - 1.0001,
]);
problem('Brown badly scaled', [1, 1], [0], ([a, b]) => [a - 1e6, b - 2e-6, a * b - 2]);
problem('Beale', [1, 1], [0], ([a, b]) =>
  [1.5, 2.25, 2.625].map((y, k) => y - a * (1 - b ** (k + 1))),
);
problem('Jennrich and Sampson', [0.3, 0.4], [124.36218], ([a, b]) =>
  Array.from({ length: 10 }, (_, k) => 4 + 2 * k - (Math.exp((k + 1) * a) + Math.exp((k + 1) * b))),
);
problem('Helical valley', [-1, 0, 0], [0], ([a, b, c]) => {
  const turn = Math.atan(b / a) / (2 * Math.PI) + (a < 0 ? 0.5 : 0);
  return [10 * (c - 10 * turn), 10 * (Math.sqrt(a * a + b * b) - 1), c];
});
problem('Bard', [1, 1, 1], [8.214877e-3, 17.4286], ([a, b, c]) =>
  [0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.1, 4.39].map(
    (y, k) => y - (a + (k + 1) / ((15 - k) * b + Math.min(k + 1, 15 - k) * c)),
  ),
);
problem('Gaussian', [0.4, 1, 0], [1.127933e-8], ([a, b, c]) =>
  [
    0.0009, 0.0044, 0.0175, 0.054, 0.1295, 0.242, 0.3521, 0.3989, 0.3521, 0.242, 0.1295, 0.054,
    0.0175, 0.0044, 0.0009,
  ].map((y, k) => a * Math.exp((-b * ((7 - k) / 2 - c) ** 2) / 2) - y),
);
problem('Meyer', [0.02, 4000, 250], [87.94586], ([a, b, c]) =>
  [
    34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744, 8261, 7030, 6005, 5147, 4427, 3820, 3307,
    2872,
  ].map((y, k) => a * Math.exp(b / (50 + 5 * k + c)) - y),
);
problem('Gulf research and development', [5, 2.5, 0.15], [0], ([a, b, c]) =>
  Array.from({ length: 99 }, (_, k) => {
    const t = (k + 1) / 100;
    const y = 25 + (-50 * Math.log(t)) ** (2 / 3);
    return Math.exp(-(Math.abs(y - b) ** c) / a) - t;
  }),
);
problem('Box three-dimensional', [0, 10, 20], [0], ([a, b, c]) =>
  Array.from({ length: 10 }, (_, k) => {
    const t = 0.1 * (k + 1);
    return Math.exp(-t * a) - Math.exp(-t * b) - c * (Math.exp(-t) - Math.exp(-10 * t));
  }),
);
problem('Powell singular', [3, -1, 0, 1], [0], ([a, b, c, d]) => [
  a + 10 * b,
  Math.sqrt(5) * (c - d),
  (b - 2 * c) ** 2,
  Math.sqrt(10) * (a - d) ** 2,
]);
problem('Wood', [-3, -1, -3, -1], [0], ([a, b, c, d]) => [
  10 * (b - a * a),
  1 - a,
  Math.sqrt(90) * (d - c * c),
  1 - c,
  Math.sqrt(10) * (b + d - 2),
  (b - d) / Math.sqrt(10),
]);
problem(
  'Kowalik and Osborne',
  [0.25, 0.39, 0.415, 0.39],
  [3.075056e-4, 1.02734e-3],
  ([a, b, c, d]) => {
    const u = [4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625];
    const y = [
      0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246,
    ];
    return u.map((t, k) => y[k] - (a * (t * t + t * b)) / (t * t + t * c + d));
  },
);
problem('Brown and Dennis', [25, 5, -5, -1], [85822.2], ([a, b, c, d]) =>
  Array.from({ length: 20 }, (_, k) => {
    const t = (k + 1) / 5;
    return (a + t * b - Math.exp(t)) ** 2 + (c + d * Math.sin(t) - Math.cos(t)) ** 2;
  }),
);
problem('Osborne 1', [0.5, 1.5, -1, 0.01, 0.02], [5.464895e-5], ([a, b, c, d, e]) =>
  [
    0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.85, 0.818, 0.784, 0.751, 0.718, 0.685, 0.658,
    0.628, 0.603, 0.58, 0.558, 0.538, 0.522, 0.506, 0.49, 0.478, 0.467, 0.457, 0.448, 0.438, 0.431,
    0.424, 0.42, 0.414, 0.411, 0.406,
  ].map((y, k) => y - (a + b * Math.exp(-10 * k * d) + c * Math.exp(-10 * k * e))),
);
problem('Biggs EXP6', [1, 2, 1, 1, 1, 1], [0, 5.65565e-3], ([a, b, c, d, e, f]) =>
  Array.from({ length: 13 }, (_, k) => {
    const t = 0.1 * (k + 1);
    const y = Math.exp(-t) - 5 * Math.exp(-10 * t) + 3 * Math.exp(-4 * t);
    return c * Math.exp(-t * a) - d * Math.exp(-t * b) + f * Math.exp(-t * e) - y;
  }),
);
problem('Osborne 2', [1.3, 0.65, 0.65, 0.7, 0.6, 3, 5, 7, 2, 4.5, 5.5], [4.013774e-2], (x) =>
  [
    1.366, 1.191, 1.112, 1.013, 0.991, 0.885, 0.831, 0.847, 0.786, 0.725, 0.746, 0.679, 0.608,
    0.655, 0.616, 0.606, 0.602, 0.626, 0.651, 0.724, 0.649, 0.649, 0.694, 0.644, 0.624, 0.661,
    0.612, 0.558, 0.533, 0.495, 0.5, 0.423, 0.395, 0.375, 0.372, 0.391, 0.396, 0.405, 0.428, 0.429,
    0.523, 0.562, 0.607, 0.653, 0.672, 0.708, 0.633, 0.668, 0.645, 0.632, 0.591, 0.559, 0.597,
    0.625, 0.739, 0.71, 0.729, 0.72, 0.636, 0.581, 0.428, 0.292, 0.162, 0.098, 0.054,
  ].map((y, k) => {
    const t = k / 10;
    return (
      y -
      (x[0] * Math.exp(-t * x[4]) +
        x[1] * Math.exp(-((t - x[8]) ** 2) * x[5]) +
        x[2] * Math.exp(-((t - x[9]) ** 2) * x[6]) +
        x[3] * Math.exp(-((t - x[10]) ** 2) * x[7]))
    );
  }),
);
problem(
  'Watson',
  list(6, () => 0),
  [2.28767e-3],
  (x) => {
    const most = Array.from({ length: 29 }, (_, k) => {
      const t = (k + 1) / 29;
      let slope = 0;
      let value = 0;
      for (let j = 0; j < x.length; j++) {
        if (j > 0) slope += j * x[j] * t ** (j - 1);
        value += x[j] * t ** j;
      }
      return slope - value * value - 1;
    });
    return [...most, x[0], x[1] - x[0] * x[0] - 1];
  },
);
problem(
  'Extended Rosenbrock',
  list(10, (i) => (i % 2 === 1 ? -1.2 : 1)),
  [0],
  (x) => x.map((_, k) => (k % 2 === 0 ? 10 * (x[k + 1] - x[k] * x[k]) : 1 - x[k - 1])),
);
problem(
  'Extended Powell singular',
  list(12, (i) => [1, 3, -1, 0][i % 4]),
  [0],
  (x) =>
    x.map((_, k) => {
      const j = k - (k % 4);
      if (k === j) return x[j] + 10 * x[j + 1];
      if (k === j + 1) return Math.sqrt(5) * (x[j + 2] - x[j + 3]);
      if (k === j + 2) return (x[j + 1] - 2 * x[j + 2]) ** 2;
      return Math.sqrt(10) * (x[j] - x[j + 3]) ** 2;
    }),
);
problem(
  'Penalty I',
  list(4, (i) => i),
  [2.249978e-5],
  (x) => [
    ...x.map((xj) => Math.sqrt(1e-5) * (xj - 1)),
    x.reduce((total, xj) => total + xj * xj, 0) - 0.25,
  ],
);
problem(
  'Penalty II',
  list(4, () => 0.5),
  [9.37629e-6],
  (x) => {
    const n = x.length;
    const found = [x[0] - 0.2];
    for (let i = 2; i <= n; i++) {
      const y = Math.exp(i / 10) + Math.exp((i - 1) / 10);
      found.push(Math.sqrt(1e-5) * (Math.exp(x[i - 1] / 10) + Math.exp(x[i - 2] / 10) - y));
    }
    for (let i = 2; i <= n; i++) {
      found.push(Math.sqrt(1e-5) * (Math.exp(x[i - 1] / 10) - Math.exp(-1 / 10)));
    }
    let total = -1;
    for (let j = 0; j < n; j++) total += (n - j) * x[j] * x[j];
    found.push(total);
    return found;
  },
);
problem(
  'Variably dimensioned',
  list(10, (i) => 1 - i / 10),
  [0],
  (x) => {
    const total = x.reduce((sum, xj, k) => sum + (k + 1) * (xj - 1), 0);
    return [...x.map((xj) => xj - 1), total, total * total];
  },
);
problem(
  'Trigonometric',
  list(10, () => 0.1),
  [0, 2.79506e-5],
  (x) => {
    const total = x.reduce((sum, xj) => sum + Math.cos(xj), 0);
    return x.map((xi, k) => x.length - total + (k + 1) * (1 - Math.cos(xi)) - Math.sin(xi));
  },
);
problem(
  'Brown almost-linear',
  list(10, () => 0.5),
  [0, 1],
  (x) => {
    const total = x.reduce((sum, xj) => sum + xj, 0);
    const product = x.reduce((all, xj) => all * xj, 1);
    return x.map((xi, k) => (k < x.length - 1 ? xi + total - (x.length + 1) : product - 1));
  },
);
problem(
  'Discrete boundary value',
  list(10, (i) => (i / 11) * (i / 11 - 1)),
  [0],
  (x) => {
    const h = 1 / (x.length + 1);
    return x.map((xi, k) => {
      const before = k > 0 ? x[k - 1] : 0;
      const after = k + 1 < x.length ? x[k + 1] : 0;
      return 2 * xi - before - after + (h * h * (xi + (k + 1) * h + 1) ** 3) / 2;
    });
  },
);
problem(
  'Discrete integral equation',
  list(10, (i) => (i / 11) * (i / 11 - 1)),
  [0],
  (x) => {
    const h = 1 / (x.length + 1);
    return x.map((xi, k) => {
      const t = (k + 1) * h;
      let low = 0;
      let high = 0;
      for (let j = 0; j < x.length; j++) {
        const s = (j + 1) * h;
        if (j <= k) low += s * (x[j] + s + 1) ** 3;
        else high += (1 - s) * (x[j] + s + 1) ** 3;
      }
      return xi + (h * ((1 - t) * low + t * high)) / 2;
    });
  },
);
problem(
  'Broyden tridiagonal',
  list(10, () => -1),
  [0],
  (x) =>
    x.map((xi, k) => {
      const before = k > 0 ? x[k - 1] : 0;
      const after = k + 1 < x.length ? x[k + 1] : 0;
      return (3 - 2 * xi) * xi - before - 2 * after + 1;
    }),
);
problem(
  'Broyden banded',
  list(10, () => -1),
  [0],
  (x) =>
    x.map((xi, k) => {
      let total = 0;
      for (let j = Math.max(0, k - 5); j <= Math.min(x.length - 1, k + 1); j++) {
        if (j !== k) total += x[j] * (1 + x[j]);
      }
      return xi * (2 + 5 * xi * xi) + 1 - total;
    }),
);
problem(
  'Linear, full rank',
  list(10, () => 1),
  [10],
  (x) => {
    const total = x.reduce((sum, xj) => sum + xj, 0);
    return Array.from({ length: 20 }, (_, k) => (k < x.length ? x[k] : 0) - total / 10 - 1);
  },
);
problem(
  'Linear, rank 1',
  list(10, () => 1),
  [380 / 82],
  (x) => {
    const total = x.reduce((sum, xj, k) => sum + (k + 1) * xj, 0);
    return Array.from({ length: 20 }, (_, k) => (k + 1) * total - 1);
  },
);
problem(
  'Linear, rank 1 with zeros',
  list(10, () => 1),
  [454 / 74],
  (x) => {
    const total = x.reduce(
      (sum, xj, k) => (k === 0 || k === x.length - 1 ? sum : sum + (k + 1) * xj),
      0,
    );
    return Array.from({ length: 20 }, (_, k) => (k === 0 || k === 19 ? -1 : k * total - 1));
  },
);
problem(
  'Chebyquad',
  list(8, (i) => i / 9),
  [3.516874e-3],
  (x) =>
    Array.from({ length: 8 }, (_, k) => {
      const mean =
        x.reduce((sum, xj) => {
          let [before, now] = [1, 2 * xj - 1];
          for (let i = 0; i < k; i++) [before, now] = [now, 2 * (2 * xj - 1) * now - before];
          return sum + now;
        }, 0) / x.length;
      return mean + (k % 2 === 1 ? 1 / ((k + 1) ** 2 - 1) : 0);
    }),
);

export const problems: readonly Problem[] = rows;

/**
 * Code that was written for other purposes: files of well-known packages, unchanged, are translated,
 * give the same numbers as before, bit for bit, and have gradients that the law checker accepts.
 */
import {
  assertGradient,
  checkGradient,
  customGradient,
  mul,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { Modules } from './modules.js';
import { evaluate } from '../support/plain.js';
import { inTurn } from '../support/sample.js';

const translated = new Modules(true);
const original = new Modules(false);

type Any = never;
type Use = (x: Any) => unknown;

/** A use of a package: a function of its exports to a function of a tree of numbers, as text. */
interface Case {
  readonly of: string;
  readonly file?: string;
  readonly use: string;
  readonly at: readonly unknown[];
  /** Second derivatives are checked, too, but where that takes long. */
  readonly order?: 1 | 2;
}

const cases: Readonly<Record<string, Case>> = {
  'the length, normals, curvature, extrema and halves of a Bézier curve': {
    of: 'bezier-js',
    use: `({ Bezier }) => ([p, q, r, s]) => {
      const curve = new Bezier(p, q, r, s);
      const { x, y } = curve.normal(0.3);
      const values = [curve.length(), x, y, curve.curvature(0.4).k, curve.bbox().x.max];
      return [...values, ...curve.extrema().values, curve.split(0.3).left.get(0.5).y];
    }`,
    at: [
      [
        { x: 100, y: 25 },
        { x: 10, y: 90 },
        { x: 110, y: 100 },
        { x: 150, y: 195 },
      ],
    ],
  },
  'the point of a Bézier curve that is closest to another': {
    of: 'bezier-js',
    use: `({ Bezier }) => (p) => {
      const { x, y, d } = new Bezier(...p).project({ x: 80, y: 90 });
      return [x, y, d];
    }`,
    at: [[100, 25, 10, 90, 110, 100, 150, 195]],
    order: 1,
  },
  'the power spectrum of a signal, by the fast Fourier transform': {
    of: 'fft.js',
    use: `(FFT) => (signal) => {
      const fft = new FFT(8);
      const spectrum = fft.createComplexArray();
      fft.realTransform(spectrum, signal);
      fft.completeSpectrum(spectrum);
      return [0, 1, 2, 3].map((k) => spectrum[2 * k] ** 2 + spectrum[2 * k + 1] ** 2);
    }`,
    at: [[1, 2.5, -0.3, 4, 1.1, 2.2, 3.3, 0.4]],
  },
  'a convolution, there and back': {
    of: 'fft.js',
    use: `(FFT) => (data) => {
      const fft = new FFT(4);
      const [there, back] = [fft.createComplexArray(), fft.createComplexArray()];
      fft.transform(there, data);
      fft.inverseTransform(back, there.map((y, k) => y * (k + 1)));
      return back;
    }`,
    at: [[1, 2.5, -0.3, 4, 1.1, 2.2, 3.3, 0.4]],
  },
  'payments, periods, present and future values': {
    of: 'financial',
    use: `(m) => ([rate, pay]) => [
      m.fv(rate / 12, 120, -pay, -100), m.pmt(rate / 12, 60, pay), m.nper(rate / 12, -pay, 2000),
      m.ipmt(rate / 12, 1, 24, pay), m.ppmt(rate / 12, 3, 24, pay), m.pv(rate / 12, 120, -pay, 100),
      m.npv(rate, [-100, pay, 60]), m.mirr([-100, pay, 59], rate, 0.12),
    ]`,
    at: [[0.05, 100]],
  },
  'the internal rate of return and the interest rate, by iteration': {
    of: 'financial',
    use: `(m) => ([a, b]) => [m.irr([-100, a, b, 20]), m.rate(10, 0, -3500, 100 * a)]`,
    at: [[100, 59]],
  },
  'geodesics on the ellipsoid, in both directions': {
    of: 'geographiclib-geodesic',
    use: `(m) => ([lat1, lon1, lat2, lon2]) => {
      const { s12, azi1, azi2 } = m.Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2);
      const { lat2: lat, lon2: lon } = m.Geodesic.WGS84.Direct(lat1, lon1, lat2, 1e6);
      return [s12 / 1e6, azi1, azi2, lat, lon];
    }`,
    at: [[-41.32, 174.81, 40.96, -5.5]],
  },
  'the oscillator of van der Pol, by extrapolation with adaptive steps': {
    of: 'odex',
    use: `({ Solver }) => ([mu, start]) => {
      const solver = new Solver(2);
      solver.absoluteTolerance = solver.relativeTolerance = 1e-6;
      const field = (t, [y, dy]) => [dy, (1 - y * y) * dy * mu - y];
      return solver.solve(field, 0, [start, 0.5], 1).y;
    }`,
    at: [[1.2, 2]],
    order: 1,
  },
  'a determinant and an inverse': {
    of: 'ml-matrix',
    file: 'src/index.js',
    use: `(m) => (x) => [m.determinant(new m.Matrix(x)), ...m.inverse(new m.Matrix(x)).to1DArray()]`,
    at: [
      [
        [2, 1, 0.5],
        [0.3, 4, 1],
        [1, 2, 6],
      ],
    ],
  },
  'the solution of a linear system': {
    of: 'ml-matrix',
    file: 'src/index.js',
    use: `(m) => ({ a, b }) => m.solve(new m.Matrix(a), m.Matrix.columnVector(b)).to1DArray()`,
    at: [
      {
        a: [
          [2, 1, 0.5],
          [0.3, 4, 1],
          [1, 2, 6],
        ],
        b: [1, 2, 3],
      },
    ],
  },
  'the factors of Cholesky, the largest singular value, eigenvalues and correlations': {
    of: 'ml-matrix',
    file: 'src/index.js',
    use: `(m) => (x) => {
      const a = new m.Matrix(x);
      const square = a.mmul(a.transpose());
      const cholesky = new m.CholeskyDecomposition(m.Matrix.add(square, m.Matrix.eye(3)));
      return [
        ...cholesky.lowerTriangularMatrix.to1DArray(), new m.SVD(a).norm2,
        ...new m.EVD(square).realEigenvalues, m.correlation(a).get(1, 0),
      ];
    }`,
    at: [
      [
        [2, 1, 0.5],
        [0.3, 4, 1],
        [1, 2, 6],
      ],
    ],
  },
  'means, quantiles, deviations and sums of a sample': {
    of: 'd3-array',
    use: `(m) => (x) => [
      m.mean(x), m.variance(x), m.deviation(x), m.median(x), m.quantile(x, 0.3), m.extent(x)[1],
      m.sum(x), m.fsum(x), m.max(x), ...m.cumsum(x), m.quickselect([...x], 2)[2], ...m.blur([...x], 1.5),
    ]`,
    at: [[3, 1.2, 4.5, 2.2, 9.1]],
  },
  'colours in the spaces Lab, HSL, HCL and Cubehelix': {
    of: 'd3-color',
    use: `(m) => ([r, g, b]) => {
      const color = m.rgb(r, g, b);
      const { l, a, b: yellow } = m.lab(color);
      return [l, a, yellow, m.hsl(color).h, m.hcl(color).c, m.cubehelix(color).s, m.rgb(m.lab(l, a, 3)).g];
    }`,
    at: [[100, 150.5, 20]],
  },
  'easing in and out': {
    of: 'd3-ease',
    use: `(m) => (t) => [
      'easeElastic', 'easeElasticInOut', 'easeBackInOut', 'easeBounce', 'easeCircleInOut',
      'easeExpInOut', 'easePolyIn', 'easeSinInOut', 'easeCubicInOut',
    ].map((name) => m[name](t))`,
    at: [0.3, 0.63],
  },
  'distances, lengths and areas on the sphere': {
    of: 'd3-geo',
    use: `(m) => ([a, b, c]) => [
      m.geoDistance(a, b), m.geoLength({ type: 'LineString', coordinates: [a, b, c] }),
      m.geoArea({ type: 'Polygon', coordinates: [[a, b, c, a]] }), ...m.geoInterpolate(a, b)(0.3),
    ]`,
    at: [
      [
        [10, 10],
        [5, 30],
        [30, 25.5],
      ],
    ],
  },
  'projections of the sphere': {
    of: 'd3-geo',
    use: `(m) => (p) => [...m.geoMercator().scale(100)(p), ...m.geoAlbers()(p)]`,
    at: [[-100.2, 40.3]],
  },
  'splines, zooms and trees in between': {
    of: 'd3-interpolate',
    use: `(m) => (t) => [
      m.interpolateNumber(3, t)(0.3), m.interpolateBasis([1, 2, t, 4, 3])(t / 9),
      m.interpolateObject({ a: t, b: [t * t] }, { a: 5, b: [7] })(0.25).b[0],
      m.interpolateZoom([30, 30, t * 40], [135, 85, 60])(0.4)[2],
      m.piecewise(m.interpolateNumber, [1, t, 9])(t / 3),
    ]`,
    at: [1.3],
  },
  'densities, distributions and their inverses': {
    of: 'vega-statistics',
    use: `(m) => (x) => [
      m.cumulativeNormal(x, 1, 2), m.densityNormal(x, 1, 2), m.quantileNormal(0.3 + x / 10, 1, 2),
      m.densityLogNormal(x, 1, 2), m.cumulativeLogNormal(x, 1, 2), m.cumulativeUniform(x, 0, 5),
    ]`,
    at: [0.7, 1.9],
  },
  'regressions of six kinds, with callbacks': {
    of: 'vega-statistics',
    use: `(m) => (data) => {
      const [x, y] = [(d) => d.x, (d) => d.y];
      const fits = [m.regressionLinear, m.regressionQuad, m.regressionExp, m.regressionLog, m.regressionPow];
      const loess = m.regressionLoess(data, x, y, 0.8);
      return [
        ...fits.map((fit) => fit(data, x, y).predict(2.5)),
        m.regressionPoly(data, x, y, 3).rSquared, ...loess.map((p) => p[1]),
      ];
    }`,
    at: [
      [
        { x: 1, y: 2 },
        { x: 2, y: 2.5 },
        { x: 3.1, y: 4 },
        { x: 4.4, y: 5.1 },
        { x: 5, y: 7.7 },
        { x: 6, y: 8 },
      ],
    ],
  },
  'on which side of a line a point lies, exactly': {
    of: 'robust-predicates',
    file: 'esm/orient2d.js',
    use: `({ orient2d }) => (p) => orient2d(...p)`,
    at: [[1, 2, 3, 4.5, 0, 0.3]],
  },
};

/** The text of a use, evaluated where `translated` says, for the exports of its package. */
const useOf = ({ of, file, use }: Case): Use =>
  evaluate<(exports: unknown) => Use>(use)(translated.of(of, file));

const plainUseOf = ({ of, file, use }: Case): Use => {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  const make = new Function(`return ${use};`) as () => (exports: unknown) => Use;
  return make()(original.of(of, file));
};

/** A copy of plain data. */
const copy = (x: unknown): unknown => JSON.parse(JSON.stringify(x));

describe('A package that knows nothing of derivatives, unchanged, gives', () => {
  test.each(inTurn(Object.entries(cases), 2))('%s.', (_, one) => {
    const [f, plain] = [useOf(one), plainUseOf(one)];
    for (const x of one.at) {
      const expected = plain(copy(x) as Any);
      expect(f(copy(x) as Any)).toEqual(expected);
      expect(vjp(f)(copy(x) as Any).value).toEqual(expected);
      assertGradient(f)(copy(x) as Any, { order: one.order ?? 2 });
    }
  });
});

describe('The checks of packages object', () => {
  const cubed = `(m) => (t) => m.easeCubicIn(t)`;

  test('to a gradient that is not that of the function.', () => {
    const f = useOf({ of: 'd3-ease', use: cubed, at: [] }) as (t: Real) => Real;
    const wrong = customGradient((t: Real) => ({
      value: f(t),
      pullback: (cotangent: Real) => [mul(3, cotangent)],
    }));
    expect(wrong(0.5)).toBe(0.125);
    expect(checkGradient(wrong)(0.3).ok).toBe(false);
  });

  test('to code that is not translated.', () => {
    const plain = plainUseOf({ of: 'd3-ease', use: cubed, at: [] });
    expect(() => checkGradient(plain)(0.3 as Any)).toThrow('a dual number met a native operator');
  });
});

describe('A branch that a package takes on an exact zero', () => {
  const matrix = { of: 'ml-matrix', file: 'src/index.js', at: [] };
  const use = '(m) => (x) => m.correlation(new m.Matrix(x)).get(1, 0)';
  const f = useOf({ ...matrix, use }) as (x: number[][]) => number;
  const centred = [
    [2, 1],
    [0.3, 4],
    [1, 2.5],
  ];

  test('is reported: a product of matrices skips elements that are 0.', () => {
    expect(trace(f)(centred).kinks).toMatchObject([{ operation: 'eq', values: [0, 0] }]);
    expect(checkGradient(f)(centred).ok).toBe(false);
  });

  test('is no matter elsewhere.', () => {
    const point = [...centred.slice(0, 2), [1, 0.5]];
    expect(trace(f)(point).kinks).toEqual([]);
    expect(checkGradient(f)(point).ok).toBe(true);
  });
});

test('Packages work together: a curve is fitted to where a geodesic goes.', () => {
  const f = evaluate<(...exports: unknown[]) => (p: number[]) => number>(
    `({ Bezier }, { Geodesic }, d3) => (p) => {
      const curve = new Bezier(0, 0, ...p, 30, 10);
      const line = Geodesic.WGS84.InverseLine(0, 0, 10, 30);
      const squares = curve.getLUT(8).map(({ x, y }, k) => {
        const { lat2, lon2 } = line.Position((line.s13 * k) / 8);
        return (x - lon2) ** 2 + (y - lat2) ** 2;
      });
      return d3.sum(squares);
    }`,
  )(translated.of('bezier-js'), translated.of('geographiclib-geodesic'), translated.of('d3-array'));
  assertGradient(f)([10, 3, 20, 7]);
  let [p, value] = [[10, 3, 20, 7], Infinity];
  for (let k = 0; k < 200; k++) {
    const found = valueAndGrad(f)(p);
    expect(found.value).toBeLessThan(value);
    value = found.value;
    p = p.map((x, j) => x - 0.1 * found.gradient[j]);
  }
  expect(value).toBeLessThan(0.01);
});

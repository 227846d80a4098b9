/**
 * The table of primitives: every row is checked by what it says itself, and
 * the checker by wrong rows.
 */
import 'delta-tape/methods';
import * as library from 'delta-tape';
import {
  Dual,
  add,
  cos,
  definePrimitive,
  derivative,
  eq,
  exp,
  grad,
  gt,
  hypot,
  log,
  max,
  min,
  mul,
  polygamma,
  primalOf,
  rem,
  sin,
  type Coefficients,
  type NaryRow,
  type Real,
  type UnaryRow,
} from 'delta-tape';
import { checkRow, finiteDifference, type Operator } from '../../support/check-row.js';

const operators = Object.entries(library).filter(
  (entry): entry is [string, (typeof entry)[1] & Operator] =>
    typeof entry[1] === 'function' && 'primitive' in entry[1],
);

const smooth = { domain: { text: 'all x', points: [[0.3], [1.1]] }, conventions: [] };
const sine: UnaryRow = {
  ...smooth,
  name: 'sine',
  formula: ['cos x'],
  value: Math.sin,
  partials: [(x) => cos(x)],
};
const norm: NaryRow = {
  name: 'squares',
  formula: ['2x'],
  domain: { text: 'all x', points: [[1, 2, 3], [-0.5], []] },
  conventions: [],
  value: (xs) => xs.reduce((total, x) => total + x * x, 0),
  partials: (xs) => xs.map((x) => mul(2, x)),
};

/** Coefficient k of the square of a series. */
const cauchy = (x: Coefficients, k: number): Real =>
  x.slice(0, k + 1).reduce<Real>((total, a, i) => add(total, mul(a, x[k - i])), 0);

describe('Every row of the table', () => {
  test('is found by this test.', () => {
    expect(operators.length).toBeGreaterThanOrEqual(50);
  });

  test.each(operators)('%s keeps what it promises.', (name, operator) => {
    expect(operator.primitive.name).toBe(name);
    expect(checkRow(operator)).toEqual([]);
  });

  test.each([0, 1, 2, 3])('polygamma of order %i keeps what it promises.', (order) => {
    const row: UnaryRow = {
      name: 'polygamma',
      formula: ['ψ⁽ⁿ⁺¹⁾(x)'],
      domain: { text: 'x not 0, -1, -2, …', points: [[0.6], [2.3], [-1.4]] },
      conventions: [],
      value: (x) => polygamma(order, x),
      partials: [(x) => polygamma(order + 1, x)],
    };
    expect(checkRow(definePrimitive(row))).toEqual([]);
  });

  test('is a method of Dual, except for those on lists and the special functions.', () => {
    const lists = ['sum', 'logSumExp'];
    const gammas = ['lgamma', 'digamma', 'lgammaDifference', 'logBeta'];
    const functions = [
      ...lists,
      ...gammas,
      'erf',
      'erfc',
      'erfcx',
      'logErfc',
      'logNdtr',
      'log1pmx',
    ];
    const withoutMethod = operators.filter(([name]) => !Object.hasOwn(Dual.prototype, name));
    expect(withoutMethod.map(([name]) => name).sort()).toEqual(functions.sort());
  });
});

describe('Special functions have known values', () => {
  test.each<[string, number, number]>([
    ['erf(0.5)', library.erf(0.5), 0.5204998778130465],
    ['erfc(2)', library.erfc(2), 0.004677734981047266],
    ['lgamma(5) = log 24', library.lgamma(5), Math.log(24)],
    ['digamma(1) = -γ', library.digamma(1), -0.5772156649015329],
    ['polygamma(0, 1) = -γ', polygamma(0, 1), -0.5772156649015329],
    ['polygamma(1, 1) = π²/6', polygamma(1, 1), Math.PI ** 2 / 6],
    ['polygamma(2, 1) = -2ζ(3)', polygamma(2, 1), -2.404113806319188],
    ["lgamma'(2.5)", grad((x: Real) => library.lgamma(x))(2.5), 0.7031566406452432],
  ])('%s.', (_, found, expected) => {
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(4e-16 * Math.max(1, Math.abs(expected)));
  });

  test.each([-1, 0.5, NaN, '1'])('but polygamma of order %p is refused.', (order) => {
    expect(() => polygamma(order as number, 1)).toThrow(library.DeltaTapeError);
  });

  test('and so is a polygamma differentiated by its order.', () => {
    expect(() => grad((n: Real) => polygamma(n as never, 1))(1)).toThrow(/natural number/);
  });
});

describe('Everything that Math has', () => {
  const notReal = ['random'];
  const newerThanSupported = ['f16round', 'sumPrecise'];
  const names = Object.getOwnPropertyNames(Math)
    .filter((name) => typeof Math[name as keyof Math] === 'function')
    .filter((name) => !notReal.includes(name) && !newerThanSupported.includes(name));

  test.each(names)('is an operator: %s.', (name) => {
    expect(operators.map(([exported]) => exported)).toContain(name);
  });

  test.each([[[]], [[3]], [[1, 5, 2]], [[NaN, 1]], [[-0, 0]]])(
    'is variadic as in Math: %p.',
    (xs) => {
      expect(max(...xs)).toBe(Math.max(...xs));
      expect(min(...xs)).toBe(Math.min(...xs));
      expect(hypot(...xs)).toBe(Math.hypot(...xs));
    },
  );

  test('is differentiable where it is variadic.', () => {
    const xs = [3, 7, 7, 1];
    expect(grad((v: Real[]) => max(...v))(xs)).toEqual([0, 1, 0, 0]);
    expect(grad((v: Real[]) => min(...v))(xs)).toEqual([0, 0, 0, 1]);
    expect(grad((v: Real[]) => hypot(...v))([2, 3, 6])).toEqual([2 / 7, 3 / 7, 6 / 7]);
    expect(grad((x: Real) => max(x))(4)).toBe(1);
    expect(grad((x: Real) => add(x, max()))(4)).toBe(1);
  });
});

describe('The checker objects to', () => {
  const complaintsAbout = (row: Partial<UnaryRow>) =>
    checkRow(definePrimitive({ ...sine, ...row }));

  test('nothing in the rows that the following are made from.', () => {
    expect(complaintsAbout({})).toEqual([]);
    expect(checkRow(definePrimitive(norm))).toEqual([]);
  });

  test('a wrong partial.', () => {
    expect(complaintsAbout({ partials: [(x) => mul(1.000001, cos(x))] })).not.toEqual([]);
  });

  test('a partial that is NaN.', () => {
    expect(complaintsAbout({ partials: [() => NaN] })).not.toEqual([]);
  });

  test('a right partial whose own derivative is lost: a wrong second derivative.', () => {
    const complaints = complaintsAbout({ partials: [(x) => Math.cos(primalOf(x))] });
    expect(complaints.every((text) => /along 0, 0/.test(text))).toBe(true);
    expect(complaints).not.toEqual([]);
  });

  test('a wrong third derivative.', () => {
    const flatCosine = definePrimitive({
      ...sine,
      value: Math.cos,
      partials: [(x) => -Math.sin(primalOf(x))],
    });
    const complaints = complaintsAbout({ partials: [(x) => flatCosine(x)] });
    expect(complaints.every((text) => /along 0, 0, 0/.test(text))).toBe(true);
    expect(complaints).not.toEqual([]);
  });

  test('a value that is not that of Math.', () => {
    expect(complaintsAbout({ name: 'sin', value: (x) => Math.sin(x) + 1e-16 })).not.toEqual([]);
  });

  test('a series rule that is wrong, in all coefficients or in the sixth only.', () => {
    const own: UnaryRow['series'] = (x, _, k) => cauchy(x, k);
    const square: Partial<UnaryRow> = {
      name: 'square',
      value: (x) => x * x,
      partials: [(x) => mul(2, x)],
    };
    expect(complaintsAbout({ ...square, series: own })).toEqual([]);
    const wrong: UnaryRow['series'][] = [
      (x, _, k) => mul(1.000001, cauchy(x, k)),
      (x, _, k) => add(cauchy(x, k), k === 6 ? 1e-6 : 0),
      (x, _, k) => (k === 6 ? NaN : cauchy(x, k)),
    ];
    for (const series of wrong) {
      const complaints = complaintsAbout({ ...square, series: series! });
      expect(complaints.some((text) => /by taylor: coefficient \d/.test(text))).toBe(true);
      expect(complaints.some((text) => /by its rule: coefficient \d/.test(text))).toBe(true);
    }
  });

  test('a series rule that is wrong at an edge.', () => {
    const conventions = [{ at: [0], partials: [1], because: 'cos 0 is 1' }];
    const boundary = (x: number) => x;
    expect(complaintsAbout({ boundary, conventions })).toEqual([]);
    const series: UnaryRow['series'] = (x) => (eq(x[0], 0) ? 2 : undefined);
    expect(complaintsAbout({ boundary, conventions, series })).toEqual([
      'sine: partial 1 is 2 by taylor, not 1',
    ]);
  });

  test.each([[[2]], [[NaN]], [[-1]], [[Infinity]]])('a wrong edge: %p.', (partials) => {
    const complaints = complaintsAbout({
      conventions: [{ at: [0], partials, because: 'no reason' }],
    });
    expect(complaints.some((text) => /by jvp/.test(text))).toBe(true);
    expect(complaints.some((text) => /by grad/.test(text))).toBe(true);
  });

  test('partials in the wrong order.', () => {
    const swapped = definePrimitive({
      name: 'product',
      formula: ['y', 'x'],
      domain: { text: 'all x, y', points: [[2, 3]] },
      conventions: [],
      value: (x, y) => x * y,
      partials: [(x) => x, (_, y) => y],
    });
    expect(checkRow(swapped)).not.toEqual([]);
  });

  test('one wrong partial of a list.', () => {
    const partials: NaryRow['partials'] = (xs) => xs.map((x, k) => mul(k === 2 ? 3 : 2, x));
    expect(checkRow(definePrimitive({ ...norm, partials }))).not.toEqual([]);
  });

  test('a row without interior points, domain or reasons.', () => {
    expect(complaintsAbout({ domain: { text: '', points: [] } })).toHaveLength(2);
    expect(
      complaintsAbout({ conventions: [{ at: [Infinity], partials: [NaN], because: '' }] }),
    ).toHaveLength(1);
    expect(complaintsAbout({ domain: { text: 'x', points: [[1, 2]] } })).not.toEqual([]);
  });
});

describe('The checker objects to a boundary', () => {
  const positive: UnaryRow = {
    ...smooth,
    name: 'positive',
    formula: ['x > 0 ? 1 : 0'],
    value: (x) => Math.max(x, 0),
    partials: [(x) => (gt(x, 0) ? 1 : 0)],
    conventions: [{ at: [0], partials: [0], because: 'the branch x ≤ 0' }],
  };
  const complaints = (boundary: object) => checkRow(definePrimitive({ ...positive, ...boundary }));

  test('not, where it is right.', () => {
    expect(complaints({ boundary: (x: number) => x })).toEqual([]);
  });

  test('that is forgotten, or elsewhere than a convention.', () => {
    const missed = ['positive: the convention at (0) is not on the boundary'];
    expect(complaints({})).toEqual(missed);
    expect(complaints({ boundary: (x: number) => x - 5 })).toEqual(missed);
    expect(complaints({ boundary: () => NaN })).toEqual(missed);
  });

  test('that goes through an interior point.', () => {
    expect(complaints({ boundary: (x: number) => x * (x - 0.3) })).toEqual([
      'positive: the interior point (0.3) is on the boundary',
    ]);
  });

  test('of one argument among many, too.', () => {
    const row: NaryRow = { ...norm, conventions: [{ at: [0, 1], partials: [0, 2], because: '-' }] };
    expect(checkRow(definePrimitive(row))).toHaveLength(1);
    expect(checkRow(definePrimitive({ ...row, boundary: (xs) => xs[0] }))).toEqual([]);
  });
});

describe('A row of the user', () => {
  test('of one, two or three arguments, or a list, is the equal of the table.', () => {
    const pair = { domain: { text: 'x > 0', points: [[1.5, 2.5]] }, conventions: [] };
    const weighted = definePrimitive({
      ...pair,
      name: 'weighted',
      formula: ['log y', 'x / y'],
      value: (x, y) => x * Math.log(y),
      partials: [(_, y) => log(y), (x, y) => mul(x, exp(mul(-1, log(y))))],
    });
    const triple = definePrimitive({
      name: 'triple',
      formula: ['y w', 'x w', 'x y'],
      domain: { text: 'all x', points: [[2, 3, 5]] },
      conventions: [{ at: [0, 0, 1], partials: [0, 0, 0], because: 'the formulas say so' }],
      boundary: (x, y) => Math.hypot(x, y),
      value: (x, y, w) => x * y * w,
      partials: [(_, y, w) => mul(y, w), (x, _, w) => mul(x, w), (x, y) => mul(x, y)],
    });
    for (const operator of [definePrimitive(sine), weighted, triple, definePrimitive(norm)]) {
      expect(checkRow(operator)).toEqual([]);
    }
  });

  test('may use its output, and is named in errors.', () => {
    const growth = definePrimitive({
      ...sine,
      name: 'growth',
      value: Math.exp,
      partials: [(_, z) => z],
    });
    expect(checkRow(growth)).toEqual([]);
    expect(growth.name).toBe('growth');
    expect(() => growth(null as unknown as Real)).toThrow(/argument 1 of growth/);
  });

  test.each<[string, object]>([
    ['without a value', { value: undefined }],
    ['whose partials are no functions', { partials: [1] }],
    ['without partials', { partials: [] }],
    ['with four partials', { partials: [cos, cos, cos, cos], formula: ['', '', '', ''] }],
    ['with too few formulas', { formula: [] }],
    ['whose boundary is no function', { boundary: 0 }],
    ['with too many formulas', { formula: ['cos x', 'sin x'] }],
  ])('%s is refused, with its name.', (_, wrong) => {
    const define = () => definePrimitive({ ...sine, ...wrong });
    expect(define).toThrow(library.DeltaTapeError);
    expect(define).toThrow(/"sine"/);
  });
});

describe('At kinks and steps', () => {
  test('a remainder is differentiated on the branch that its value is on.', () => {
    const slope = grad((y: Real) => rem(1, y))(0.1);
    expect(slope).toBe((rem(1, 0.1) - 1) / 0.1);
    expect(slope).toBeCloseTo(
      finiteDifference((y) => 1 % y, 0.1 + 2 ** -12, 2 ** -13),
      9,
    );
  });

  test('a derivative keeps its digits where the value has none left to tell.', () => {
    expect(grad((x: Real) => library.expm1(x))(-40)).toBe(Math.exp(-40));
  });

  test('a change of format changes no derivative.', () => {
    expect(grad((x: Real) => library.fround(x))(0.1)).toBe(1);
  });

  test('powers keep all their derivatives at 0.', () => {
    const cube = (x: Real): Real => library.pow(x, 3);
    const third = derivative((x: Real) => derivative((y: Real) => derivative(cube)(y))(x));
    expect([derivative(cube)(0), third(0)]).toEqual([0, 6]);
    expect(derivative(derivative((x: Real) => library.pow(x, 2)))(0)).toBe(2);
    expect(grad((x: Real[]) => library.pow(x[0], x[1]))([-2, 3])).toEqual([12, NaN]);
    expect(grad((x: Real) => library.pow(x, 3))(-2)).toBe(12);
    expect(grad((x: Real) => sin(library.abs(x)))(-0)).toBe(0);
  });
});

/**
 * Every row of the table against references (scripts/references.py): value, first and second
 * derivatives have 13 right digits, or as many as a limit of the row says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as library from 'delta-tape';
import { definePrimitive, div, mul, polygamma, sub, tanh, type Limit, type Real } from 'delta-tape';
import { nextLevel, within } from '../../../src/core/open-runs.js';
import { Dual, Run } from '../../../src/core/real.js';
import { errorOf, inaccuracies, type Reference } from '../../support/accuracy.js';
import { onList, type Operator } from '../../support/check-row.js';

const references = JSON.parse(readFileSync(join(__dirname, 'references.json'), 'utf8')) as Readonly<
  Record<string, readonly Reference[] | undefined>
>;

const operators = Object.values(library).filter(
  (value): value is typeof value & Operator => typeof value === 'function' && 'primitive' in value,
);

/** The limits of the row that a function of one argument applies. */
function limitsOf(f: (x: Real) => Real): readonly Limit[] {
  let limits: readonly Limit[] | undefined;
  class Probe extends Run {
    readonly level = nextLevel();
    apply(primitive: Operator['primitive']): Real {
      limits = primitive.row.limits;
      return 0;
    }
    primalOf = () => 1;
    describe = () => 'a probe';
  }
  const run = new Probe();
  class ProbeDual extends Dual {
    readonly run = run;
  }
  within(run, () => f(new ProbeDual()));
  return limits ?? [];
}

type Subject = [name: string, f: (xs: readonly Real[]) => Real, limits: readonly Limit[]];
const rows: Subject[] = [
  ...operators.map((operator): Subject => {
    const { name, row } = operator.primitive;
    return [name, onList(operator), row.limits ?? []];
  }),
  ...[1, 2, 3, 10, 60].map((n): Subject => {
    const ofOne = (x: Real) => polygamma(n, x);
    return [`polygamma${n}`, ([x]) => ofOne(x), limitsOf(ofOne)];
  }),
];

describe('Every row of the table', () => {
  test.each(rows)('has 13 right digits, or as its limits say: %s.', (name, f, limits) => {
    expect(inaccuracies(name, f, limits, references[name])).toEqual([]);
  });

  test('has about a hundred references, and every reference a row.', () => {
    expect(Object.keys(references).sort()).toEqual(rows.map(([name]) => name).sort());
    const few = Object.entries(references).filter(([, points]) => points!.length < 90);
    expect(few.map(([name]) => name)).toEqual([]);
  });
});

describe('The checker objects to', () => {
  const points = references.tanh!;
  const hyperbolic: Subject[1] = ([x]) => tanh(x);
  const limit: Limit = { order: 1, text: 'none', error: () => 1 };
  const { row } = tanh.primitive;

  test('a row without references, and says how to get them.', () => {
    expect(inaccuracies('gauss', hyperbolic, [], undefined)).toEqual([
      'gauss has no references: add it to ROWS of scripts/references.py and run `python3 scripts/references.py gauss`',
    ]);
  });

  test('a partial that loses its digits far out.', () => {
    const cancelling = definePrimitive({
      ...(row as library.UnaryRow),
      partials: [(_, z) => sub(1, mul(z, z))],
    });
    const complaints = inaccuracies('tanh', ([x]) => cancelling(x), [], points);
    expect(complaints.some((text) => /partial 1 by grad at \(20.3\) is 0/.test(text))).toBe(true);
  });

  test('a partial whose own derivative loses its digits near 0.', () => {
    const sigmoid = definePrimitive({
      ...(library.sigmoid.primitive.row as library.UnaryRow),
      partials: [(x, z) => mul(z, library.sigmoid(library.neg(x)))],
    });
    const complaints = inaccuracies('sigmoid', ([x]) => sigmoid(x), [], references.sigmoid);
    expect(complaints.every((text) => /second partial|twice/.test(text))).toBe(true);
    expect(complaints).not.toEqual([]);
  });

  test('a limit that is not needed, or does not go far enough.', () => {
    expect(inaccuracies('tanh', hyperbolic, [limit], points)).toEqual([
      'tanh needs no limit: none',
    ]);
    const wrong: Subject[1] = ([x]) => div(tanh(x), 1 + 1e-12);
    const narrow = { ...limit, order: 0, error: () => 1e-13 } as const;
    expect(inaccuracies('tanh', wrong, [{ ...narrow, error: () => 2e-12 }], points)).not.toEqual(
      [],
    );
    const values = (texts: string[]) => texts.filter((text) => /the value/.test(text)).length;
    expect(values(inaccuracies('tanh', wrong, [{ ...narrow, error: () => 2e-12 }], points))).toBe(
      0,
    );
    expect(values(inaccuracies('tanh', wrong, [narrow], points))).toBeGreaterThan(0);
  });

  test.each([
    [1 + 2e-13, 1],
    [0, 1e-320],
    [Infinity, 1e308],
    [1e308, 'Infinity'],
    [-Infinity, 'Infinity'],
    [NaN, 0],
  ] as const)('%p for %p.', (found, expected) => {
    expect(errorOf(found, expected)).toBeGreaterThan(0);
  });

  test.each([
    [1 + 5e-14, 1],
    [0, 1.5e-323],
    [Infinity, 'Infinity'],
    [Infinity, Number.MAX_VALUE],
    [Number.MAX_VALUE, 'Infinity'],
    [-0, 0],
    [3, null],
  ] as const)('but not to %p for %p.', (found, expected) => {
    expect(errorOf(found, expected)).toBe(0);
  });
});

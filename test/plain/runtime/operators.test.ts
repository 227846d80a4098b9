/** Operators, comparisons, conversions and functions of Math on any values, as JavaScript has them. */
import fc from 'fast-check';
import * as library from 'delta-tape';
import { grad, jvp, type Real } from 'delta-tape';
import * as runtime from '../../../src/plain/runtime/index.js';
import { anyNumber, anyValue, outcome, type Recipe } from '../values.js';
import { unnoted } from '../../../src/errors/swallowed.js';

type Any = (...args: never[]) => unknown;
type Pair = readonly [native: Any, version: Any];

/* eslint-disable eqeqeq, no-useless-assignment -- these are those operators */
const unary: Record<string, Pair> = {
  '-x': [(x: number) => -x, runtime.neg],
  '+x': [(x: number) => +x, runtime.plus],
  '~x': [(x: number) => ~x, runtime.not],
  '++x': [(x: number) => ++x, runtime.inc],
  '--x': [(x: number) => --x, runtime.dec],
  'x++': [(x: number) => x++, runtime.numeric],
  '!!x': [(x: unknown) => !!x, runtime.truthy],
  'typeof x': [(x: unknown) => typeof x, runtime.typeOf],
  '`${x}`': [(x: string) => `${x}`, runtime.text],
  'key of { [x]: 0 }': [(x: string) => Reflect.ownKeys({ [x]: 0 })[0], keyText],
  'new String(x)': [
    (x: string) => String(new String(x)),
    (x: never) => String(runtime.construct(String, x)),
  ],
  ...converted({ Number, String, Boolean, BigInt, isNaN, isFinite, parseFloat }),
  'Number.isNaN': [Number.isNaN, runtime.own(Number.isNaN)],
  'Number.isFinite': [Number.isFinite, runtime.own(Number.isFinite)],
  'Number.isInteger': [Number.isInteger, runtime.own(Number.isInteger)],
  'Number.isSafeInteger': [Number.isSafeInteger, runtime.own(Number.isSafeInteger)],
  'Object.keys': [Object.keys, runtime.own(Object.keys)],
  'Array.isArray': [Array.isArray as Any, runtime.own(Array.isArray) as Any],
};

/** Global functions and their versions. */
function converted(functions: Readonly<Record<string, unknown>>): Record<string, Pair> {
  const pairs = Object.entries(functions).map(([name, f]) => [name, [f, runtime.own(f)]] as const);
  return Object.fromEntries(pairs) as unknown as Record<string, Pair>;
}

function keyText(x: unknown): PropertyKey {
  const key = runtime.key(x);
  return typeof key === 'number' ? String(key) : key;
}

const binary: Record<string, Pair> = {
  'x + y': [(x: number, y: number) => x + y, runtime.add],
  'x - y': [(x: number, y: number) => x - y, runtime.sub],
  'x * y': [(x: number, y: number) => x * y, runtime.mul],
  'x / y': [(x: number, y: number) => x / y, runtime.div],
  'x % y': [(x: number, y: number) => x % y, runtime.rem],
  'x ** y': [(x: number, y: number) => x ** y, runtime.pow],
  'x & y': [(x: number, y: number) => x & y, runtime.and],
  'x | y': [(x: number, y: number) => x | y, runtime.or],
  'x ^ y': [(x: number, y: number) => x ^ y, runtime.xor],
  'x << y': [(x: number, y: number) => x << y, runtime.shl],
  'x >> y': [(x: number, y: number) => x >> y, runtime.shr],
  'x >>> y': [(x: number, y: number) => x >>> y, runtime.ushr],
  'x < y': [(x: number, y: number) => x < y, runtime.lt],
  'x <= y': [(x: number, y: number) => x <= y, runtime.le],
  'x > y': [(x: number, y: number) => x > y, runtime.gt],
  'x >= y': [(x: number, y: number) => x >= y, runtime.ge],
  'x === y': [(x: number, y: number) => x === y, runtime.eq],
  'x == y': [(x: number, y: number) => x == y, runtime.looseEq],
  'Object.is': [Object.is as Any, runtime.own(Object.is) as Any],
  parseInt: [parseInt, runtime.own(parseInt)],
};
/* eslint-enable */

const natives = Math as unknown as Readonly<Record<string, Any>>;
const ofMath = Object.keys(runtime.math).filter((name) => name !== 'random');
const math = Object.fromEntries(
  ofMath.map((name) => [`Math.${name}`, [natives[name], runtime.math[name as 'sin']] as Pair]),
);

/** Functions with the arguments they are given: unary ones one, others two, those of Math up to four. */
const all: (readonly [string, Pair, fc.Arbitrary<Recipe[]>])[] = [
  ...Object.entries(unary).map(([name, pair]) => [name, pair, lists(1, 1)] as const),
  ...Object.entries(binary).map(([name, pair]) => [name, pair, lists(2, 2)] as const),
  ...Object.entries(math).map(([name, pair]) => [name, pair, lists(0, 4)] as const),
];

function lists(minLength: number, maxLength: number): fc.Arbitrary<Recipe[]> {
  return fc.array(anyValue, { minLength, maxLength });
}

describe.each(all)('%s', (name, [native, version], args) => {
  const apply = (f: Any, recipes: readonly Recipe[]) =>
    outcome((log) => unnoted(() => f(...(recipes.map((make) => make(log)) as never[]))));

  test('does on values without duals exactly what JavaScript does.', () => {
    fc.assert(
      fc.property(args, (recipes) => {
        expect(apply(version, recipes)).toEqual(apply(native, recipes));
      }),
      { numRuns: 100 },
    );
  });

  test('has on duals the result that JavaScript has on their primals, wherever they stand.', () => {
    fc.assert(
      fc.property(args, anyNumber, fc.nat(3), (recipes, primal, at) => {
        if (recipes.length === 0) return;
        const place = at % recipes.length;
        const expected = apply(
          native,
          recipes.with(place, () => primal),
        );
        const found: unknown[] = [];
        const modes: ((f: (x: Real) => Real) => unknown)[] = [
          (f) => grad(f)(primal),
          (f) => jvp(f)([primal], [1]),
          (f) => jvp((x: Real) => grad(f)(x))([primal], [1]),
          (f) => grad((x: Real): Real => grad(f)(x))(primal),
        ];
        for (const mode of modes) {
          mode((x) => {
            found.push(
              apply(
                version,
                recipes.with(place, () => x),
              ),
            );
            return x;
          });
        }
        const isKey = name.startsWith('key') && !Number.isInteger(primal);
        const refused = { log: [], result: ['throws', 'DeltaTapeError'] };
        expect(found).toEqual(modes.map(() => (isKey ? refused : expected)));
      }),
      { numRuns: 100 },
    );
  });
});

describe('The derivative of an operator on any values', () => {
  const slope = (f: (x: never) => unknown, at: number) => grad(f as (x: Real) => Real)(at);

  test('is that of the number that JavaScript makes of what stands beside a dual.', () => {
    const three = { valueOf: () => '3' };
    expect(slope((x) => runtime.mul(x, three), 2)).toBe(3);
    expect(slope((x) => runtime.mul(three, x), 2)).toBe(3);
    expect(slope((x) => runtime.sub('7', x), 2)).toBe(-1);
    expect(slope((x) => runtime.add(x, true), 2)).toBe(1);
    expect(slope((x) => runtime.add(x, null), 2)).toBe(1);
    expect(slope((x) => runtime.div(x, ['4']), 2)).toBe(0.25);
    expect(slope((x) => runtime.pow(x, '2'), 3)).toBe(6);
    expect(slope((x) => runtime.max(x, '1', three), 5)).toBe(1);
    expect(slope((x) => runtime.atan2(x, '1'), 0)).toBe(1);
    expect(slope((x) => runtime.inc(runtime.neg(x)), 3)).toBe(-1);
    expect(slope((x) => runtime.plus(x), 3)).toBe(1);
  });

  test.each(ofMath)('is for Math.%s that of the row.', (name) => {
    const row = (library as unknown as Readonly<Record<string, Any>>)[name];
    const version = runtime.math[name as 'sin'] as Any;
    const { length } = natives[name];
    for (const [x, y] of [
      [0.3, 0.7],
      [1.5, 0.2],
      [-2.5, 3],
    ] as const) {
      const by = (f: Any) => {
        const applied = (...reals: Real[]) => f(...(reals.slice(0, length) as never[])) as Real;
        const twice = (z: Real): Real => grad((w: Real) => applied(w, w))(z);
        return [grad(applied, { wrt: [0, 1] })(x, y), jvp(applied)([x, y], [1, 2]), grad(twice)(x)];
      };
      expect(by(version)).toEqual(by(row));
    }
  });

  test('is 0 of a text, which is a leaf.', () => {
    expect(slope((x) => runtime.add(x, runtime.add(x, ' m') === '2 m' ? 1 : x), 2)).toBe(1);
  });
});

/**
 * Writes into arrays, lists and cotangents while a derivative still needs them change nothing, or are
 * refused.
 */
import { customGradient, customTangent, grad, linearize, valueAndGrad, vjp } from 'delta-tape';
import { array, flat, gradOf, jvpOf, P, sum, type Array_ } from './support.js';

type Apply = (x: Array_, option: unknown) => Array_;
type Vjp = (f: unknown) => (x: Array_) => { pullback: (c: Array_) => Array_ };
type Linearize = (f: unknown) => (x: Array_) => { pushforward: (t: Array_) => Array_ };

const v = array([1.5, 2, 3, 4]);
const m = array([
  [1.5, 2, 3],
  [4, 5, 6.5],
]);
const places = (...numbers: unknown[]): Array_ => array(numbers, 'int32');
const mask = (...booleans: unknown[]): Array_ => array(booleans, 'bool');

/** The making of an option, by which the function of a name is applied, and its argument. */
const options: Readonly<Record<string, readonly [() => unknown, Apply, Array_]>> = {
  'take by an array': [() => places(0, 1, 3), (x, at) => P.take(x, at, 0) as Array_, v],
  'take by a list': [() => [0, 1, 3], (x, at) => P.take(x, at, 0) as Array_, v],
  take_along_axis: [
    () => places([0, 1], [2, 0]),
    (x, at) => P.take_along_axis(x, at, 1) as Array_,
    m,
  ],
  'where by a mask': [
    () => mask(true, true, false, false),
    (x, at) => P.where(at, x, P.multiply(x, 2)) as Array_,
    v,
  ],
  'where by floats': [() => array([1, 1, 0, 0]), (x, at) => P.where(at, x, 0) as Array_, v],
  compress: [() => mask(true, true, false, false), (x, at) => P.compress(at, x) as Array_, v],
  extract: [() => mask(true, true, true, false), (x, at) => P.extract(at, x) as Array_, v],
  iindex: [() => places(0, 1, 3), (x, at) => P.iindex(x, at) as Array_, v],
  bindex: [() => mask(true, true, false, false), (x, at) => P.bindex(x, at) as Array_, v],
  roll: [() => [0, 1], (x, by) => P.roll(x, by, [0, 1]) as Array_, m],
  tile: [() => [1, 2], (x, by) => P.tile(x, by) as Array_, m],
  repeat: [() => [0, 1, 2, 3], (x, by) => P.repeat(x, by) as Array_, v],
  rot90: [() => [0, 1], (x, axes) => P.rot90(x, 1, axes) as Array_, m],
  moveaxis: [() => [0, 2], (x, to) => P.moveaxis(P.reshape(x, [1, 2, 3]), to, [0, 1]) as Array_, m],
  broadcast_to: [() => [4, 2, 3], (x, shape) => P.broadcast_to(x, shape) as Array_, m],
  choose: [() => places(0, 0, 1, 1), (x, at) => P.choose(at, [x, P.square(x)]) as Array_, v],
  select: [
    () => mask(true, true, false, false),
    (x, at) => P.select([at], [x], P.square(x)) as Array_,
    v,
  ],
  'sum over axes': [() => [0, 2], (x, axes) => P.sum(P.reshape(x, [1, 2, 3]), axes) as Array_, m],
  'mean over axes': [() => [0, 2], (x, axes) => P.mean(P.reshape(x, [1, 2, 3]), axes) as Array_, m],
  'sum where': [
    () => mask(true, true, false, false),
    (x, at) => P.multiply(x, P.sum(x, undefined, false, { where: at })) as Array_,
    v,
  ],
};

const asArray = (x: unknown) => x as Array_ & { storage: { data: Int32Array } };
function writeInto(option: unknown): void {
  if (Array.isArray(option)) option.fill(option[0]);
  else asArray(option).storage.data.fill(asArray(option).storage.data[0]);
}

const counted = (x: Array_): Array_ => P.reshape(P.arange(1, x.size + 1), [...x.shape]) as Array_;

describe('What a function was told', () => {
  test.each(Object.keys(options))('may be written afterwards: %s.', (name) => {
    const [make, apply, x] = options[name];
    const cubed = (option: unknown) => (a: Array_) => P.power(apply(a, option), 3);
    const swept = (isWritten: boolean): unknown[] => {
      const own = [make(), make(), make()];
      const pulled = (vjp as unknown as Vjp)(cubed(own[0]))(x);
      const pushed = (linearize as unknown as Linearize)(cubed(own[1]))(x);
      const direction = counted(x);
      const c = counted(apply(x, make()));
      if (isWritten) own.slice(0, 2).forEach(writeInto);
      const inside = gradOf((a: Array_) => {
        const z = apply(a, own[2]);
        if (isWritten) writeInto(own[2]);
        return sum(P.multiply(z, z));
      });
      return [pulled.pullback(c), pushed.pushforward(direction), inside(x)].map(flat);
    };
    expect(swept(true)).toEqual(swept(false));
  });
});

const ruleOf = (operator: unknown) => operator as (rule: unknown) => (x: Array_) => Array_;

describe('Cotangents and tangents', () => {
  test('that a rule is given are its own, so that it may write into them.', () => {
    const spoil = (x: unknown) => asArray(x).storage.data.fill(9);
    const backwards = ruleOf(customGradient)((x: Array_) => ({
      value: P.multiply(x, 2) as Array_,
      pullback(c: Array_) {
        const changes = [P.multiply(c, 2)];
        spoil(c);
        return changes;
      },
    }));
    const forwards = ruleOf(customTangent)((x: Array_) => ({
      value: P.multiply(x, 2) as Array_,
      pushforward([t]: readonly Array_[]) {
        const change = P.multiply(t, 2);
        spoil(t);
        return change;
      },
    }));
    const both = (rule: typeof backwards) => (x: Array_, y: Array_) =>
      sum(P.multiply(P.add(y, P.add(x, rule(P.add(x, y) as Array_))), 3));
    const [dx, dy] = gradOf(both(backwards), { wrt: [0, 1] })(v, v) as unknown as Array_[];
    expect([dx, dy].map(flat)).toEqual([
      [9, 9, 9, 9],
      [9, 9, 9, 9],
    ]);
    expect(jvpOf(both(forwards))([v, v], [v, v]).tangent).toBe(6 * 3 * 10.5);
  });
});

test('Tangents of several results are arrays of their own.', () => {
  const f = (x: Array_) => [P.add(x, 1), P.add(x, 2), x];
  const along = array([1, 1, 1, 1]);
  const { tangent } = jvpOf(f)([v], [along]) as unknown as { tangent: Array_[] };
  asArray(tangent[0]).storage.data.fill(7);
  expect([...tangent.slice(1), along].map(flat)).toEqual([1, 1, 1].map(() => [1, 1, 1, 1]));
});

describe('Memory of an argument', () => {
  const squares = (x: Array_) => sum(P.square(x));
  const inPlaces = [
    [
      'another argument',
      (x: Array_) => [(a: Array_, b: Array_) => (spoilt(b), squares(a)), x.slice('1:')],
    ],
    ['a variable', (x: Array_) => [(a: Array_) => (spoilt(x), squares(a))]],
    ['a view', (x: Array_) => [(a: Array_) => (spoilt(x.slice('::2')), squares(a))]],
  ] as const;
  const spoilt = (x: Array_) => (x as unknown as { fill: (a: number) => void }).fill(7);

  test.each(inPlaces)('must not be written by the name of %s.', (_, make) => {
    for (const operator of [grad, valueAndGrad, vjp]) {
      const x = array([1, 2, 3]);
      const [f, ...others] = make(x);
      expect(() => (operator as unknown as typeof gradOf)(f)(x, ...others)).toThrow(
        'argument 0 was changed through another variable while',
      );
    }
    const x = array([1, 2, 3]);
    const [f, ...others] = make(x);
    const wrt = others.map(() => undefined);
    expect(() => jvpOf(f)([x, ...others], [x, ...wrt])).toThrow(
      'argument 0 was changed through another variable while',
    );
  });

  test('may hold NaN, and stand in trees and at several places.', () => {
    const x = array([NaN, 2]);
    const f = ({ a, b }: { a: Array_[]; b: Array_ }) => sum(P.multiply(a[0], b));
    const found = gradOf(f)({ a: [x], b: x.slice('::-1') }) as unknown as {
      a: Array_[];
      b: Array_;
    };
    expect([flat(found.a[0]), flat(found.b)]).toEqual([
      [2, NaN],
      [NaN, 2],
    ]);
  });
});

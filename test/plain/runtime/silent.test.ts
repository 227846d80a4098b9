/**
 * Code that would be silently wrong if native code took a dual for an object: each is right in
 * derivative versions, or refused. The input is 2.
 */
import { DeltaTapeError, grad, jvp, type Real } from 'delta-tape';
import { versionsOf } from '../../../src/functions/translated-functions.js';
import * as $ from '../../../src/plain/runtime/index.js';

const within = (f: (x: never) => unknown, at = 2): unknown => {
  let result: unknown;
  grad((x: Real) => {
    result = f(x as never);
    return x;
  })(at);
  return result;
};

const right: Record<string, [(x: Real) => unknown, unknown]> = {
  'x === 2': [(x) => $.eq(x, 2), true],
  'x == "2"': [(x) => $.looseEq(x, '2'), true],
  'x - 2 ? 1 : 0': [(x) => $.truthy($.sub(x, 2)), false],
  'NaN ? 1 : 0': [(x) => $.truthy($.mul(x, NaN)), false],
  'typeof x': [(x) => $.typeOf(x), 'number'],
  'Object.is(x, 2)': [(x) => $.own(Object.is)(x, 2), true],
  'Object.keys(x)': [(x) => $.own(Object.keys)(x as object), []],
  'Object.values(x)': [(x) => $.own(Object.values)(x as object) as unknown, []],
  'Object.entries(x)': [(x) => $.own(Object.entries)(x as object), []],
  'Object.assign({}, x)': [(x) => $.call(Object, 'assign', {}, x), {}],
  '{ ...x }': [(x) => ({ ...($.spread(x) as object) }), {}],
  'for (k in x)': [(x) => Object.keys($.enumerated(x) as object), []],
  "o['__proto__'] = x": [
    (x) => {
      const o = {};
      $.set(o, '__proto__', x);
      return Object.getPrototypeOf(o) === Object.prototype;
    },
    true,
  ],
  "o['__proto__'] = x without a prototype": [
    (x) => {
      const o = Object.create(null) as object;
      $.set(o, '__proto__', x);
      return Object.keys(o);
    },
    ['__proto__'],
  ],
  'x instanceof Object': [(x) => $.instanceOf(x, Object), false],
  'Boolean(x - 2)': [(x) => $.own(Boolean)($.sub(x, 2)), false],
  'new Boolean(x - 2)': [(x) => ($.construct(Boolean, $.sub(x, 2)) as boolean).valueOf(), false],
  'Number.isFinite(x)': [(x) => $.call(Number, 'isFinite', x), true],
  'Number.isInteger(x)': [(x) => $.call(Number, 'isInteger', x), true],
  'Number.isSafeInteger(x)': [(x) => $.call(Number, 'isSafeInteger', x), true],
  'Number.isNaN(NaN)': [(x) => $.call(Number, 'isNaN', $.mul(x, NaN)), true],
  'Array(x)': [(x) => ($.own(Array)(x as number) as unknown[]).length, 2],
  'new Array(x)': [(x) => ($.construct(Array, x) as unknown[]).length, 2],
  'new Array(x, x)': [(x) => ($.construct(Array, x, x) as unknown[]).length, 2],
  'new Float64Array(x)': [(x) => ($.construct(Float64Array, x) as unknown[]).length, 2],
  'new Int32Array(x)': [(x) => ($.construct(Int32Array, x) as unknown[]).length, 2],
  'new Int32Array([x + 0.5])': [
    (x) => $.construct(Int32Array, [$.add(x, 0.5)]),
    new Int32Array([2]),
  ],
  'ints[0] = x / 0.7': [
    (x) => {
      const ints = new Uint8Array(1);
      $.set(ints, 0, $.div(x, 0.7));
      return ints;
    },
    new Uint8Array([2]),
  ],
  'ints.fill(x)': [(x) => $.call(new Int8Array(2), 'fill', x), new Int8Array([2, 2])],
  'ints.includes(x)': [(x) => $.call(new Int8Array([2]), 'includes', x), true],
  'floats.indexOf(x)': [(x) => $.call(new Float64Array([1, 2]), 'indexOf', x), 1],
  'floats.map((y) => y * x)': [
    (x) => {
      const mapped = $.call(new Float64Array([1]), 'map', (y: unknown) => $.mul(x, y));
      return [$.instanceOf(mapped, Float64Array), $.text((mapped as Real[])[0])];
    },
    [true, '2'],
  ],
  '[x].includes(2)': [(x) => $.call([x], 'includes', 2), true],
  '[2].indexOf(x)': [(x) => $.call([2], 'indexOf', x), 0],
  '[2, 2].lastIndexOf(x)': [(x) => $.call([2, 2], 'lastIndexOf', x), 1],
  '[0 * x].filter((y) => y)': [(x) => $.call([$.mul(0, x)], 'filter', (y: unknown) => y), []],
  '[0 * x].some(Boolean)': [(x) => $.call([$.mul(0, x)], 'some', Boolean), false],
  '[x].every(Number.isFinite)': [(x) => $.call([x], 'every', Number.isFinite), true],
  '[x].map(String)': [(x) => $.call([x], 'map', String), ['2']],
  '[10, x, 9].sort()': [
    (x) => ($.call([10, x, 9], 'sort') as unknown[]).map($.text),
    ['10', '2', '9'],
  ],
  '[x].join()': [(x) => $.call([x, null], 'join'), '2,'],
  '`${[x]}`': [(x) => $.text([x]), '2'],
  '"" + x': [(x) => $.add('', x), '2'],
  'x.toFixed(1)': [(x) => $.call(x, 'toFixed', 1), '2.0'],
  'x.toString(x)': [(x) => $.call(x, 'toString', x), '10'],
  '"abc".charAt(x)': [(x) => $.call('abc', 'charAt', x), 'c'],
  '"a".repeat(x)': [(x) => $.call('a', 'repeat', x), 'aa'],
  'list[x]': [(x) => ['a', 'b', 'c'][$.key(x) as number], 'c'],
  'list.length = x': [(x) => $.set([1, 2, 3], 'length', x) && 1, 1],
  'Array.isArray(floats)': [(x) => $.own(Array.isArray)($.construct(Float64Array, [x])), false],
  'ArrayBuffer.isView(floats)': [
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is looked for, not called
    (x) => $.own(ArrayBuffer.isView)($.construct(Float64Array, [x])),
    true,
  ],
  'new floats.constructor(1)': [
    (x) => {
      const floats = $.construct(Float64Array, [x]) as object;
      return $.instanceOf($.construct(floats.constructor, 1), Float64Array);
    },
    true,
  ],
  'Math.max.apply(null, [1, x])': [(x) => $.text($.call(Math.max, 'apply', null, [1, x])), '2'],
  'Array.prototype.includes.call([2], x)': [
    (x) => $.call(Array.prototype.includes, 'call', [2], x),
    true,
  ],
  'Reflect.apply(isNaN, null, [x])': [(x) => $.call(Reflect, 'apply', isNaN, null, [x]), false],
  'new Number(x) + 1': [(x) => $.text($.add($.construct(Number, x), 1)), '3'],
  'Object(x) === x': [(x) => $.eq(($.own(Object) as (y: unknown) => unknown)(x), x), false],
  'new Set([1]).size': [() => ($.construct(Set, [1]) as Set<number>).size, 1],
};

test.each(Object.entries(right))('%s is what it is on numbers.', (_, [f, expected]) => {
  expect(within(f)).toEqual(expected);
});

const refused: Record<string, [(x: Real) => unknown, RegExp]> = {
  'JSON.stringify({ x })': [(x) => JSON.stringify({ x }), /serialised/],
  'new Set([x])': [(x) => $.construct(Set, [x]), /member of a Set.*primalOf/],
  'set.has(x)': [(x) => $.call(new Set([2]), 'has', x), /member of a Set/],
  'set.add(x)': [(x) => $.call(new Set([2]), 'add', x), /member of a Set/],
  'set.delete(x)': [(x) => $.call(new Set([2]), 'delete', x), /member of a Set/],
  'new Map([[x, 1]])': [(x) => $.construct(Map, [[x, 1]]), /key of a Map/],
  'map.get(x)': [(x) => $.call(new Map([[2, 1]]), 'get', x), /key of a Map/],
  'map.set(x, 1)': [(x) => $.call(new Map(), 'set', x, 1), /key of a Map/],
  'object[x / 4]': [(x) => $.key($.div(x, 4)), /property key.*Math.floor/],
};

test.each(Object.entries(refused))('%s is refused.', (_, [f, message]) => {
  expect(() => within(f)).toThrow(DeltaTapeError);
  expect(() => within(f)).toThrow(message);
});

const workspaces: Record<string, (floats: Float64Array, x: Real) => unknown> = {
  'floats[0] = x': (floats, x) => $.put(floats, 0, x),
  'floats.fill(x)': (floats, x) => $.call(floats, 'fill', x),
  'floats.set([x])': (floats, x) => $.call(floats, 'set', [x]),
};

test.each(Object.entries(workspaces))(
  '%s is differentiated in an array that is older than the run, which holds numbers when it is over.',
  (_, store) => {
    const floats = new Float64Array(2);
    const f = (x: Real): Real => {
      store(floats, $.mul(x, x) as Real);
      return $.mul($.get(floats, 0), x) as Real;
    };
    expect(grad(f)(2)).toBe(12);
    expect(floats[0]).toBe(4);
    expect(jvp(f)([3], [1])).toEqual({ value: 27, tangent: 27 });
    expect(floats[0]).toBe(9);
    expect(floats).toBeInstanceOf(Float64Array);
  },
);

test('A map may have duals as values, and other keys than numbers.', () => {
  const f = (x: Real): Real => {
    const map = $.construct(Map, [['a', x]]);
    $.call(map, 'set', 'b', $.mul(x, x));
    return $.add($.call(map, 'get', 'a'), $.call(map, 'get', 'b')) as Real;
  };
  expect(grad(f)(2)).toBe(5);
});

describe('What is handed on in the place of a native constructor', () => {
  const Floats = $.own(Float64Array);

  test('has its properties, makes its instances, and converts as it does.', () => {
    expect([$.own(Number).MAX_VALUE, $.own(Array).isArray([])]).toEqual([Number.MAX_VALUE, true]);
    expect([] instanceof $.own(Array) && new ($.own(Date))(0) instanceof Date).toBe(true);
    expect([Floats.name, Floats.BYTES_PER_ELEMENT]).toEqual(['Float64Array', 8]);
    expect(() => (Floats as unknown as () => void)()).toThrow(TypeError);
    expect($.call(Floats, 'of', 1)).toEqual($.construct(Float64Array, [1]));
  });

  test('is the same each time, and its own version.', () => {
    expect($.own(Float64Array)).toBe(Floats);
    expect($.own(Floats)).toBe(Floats);
  });
});

test('A function that is no native one is its own version, and remembers its derivative version.', () => {
  const f = () => 1;
  const g = () => 2;
  expect([$.own(f), $.own(undefined), $.own('f')]).toEqual([f, undefined, 'f']);
  expect(versionsOf(f)).toBeUndefined();
  expect($.attach(f, g)).toBe(f);
  expect(versionsOf(f)).toEqual([g]);
});

test('Methods of other objects are called as they are, whatever their name.', () => {
  const other = {
    factor: 3,
    filter(this: { factor: number }, x: number) {
      return this.factor * x;
    },
  };
  expect($.call(other, 'filter', 2)).toBe(6);
  expect(() => $.call({}, 'filter')).toThrow(TypeError);
  expect(() => $.call(null, 'filter')).toThrow(TypeError);
});

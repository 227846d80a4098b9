/**
 * Changes that the user's code makes to its data meanwhile must not put a derivative in a wrong place.
 */
import { Stack } from 'immutable';
import {
  DeltaTapeError,
  add,
  definePrimitive,
  fma,
  grad,
  hypot,
  logSumExp,
  mul,
  sum,
  vjp,
} from 'delta-tape';
import type { Real } from 'delta-tape';
import { untyped } from '../support/untyped.js';

test('A pullback keeps the keys that its input had, whatever becomes of the input.', () => {
  const map = new Map([
    ['a', 2],
    ['b', 5],
  ]);
  const at = (m: Map<string, Real>, key: string) => m.get(key)!;
  const { pullback } = vjp((m: Map<string, Real>) => mul(at(m, 'a'), mul(at(m, 'a'), at(m, 'b'))))(
    map,
  );
  map.delete('a');
  map.set('a', 2);
  expect(pullback(1)).toEqual(
    new Map([
      ['a', 20],
      ['b', 4],
    ]),
  );

  const object: { [key: string]: number } = { a: 1, b: 1, c: 1 };
  const weighted = (o: { [key: string]: Real }) =>
    add(mul(10, o.a), add(mul(100, o.b), mul(1000, o.c)));
  const later = vjp(weighted)(object).pullback;
  delete object.a;
  expect(later(1)).toEqual({ a: 10, b: 100, c: 1000 });
});

test('A Map that calls itself otherwise is a Map, and one that only says so is none.', () => {
  class Named extends Map<string, number> {
    override get [Symbol.toStringTag]() {
      return 'Named';
    }
  }
  const square = (m: Map<string, Real>) => mul(m.get('a')!, m.get('a')!);
  expect([...(grad(square)(new Named([['a', 3]])) as Map<string, number>)]).toEqual([['a', 6]]);
  const pretender = { x: 3, [Symbol.toStringTag]: 'Map' };
  expect(untyped.grad((o: { x: Real }) => mul(o.x, o.x))(pretender)).toMatchObject({ x: 6 });
});

test('An object that keeps its reals out of sight is refused.', () => {
  class Hidden {
    #x = 3;
    get x() {
      return this.#x;
    }
  }
  expect(() => untyped.grad((h: Hidden) => mul(h.x, h.x))(new Hidden())).toThrow('holds no real');
});

test('Reals under symbols are reals.', () => {
  const s = Symbol('s');
  expect(grad((o: { x: Real; [s]: Real }) => mul(o.x, o[s]))({ x: 2, [s]: 5 })).toEqual({
    x: 5,
    [s]: 2,
  });
});

test('A long Stack is read in linear time.', () => {
  const stack = Stack(new Array<number>(100_000).fill(1));
  const gradient = grad((xs: Stack<Real>) => sum(xs))(stack);
  expect(gradient.size).toBe(100_000);
});

describe('A row may do what it likes:', () => {
  const domain = { text: '', points: [] };

  test('record on a dual it has captured,', () => {
    let captured: Real = 0;
    let recorded: Real = 0;
    const row = definePrimitive({
      name: 'recorder',
      value: (x, y, w) => {
        recorded = fma(captured, captured, 1);
        return x + y + w;
      },
      partials: [() => 1, () => 1, () => 1],
      formula: ['1', '1', '1'],
      domain,
      conventions: [],
    });
    const f = (x: Real) => {
      captured = x;
      return add(mul(0, row(x, x, 1)), recorded);
    };
    expect(grad(f)(5)).toBe(10);
  });

  test('sort its list in place,', () => {
    const least = definePrimitive({
      name: 'least',
      value: (xs) => (xs as number[]).sort((a, b) => a - b)[0],
      partials: (xs, z) => xs.map((x) => (x === z ? 1 : 0)),
      formula: ['x = z'],
      domain,
      conventions: [],
    });
    expect(grad((xs: Real[]) => least(xs))([5, 3])).toEqual([0, 1]);
  });

  test('but not forget a partial.', () => {
    const short = definePrimitive({
      name: 'short',
      value: (xs) => xs.length,
      partials: () => [1],
      formula: ['1'],
      domain,
      conventions: [],
    });
    expect(() => grad((xs: Real[]) => short(xs))([5, 3])).toThrow('one partial for each');
  });
});

test('The shares of logSumExp add up to 1, however large the elements.', () => {
  expect(grad((xs: Real[]) => logSumExp(xs))([1e16, 1e16])).toEqual([0.5, 0.5]);
  expect(grad((xs: Real[]) => logSumExp(xs))([Infinity, 1])).toEqual([1, 0]);
});

test('hypot takes as many arguments as a call can.', () => {
  const many = new Array<number>(100_000).fill(1);
  expect(hypot.primitive.value(many)).toBeCloseTo(Math.sqrt(100_000), 9);
});

test('An asynchronous function is refused once, and its later failure is silent.', async () => {
  const failures: unknown[] = [];
  const note = (reason: unknown) => failures.push(reason);
  process.on('unhandledRejection', note);
  const late = async (x: Real) => {
    await Promise.resolve();
    return mul(x, x);
  };
  expect(() => untyped.grad(late)(3)).toThrow(DeltaTapeError);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  expect(failures).toEqual([]);
});

test('A Jacobian needs an output of one size.', () => {
  let calls = 0;
  const growing = (xs: Real[]) => [...xs, ...xs, ...new Array<Real>(calls++).fill(xs[0])];
  // Inside of another derivative it takes a pass for each input.
  const inside = (x: Real) => untyped.jacobian(growing, { plan: 'forward' })([x, 2]) as Real[];
  expect(() => untyped.jvp(inside)([1], [1])).toThrow('another number of reals');
});

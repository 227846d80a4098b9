/** Loops of functional operators with translated functions: specialised once for all functions of one core. */
import { valueAndGrad } from 'delta-tape';
import type { LoopKind } from '../../../src/functions/translated-functions.js';
import { GuardedPoint } from '../../../src/plain/runtime/compiled/answers/guarded-point.js';
import { loopAt, loopOf } from '../../../src/plain/runtime/specialised/specialised-loops.js';
import { withEffort } from '../../support/effort.js';
import { modules } from '../../support/linked-modules.js';

type F = (...args: never[]) => number;

const { loops, makes } = modules({
  program: `
    export const makes = {
      step: (w: number) => (x: number, y: number) => Math.sin(x) * y * w + x,
      placed: (w: number) => (x: number, y: number, k: number) => x + w * y * Math.sin(y) * k,
      square: (w: number) => (x: number) => x * x * w,
      counting: (w: number) => { let n = 0; return (x: number) => { n++; return x * w * n; }; },
      odd: (w: number) => (x: number) => (x > 0 ? x * w : undefined as never),
    };
    export const loops = {
      map: (f: any) => (p: { xs: number[] }) => p.xs.map((x, k) => f(x, k)).reduce((s, y, k) => s + y * (k + 1), 0),
      map2: (f: any) => (p: { xs: number[]; more: number[] }) => p.xs.map((x, k) => f(x, p.more[k], k)).reduce((s, y, k) => s + y * (k + 1), 0),
      fold: (f: any) => (p: { xs: number[]; more: number }) => p.xs.reduce((s, x, k) => f(s, x, k), p.more),
      scanl: (f: any) => (p: { xs: number[]; more: number }) => { const out = [p.more]; p.xs.forEach((x, k) => out.push(f(out[k], x, k))); return out.reduce((s, y, k) => s + y * (k + 1), 0); },
      scanr: (f: any) => (p: { xs: number[]; more: number }) => { const n = p.xs.length; const out = new Array(n + 1).fill(p.more); for (let k = n - 1; k >= 0; k--) out[k] = f(out[k + 1], p.xs[k], k); return out.reduce((s, y, k) => s + y * (k + 1), 0); },
    };`,
})('program') as {
  readonly loops: Record<LoopKind, (f: F) => (p: object) => number>;
  readonly makes: Record<string, (w: number) => F>;
};

const xs = Float64Array.from([0.3, -0.2, 0.7, 1.1]);
const others: Readonly<Record<LoopKind, number | Float64Array | null>> = {
  map: null,
  map2: Float64Array.from([0.5, 0.9, -1.2, 0.1]),
  fold: 0.4,
  scanl: 0.4,
  scanr: 0.4,
};

/** The value and the cotangents of a loop by its code, pulled back twice; null where it has none. */
function found(kind: LoopKind, f: F, more: number | Float64Array | null, at = xs) {
  const loop = loopOf(kind, f);
  if (loop === null) return null;
  const args = more === null ? [at] : [at, more];
  const point = loopAt(loop, args, [...args.keys()])?.held(args);
  if (point == null) return null;
  const { value } = point;
  const own = typeof value === 'number' ? value : value.slice();
  const weights = typeof value === 'number' ? [1] : Array.from(value, (_, k) => k + 1);
  const pulled = () => {
    const arrays = args.flatMap((x) => (typeof x === 'number' ? [] : [new Float64Array(x.length)]));
    const numbers = point.pullInto(arrays, weights)!;
    return [...arrays, ...numbers].flatMap((x) => (typeof x === 'number' ? [x] : [...x]));
  };
  expect(pulled()).toEqual(pulled());
  const sum = typeof own === 'number' ? own : own.reduce((s, y, k) => s + y * (k + 1), 0);
  return { sum, cotangents: pulled() };
}

const kinds = Object.keys(others) as LoopKind[];
const rows = kinds.flatMap((kind) =>
  (kind === 'map' ? ['square'] : ['step', 'placed']).map((name) => [kind, name] as const),
);

test.each(rows)(
  'The loop of %s of a function %s has code, one for all that it captures.',
  (kind, name) => {
    const told: unknown[] = [];
    withEffort({ patience: 0, held: 1, onDifference: (what) => told.push(what) }, () => {
      for (let w = 1; w < 40; w++) {
        const f = makes[name](w / 20);
        const answer = found(kind, f, others[kind])!;
        const more = others[kind];
        const p = { xs: Array.from(xs), more: typeof more === 'object' && more ? [...more] : more };
        const run = withEffort({ isOn: false }, () =>
          valueAndGrad(loops[kind](f))(p as never),
        ) as unknown as { value: number; gradient: { xs: number[]; more?: number | number[] } };
        const { xs: slopes, more: others_ } = run.gradient;
        const expected = [...slopes, ...(more === null ? [] : [others_!].flat())];
        expect(answer.sum).toBeCloseTo(run.value, 12);
        expect(answer.cotangents).toEqual(expected.map((x): unknown => expect.closeTo(x, 12)));
      }
      // One value was held against the function; all others are of the same code.
      expect(told).toEqual([null]);
    });
  },
);

test('A loop waits until runs have gone through many elements.', () => {
  withEffort({ patience: 1, held: 1 }, () => {
    const f = makes.square(3);
    const many = new Float64Array(100).fill(0.5);
    const answers = [1, 2, 3, 4, 5].map(() => found('map', f, null, many) !== null);
    // The loops of this function were asked for before.
    expect(answers.at(-1)).toBe(true);
  });
});

test('Loops of functions that leave state, that are not translated, or that throw are left to runs.', () => {
  withEffort({ patience: 0, held: 1, onRefusal: null }, () => {
    expect(found('map', makes.counting(2), null)).toBeNull();
    expect(loopOf('map', ((x: number) => x) as never)).toBeNull();
    expect(found('map', makes.odd(2), null)).toBeNull();
  });
});

test('A loop that gives another value than its function is left to runs.', () => {
  const told: unknown[] = [];
  withEffort({ patience: 0, held: 1, onDifference: (what) => told.push(what) }, () => {
    const { doubled } = modules({
      program: 'export const doubled = (x: number) => x * 2.5;',
    })('program') as { readonly doubled: F };
    const odd = { tree: Float64Array.of(1, 2) };
    const spy = jest.spyOn(GuardedPoint.prototype, 'value').mockReturnValue(odd);
    expect(found('map', doubled, null, Float64Array.of(1, 2))).toBeNull();
    spy.mockRestore();
    // That is for good.
    expect(found('map', doubled, null, Float64Array.of(1, 2))).toBeNull();
    expect(told).toEqual([expect.stringMatching('value')]);
  });
});

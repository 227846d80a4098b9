/**
 * The gradients of a reproducible task depend on nothing but its arguments, whatever the function was called with before,
 * how often, and by which code it is answered by now.
 */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { reproducible, reproducibly, unlearned } from '../../src/functions/reproducible.js';
import { Attempts } from '../../src/plain/runtime/compiled/attempts.js';
import { ExpectedZeros } from '../../src/plain/runtime/compiled/answers/expected-zeros.js';
import { effort } from '../../src/plain/runtime/compiled/answers/usual-lengths.js';
import { calls } from '../../src/plain/runtime/compiled/answers/straight.js';
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import { load } from '../support/plain.js';
import { sampled } from '../support/sample.js';
import { answer, compared, ready } from '../support/tiers.js';

/** Steps with loops of their own are pulled back one by one; where lengths are known, all are, from the last one. */
const layers = `for (const x of d) {
    const h = new Float64Array(w.length);
    for (let j = 0; j < h.length; j++) h[j] = Math.tanh(x * w[j]);
    const z = new Float64Array(4);
    for (let i = 0; i < h.length; i++) {
      const input = h[i];
      if (input === 0) continue;
      for (let j = 0; j < z.length; j++) z[j] += input * w[(i + j) % w.length];
    }
    for (let j = 0; j < z.length; j++) s += Math.exp(z[j]);
  }`;

/** Statements whose slopes are sums that may be taken in several orders; some make zeros, and some leave compiled code. */
const statement = fc.constantFrom(
  layers,
  'for (let i = 0; i < w.length; i++) s += w[i] * w[i] * d[i % d.length];',
  'for (let i = 0; i < d.length; i++) for (let j = 0; j < u.length; j++) u[j] += d[i] * w[(i * u.length + j) % w.length];',
  'for (let j = 0; j < u.length; j++) u[j] = Math.tanh(u[j] + w[j % w.length] * s);',
  'for (let i = 0; i < d.length; i++) { let t = 0; for (let j = 0; j < w.length; j++) t += w[j] * Math.sin(d[i] + j); s += t * t; }',
  'for (let i = 1; i < w.length; i++) { const t = w[i] - w[i - 1]; s += t * t * w[0]; }',
  'for (const { x, k } of rows) s += Math.exp(w[k % w.length] * x) * u[k % u.length];',
  'for (const { x, k } of rows) { const v = u.map((e, j) => e + x * w[(j + k) % w.length]); s += Math.log(1 + v.reduce((a, e) => a + e * e, 0)); }',
  'if (s > 1) for (let i = 0; i < w.length; i++) s -= w[i] * 0.3 * s;',
  's += total(w, s) * 0.1;',
  's *= Math.sqrt(Math.max(0, w[0] - 0.5));',
  's += 0 * Math.sqrt(d[0]) * w[1];',
  's += w[0] * Math.max(...u);',
  '{ const list = [s, 0.7 * s]; const v = list[list.length - 1]; list.push(w[0] * s); s += v * list[list.length - 2]; }',
  'if (d[0] < 0) s += w[0] * d[100 + d.length];',
  'if (d[0] < 0) { const h: any = { ["a" + d.length]: w[0] }; s += h.a1 * 2; }',
);
const program = fc
  .uniqueArray(statement, { minLength: 2, maxLength: 6 })
  .map((body) => body.join('\n  '));
let made = 0;
let answered = 0;
/** Under another name each time, since functions of one text share their code. */
const functionOf = (body: string) =>
  valueAndGrad(
    load<Record<string, never>>(`exports.f = f${++made};
function total(a: Float64Array, s: number): number { let t = s; for (let i = 0; i < a.length; i++) t = t * 0.5 + a[i] * a[i] * s; return t; }
function f${made}(w: Float64Array, d: number[], rows: { x: number; k: number }[]): number {
  let s = w[0] * w[1];
  const u = new Float64Array(3);
  ${body}
  for (let j = 0; j < u.length; j++) s += u[j] * w[j % w.length];
  return s;
}`)['f'],
  ) as unknown as (...args: Args) => { value: number; gradient: Float64Array };

type Args = readonly [Float64Array, readonly number[], readonly { x: number; k: number }[]];
const number = fc.double({ min: 0.1, max: 1.5, noNaN: true });
const given: fc.Arbitrary<Args> = fc.tuple(
  fc.array(number, { minLength: 2, maxLength: 9 }).map((xs) => Float64Array.from(xs)),
  fc.array(fc.oneof({ weight: 6, arbitrary: number }, fc.constantFrom(0, -1)), {
    minLength: 1,
    maxLength: 6,
  }),
  fc.array(fc.record({ x: number, k: fc.nat(7) }), { minLength: 1, maxLength: 4 }),
);

/** All bits of an answer, or the name of an error. */
function bitsOf(f: ReturnType<typeof functionOf>, [w, d, rows]: Args): string {
  try {
    const { value, gradient } = f(
      w.slice(),
      [...d],
      rows.map((row) => ({ ...row })),
    );
    return Buffer.from(Float64Array.of(value, ...gradient).buffer).toString('hex');
  } catch (error) {
    return (error as Error).name;
  }
}

const before = { untilMade: effort.untilMade, untilReady: calls.untilReady };
beforeEach(() => {
  Object.assign(compiled, {
    answer: (...of: Parameters<typeof answer>) => {
      const found = answer(...of);
      if (found !== null) answered++;
      return found;
    },
    ready,
  });
  calls.untilReady = 3;
  effort.untilMade = 2000;
});
afterEach(() => {
  Object.assign(compiled, { answer: compared, ready: () => null });
  effort.untilMade = before.untilMade;
  calls.untilReady = before.untilReady;
});

/** Calls, by the places of their arguments, each so many times in succession. */
type Task = readonly (readonly [place: number, times: number])[];
const bitsOfTask = (f: ReturnType<typeof functionOf>, args: readonly Args[], task: Task): string =>
  task
    .flatMap(([place, times]) =>
      Array.from({ length: times }, () => bitsOf(f, args[place % args.length])),
    )
    .join();

/** The first task that has other bits than with a function that nobody called before; null if there is none. */
function differing(
  body: string,
  args: readonly Args[],
  tasks: readonly Task[],
  history: readonly (readonly [task: number, isReproducible: boolean])[],
  doing = reproducibly,
): number | null {
  const expected = tasks.map((task) => doing(() => bitsOfTask(functionOf(body), args, task)));
  const f = functionOf(body);
  for (const [call, [k, isReproducible]] of history.entries()) {
    const place = k % tasks.length;
    const work = () => bitsOfTask(f, args, tasks[place]);
    if (!isReproducible) work();
    else if (doing(work) !== expected[place]) return call;
  }
  return null;
}
const drawn = fc.tuple(
  program,
  fc.array(given, { minLength: 1, maxLength: 4 }),
  fc.array(
    fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 4 }),
    { minLength: 1, maxLength: 3 },
  ),
  fc.array(fc.tuple(fc.nat(2), fc.boolean()), { minLength: 6, maxLength: 16 }),
);

test.each(['by all code', 'where code is specialised'])(
  'A task has the bits that it has alone, whatever was called before, %s.',
  (name) => {
    if (name !== 'by all code') Object.assign(compiled, { answer: () => null, ready: () => null });
    let [all, compiledOnes] = [0, 0];
    fc.assert(
      fc.property(drawn, (found) => {
        answered = 0;
        expect(differing(...found)).toBeNull();
        all++;
        if (answered > 0) compiledOnes++;
      }),
      { numRuns: sampled(60) },
    );
    if (name === 'by all code') expect(compiledOnes / all).toBeGreaterThan(0.5);
  },
);

describe('Where code for lengths is made', () => {
  const args: Args = [Float64Array.of(0.31, 1.17, 0.73, 0.93), [0.2, 0.4, 1.3], [{ x: 1, k: 0 }]];
  const often = Array.from({ length: 30 }, () => [0, true] as const);
  const bitsOfCalls = (calls: number) => {
    const f = functionOf(layers);
    return Array.from({ length: calls }, () => bitsOf(f, args));
  };

  test('elsewhere bits change, and the comparison notices that.', () => {
    expect(new Set(bitsOfCalls(30)).size).toBe(2);
    expect(differing(layers, [args], [[[0, 3]]], often)).toBeNull();
    expect(differing(layers, [args], [[[0, 3]]], often, (work) => work())).not.toBeNull();
  });

  test('a long task gets it, at the same call each time.', () => {
    const f = functionOf(layers);
    const task = () => reproducibly(() => Array.from({ length: 30 }, () => bitsOf(f, args)).join());
    expect(new Set([task(), task(), task(), reproducibly(() => bitsOfCalls(30).join())]).size).toBe(
      1,
    );
    expect(new Set(task().split(',')).size).toBe(2);
  });

  test('a task that waits gets none from then on.', async () => {
    const found = reproducibly(async () => {
      await Promise.resolve();
      return bitsOfCalls(30);
    });
    expect(new Set(await found).size).toBe(1);
  });
});

test('A task tries code that left before the task, and asks for no zeros that were expected.', () => {
  const attempts = new Attempts();
  const zeros = new ExpectedZeros(true);
  const learn = () => {
    const leaves = () => {
      throw new Error('it leaves');
    };
    for (let k = 0; k < 5; k++) attempts.attempt(leaves);
    zeros.matterIn([NaN]);
  };
  const found = () => [attempts.attempt(() => 1), zeros.isExpected];
  learn();
  expect(found()).toEqual([null, true]);
  expect(reproducibly(found)).toEqual([1, false]);
  learn();
  expect(reproducibly(() => (learn(), found()))).toEqual([null, true]);
});

test('Tasks stand in each other, wait, and end by an error.', async () => {
  const now = () => reproducible.task;
  const [outer, inner, after] = reproducibly(() => [now(), reproducibly(now), now()]);
  expect(new Set([null, unlearned, outer, inner]).size).toBe(4);
  expect(after).toBe(outer);
  let end = (_: number): void => {};
  const later = reproducibly(() => new Promise<number>((resolve) => (end = resolve)));
  expect(now()).toBe(unlearned);
  expect(reproducibly(now)).not.toBe(unlearned);
  expect(now()).toBe(unlearned);
  end(3);
  await expect(later).resolves.toBe(3);
  expect(now()).toBeNull();
  const wrong = () => {
    throw new RangeError('wrong');
  };
  expect(() => reproducibly(wrong)).toThrow('wrong');
  await expect(reproducibly(() => Promise.reject(new Error('late')))).rejects.toThrow('late');
  expect(now()).toBeNull();
});

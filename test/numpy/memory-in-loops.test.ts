/**
 * Loops that never wait and leave their arrays to the collector stay within the memory of numpy-ts, which is small here;
 * arrays that are disposed of leave nothing behind.
 */
import { add, grad, mul, vjp, type Real } from 'delta-tape';
import { plain } from 'delta-tape/plain';
import { collectGarbage } from '../support/garbage.js';
import { inTurn } from '../support/sample.js';
import { N, P, array, type Array_ } from './support.js';

type Loose = (...args: unknown[]) => unknown;
const gradOf = grad as unknown as (f: Loose) => (...args: unknown[]) => Array_;
const vjpOf = vjp as unknown as (f: Loose) => (x: Array_) => { pullback: (c: unknown) => Array_ };

const MEBIBYTE = 2 ** 20;
P.configureWasm({ maxMemory: 32 * MEBIBYTE });
const free = () => P.wasmFreeBytes() as number;
const buffers = () => process.memoryUsage().arrayBuffers;
/** Collects what earlier tests have left, too: some of it goes in the task after a collection. */
async function collectAll(): Promise<void> {
  for (let k = 0; k < 3; k++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collectGarbage();
  }
}
/** Collects without leaving the task. Buffers are freed beside the program, so their count falls a little later. */
function collectHere(): void {
  for (let k = 0; k < 3; k++) {
    collectGarbage();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  }
}
const dispose = (x: unknown): void => (x as { dispose(): void }).dispose();

const size = 64;
const ones = () => P.ones([size, size]) as Array_;
const loss: Loose = (w) => P.sum(P.square(P.matmul(w, ones())));
/** The gradient of the loss at ones is the same everywhere. */
const slope = 2 * size * size;
const flat = (x: Array_): number[] => (x.tolist() as number[][]).flat();
const isRight = (x: Array_): boolean => flat(x).every((value) => value === slope);

let warned = 0;
const { warn } = console;
beforeAll(() => (console.warn = () => void warned++));
afterAll(() => (console.warn = warn));

/** The least memory that numpy-ts had, from the second half of the rounds on. */
function leastIn(rounds: number, round: () => unknown): number {
  let least = Infinity;
  for (let k = 0; k < rounds; k++) {
    round();
    if (k > rounds / 2) least = Math.min(least, free());
  }
  return least;
}

test('Gradients that nobody frees leave a part of the memory free.', () => {
  const w = ones();
  let last = w;
  expect(leastIn(3000, () => (last = gradOf(loss)(w)))).toBeGreaterThan(8 * MEBIBYTE);
  expect([warned, isRight(last)]).toEqual([0, true]);
});

test('Arrays that moved are those that they were: in functions, views, writes and gradients.', () => {
  const w = ones();
  const moved = P.multiply(ones(), 3) as Array_;
  expect((moved as unknown as { storage: { isWasmBacked: boolean } }).storage.isWasmBacked).toBe(
    false,
  );
  expect(P.sum(P.matmul(moved, w))).toBe(3 * size ** 3);
  expect(P.sum(P.reshape(moved, [size * size]))).toBe(3 * size ** 2);
  expect(isRight(gradOf(loss)(P.divide(moved, 3)))).toBe(true);
});

test('Pullbacks that nobody calls leave it free, too, and work.', () => {
  const w = ones();
  let last = vjpOf(loss)(w);
  expect(leastIn(1000, () => (last = vjpOf(loss)(w)))).toBeGreaterThan(4 * MEBIBYTE);
  expect([warned, isRight(last.pullback(1))]).toEqual([0, true]);
});

test('Memory comes back between tasks.', async () => {
  for (let k = 0; k < 20; k++) {
    gradOf(loss)(ones());
    new Array(1e6).fill(k);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(warned).toBe(0);
});

test('What is disposed of leaves nothing behind, in a loop that never waits.', async () => {
  const w = array([[1, 2]]);
  const big = P.zeros([300, 300]) as Array_;
  const bytes = 300 * 300 * 8;
  await collectAll();
  const before = buffers();
  for (let k = 0; k < 300; k++) dispose(gradOf((x) => P.sum(P.square(x)))(big));
  collectHere();
  expect(buffers() - before).toBeLessThan(10 * bytes);
  // Such arrays are counted.
  const without = buffers();
  const held = Array.from({ length: 20 }, () => new Float64Array(300 * 300));
  expect(buffers() - without).toBeGreaterThan(held.length * bytes - 10 * bytes);
  expect(w.tolist()).toEqual([[1, 2]]);
});

const waits = [
  ['in microtasks', () => Promise.resolve()],
  ['between tasks', () => new Promise<void>((resolve) => setImmediate(resolve))],
] as const;

describe.each(inTurn(waits, 2))('An asynchronous loop, %s,', (_, wait) => {
  test('keeps a part of the memory free where nobody frees its gradients.', async () => {
    const w = ones();
    let least = Infinity;
    let last = w;
    for (let k = 0; k < 2000; k++) {
      last = gradOf(loss)(w);
      await wait();
      if (k > 1000) least = Math.min(least, free());
    }
    expect(least).toBeGreaterThan(8 * MEBIBYTE);
    expect([warned, isRight(last)]).toEqual([0, true]);
  });

  test('uses as much after 600 steps as after 100, if gradients are disposed of.', async () => {
    const [w, other] = [ones(), ones()];
    const frugal: Loose = (x) => P.sum(P.square(P.matmul(x, other)));
    const step = async (count: number) => {
      for (let k = 0; k < count; k++) {
        dispose(gradOf(frugal)(w));
        await wait();
      }
      await collectAll();
      return [free(), buffers()] as const;
    };
    const [freeBefore, before] = await step(100);
    const [freeAfter, after] = await step(500);
    const bytes = size * size * 8;
    expect(freeBefore - freeAfter).toBeLessThan(20 * bytes);
    expect(after - before).toBeLessThan(50 * bytes);
  });
});

describe('Compiled loops of operators', () => {
  const step = plain((state: number, x: number) => state * 0.5 + x * x);
  const count = 100_000;
  const xs = P.divide(P.arange(count), count) as Array_;
  const folded: Loose = (x) => P.fold(step, 0, x);
  const mapped: Loose = (x) => P.sum(P.scanl(step, 0, P.map2(step, x, x)));
  const values = (x: Array_) => (x as unknown as { tolist(): number[] }).tolist();

  test.each([
    ['fold', folded],
    ['map2 and scanl', mapped],
  ])('leave nothing behind: %s.', (_, f) => {
    dispose(gradOf(f)(xs));
    const before = free();
    const least = leastIn(60, () => dispose(gradOf(f)(xs)));
    expect(before - free()).toBeLessThan(2 * 8 * count);
    expect(before - least).toBeLessThan(2 * 8 * count);
  });

  test('read arrays where these stood, though others are given them, and memory is scarce.', () => {
    const few = P.divide(P.arange(10_000), 10_000) as Array_;
    const program: Loose = (x) => {
      const y = P.multiply(x, 1);
      const state = P.fold(step, 0, y) as Real;
      // A function that is not translated is given the elements, and the array moves.
      const other = P.sum(P.map((one: Real) => mul(one, 2), y)) as Real;
      return add(state, add(other, P.sum(P.multiply(P.subtract(y, 3), 7)) as Real));
    };
    const wanted = values(gradOf(program)(few));
    const full = Array.from({ length: 30 }, () => N.zeros([count]));
    expect(free()).toBeLessThan(16 * MEBIBYTE);
    expect(values(gradOf(program)(few))).toEqual(wanted);
    full.forEach(dispose);
  });
});

test('An error of a memory that is full says what to do, and the next call works.', () => {
  const huge = () => P.matmul(P.ones([1, 1]), P.ones([1, 1 << 22]));
  const held: unknown[] = [];
  const fill = () => {
    for (let k = 0; k < 40; k++) held.push(P.sort(P.ones([1 << 20])), huge());
  };
  try {
    fill();
  } catch (error) {
    expect(error).toMatchObject({ code: 'array-memory' });
    expect(String(error)).toMatch(/np\.tidy.*configureWasm/);
  }
  held.length = 0;
  expect(isRight(gradOf(loss)(ones()))).toBe(true);
});

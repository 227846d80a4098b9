/** Training: the same bits whatever happens, and an error where numbers stop being numbers. */
import { add, div, exp, log, mul, sqrt, sub, type Real } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import * as nn from 'delta-tape/nn';
import {
  adam,
  chain,
  clipByGlobalNorm,
  cosineSchedule,
  encodeSafetensors,
  sgd,
  tensorsOf,
  train,
  type CheckpointStore,
  type EpochReport,
  type LossContext,
  type StepReport,
} from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';

interface Line {
  slope: Real;
  offset: Real;
}
type Point = readonly [number, number];
const points: Point[] = Array.from({ length: 23 }, (_, k) => [k / 10, (3 * k) / 10 - 1]);

const squares = ({ slope, offset }: Line, batch: readonly Point[]): Real => {
  const errors = batch.map(([x, y]) => sub(add(mul(slope, x), offset), y));
  return div(errors.map((e) => mul(e, e)).reduce(add, 0), batch.length);
};

const start = { slope: 0, offset: 0 };
const options = {
  params: start,
  loss: squares,
  data: points,
  batchSize: 5,
  epochs: 4,
  optimizer: chain(
    clipByGlobalNorm(2),
    adam({ learningRate: cosineSchedule({ start: 0.1, steps: 20 }) }),
  ),
  validation: points.slice(0, 3),
  metrics: { worst: (p: Line, batch: readonly Point[]) => squares(p, batch.slice(0, 1)) },
};

/** A store in memory, which is as good as a file. */
function memory(
  kept?: Uint8Array,
): CheckpointStore & { kept: Uint8Array | undefined; writes: number } {
  return {
    kept,
    writes: 0,
    read() {
      return this.kept;
    },
    write(bytes) {
      this.kept = bytes;
      this.writes++;
    },
  };
}

/** Everything, bit for bit. */
const bits = ({ params, state, history, steps, reason }: Awaited<ReturnType<typeof train>>) =>
  JSON.stringify([
    [...tensorsOf({ params, state })].map(([name, { data }]) => [
      name,
      [...new Uint8Array(data.buffer)],
    ]),
    ...[history, steps, reason],
  ]);

describe('A training', () => {
  test('finds the line through points, from where it began and without changing that.', async () => {
    const { params, reason, history, steps } = await train({
      ...{ params: start, loss: squares, data: points, batchSize: 8, epochs: 200 },
      optimizer: adam({ learningRate: cosineSchedule({ start: 0.2, steps: 600 }) }),
    });
    expect(params.slope).toBeCloseTo(3, 4);
    expect(params.offset).toBeCloseTo(-1, 4);
    expect([reason, steps, history.length]).toEqual(['finished', 600, 200]);
    expect(start).toEqual({ slope: 0, offset: 0 });
  });

  test('is the same for the same seed, and another for another.', async () => {
    const one = bits(await train(options));
    expect(bits(await train(options))).toBe(one);
    expect(bits(await train({ ...options, seed: 1 }))).not.toBe(one);
    expect(bits(await train({ ...options, shuffle: false }))).not.toBe(one);
  });

  test('sees every example once in each epoch, in batches of the size that is asked for.', async () => {
    const seen: number[][] = [];
    const data = {
      size: 7,
      batch: (positions: readonly number[]) => {
        seen.push([...positions]);
        return positions.length;
      },
    };
    const loss = (w: Real, count: number): Real => mul(w, count);
    await train({ params: 1, loss, data, batchSize: 3, epochs: 2 });
    expect(seen.map(({ length }) => length)).toEqual([3, 3, 1, 3, 3, 1]);
    for (const epoch of [seen.slice(0, 3), seen.slice(3)]) {
      expect(epoch.flat().sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    }
    expect(seen.slice(0, 3).flat()).not.toEqual(seen.slice(3).flat());
  });

  test('tells of steps, epochs and its end.', async () => {
    const steps: StepReport[] = [];
    const epochs: EpochReport[] = [];
    const ends: string[] = [];
    const { history } = await train({
      ...options,
      progress: {
        onStep: (report) => steps.push(report),
        onEpoch: (report) => epochs.push(report),
        onEnd: (reason) => ends.push(reason),
      },
    });
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 20 }, (_, k) => k + 1));
    expect(steps[19]).toMatchObject({ steps: 20, epoch: 4, epochs: 4 });
    expect(epochs).toEqual(history);
    expect(Object.keys(history[0])).toEqual([
      'epoch',
      'epochs',
      'loss',
      'validationLoss',
      'metrics',
    ]);
    const first = steps.slice(0, 5).map(({ loss }, k) => loss * (k < 4 ? 5 : 3));
    expect(history[0].loss).toBeCloseTo(first.reduce((sum, x) => sum + x) / 23, 13);
    expect(ends).toEqual(['finished']);
  });

  test('gives each step and chunk a seed of its own, and tells validation from steps.', async () => {
    const contexts: LossContext[] = [];
    await train({
      ...options,
      chunks: 2,
      epochs: 2,
      loss: (p: Line, batch: Point[], context) => {
        contexts.push(context);
        return squares(p, batch);
      },
    });
    const training = contexts.filter((context) => context.training);
    expect(training.length).toBe(20);
    expect(new Set(training.map(({ seed }) => seed)).size).toBe(20);
    expect(training.map(({ step }) => step)).toEqual(Array.from({ length: 20 }, (_, k) => k >> 1));
    expect(contexts.filter((context) => !context.training).map(({ epoch }) => epoch)).toEqual([
      0, 1,
    ]);
  });

  test('of chunks is the one of whole batches, but for rounding.', async () => {
    const whole = await train({ ...options, optimizer: sgd({ learningRate: 0.1 }) });
    for (const chunks of [2, 3, 8]) {
      const { params } = await train({ ...options, optimizer: sgd({ learningRate: 0.1 }), chunks });
      expect(params.slope).toBeCloseTo(whole.params.slope, 12);
      expect(params.offset).toBeCloseTo(whole.params.offset, 12);
    }
  });

  test('takes translated functions and arrays, and keeps their float types.', async () => {
    const params = { weights: np.zeros([2, 2], 'float32'), bias: new Float32Array(2) };
    const images = np.array([
      [0, 1],
      [1, 0],
      [0.1, 0.9],
      [0.8, 0.3],
    ]);
    const labels = [0, 1, 0, 1];
    const { params: found } = await train({
      params,
      loss: (p: typeof params, { x, y }: { x: typeof images; y: number[] }) =>
        nn.crossEntropy(np.add(np.matmul(x, p.weights), np.array([p.bias[0], p.bias[1]])), y),
      data: {
        size: 4,
        batch: (at) => ({ x: np.take(images, [...at], 0), y: at.map((k) => labels[k]) }),
      },
      batchSize: 2,
      epochs: 40,
      optimizer: adam({ learningRate: 0.1 }),
    });
    expect(found.weights.dtype).toBe('float32');
    expect(found.bias).toBeInstanceOf(Float32Array);
    const scores = np.matmul(images, found.weights);
    expect(np.argmax(scores, 1).tolist().map(Number)).toEqual(labels);
    const square = plain(
      (w: number, xs: number[]) => xs.reduce((sum, x) => sum + (w - x) ** 2, 0) / xs.length,
    );
    const mean = await train({
      params: 0,
      loss: square,
      data: [1, 2, 3, 6],
      epochs: 300,
      optimizer: sgd({ learningRate: 0.1 }),
    });
    expect(mean.params).toBeCloseTo(3, 10);
  });
});

describe('Early stopping', () => {
  const losses = [5, 3, 4, 2, 2.5, 2.4, 2.3, 1];
  const run = (patience: number, store = memory(), signal = { aborted: false }) =>
    train({
      params: 0,
      loss: (w: Real, _: number[], { training, epoch }) => (training ? mul(w, 0) : losses[epoch]),
      data: [1],
      epochs: losses.length,
      optimizer: chain(sgd({ learningRate: 0 })),
      validation: [1],
      earlyStopping: { patience },
      checkpoint: { store },
      signal,
    });

  test('waits as long as it is told, also if it was broken off.', async () => {
    expect((await run(1)).history.length).toBe(3);
    const store = memory();
    const three = await run(3, store);
    expect([three.reason, three.history.length]).toEqual(['stopped-early', 7]);
    const writes = store.writes;
    expect(bits(await run(3, store))).toBe(bits(three));
    expect(store.writes).toBe(writes);
    expect((await run(4)).reason).toBe('finished');
  });

  test('returns the best parameters.', async () => {
    const { params, history } = await train({
      ...{ params: 4, data: [0], validation: [0], epochs: 9, earlyStopping: { patience: 2 } },
      loss: (w: Real): Real => mul(sub(w, 1.4), sub(w, 1.4)),
      optimizer: sgd({ learningRate: 1.2 }),
    });
    expect(history.length).toBe(3);
    expect(params).toBeCloseTo(1.4 - 1.4 * (4 - 1.4), 12);
  });
});

describe('A training that was broken off', () => {
  test('goes on to the same bits, from any step.', async () => {
    const unbroken = bits(await train({ ...options, chunks: 2 }));
    for (let last = 0; last < 20; last++) {
      const store = memory();
      const signal = { aborted: last === 0 };
      const checkpoint = { store, every: 3 };
      const onStep = ({ step }: StepReport) => {
        signal.aborted = step >= last;
      };
      const broken = await train({
        ...options,
        chunks: 2,
        checkpoint,
        signal,
        progress: { onStep },
      });
      expect(broken).toMatchObject({ reason: 'aborted', steps: last });
      expect(bits(await train({ ...options, chunks: 2, checkpoint }))).toBe(unbroken);
    }
  });

  test('goes on from the last checkpoint if it was killed, and on to more epochs.', async () => {
    const unbroken = bits(await train(options));
    const store = memory();
    const killed = train({
      ...options,
      checkpoint: { store, every: 4 },
      progress: {
        onStep({ step }) {
          if (step === 15) throw new Error('killed');
        },
      },
    });
    await expect(killed).rejects.toThrow('killed');
    const steps: number[] = [];
    const again = await train({
      ...options,
      checkpoint: { store, every: 4 },
      progress: { onStep: ({ step }) => steps.push(step) },
    });
    expect(steps).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
    expect(bits(again)).toBe(unbroken);
    const more = await train({ ...options, epochs: 5, checkpoint: { store } });
    expect(bits(more)).toBe(bits(await train({ ...options, epochs: 5 })));
  });

  test.each<[string, object, RegExp]>([
    ['seed', { seed: 2 }, /its seed is 0, but that of this training is 2/],
    ['size of batches', { batchSize: 6 }, /its batchSize is 5/],
    ['number of examples', { data: points.slice(1) }, /its number of examples is 23/],
    ['metric', { metrics: {} }, /its columns/],
    ['model', { params: { slope: 0, offset: 0, more: 0 } }, /"params.more" is missing/],
    ['optimizer', { optimizer: sgd() }, /has no place for "state/],
  ])('does not go on with another %s.', async (_, others, message) => {
    const store = memory();
    await train({ ...options, epochs: 1, checkpoint: { store } });
    await expect(train({ ...options, ...others, checkpoint: { store } })).rejects.toThrow(message);
  });

  test('does not go on from a checkpoint in which a bit has changed.', async () => {
    const store = memory();
    await train({ ...options, epochs: 1, checkpoint: { store } });
    const bytes = (await store.read())!;
    for (const place of [1, 9, 40, 100, 200]) {
      const other = bytes.slice();
      other[other.length - place] ^= 1;
      const again = train({ ...options, checkpoint: { store: memory(other) } });
      await expect(again).rejects.toThrow(/damaged/);
    }
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['damaged', new Uint8Array(20), /the file of the format safetensors is damaged/],
    ['a model', encodeSafetensors(tensorsOf([1])), /not written by a training/],
    [
      'no settings',
      encodeSafetensors(tensorsOf([1]), { 'delta-tape training': '{' }),
      /not written by a training/,
    ],
  ])('does not go on from what is no checkpoint: %s.', async (_, bytes, message) => {
    await expect(train({ ...options, checkpoint: { store: memory(bytes) } })).rejects.toThrow(
      message,
    );
  });
});

describe('A training stops at a loss that is no number', () => {
  const at = (loss: (w: Real, batch: number[]) => Real, params = 1) =>
    train({ params, loss, data: [1, 2], epochs: 3, optimizer: sgd({ learningRate: 1 }) });

  test('and names the first operation that gave NaN, with its line.', async () => {
    const loss = (w: Real): Real => mul(log(sub(0, w)), 2);
    await expect(at(loss)).rejects.toThrow(
      /before step 1: the loss is NaN. The first operation that gave NaN: log\(-1\) at .*train\.test\.ts:\d+:\d+ gave NaN/,
    );
  });

  test('in a translated function, too.', async () => {
    const loss = plain((w: number, xs: number[]) =>
      xs.reduce((sum, x) => sum + Math.log(w - x), 0),
    );
    await expect(at(loss as never)).rejects.toThrow(
      /(log\(-?\d\)|log\(-1\)).* gave (NaN|-Infinity)/,
    );
  });

  test('and what gave infinity before.', async () => {
    const loss = (w: Real): Real => sub(exp(mul(w, 1000)), exp(mul(w, 1000)));
    await expect(at(loss)).rejects.toThrow(
      /that gave NaN: sub\(Infinity, Infinity\) at .* gave NaN; before that, exp\(1000\) at .* gave Infinity/,
    );
  });

  test('or where infinity itself is the loss.', async () => {
    await expect(at((w) => div(1, mul(w, 0)))).rejects.toThrow(
      /the loss is Infinity. The first operation: div\(1, 0\)/,
    );
  });

  test('also among arrays.', async () => {
    const loss = (w: unknown): Real =>
      np.sum(np.log(np.multiply(w as number, np.array([1, -1])))) as Real;
    await expect(at(loss)).rejects.toThrow(/that gave NaN: np.log at .*train\.test\.ts/);
  });

  test('and at a gradient that is none, though the loss is.', async () => {
    const loss = at((w) => div(w, 1e-320), 0);
    await expect(loss).rejects.toThrow(/the gradient is Infinity. No operation/);
  });

  test('and says if it comes from the data.', async () => {
    await expect(at((w, xs) => mul(w, NaN * xs[0]))).rejects.toThrow(/mul\(1, NaN\)/);
  });

  test('before the step, so that the last checkpoint is sound.', async () => {
    const store = memory();
    const loss = (w: Real): Real => sqrt(w);
    const failing = train({
      params: 1,
      loss,
      data: [1],
      epochs: 9,
      optimizer: sgd({ learningRate: 1 }),
      checkpoint: { store, every: 1 },
    });
    await expect(failing).rejects.toThrow(/before step 3/);
    const { steps } = await train({
      params: 1,
      loss,
      data: [1],
      epochs: 2,
      optimizer: sgd({ learningRate: 1 }),
      checkpoint: { store },
    });
    expect(steps).toBe(2);
  });
});

test.each<[string, object]>([
  ['epochs', { epochs: 0.5 }],
  ['batchSize', { batchSize: 0 }],
  ['chunks', { chunks: NaN }],
  ['seed', { seed: 0.5 }],
  ['loss', { loss: 3 }],
  ['data', { data: [] }],
  ['data', { data: { size: 3 } }],
  ['validation', { validation: undefined, metrics: { a: squares } }],
  ['validation', { validation: undefined, metrics: {}, earlyStopping: { patience: 1 } }],
  ['patience', { earlyStopping: { patience: 0 } }],
  ['minImprovement', { earlyStopping: { patience: 1, minImprovement: -1 } }],
  ['every', { checkpoint: { store: memory(), every: 0 } }],
])('An option of a training that is none is refused: %s.', async (name, others) => {
  await expect(train({ ...options, ...others } as never)).rejects.toThrow(
    `the option ${name} must be`,
  );
});

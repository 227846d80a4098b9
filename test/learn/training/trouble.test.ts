/**
 * Troubles around trainings: disks, checkpoints of others, signals, little data, and losses that throw.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeltaTapeError, div, mul, sub, type Real } from 'delta-tape';
import {
  adagrad,
  adam,
  adamw,
  averaged,
  decodeSafetensors,
  encodeSafetensors,
  lion,
  rmsprop,
  sgd,
  train,
  type CheckpointStore,
  type Optimizer,
} from 'delta-tape/learn';
import { checkpointFile } from 'delta-tape/learn/node';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'trouble-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const loss = (w: Real, batch: number[]): Real =>
  div(
    batch.map((x) => mul(sub(w, x), sub(w, x))).reduce((a, b) => sub(a, sub(0, b))),
    batch.length,
  );
const options = { params: 0, loss, data: [1, 2, 3, 4, 5, 6, 7], batchSize: 2, epochs: 3 };

const memory = (kept?: Uint8Array): CheckpointStore & { kept: Uint8Array | undefined } => ({
  kept,
  read() {
    return this.kept;
  },
  write(bytes) {
    this.kept = bytes;
  },
});

/** The error that a training ends by: it is one of the library, and one line. */
async function refused(training: Promise<unknown>): Promise<string> {
  const error: unknown = await training.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DeltaTapeError);
  const { code, message } = error as DeltaTapeError;
  expect(message).not.toContain('\n');
  return `${code}: ${message}`;
}

describe('Where checkpoints cannot be kept', () => {
  const full = existsSync('/dev/full') ? test : test.skip;
  full(
    'because the disk is full, the last one stays, and the training goes on from it.',
    async () => {
      const path = join(folder, 'checkpoint');
      const checkpoint = { store: checkpointFile(path) };
      await train({ ...options, epochs: 1, checkpoint });
      const before = readFileSync(path);
      // What is written beside the checkpoint comes to a disk without room.
      symlinkSync('/dev/full', `${path}.tmp`);
      expect(await refused(train({ ...options, checkpoint }))).toMatch(
        /^checkpoint-not-kept: no checkpoint can be kept in .*: ENOSPC.* Make room for it/,
      );
      expect(readFileSync(path)).toEqual(before);
      expect(readdirSync(folder)).toEqual(['checkpoint']);
      const again = await train({ ...options, checkpoint });
      expect(again.params).toBe((await train(options)).params);
    },
  );

  const places: [string, () => string][] = [
    ['its folder is missing', () => join(folder, 'missing', 'checkpoint')],
    [
      'its folder is a file',
      () => {
        writeFileSync(join(folder, 'file'), '');
        return join(folder, 'file', 'checkpoint');
      },
    ],
    ['it is a folder', () => folder],
    [
      'its folder may not be written',
      () => {
        chmodSync(folder, 0o500);
        return join(folder, 'checkpoint');
      },
    ],
  ];
  // Who may do everything may write everywhere.
  const isRoot = process.getuid?.() === 0;
  test.each(places.slice(0, isRoot ? 3 : 4))(
    'because %s, no step is made in vain.',
    async (_, path) => {
      let calls = 0;
      const counted = (w: Real): Real => (calls++, mul(w, w));
      const checkpoint = { store: checkpointFile(path()) };
      expect(await refused(train({ ...options, loss: counted, checkpoint }))).toMatch(
        /^checkpoint-not-kept/,
      );
      chmodSync(folder, 0o700);
      expect(calls).toBe(0);
    },
  );
});

describe('A checkpoint of something else is refused', () => {
  const optimizers: Record<string, () => Optimizer> = {
    sgd: () => sgd(),
    momentum: () => sgd({ momentum: 0.9 }),
    adagrad: () => adagrad(),
    rmsprop: () => rmsprop(),
    'rmsprop, centered': () => rmsprop({ centered: true }),
    adam: () => adam(),
    adamw: () => adamw(),
    lion: () => lion(),
    'adam, averaged': () => averaged(adam()),
  };

  test('if another optimizer wrote it, whichever two they are.', async () => {
    for (const [one, first] of Object.entries(optimizers)) {
      const store = memory();
      await train({ ...options, epochs: 1, optimizer: first(), checkpoint: { store } });
      for (const [other, second] of Object.entries(optimizers)) {
        const again = train({
          ...options,
          optimizer: second(),
          checkpoint: { store: memory(store.kept) },
        });
        if (one === other) expect((await again).reason).toBe('finished');
        else {
          expect(await refused(again)).toMatch(
            /^other-training: .* its parameters, or the state of its optimizer, do not fit .*"state.*Use the same options/,
          );
        }
      }
    }
  });

  test.each<[string, object]>([
    ['names', { b: 1, weights: [1, 2] }],
    ['sizes', { a: 1, weights: [1, 2, 3] }],
    ['shapes', { a: 1, weights: [[1, 2]] }],
    ['fewer places', { weights: [1, 2] }],
  ])('if the parameters have other %s.', async (_, others) => {
    const store = memory();
    const constant = (p: object): Real => mul(0, (p as { weights: Real[] }).weights[0]);
    const one = { data: [1], epochs: 1, checkpoint: { store } };
    const flat = (p: object) =>
      Array.isArray((p as { weights: unknown[] }).weights[0]) ? 0 : constant(p);
    await train({ ...one, params: { a: 1, weights: [1, 2] }, loss: flat });
    expect(await refused(train({ ...one, params: others, loss: flat }))).toMatch(/^other-training/);
  });

  test('if another version of the library wrote it, before its checksum is looked at.', async () => {
    const store = memory();
    await train({ ...options, epochs: 1, checkpoint: { store } });
    const { tensors, metadata } = decodeSafetensors(store.kept!);
    const [key] = Object.keys(metadata).filter((name) => name.includes('training'));
    const settings = JSON.parse(metadata[key]) as { format: number };
    const changed = (format: number) =>
      encodeSafetensors(tensors, {
        ...metadata,
        [key]: JSON.stringify({ ...settings, format }),
        checksum: 'of another kind',
      });
    const later = train({
      ...options,
      checkpoint: { store: memory(changed(settings.format + 1)) },
    });
    expect(await refused(later)).toMatch(
      /its format is 2, but this version of the library knows 1/,
    );
    const same = train({ ...options, checkpoint: { store: memory(changed(settings.format)) } });
    expect(await refused(same)).toMatch(/^damaged-checkpoint/);
  });
});

test('A signal that is aborted before lets no step be made, and a checkpoint is kept.', async () => {
  let calls = 0;
  const counted = (w: Real): Real => (calls++, mul(w, w));
  const store = memory();
  const run = await train({
    ...{ ...options, loss: counted, checkpoint: { store } },
    signal: AbortSignal.abort(),
  });
  expect([run.reason, run.steps, run.params, calls]).toEqual(['aborted', 0, 0, 0]);
  const unbroken = await train(options);
  expect((await train({ ...options, checkpoint: { store } })).params).toBe(unbroken.params);
});

describe('Little data', () => {
  test('of one example is one batch; of none is refused, for validation, too.', async () => {
    const one = await train({ ...options, data: [4], epochs: 2, batchSize: 100, chunks: 8 });
    expect([one.steps, one.history.length]).toEqual([2, 2]);
    expect(await refused(train({ ...options, data: [] }))).toMatch(
      /data must be at least one example/,
    );
    expect(await refused(train({ ...options, validation: [] }))).toMatch(
      /validation must be at least/,
    );
    const none = { size: 0, batch: () => [] as number[] };
    expect(await refused(train({ ...options, data: none }))).toMatch(/at least one example/);
  });

  test('and no epochs give what the training began with.', async () => {
    const none = await train({ ...options, epochs: 0 });
    expect([none.params, none.steps, none.reason]).toEqual([0, 0, 'finished']);
  });
});

test('An error that a loss throws in its third batch comes through; the step before is kept, and who watches is told.', async () => {
  const store = memory();
  const ends: string[] = [];
  let calls = 0;
  const failing = (w: Real, batch: number[]): Real => {
    if (++calls === 3) throw new RangeError('the third');
    return loss(w, batch);
  };
  const progress = { onEnd: (reason: string) => void ends.push(reason) };
  const broken = train({ ...options, loss: failing, checkpoint: { store, every: 1 }, progress });
  await expect(broken).rejects.toThrow(new RangeError('the third'));
  expect(ends).toEqual(['failed']);
  const steps: number[] = [];
  const again = await train({
    ...options,
    checkpoint: { store },
    progress: { onStep: ({ step }) => void steps.push(step) },
  });
  expect(steps[0]).toBe(3);
  expect(again.params).toBe((await train(options)).params);
});

/** Checkpoints of a training: everything that the rest of the training depends on. */
import type { Optimizer } from '../optimizers/optimizer.js';
import type { OptimizerState } from '../optimizers/transform.js';
import { crc32 } from '../files/crc.js';
import { readTree, tensorsOf } from '../files/named-tensors.js';
import { decodeSafetensors, encodeSafetensors } from '../files/safetensors.js';
import type { Tensors } from '../files/tensor.js';
import { damagedCheckpoint, otherFormat, otherSetting, otherShapes } from './errors.js';

/** Where a checkpoint is kept: a file, or anything else that keeps bytes as a whole or not at all. */
export interface CheckpointStore {
  /** Returns the bytes written last; undefined if nothing was written. */
  read(): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  write(bytes: Uint8Array): void | Promise<void>;
}

/** The progress of a training so far. */
export interface Snapshot<P> {
  readonly params: P;
  readonly state: OptimizerState;
  /** The best parameters, if those are kept; the numbers of `position` tell when they were found. */
  readonly best: P | null;
  readonly position: Position;
  /** A row for each epoch that is done. */
  readonly history: readonly (readonly number[])[];
}

export interface Position {
  /** The epoch that is under way, and how many of its batches are done. */
  readonly epoch: number;
  readonly batches: number;
  readonly steps: number;
  /** The sum over those batches of loss times examples. */
  readonly lossSum: number;
  readonly bestEpoch: number;
  readonly bestLoss: number;
}

/** The settings that must be the same for a training to go on. */
export type Settings = Readonly<Record<string, unknown>>;

/** Another number for each change of what a checkpoint holds. Those without a number are of format 1. */
const FORMAT = 1;
const KEY = 'delta-tape training';
const CHECKSUM = 'checksum';

const positionKeys = ['epoch', 'batches', 'steps', 'lossSum', 'bestEpoch', 'bestLoss'] as const;

export function encodeSnapshot<P>(snapshot: Snapshot<P>, settings: Settings): Uint8Array {
  const { params, state, best, position, history } = snapshot;
  const tensors = tensorsOf({
    params,
    state,
    ...(best !== null && { best }),
    position: Float64Array.from(positionKeys, (key) => position[key]),
    history: Float64Array.from(history.flat()),
  });
  const text = JSON.stringify({ format: FORMAT, ...settings });
  return encodeSafetensors(tensors, { [KEY]: text, [CHECKSUM]: checksumOf(tensors, text) });
}

/** Of all that a checkpoint holds, in whatever order. */
function checksumOf(tensors: Tensors, settings: string): string {
  const parts = [...tensors].map(([name, { dtype, shape, data }]) => {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return JSON.stringify([name, dtype, shape, crc32(bytes)]);
  });
  return String(crc32(new TextEncoder().encode([settings, ...parts.sort()].join('\n'))));
}

/**
 * @param params of the right shape, as the optimizer's first state is made of them
 * @throws DeltaTapeError if the bytes are damaged, or of another training.
 */
export function decodeSnapshot<P>(
  bytes: Uint8Array,
  params: P,
  optimizer: Optimizer,
  settings: Settings,
): Snapshot<P> {
  const { tensors, metadata } = decodeSafetensors(bytes);
  const { format = 1, ...saved } = settingsIn(metadata);
  if (format !== FORMAT) throw otherFormat(format, FORMAT);
  if (metadata[CHECKSUM] !== checksumOf(tensors, metadata[KEY])) throw damagedCheckpoint();
  for (const [name, given] of Object.entries(settings)) {
    if (JSON.stringify(saved[name]) !== JSON.stringify(given)) {
      throw otherSetting(name, saved[name], given);
    }
  }
  const numbers = tensors.get('history')?.data.length ?? 0;
  const hasBest = [...tensors.keys()].some((name) => /^best(\.|$)/.test(name));
  const like = {
    params,
    state: optimizer.init(params),
    ...(hasBest && { best: params }),
    position: new Float64Array(positionKeys.length),
    history: new Float64Array(numbers),
  };
  const { state, best, position, history, ...found } = readTree(like, tensors, otherShapes);
  const { columns } = settings as { columns: readonly string[] };
  if (history.length % columns.length !== 0) throw damagedCheckpoint();
  const rows = Array.from({ length: history.length / columns.length }, (_, k) =>
    Array.from(history.subarray(k * columns.length, (k + 1) * columns.length)),
  );
  return {
    params: found.params,
    state,
    best: best ?? null,
    position: Object.fromEntries(
      positionKeys.map((key, k) => [key, position[k]]),
    ) as unknown as Position,
    history: rows,
  };
}

function settingsIn(metadata: Readonly<Record<string, string>>): Settings {
  try {
    const settings: unknown = JSON.parse(metadata[KEY]);
    if (typeof settings === 'object' && settings !== null) return settings as Settings;
  } catch {
    // As if it were no object.
  }
  throw damagedCheckpoint();
}

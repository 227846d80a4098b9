/** Keeps checkpoints of trainings in files. */
import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import type { CheckpointStore } from '../training/training-state.js';
import { readIfThere, writeAtomically } from './atomic.js';
import { checkpointNotKept } from './errors.js';

/** Runs an operation on a file; its errors say what to do. */
function storing<T>(path: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw checkpointNotKept(path, (error as Error).message);
  }
}

/**
 * A file for the checkpoints of one training. Whenever the process is killed, the last one that was written is there as
 * a whole. It is a file of the format safetensors. To write one is O(parameters and state), and waits for the disk.
 *
 * @throws DeltaTapeError from `read`, so before the first step, if nothing could be written there; from `write`, if the disk is
 *   full.
 * @example checkpointFile(join(tmpdir(), 'not-there-yet')).read() // undefined
 */
export const checkpointFile = (path: string): CheckpointStore => ({
  read: () =>
    storing(path, () => {
      accessSync(dirname(path), constants.W_OK);
      return readIfThere(path);
    }),
  write: (bytes) => storing(path, () => writeAtomically(path, bytes)),
});

/** Keeps checkpoints of trainings in files. */
import type { CheckpointStore } from '../training/checkpoint.js';
import { readIfThere, writeAtomically } from './atomic.js';

/**
 * A file for the checkpoints of one training. Whenever the process is killed, the last one that was written is there as
 * a whole. It is a file of the format safetensors.
 *
 * @example checkpointFile(join(tmpdir(), 'not-there-yet')).read() // undefined
 */
export const checkpointFile = (path: string): CheckpointStore => ({
  read: () => readIfThere(path),
  write: (bytes) => writeAtomically(path, bytes),
});

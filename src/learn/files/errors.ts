/** What can be wrong with model files, and with what is put into them. */
import { DeltaTapeError, describe } from '../../core/errors.js';

export const damagedFile = (format: string, problem: string) =>
  new DeltaTapeError(
    'damaged-file',
    `this is no sound file of the format ${format}: ${problem}. Get or write it anew.`,
  );

export const fileTooLarge = (bytes: number, maxBytes: number) =>
  new DeltaTapeError(
    'file-too-large',
    `the file would take ${bytes} bytes of memory when it is read, and ${maxBytes} are allowed. ` +
      'If it is what it should be, raise the option maxBytes.',
  );

export const invalidTensor = (name: string, problem: string) =>
  new DeltaTapeError('invalid-tensor', `the tensor ${JSON.stringify(name)} ${problem}.`);

export const modelMismatch = (problem: string) =>
  new DeltaTapeError(
    'model-mismatch',
    `the tensors are not those of a tree like the given one: ${problem}. Give the tree that the model was made with.`,
  );

export const unknownFormat = (path: string) =>
  new DeltaTapeError(
    'unknown-format',
    `${describe(path)} ends neither in .safetensors nor in .npz, so its format is not known.`,
  );

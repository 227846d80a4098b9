/** Errors of model files, and of what is written to them. */
import { DeltaTapeError, describe } from '../../errors/errors.js';

export const damagedFile = (format: string, problem: string) =>
  new DeltaTapeError(
    'damaged-file',
    `the file of the format ${format} is damaged: ${problem}. Get the file again, or write it again.`,
  );

export const fileTooLarge = (bytes: number, maxBytes: number) =>
  new DeltaTapeError(
    'file-too-large',
    `the file would take ${bytes} bytes of memory, but the option maxBytes allows ${maxBytes}. ` +
      'If you trust the file, raise maxBytes.',
  );

export const invalidTensor = (name: string, problem: string) =>
  new DeltaTapeError('invalid-tensor', `the tensor ${JSON.stringify(name)} ${problem}.`);

export const modelMismatch = (problem: string) =>
  new DeltaTapeError(
    'model-mismatch',
    `the tensors do not fit the given tree: ${problem}. Give a tree like the one that the model was saved from.`,
  );

export const unknownFormat = (path: string) =>
  new DeltaTapeError(
    'unknown-format',
    `${describe(path)} ends neither in .safetensors nor in .npz, so its format is not known. Choose one of these endings.`,
  );

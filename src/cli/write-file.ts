/** Writes a file that was asked for. */
import { writeFileSync } from 'node:fs';
import { Failure, messageOf } from './failure.js';

export function written(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${messageOf(error)}`);
  }
}

/** Files that were asked for. */
import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure, messageOf } from './failure.js';

export function written(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${messageOf(error)}`);
  }
}

/** Refuses a place at which no file can be, before the work whose result it is for. */
export function writable(path: string): void {
  const cannot = (why: string) => new Failure(`${path} cannot be written: ${why}`);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw cannot('it is a folder.');
  const folder = dirname(path);
  if (!existsSync(folder)) throw cannot(`there is no folder ${folder}.`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw cannot(`the folder ${folder} does not take files from you.`);
  }
}

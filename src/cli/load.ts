/** Loads modules of the user, in TypeScript or JavaScript, with derivatives of what they write with native operators. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, threw, messageOf } from './failure.js';

/** Translated code asks for the library's runtime where it is. */
const isMissing = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'ERR_MODULE_NOT_FOUND' &&
  messageOf(error).includes("'delta-tape'");

/** Where a file is that must be there. */
export function fileAt(path: string): string {
  const file = resolve(path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Failure(`there is no file ${path}.`);
  if (found.isDirectory()) throw new Failure(`${path} is a folder: name a file in it.`);
  return file;
}

export async function load(path: string): Promise<object> {
  const file = fileAt(path);
  if (!/\.[cm]?[jt]sx?$/.test(file))
    throw new Failure(`${path} is not a module: give a file of TypeScript or JavaScript.`);
  await import('../plain/loaders/register.js');
  try {
    return (await import(pathToFileURL(file).href)) as object;
  } catch (error) {
    if (isMissing(error)) {
      throw new Failure(
        `${path} is in no project that has delta-tape: run npm install delta-tape there.`,
      );
    }
    throw threw(`${path} cannot be loaded`, error);
  }
}

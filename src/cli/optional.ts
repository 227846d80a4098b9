/** Packages that only some answers need, and that are therefore installed by those who want them. */
import { Failure } from './failure.js';

/** Returns the module that `load` imports, or a sentence that says what to install. */
export async function optional<T>(
  what: string,
  names: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure(`${what} needs ${names.join(' and ')}: npm install ${names.join(' ')}.`);
  }
}

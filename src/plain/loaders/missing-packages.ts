/** Says how to install an optional package, such as numpy-ts, that the library imports and does not find. */
import { pathToFileURL } from 'node:url';
import { library } from './library-state.js';

const own = pathToFileURL(library).href;

function advise(error: Error & { readonly code?: unknown }): void {
  const { code, message, stack } = error;
  const [, name] = /^Cannot find package '([^']+)'/.exec(message) ?? [];
  if (code !== 'ERR_MODULE_NOT_FOUND' || name === undefined) return;
  error.message = `this part of delta-tape needs ${name}: npm install ${name}. (${message})`;
  // Node prints this, which has the message of before in it.
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}

/** Finds what a module imports, now or later. */
export function orAdvice(importer: string | undefined, find: () => unknown): unknown {
  if (importer?.startsWith(own) !== true) return find();
  const refuse = (error: unknown): never => {
    if (error instanceof Error) advise(error);
    throw error;
  };
  try {
    const found = find();
    return found instanceof Promise ? found.catch(refuse) : found;
  } catch (error) {
    return refuse(error);
  }
}

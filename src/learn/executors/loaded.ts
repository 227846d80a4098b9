/** Functions by module and name. */
import { describe, invalidOption } from '../../errors/errors.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import { cannotCross, noExport } from '../errors.js';
import { isExported, type Exported } from '../runs/exported.js';

/** A function by the URL of its module. */
export interface Found {
  readonly url: string;
  readonly name: string;
}

/** Where a function is. @throws DeltaTapeError if its module is given by a relative path. */
export function foundOf({ module, export: name }: Exported): Found {
  const text = String(module);
  // One letter is a drive of Windows, no scheme.
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) return { url: text, name };
  const path = text.replaceAll('\\', '/');
  if (!/^(?:\/|[a-z]:\/)/i.test(path)) {
    const wanted = "a URL, such as new URL('loss.js', import.meta.url), or an absolute path";
    throw invalidOption('module', wanted, module);
  }
  const encoded = path.replace(/[%#?\s]/g, encodeURIComponent);
  return { url: new URL(`file://${encoded.startsWith('/') ? '' : '/'}${encoded}`).href, name };
}

/** Where a function is that goes elsewhere. @throws DeltaTapeError if it is a closure. */
export function insistOnExported(of: Exported | AnyFunction, role: string): Exported {
  if (isExported(of)) return of;
  throw cannotCross(
    role,
    describe(of),
    "Name it by its module and its export: { module: new URL('model.js', import.meta.url), export: 'loss' }.",
  );
}

type Exports = Readonly<Record<string, unknown>>;

/** Modules by their URLs. To ask Node again would ask the hooks of loaders, in a thread of their own. */
const modules = new Map<string, Promise<Exports>>();

function exportsOf(url: string): Promise<Exports> {
  let found = modules.get(url);
  if (found === undefined) {
    found = import(/* webpackIgnore: true */ /* @vite-ignore */ url) as Promise<Exports>;
    modules.set(url, found);
    found.catch(() => modules.delete(url));
  }
  return found;
}

/** @throws DeltaTapeError if the module has no such function, and what the module itself throws. */
export async function loaded({ url, name }: Found): Promise<AnyFunction> {
  const exports = await exportsOf(url);
  const f = Object.hasOwn(exports, name) ? exports[name] : undefined;
  if (typeof f !== 'function') throw noExport(url, name);
  return f as AnyFunction;
}

export const loadedFrom = (of: Exported): Promise<AnyFunction> => loaded(foundOf(of));

/** The function itself, for what is done in this thread. */
export const functionHere = async (of: Exported | AnyFunction): Promise<AnyFunction> =>
  isExported(of) ? loadedFrom(of) : of;

/** Hooks for `require`, on versions of Node whose module hooks see no `require`, or not all of it. */
import Module from 'node:module';
import { pathToFileURL } from 'node:url';
import { addHook } from 'pirates';
import { given, keepLast, type Loader } from './last-loaders.js';
import { meantFrom } from './resolution.js';
import { commonjsFor } from './node-sources.js';
import { textOf, treatmentOf } from './treatment.js';

interface Internals {
  readonly _extensions: Record<string, Loader>;
  _resolveFilename: (
    this: unknown,
    request: string,
    parent: { readonly filename?: string | null } | undefined,
    ...rest: unknown[]
  ) => string;
}

const internals = Module as unknown as Internals;

/**
 * The translation of a file. The file is read here, since the text that a loader gives may have lost its types; but JSX is
 * compiled by that loader.
 */
function translated(read: string, file: string): string {
  const code = file.endsWith('x') ? read : textOf(file)!;
  return commonjsFor(file, code, treatmentOf(file, code));
}

/** True if a file is loaded by these hooks. Node loads every other file as if there were no hook. */
function isHooked(file: string): boolean {
  const code = textOf(file);
  return code !== undefined && treatmentOf(file, code) !== 'alone';
}

const hidden = { enumerable: false, writable: true, configurable: true };

/**
 * Hooks the loading of ES modules by their endings. Node loads `.mjs` without `_compile`, and does not add these
 * endings to a required path. Node before 20.20 and 22.13 starts a program that is called `.mts` here.
 */
function hookModules(): void {
  const { _extensions: loaders } = internals;
  for (const ending of ['.mjs', '.mts']) {
    const native = loaders[ending] ?? loaders['.js'];
    const value: Loader = (module, file) => {
      if (module.id === '.') void import(pathToFileURL(file).href);
      else if (isHooked(file)) module._compile(translated('', file), file);
      else native(module, file);
    };
    // Others, such as ts-node, put their own in its place, which calls it.
    Object.defineProperty(loaders, ending, { ...hidden, value });
  }
}

/** Finds TypeScript where JavaScript is named. */
export function hookResolution(): void {
  const { _resolveFilename: before } = internals;
  internals._resolveFilename = function (request, parent, ...rest) {
    const file = parent?.filename;
    const found = file == null ? request : meantFrom(request, pathToFileURL(file).href);
    return before.call(this, found, parent, ...rest);
  };
}

const endings = ['.ts', '.tsx', '.cts', '.js', '.cjs', '.jsx'];

/** Keeps the translation where loaders of others come later, such as those of tsx. */
export const hookLast = (more: readonly string[] = []): void =>
  keepLast(internals._extensions, [...endings, ...more], isHooked, translated);

export function hookRequire(): void {
  addHook((code, file) => given(file, translated(code, file)), {
    exts: endings,
    matcher: isHooked,
    ignoreNodeModules: false,
  });
  hookModules();
  hookLast(['.mjs', '.mts']);
  hookResolution();
}

/**
 * The hooks for `require` on versions of Node whose module hooks do not see it. Babel is loaded
 * when the first file needs it.
 */
import Module, { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { addHook } from 'pirates';
import { meant } from './resolution.js';
import { treatmentOf } from './treatment.js';

interface Resolver {
  _resolveFilename: (
    this: unknown,
    request: string,
    parent: { readonly filename?: string | null } | undefined,
    ...rest: unknown[]
  ) => string;
}

const require = createRequire(import.meta.url);

function translated(code: string, file: string): string {
  const treatment = treatmentOf(file, code);
  if (treatment === 'alone') return code;
  const { commonjsFor } = require('./sources.js') as typeof import('./sources.js');
  return commonjsFor(file, code, treatment);
}

export function hookRequire(): void {
  addHook(translated, {
    exts: ['.ts', '.tsx', '.cts', '.mts', '.js', '.cjs', '.jsx'],
    ignoreNodeModules: false,
  });
  const resolver = Module as unknown as Resolver;
  const { _resolveFilename: before } = resolver;
  resolver._resolveFilename = function (request, parent, ...rest) {
    const folder = parent?.filename == null ? undefined : dirname(parent.filename);
    const found = folder === undefined ? request : meant(request, (name) => resolve(folder, name));
    return before.call(this, found, parent, ...rest);
  };
}

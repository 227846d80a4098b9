/**
 * `node --import delta-tape/register app.ts`: from here on Node runs the translation of every module of the
 * project. Types are taken away, and stack traces show the lines of the source. Bun preloads the same module.
 */
import module, { createRequire } from 'node:module';
import type * as bun from './bun.js';
import type * as deno from './deno.js';
import * as hooks from './hooks.js';
import { packageOf } from './packages.js';
import { hookFunction } from './function-constructor.js';
import { newFunctionsAre } from '../runtime/loaded-by.js';
import { hookLast, hookRequire, hookResolution } from './require-hooks.js';
import { isInProgramThread } from './hook-thread.js';

interface Synchronous {
  readonly registerHooks: (hooks: object) => void;
}

interface Host {
  readonly Bun?: { plugin(plugin: bun.Plugin): unknown };
  readonly Deno?: { readonly mainModule: string };
}

const { Bun, Deno } = globalThis as Host;
const require = createRequire(import.meta.url);

if (Bun !== undefined) {
  const { default: plugin } = require('./bun.js') as typeof bun;
  Bun.plugin(plugin({}, process.cwd(), false));
} else if (isInProgramThread) {
  if (Deno !== undefined) {
    const { loadFirst, warnOfModules } = require('./deno.js') as typeof deno;
    loadFirst();
    warnOfModules(Deno);
  }
  process.setSourceMapsEnabled(true);
  (module as unknown as Synchronous).registerHooks(hooks);
  // On Node 22, `require.resolve` does not ask the hooks.
  hookResolution();
  hookLast();
} else {
  process.setSourceMapsEnabled(true);
  module.register('./hooks.js', import.meta.url);
  hookRequire();
}

const translatesNew = Bun === undefined && packageOf(process.cwd()).newFunction;
newFunctionsAre(translatesNew ? 'translated' : 'alone');
if (translatesNew) hookFunction();

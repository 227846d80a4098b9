/**
 * `node --import delta-tape/register app.ts`: from here on, Node runs the translation of every
 * module of the project, with TypeScript taken away and the lines of the source in stack traces.
 */
import module from 'node:module';
import * as hooks from './hooks.js';
import { hookRequire, hookResolution } from './required.js';
import { isInThread } from './threads.js';

interface Synchronous {
  readonly registerHooks: (hooks: object) => void;
}

process.setSourceMapsEnabled(true);

if (isInThread) {
  (module as unknown as Synchronous).registerHooks(hooks);
  // On Node 22, `require.resolve` does not ask the hooks.
  hookResolution();
} else {
  module.register('./hooks.js', import.meta.url);
  hookRequire();
}

/**
 * `node --import delta-tape/register app.ts`: from here on, Node runs the translation of every
 * module of the project, with TypeScript taken away and the lines of the source in stack traces.
 */
import module, { createRequire } from 'node:module';
import { hookRequire, hookResolution } from './required.js';
import { isInThread } from './threads.js';

interface Synchronous {
  readonly registerHooks: (hooks: object) => void;
}

process.setSourceMapsEnabled(true);

if (isInThread) {
  // Loaded at once, and only here: there is Babel in it.
  const hooks = createRequire(import.meta.url)('./hooks.js') as object;
  (module as unknown as Synchronous).registerHooks(hooks);
  // On Node 22, `require.resolve` does not ask the hooks.
  hookResolution();
} else {
  module.register('./hooks.js', import.meta.url);
  hookRequire();
}

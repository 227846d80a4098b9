/**
 * `node --import delta-tape/register app.ts`: from here on, Node runs the translation of every
 * module of the project, with TypeScript taken away and the lines of the source in stack traces.
 */
import module, { createRequire } from 'node:module';
import { hookRequire } from './required.js';

interface Synchronous {
  readonly registerHooks?: (hooks: object) => void;
}

process.setSourceMapsEnabled(true);

const { registerHooks } = module as Synchronous;
if (registerHooks === undefined) {
  module.register('./hooks.js', import.meta.url);
  hookRequire();
} else {
  // Loaded at once, and only here: there is Babel in it.
  registerHooks(createRequire(import.meta.url)('./hooks.js') as object);
}

/**
 * Node's module hooks. They serve both as synchronous hooks in the thread of the program
 * (`module.registerHooks`) and as asynchronous hooks in a thread of their own (`module.register`): each hook
 * returns the result of the next one as it comes.
 */
import { fileURLToPath } from 'node:url';
import { orAdvice } from './missing-packages.js';
import { meantBy, meantFrom } from './resolution.js';
import { asksForTranslation, loadTranslation, sourceFor, type Source } from './node-sources.js';
import { isInProgramThread } from './hook-thread.js';
import { textOf, treatmentOf } from './treatment.js';

type Next<Context> = (specifier: string, context: Context) => unknown;

interface ResolveContext {
  readonly conditions: readonly string[];
  readonly parentURL?: string | undefined;
}

interface LoadContext {
  readonly importAttributes?: { readonly type?: string } | undefined;
}

/** Finds TypeScript where JavaScript is named. Modules name URLs, and CommonJS paths. */
export function resolve(
  specifier: string,
  context: ResolveContext,
  next: Next<ResolveContext>,
): unknown {
  const { conditions, parentURL } = context;
  const meant = conditions.includes('import') ? meantBy : meantFrom;
  return orAdvice(parentURL, () => next(meant(specifier, parentURL), context));
}

/** Gives Node the translation instead of the file. */
export function load(url: string, context: LoadContext, next: Next<LoadContext>): unknown {
  // A file that is imported `with { type: 'text' }` is not code.
  if (!url.startsWith('file:') || context.importAttributes?.type !== undefined) {
    return next(url, context);
  }
  const file = fileURLToPath(url);
  const code = textOf(file);
  const treatment = code === undefined ? 'alone' : treatmentOf(file, code);
  if (code === undefined || treatment === 'alone') return next(url, context);
  const loaded = () => loadedAs(sourceFor(file, code, treatment));
  try {
    return loaded();
  } catch (error) {
    if (!asksForTranslation(error)) throw error;
    return loadTranslation().then(loaded);
  }
}

function loadedAs({ format, source }: Source): object {
  if (format === 'module') return { format, source, shortCircuit: true };
  // Node calls the CommonJS loader for CommonJS without a source, and on 22 and 24.12 for CommonJS
  // that is marked so; other CommonJS gets a `require` from it that cannot load ES modules.
  return isInProgramThread
    ? { format, source, shortCircuit: true, shouldBeReloadedByCJSLoader: true }
    : { format, source: undefined, shortCircuit: true };
}

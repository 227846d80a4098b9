/**
 * Node's module hooks, written so that they serve both as synchronous hooks in the thread of the
 * program (`module.registerHooks`) and as asynchronous ones in a thread of their own
 * (`module.register`): what they hand on, they hand on as it comes.
 */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { meantBy } from './resolution.js';
import { sourceFor } from './sources.js';
import { treatmentOf } from './treatment.js';

type Next<Context> = (specifier: string, context: Context) => unknown;

interface ResolveContext {
  readonly parentURL?: string | undefined;
}

/** Asynchronous hooks leave CommonJS to its own loader, since theirs cannot require ES modules. */
const leavesCommonjs = !('registerHooks' in module);

/** Finds TypeScript where JavaScript is named. */
export const resolve = (
  specifier: string,
  context: ResolveContext,
  next: Next<ResolveContext>,
): unknown => next(meantBy(specifier, context.parentURL), context);

/** Gives Node the translation instead of the file. */
export function load(url: string, context: object, next: Next<object>): unknown {
  if (!url.startsWith('file:')) return next(url, context);
  const file = fileURLToPath(url);
  const code = readFileSync(file, 'utf8');
  const treatment = treatmentOf(file, code);
  if (treatment === 'alone') return next(url, context);
  const { format, source } = sourceFor(file, code, treatment);
  const isLeft = leavesCommonjs && format === 'commonjs';
  return { format, source: isLeft ? undefined : source, shortCircuit: true };
}

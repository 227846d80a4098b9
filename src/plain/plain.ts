/**
 * Translation at run time: `plain` reads the text of a function, translates it and makes a new function of
 * it. Nobody can look into a closure, so the caller gives the captured variables, and a missing one is never
 * guessed.
 */
import { insistOnOptions } from '../errors/options.js';
import { versionsOf } from '../functions/translated-functions.js';
import { onLargeStack } from './large-stack.js';
import {
  assigned,
  invalidScope,
  missing,
  noCodeFromText,
  noText,
  notAFunction,
  notOfAKind,
  notReadable,
  tiedToItsPlace,
} from './errors.js';
import { rebuiltText, type RebuiltText } from './from-text/rebuild.js';
import { capturesOf, type Captures } from './from-text/captures.js';
import * as runtime from './runtime/index.js';
import { functionText, type Callable } from './from-text/function-text.js';

/** Captured variables: an object that has them, or a function from a name to its value. */
export type Scope = Readonly<Record<string, unknown>> | ((name: string) => unknown);

export interface PlainOptions {
  readonly scope?: Scope;
}

type Readable = Extract<Captures, { tag: 'function' }>;

interface Captured {
  readonly values: ReadonlyMap<string, unknown>;
  /** Variables that mean the function itself. */
  readonly itself: readonly string[];
}

const isNamed = (error: unknown, name: string): boolean => (error as Error | null)?.name === name;

/** The value of a variable in a list, which is empty if there is no such variable. */
function lookUp(scope: Scope, name: string): unknown[] {
  if (typeof scope !== 'function') return Object.hasOwn(scope, name) ? [scope[name]] : [];
  try {
    return [scope(name)];
  } catch (error) {
    if (isNamed(error, 'ReferenceError')) return [];
    throw error;
  }
}

/**
 * The captured variables of a function. A variable that hides a global is captured; a global itself is not.
 */
function capturedBy(f: Callable, { free, standard }: Readable, scope: Scope): Captured {
  const values = new Map<string, unknown>();
  const itself: string[] = [];
  const unknown: string[] = [];
  for (const name of free) {
    const found = lookUp(scope, name);
    const global: unknown = globalThis[name as keyof typeof globalThis];
    if (standard.has(name) && Object.is(found[0] ?? global, global)) continue;
    if (found.length === 0) unknown.push(name);
    else if (found[0] === f) itself.push(name);
    else values.set(name, found[0]);
  }
  if (unknown.length > 0) throw missing(f.name, unknown);
  return { values, itself };
}

/** Runs text at the outermost scope. */
function evaluated(f: Callable, code: string): (...args: unknown[]) => unknown {
  try {
    return (0, eval)(code) as (...args: unknown[]) => unknown;
  } catch (error) {
    if (isNamed(error, 'EvalError')) throw noCodeFromText();
    throw notReadable(f.name, (error as Error).message);
  }
}

/** The reading of a function that plain can make anew; an error for every other reading. */
function readable(f: Callable, reading: Exclude<Captures, { tag: 'translated' }>): Readable {
  switch (reading.tag) {
    case 'function':
      return reading;
    case 'native':
      throw noText(f.name);
    case 'class':
      throw notOfAKind(f.name, 'a class');
    case 'tied':
      throw tiedToItsPlace(f.name, reading.what);
    case 'assigning':
      throw assigned(f.name, reading.variables);
  }
}

function made(
  f: Callable,
  { code, runtime: names }: RebuiltText,
  values: Captured['values'],
): Callable {
  const given = names.map((name) => runtime[name as keyof typeof runtime]);
  return evaluated(f, code)(Object.fromEntries(values), ...given) as Callable;
}

/** Name, length, prototype and whatever else was put on a function. */
function withProperties(made: Callable, f: Callable): Callable {
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(f))) {
    // Two that sloppy functions have cannot be set.
    if (key !== 'caller' && key !== 'arguments') Object.defineProperty(made, key, property);
  }
  return made;
}

/**
 * Makes a differentiable function from one that is written with native operators. Use it in scripts and in a
 * REPL, where no module is translated before it runs. `plain` translates the function's own text: give it
 * the captured variables with the option `scope`, which is read once, when `plain` is called. A function
 * that is translated already is returned as it is. The translation costs milliseconds, once.
 *
 * @throws DeltaTapeError if captured variables are missing or assigned to; if the function is tied to its
 *   place (`this` or `arguments` of an arrow, `super`, private names, `eval`); if it is a class, native or
 *   bound; if it is nested too deeply for the stack where there are no threads; if a content security policy
 *   forbids making functions from text.
 * @example
 * const rate = 3;
 * const growth = plain((x: number) => rate * x * x, { scope: { rate } });
 * growth(2) // 12
 */
export function plain<F extends (...args: never[]) => unknown>(
  f: F,
  options: PlainOptions = {},
): F {
  insistOnOptions('plain', options, { scope: true });
  const { scope = {} } = options;
  if (typeof f !== 'function') throw notAFunction('plain', f);
  if ((typeof scope !== 'object' && typeof scope !== 'function') || scope === null) {
    throw invalidScope(scope);
  }
  if (versionsOf(f) !== undefined) return f;
  const written = functionText(f);
  const reading = onLargeStack('captures', capturesOf, written);
  if (reading.tag === 'translated') return f;
  const text = readable(f, reading);
  const { values, itself } = capturedBy(f, text, scope);
  const given = [...values.keys()];
  const taken = new Set([...text.names, ...text.standard, ...given]);
  const making = onLargeStack('rebuild', rebuiltText, { written, given, itself, taken });
  return withProperties(made(f, making, values), f) as F;
}

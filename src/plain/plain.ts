/**
 * At run time: a function that stands by itself is read, translated and made anew. What it captures
 * has to be given, since nobody can look into a closure; nothing that is missing is guessed.
 */
import { transformSync, types as t } from '@babel/core';
import { isTranslated } from './derivative-source.js';
import { invalidScope, missing, noCodeFromText, notAFunction, notReadable } from './errors.js';
import plugin from './plugin.js';
import * as runtime from './runtime/index.js';
import { isSloppy, textOf, type Callable, type Text } from './text.js';

/** Captured variables: an object that has them, or a function from a name to its value. */
export type Scope = Readonly<Record<string, unknown>> | ((name: string) => unknown);

export interface PlainOptions {
  readonly scope?: Scope;
}

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

/** What a function captures. Whatever hides a global is captured; globals themselves are not. */
function capturedBy(f: Callable, { free, standard }: Text, scope: Scope): Captured {
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

/** A name that does not occur in a text. */
function unused(name: string, text: string): string {
  let result = name;
  while (text.includes(result)) result += '_';
  return result;
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

/** The translated function, made from text in which the lines are those of the original. */
function made(f: Callable, { expression }: Text, { values, itself }: Captured): Callable {
  const taken = [...values.keys(), ...itself];
  const ownName = t.isValidIdentifier(f.name) && !taken.includes(f.name) ? f.name : undefined;
  const name = itself[0] ?? ownName ?? unused('translated', expression);
  const captured = unused('captured', expression);
  const before =
    values.size > 0 ? `const { ${[...values.keys()].join(', ')} } = ${captured}; ` : '';
  const aliases = itself.slice(1).map((alias) => `const ${alias} = ${name};`);
  const result = transformSync(`${before}const ${name} = ${expression};${aliases.join(' ')}`, {
    configFile: false,
    babelrc: false,
    sourceType: isSloppy(f) ? 'script' : 'module',
    retainLines: true,
    plugins: [[plugin, { runtime: 'free' }]],
  })!;
  const { deltaTape } = result.metadata as { deltaTape: { names: Record<string, string> } };
  const functions = Object.entries(deltaTape.names);
  const params = [captured, ...functions.map(([local]) => local)].join(', ');
  const strict = isSloppy(f) ? '' : '"use strict"; ';
  const code = `(function (${params}) { ${strict}${result.code}\nreturn ${name};\n})\n//# sourceURL=plain/${ownName ?? 'function'}.js`;
  const given = functions.map(([, imported]) => runtime[imported as keyof typeof runtime]);
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
 * A function written with native operators, so that derivatives can be taken of it; for scripts and
 * for a REPL, where no module is translated before it runs. It is made from the function's own text:
 * what it captures is given by `scope`, and is read once, when `plain` is called. A function that
 * is translated already is returned as it is. Costs the translation, milliseconds, once.
 *
 * @throws DeltaTapeError if captured variables are missing or assigned to; if the function is tied
 * to its place (`this` or `arguments` of an arrow, `super`, private names, `eval`); if it is a class,
 * native or bound; if a content security policy forbids to make functions from text.
 * @example
 * const rate = 3;
 * const growth = plain((x: number) => rate * x * x, { scope: { rate } });
 * growth(2) // 12
 */
export function plain<F extends (...args: never[]) => unknown>(
  f: F,
  { scope = {} }: PlainOptions = {},
): F {
  if (typeof f !== 'function') throw notAFunction('plain', f);
  if ((typeof scope !== 'object' && typeof scope !== 'function') || scope === null) {
    throw invalidScope(scope);
  }
  if (isTranslated(f)) return f;
  const text = textOf(f);
  return withProperties(made(f, text, capturedBy(f, text, scope)), f) as F;
}

/**
 * A `Function` that translates what it makes, for programs that make their loops of texts, as cwise and numeric do. It
 * is a proxy, so that nothing else tells the two apart. It leaves alone what files make that are not translated
 * themselves.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { nativeText } from '../../functions/native-text.js';
import type { RebuiltText } from '../from-text/rebuild.js';
import { remembered } from './cache.js';
import { library } from './library-state.js';
import { textOf, treatmentOf } from './treatment.js';

type AnyFunction = (...args: never[]) => unknown;

const require = createRequire(import.meta.url);

/**
 * The most functions that there may be between a file and `Function`, such as `apply` and code that was
 * made itself.
 */
const FRAMES = 30;

/** The files whose functions are at work, innermost first, by what V8 itself knows: source maps take milliseconds. */
function filesAtWork(): string[] {
  const { stackTraceLimit } = Error;
  const before: unknown = Reflect.get(Error, 'prepareStackTrace');
  const seen: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = FRAMES;
    Error.prepareStackTrace = (_, calls) => calls.map((call) => call.getFileName());
    Error.captureStackTrace(seen);
    const names = seen.stack as (string | null | undefined)[];
    return names.flatMap((name) => name ?? []);
  } finally {
    Object.assign(Error, { prepareStackTrace: before, stackTraceLimit });
  }
}

const pathOf = (name: string): string => (name.startsWith('file:') ? fileURLToPath(name) : name);

/** Files, and whether they are translated. */
const files = new Map<string, boolean>();

function isTranslated(file: string): boolean {
  const before = files.get(file);
  if (before !== undefined) return before;
  const code = textOf(file);
  const found = code !== undefined && treatmentOf(file, code) === 'translated';
  files.set(file, found);
  return found;
}

/** True if the file that calls is translated. */
function isAsked(): boolean {
  const [caller] = filesAtWork()
    .map(pathOf)
    .filter((file) => !file.startsWith(library) && !file.startsWith('node:'));
  return caller !== undefined && isTranslated(caller);
}

type Rebuild = typeof import('../from-text/global-function.js');
type Runtime = Readonly<Record<string, unknown>>;

const known = new Map<string, RebuiltText>();

function rebuilt(text: string): RebuiltText {
  const before = known.get(text);
  if (before !== undefined) return before;
  const made = remembered(['a function', text], () => {
    const { globalFunction } = require('../from-text/global-function.js') as Rebuild;
    return JSON.stringify(globalFunction(text));
  });
  const found = JSON.parse(made) as RebuiltText;
  known.set(text, found);
  return found;
}

function translated(f: AnyFunction): AnyFunction {
  if (!isAsked()) return f;
  const { code, runtime: names } = rebuilt(nativeText(f));
  const runtime = require('../runtime/index.js') as Runtime;
  const make = (0, eval)(code) as (...args: unknown[]) => AnyFunction;
  return make(undefined, ...names.map((name) => runtime[name]));
}

/** Makes a function as the program asked. Stacks name this one as the place where it was made (errors/call-site.ts). */
const newFunction = (native: FunctionConstructor, args: string[], target: unknown) =>
  Reflect.construct(native, args, target as FunctionConstructor) as AnyFunction;

/** From now on `Function` translates what translated files make by it. */
export function hookFunction(): void {
  const hooked: FunctionConstructor = new Proxy(Function, {
    apply: (native, _, args) => translated(newFunction(native, args as string[], native)),
    construct(native, args, target) {
      const made = newFunction(native, args as string[], target);
      // An instance of a class that extends it has another prototype.
      return target === hooked ? translated(made) : made;
    },
  });
  globalThis.Function = hooked;
  const { prototype } = hooked;
  Object.defineProperty(prototype, 'constructor', {
    value: hooked,
    writable: true,
    configurable: true,
  });
}

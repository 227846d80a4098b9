/**
 * Asks translated functions for their core, and what they capture (attached-cores.ts). A function says what it is when it is asked
 * for the first time; until then it has cost nothing but the text of its module.
 */
import { asking } from '../../core/open-runs.js';
import { nativeText } from '../../functions/native-text.js';
import type { Class, Core, Fn } from '../core/core.js';
import { decoded } from '../core/coded-core.js';
import { unpacking } from '../core/packed-core.js';
import {
  classes,
  marks,
  Told,
  type AttachedModule,
  type Reading,
  type Readings,
} from './attached-cores.js';

/** The names that a function captures. */
interface Captures {
  /** Throws where the name has no value yet. */
  readonly read: (name: string) => unknown;
  /** Assigns a variable; undefined where functions do not assign it. */
  readonly writing: (name: string) => ((to: unknown) => void) | undefined;
  /** The names, and whether they ever change once they have a value. */
  readonly names: { readonly get: (name: string) => 'constant' | 'variable' | undefined };
}

interface KnownCore {
  readonly core: { readonly f: Fn } | { readonly made: Class };
  readonly captures: Captures;
  /** True if it captures variables of functions around, and is not the only one of its core. */
  readonly isClosure: boolean;
}

const capturesBy = (find: (name: string) => Reading | undefined): Captures => ({
  read: (name) => {
    const found = find(name)!;
    return typeof found === 'function' ? found() : found[0]();
  },
  writing: (name) => {
    const found = find(name);
    return typeof found === 'object' ? found[1] : undefined;
  },
  names: {
    get: (name) => {
      const found = find(name);
      return found && (typeof found === 'function' ? 'constant' : 'variable');
    },
  },
});

/** The texts of a module, read as far as they were asked for. */
class ReadModule {
  private readonly read = new Map<string, Map<number, KnownCore['core']>>();
  private readings: Readings | null = null;
  private unpacked: ReturnType<typeof unpacking> | null = null;
  private all: ReturnType<typeof partsOf> | null = null;
  readonly captures = capturesBy((name) => this.reading(name));

  constructor(private readonly attached: AttachedModule) {}

  reading(name: string): Reading | undefined {
    this.readings ??= this.attached.names();
    return Object.hasOwn(this.readings, name) ? this.readings[name] : undefined;
  }

  /** The function or class at a place; undefined if there is none. The text around it is read. */
  coreAt(at: number): KnownCore['core'] | undefined {
    const { cores } = this.attached;
    if (typeof cores === 'string') return (this.all ??= partsOf(decoded(cores))).get(at);
    const [head, ...units] = cores;
    let text: string | undefined;
    for (let k = 0; k < units.length && (units[k] as number) <= at; k += 2)
      text = units[k + 1] as string;
    if (text === undefined) return undefined;
    this.unpacked ??= unpacking(head as string);
    let all = this.read.get(text);
    if (all === undefined) this.read.set(text, (all = partsOf(this.unpacked<Core>(text))));
    return all.get(at);
  }
}

/** The functions and classes in a form, by their places. O(size). */
function partsOf(core: unknown): Map<number, KnownCore['core']> {
  const found = new Map<number, KnownCore['core']>();
  const look = (of: unknown): void => {
    if (typeof of !== 'object' || of === null) return;
    if ('at' in of)
      found.set(of.at as number, 'members' in of ? { made: of as Class } : { f: of as Fn });
    for (const part of Object.values(of)) look(part);
  };
  look(core);
  return found;
}

const modules = new WeakMap<AttachedModule, ReadModule>();

function read({ module, place, names }: Told): KnownCore | undefined {
  const own = names?.();
  const of = modules.get(module) ?? new ReadModule(module);
  modules.set(module, of);
  const core = of.coreAt(Number(place.slice(place.indexOf('.') + 1)));
  if (core === undefined) return undefined;
  const captures =
    own === undefined
      ? of.captures
      : capturesBy((name) => (Object.hasOwn(own, name) ? own[name] : of.reading(name)));
  return { core, captures, isClosure: own !== undefined };
}

/**
 * Stands for any argument: what patterns take of it is never undefined, so no default is evaluated before the function is
 * asked.
 */
const anything: object = new Proxy(() => undefined, {
  get: (_, key) =>
    key === Symbol.iterator ? () => Array<unknown>(100).fill(anything).values() : anything,
});
const arguments_: readonly unknown[] = Array<unknown>(40).fill(anything);

/**
 * Asks a function what it is. Only one that is translated is called: of its text, its own mark comes first.
 */
function asked(f: (...args: never[]) => unknown): Told | undefined {
  const text = nativeText(f);
  const found = /["'`](\$(\w+)\.\d+)["'`]/.exec(text);
  if (found === null || !marks.has(found[2]) || /^class\b(?!\s*\()/.test(text)) return undefined;
  try {
    const told = asking((): unknown => {
      const answer: unknown = Reflect.apply(f, undefined, arguments_);
      return isGenerator(text) ? (answer as Iterator<unknown, unknown>).next().value : answer;
    });
    return told instanceof Told && told.place === found[1] ? told : undefined;
  } catch {
    // Its module has not come to what tells of it.
    return undefined;
  }
}

const isGenerator = (text: string): boolean => /^(function\s*|static\s+)?\*/.test(text);

const known = new WeakMap<object, KnownCore>();

/** The core of a function or class, and what it captures; undefined if nothing is known of it. */
export function knownCore(of: object): KnownCore | undefined {
  let found = known.get(of);
  if (found === undefined && typeof of === 'function') {
    const told = classes.get(of) ?? asked(of as (...args: never[]) => unknown);
    found = told && read(told);
    if (found !== undefined) known.set(of, found);
  }
  return found;
}

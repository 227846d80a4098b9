/**
 * The core of translated functions, with what they capture (general/attached-cores.ts). A function says what it is when it is
 * asked for the first time; until then it has cost nothing but the text of its module.
 */
import { asking } from '../../core/open-runs.js';
import { nativeText } from '../../functions/native-text.js';
import type { Class, Core, Fn } from '../core/core.js';
import { unpacking } from '../core/packed-core.js';

/** Reads a constant; or reads a variable, and assigns it. */
type Reading = (() => unknown) | readonly [() => unknown, ((to: unknown) => void)?];
type Readings = Readonly<Record<string, Reading>>;

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

/** A module that was loaded. */
class Module {
  private readonly read = new Map<string, Map<number, KnownCore['core']>>();
  private readings: Readings | null = null;
  private unpacked: ReturnType<typeof unpacking> | null = null;
  readonly captures = capturesBy((name) => this.reading(name));

  constructor(
    private readonly head: string,
    /** Packed functions and classes, each behind where its text begins. */
    private readonly units: readonly (number | string)[],
    private readonly names: () => Readings,
  ) {}

  reading(name: string): Reading | undefined {
    this.readings ??= this.names();
    return Object.hasOwn(this.readings, name) ? this.readings[name] : undefined;
  }

  /** The function or class at a place; undefined if there is none. The text around it is read. */
  coreAt(at: number): KnownCore['core'] | undefined {
    let text: string | undefined;
    for (let k = 0; k < this.units.length && (this.units[k] as number) <= at; k += 2)
      text = this.units[k + 1] as string;
    if (text === undefined) return undefined;
    this.unpacked ??= unpacking(this.head);
    let all = this.read.get(text);
    if (all === undefined) this.read.set(text, (all = partsOf(this.unpacked<Core>(text))));
    return all.get(at);
  }
}

/** The functions and classes in a form, by their places. O(size). */
function partsOf(core: Core): Map<number, KnownCore['core']> {
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

/** The answers of a function that is asked for its core. */
class Told {
  constructor(
    private readonly module: Module,
    readonly mark: string,
    readonly at: number,
    private readonly names: (() => Readings) | undefined,
  ) {}

  get known(): KnownCore | undefined {
    const { module } = this;
    const own = this.names?.();
    const core = module.coreAt(this.at);
    if (core === undefined) return undefined;
    const captures =
      own === undefined
        ? module.captures
        : capturesBy((name) => (Object.hasOwn(own, name) ? own[name] : module.reading(name)));
    return { core, captures };
  }
}

const marks = new Set<string>();
const classes = new WeakMap<object, Told>();

/** Remembers a module; its functions and classes call the result. */
export function coreOf(
  mark: string,
  head: string,
  units: readonly (number | string)[],
  names: () => Readings,
) {
  const module = new Module(head, units, names);
  marks.add(mark);
  return (at: number, own?: () => Readings, made?: object): Told => {
    const told = new Told(module, mark, at, own);
    if (made !== undefined) classes.set(made, told);
    return told;
  };
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
  const found = /\$core_(\w+)\((\d+)/.exec(text);
  if (found === null || !marks.has(found[1]) || /^class\b(?!\s*\()/.test(text)) return undefined;
  try {
    const told = asking((): unknown => {
      const answer: unknown = Reflect.apply(f, undefined, arguments_);
      return isGenerator(text) ? (answer as Iterator<unknown, unknown>).next().value : answer;
    });
    return told instanceof Told && told.mark === found[1] && told.at === Number(found[2])
      ? told
      : undefined;
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
    found = (classes.get(of) ?? asked(of as (...args: never[]) => unknown))?.known;
    if (found !== undefined) known.set(of, found);
  }
  return found;
}

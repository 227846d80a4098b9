/** A module of the user, translated and run, with the function that is shown. */
import { translate } from 'delta-tape/plain';
import { argumentsOf, inputsOf, withLengths, type Blocks } from './arguments.js';
import type { Choice } from './choice.js';
import type { Asked, Input, Opened } from './messages.js';
import { functionsIn, type FunctionFound, type Parameter } from './parameters.js';
import { inputNames } from './input-names.js';
import { FILE, Places } from './places.js';
import { readable } from './readable.js';
import { realsOf, withReals } from './reals.js';
import { shortened } from './shortened.js';

/** The modules that code may import, by specifier. */
export type Modules = Readonly<Record<string, object>>;
/** A value as text, as a console shows it. */
export type Inspect = (value: unknown) => string;
/** A function of the user, of which nothing is known. */
export type Callable = (...args: unknown[]) => unknown;

export interface Surroundings {
  readonly modules: Modules;
  readonly inspect: Inspect;
}

/** The most lines that are shown of a print, or a loop would fill the page. */
const MOST_LINES = 200;
const LONGEST_LINE = 2000;
/** More inputs than a page can show. */
const MOST_INPUTS = 2000;
const FEWER = `The explorer shows ${MOST_INPUTS.toLocaleString('en')} at most: take a smaller example.`;

export class Program {
  readonly places: Places;
  readonly f: Callable | null = null;
  readonly name: string | null = null;
  readonly parameters: readonly Parameter[] = [];
  readonly start: readonly unknown[] = [];
  private readonly functions: readonly string[];
  private readonly module: string;

  /** @throws whatever the code throws, or its translation. */
  constructor(
    readonly asked: Asked,
    readonly around: Surroundings,
    /** Gets the lines that the module prints. */
    readonly printed: string[],
    /** Hears of the places as soon as they are known, before the code runs. */
    onTranslated: (places: Places) => void = () => undefined,
  ) {
    const found = functionsIn(asked.code);
    const { code, map } = translate(withExports(asked.code, found), {
      filename: FILE,
      sourceType: 'module',
      commonjs: true,
    });
    this.module = code;
    this.places = new Places(map);
    onTranslated(this.places);
    const exports = this.run(code);
    const callable = found.filter(({ name }) => typeof exports[name] === 'function');
    this.functions = callable.map(({ name }) => name);
    const chosen = chosenOf(callable, asked.name);
    if (chosen === undefined) return;
    this.name = chosen.name;
    this.f = exports[chosen.name] as Callable;
    this.parameters = chosen.parameters;
    const { at } = exports;
    const given = Array.isArray(at) ? at : chosen.parameters.map(({ start }) => start);
    const blocks = around.modules['delta-tape/numpy'] as Blocks | undefined;
    this.start = withLengths(given, chosen.parameters, this.choice, blocks);
    const { length } = realsOf(this.start);
    if (length > MOST_INPUTS) throw new Error(`The arguments hold ${length} numbers. ${FEWER}`);
  }

  private get choice(): Choice {
    return this.asked.choice ?? {};
  }

  get opened(): Opened {
    const { functions, name, printed, module } = this;
    const names = inputNames(this.parameters, this.start);
    const given = realsOf(this.start);
    const at = this.asked.at?.length === given.length ? this.asked.at : given;
    const isInput = this.isInput();
    const inputs: Input[] = names.map((input, k) => ({
      name: input,
      value: at[k],
      start: given[k],
      isHeld: !isInput[k],
    }));
    const parameters = argumentsOf(this.start, this.parameters, this.choice);
    return { functions, name, inputs, parameters, printed, module: readable(module) };
  }

  /** The arguments with these reals in them. */
  argumentsAt(at: readonly number[]): unknown[] {
    return withReals(this.start, at);
  }

  /** The positions of the arguments that derivatives are taken by. */
  get wrt(): number[] {
    return inputsOf(this.start, this.choice);
  }

  get holdsReals(): boolean {
    return realsOf(this.start).length > 0;
  }

  /** The gradient with respect to each real of the arguments, with null for those that stay as they are. */
  spread(gradient: readonly unknown[]): (number | null)[] {
    const slopes = realsOf(gradient).values();
    return this.isInput().map((is) => (is ? slopes.next().value! : null));
  }

  /** For each real of the arguments, whether derivatives are taken by it. */
  private isInput(): boolean[] {
    const { wrt } = this;
    return this.start.flatMap((arg, k) => Array.from(realsOf([arg]), () => wrt.includes(k)));
  }

  private run(code: string): Readonly<Record<string, unknown>> {
    // A line more would move all places, so the wrapper stands on the first one. Evaluated so, it sees only globals.
    const wrapped = `(function (exports, require, console) {${code}\n})\n//# sourceURL=${FILE}`;
    const body = (0, eval)(wrapped) as (...given: unknown[]) => void;
    const exports: Record<string, unknown> = {};
    body(exports, (specifier: string) => this.imported(specifier), this.console());
    return exports;
  }

  private imported(specifier: string): object {
    const { modules } = this.around;
    if (Object.hasOwn(modules, specifier)) return modules[specifier];
    const known = Object.keys(modules).filter((name) => !name.endsWith('/runtime'));
    throw new Error(`There is no ${specifier} here: import ${known.join(', ')}.`);
  }

  /** Collects what the module prints. */
  private console(): Readonly<Record<string, unknown>> {
    const { printed } = this;
    const print = (...values: unknown[]) => {
      if (printed.length > MOST_LINES) return;
      const texts = values.map((x) => (typeof x === 'string' ? x : this.around.inspect(x)));
      const isLast = printed.length === MOST_LINES;
      printed.push(isLast ? '… more lines are left out' : shortened(texts.join(' '), LONGEST_LINE));
    };
    return { log: print, info: print, warn: print, error: print, debug: print };
  }
}

/** The function of that name, or else the last that is exported, or else the last. */
function chosenOf(
  found: readonly FunctionFound[],
  name: string | undefined,
): FunctionFound | undefined {
  return (
    found.find((one) => one.name === name) ??
    found.findLast(({ isExported }) => isExported) ??
    found.at(-1)
  );
}

/** The text with all its functions exported, of which no line moves. */
function withExports(code: string, found: readonly FunctionFound[]): string {
  const names = found.filter(({ isByName }) => !isByName).map(({ name }) => name);
  return names.length === 0 ? code : `${code}\nexport { ${names.join(', ')} };`;
}

/**
 * The core of translated functions, with what they capture, as their modules attach it (general/attached-cores.ts). It is only
 * remembered here, which is all that a page needs; known-cores.ts asks functions and reads texts.
 */

/** Reads a constant; or reads a variable, and assigns it. */
export type Reading = (() => unknown) | readonly [() => unknown, ((to: unknown) => void)?];
export type Readings = Readonly<Record<string, Reading>>;

/** A module that was loaded. */
export interface AttachedModule {
  /**
   * Its functions and classes: in bundles one text (core/coded-core.ts), and otherwise the kinds of forms, and texts of these
   * (core/packed-core.ts), each behind where the function begins.
   */
  readonly cores: string | readonly (number | string)[];
  readonly names: () => Readings;
}

/** The answer of a function or class that is asked for its core. */
export class Told {
  constructor(
    readonly module: AttachedModule,
    /** The mark of the module, and where the text of the function begins. */
    readonly place: string,
    readonly names: (() => Readings) | undefined,
  ) {}
}

/** The marks of modules. */
export const marks = new Set<string>();
export const classes = new WeakMap<object, Told>();

/** Remembers a module; its functions and classes call the result. */
export function coreOf(mark: string, cores: AttachedModule['cores'], names: () => Readings) {
  const module: AttachedModule = { cores, names };
  marks.add(mark);
  return (place: string, own?: () => Readings, made?: object): Told => {
    const told = new Told(module, place, own);
    if (made !== undefined) classes.set(made, told);
    return told;
  };
}

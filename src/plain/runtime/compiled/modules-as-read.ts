/**
 * Code may be made of the texts of several modules, which are translated one by one. Each of them tells here that it
 * runs, by a mark of its text, and hands out what it declares. The code asks whether what was read is what runs: the
 * modules must have their texts, and each name that a module imports must mean what the other one declares. Tests put
 * others in the place of modules, files change, and a package may be there twice.
 */
/** The declarations of a module, by names. */
type Declared = Readonly<Record<string, () => unknown>>;

/** By the marks of the modules: the last one of each text. */
const running = new Map<string, Declared>();

/** A module has run, and hands out what it declares. */
export function moduleAsRead(mark: string, declared: Declared): void {
  running.set(mark, declared);
}

/** The value that a module of a text has under a name. */
export function ofModule(mark: string, name: string): unknown {
  const declared = running.get(mark);
  if (declared === undefined || !Object.hasOwn(declared, name))
    throw new TypeError(`${name} of a module that is not as it was when this one was translated`);
  return declared[name]();
}

type Captures = () => readonly unknown[];

/**
 * @param edges what names of other modules mean, and what they meant in the texts: value, mark and name, one after the other
 * @returns what reads captured variables, and throws if anything is not as it was read; then another version answers
 */
export function asRead(captures: Captures, edges: Captures): Captures {
  let before: readonly unknown[] = [];
  return () => {
    const now = edges();
    if (!areSame(before, now)) {
      for (let k = 0; k < now.length; k += 3)
        if (!Object.is(now[k], ofModule(now[k + 1] as string, now[k + 2] as string)))
          throw new TypeError(`${String(now[k + 2])} is not what the other module declares`);
      before = now;
    }
    return captures();
  };
}

function areSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  if (before.length !== now.length) return false;
  for (let k = 0; k < now.length; k++) if (!Object.is(before[k], now[k])) return false;
  return true;
}

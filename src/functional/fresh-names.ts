/** Names for what a transformation binds: apart from those of the program, and from each other. */
import type { Program, Term } from './language.js';
import { partsOf, withParts } from './traversal.js';

/** Continuations of arguments of operators: Y₁, Y₂, … That of `let x = …` is x'. */
export const isContinuation = (name: string): boolean => /^Y_*\d+$/.test(name);
/** Cotangents: y₁, y₂, …, with primes where they are added to. */
export const isCotangent = (name: string): boolean => /^y_*\d+'*$/.test(name);

export class Names {
  private readonly taken: Set<string>;
  private readonly stems = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  constructor({ context, term }: Program) {
    this.taken = new Set([...context.map(([name]) => name), ...namesIn(term)]);
  }

  /** The stem of numbered names that the program does not have. */
  stem(stem: string): string {
    let found = this.stems.get(stem);
    if (found === undefined) {
      found = stem;
      const isTaken = (of: string) =>
        [...this.taken].some((name) => new RegExp(`^${of}\\d+`).test(name));
      while (isTaken(found)) found += '_';
      this.stems.set(stem, found);
    }
    return found;
  }

  /** The next name of a stem. Arrays are counted from A0, as in Fig. 5. */
  fresh(stem: string): string {
    const count = this.counts.get(stem) ?? (stem === 'A' ? 0 : 1);
    this.counts.set(stem, count + 1);
    return `${this.stem(stem)}${count}`;
  }

  /** A name for the continuation of a variable. */
  primed(name: string): string {
    let found = `${name}'`;
    while (this.taken.has(found)) found += "'";
    this.taken.add(found);
    return found;
  }
}

function* namesIn(term: Term): Generator<string> {
  if (term.tag === 'var') yield term.name;
  for (const { binds, of } of partsOf(term)) {
    yield* binds;
    yield* namesIn(of);
  }
}

/** The same program, where no two binders have one name. */
export function apartFromEachOther({ context, term }: Program): Program {
  const taken = new Set(context.map(([name]) => name));
  const renamed = (here: Term, names: ReadonlyMap<string, string>): Term => {
    if (here.tag === 'var') return { ...here, name: names.get(here.name) ?? here.name };
    const parts = partsOf(here).map(({ binds, of }) => {
      const own = binds.map((name) => {
        let found = name;
        while (taken.has(found)) found += '_';
        taken.add(found);
        return found;
      });
      const inner = new Map([
        ...names,
        ...binds.map((name, k): [string, string] => [name, own[k]]),
      ]);
      return { binds: own, of: renamed(of, inner) };
    });
    return withParts(here, parts);
  };
  return { context, term: renamed(term, new Map()) };
}

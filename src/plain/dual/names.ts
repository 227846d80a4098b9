/** The names that translated code adds to a module: what it imports, versions of functions, temporaries. */
import type { types, Types } from '../front/syntax.js';

export class Names {
  /** What is imported from the runtime. */
  readonly imported = new Set<string>();
  private readonly prefix: string;
  private readonly suffix: string;
  private readonly versions = new Set<string>();

  constructor(
    private readonly t: Types,
    private readonly taken: ReadonlySet<string>,
  ) {
    let prefix = '$';
    const clashes = (name: string) => name.startsWith(prefix) && name.length > prefix.length;
    while ([...taken].some(clashes)) prefix += '$';
    this.prefix = prefix;
    let suffix = '$';
    while ([...taken].some((name) => name.endsWith(suffix))) suffix += '$';
    this.suffix = suffix;
  }

  /** A function of the runtime. */
  runtime(name: string): types.Identifier {
    this.imported.add(name);
    return this.t.identifier(this.prefix + name);
  }

  /** What `make` makes, or null and no names used if that turns out not to be wanted. */
  tentatively<T>(make: () => T, isWanted: () => boolean): T | null {
    const before = new Set(this.imported);
    const made = make();
    if (isWanted()) return made;
    for (const name of this.imported) if (!before.has(name)) this.imported.delete(name);
    return null;
  }

  /** The primals of ids, which the module holds by a constant of its own. */
  primal(): types.Identifier {
    this.runtime('primals');
    return this.t.identifier(this.prefix + 'primal');
  }

  /** `local` for what is imported as `imported`. */
  localOf(imported: string): string {
    return this.prefix + imported;
  }

  temporary(count: number): string {
    return `${this.prefix}${count}`;
  }

  /** The variable of the id that belongs to a primal. */
  id(primal: string): string {
    return primal + this.suffix;
  }

  /** The name of the derivative version of a function. */
  version(base: string): string {
    let name = base;
    for (let k = 2; this.versions.has(name) || this.taken.has(name); k++) name = `${base}${k}`;
    this.versions.add(name);
    return name;
  }
}

/** The names that translated code adds to a module: imports of the runtime, versions of functions, temporaries. */
import type { types, Types } from '../front/syntax.js';

/** A variable, or a field of a constant, and the name of what reads and assigns it. */
interface Held {
  readonly name: string;
  readonly field: string | undefined;
  readonly holder: string;
}

/**
 * The columns that translated code reads or writes: primals by id; partials and arguments of wide edges by their
 * places (tape/columns.ts).
 */
const columnOf = { primal: 'primal', partial: 'widePartial', arg: 'wideArg' } as const;
type Column = keyof typeof columnOf;

export class AddedNames {
  /** The imports from the runtime. */
  readonly imported = new Set<string>();
  /** The columns that the module holds in constants of its own: optimised code then knows their addresses. */
  readonly columns = new Set<Column>();
  private readonly prefix: string;
  private readonly suffix: string;
  private readonly versions = new Set<string>();
  /** The number of versions that were asked for by each name. */
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly t: Types,
    private readonly taken: ReadonlySet<string>,
    /** The names that the module declares. */
    private readonly declared: ReadonlySet<string> = new Set(),
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

  /** True if the translation added a name. */
  isAdded(name: string): boolean {
    return name.startsWith(this.prefix) && name.length > this.prefix.length;
  }

  /** A global of the language, which the module may have given another meaning. */
  global(name: 'Math' | 'NaN' | 'Infinity'): types.Identifier {
    return this.declared.has(name) ? this.runtime(name) : this.t.identifier(name);
  }

  /** The result of `make`; null if it is not wanted, and then its imports are forgotten. */
  tentatively<T>(make: () => T, isWanted: (made: T) => boolean): T | null {
    const before = { imported: new Set(this.imported), columns: new Set(this.columns) };
    const made = make();
    if (isWanted(made)) return made;
    for (const name of this.imported) if (!before.imported.has(name)) this.imported.delete(name);
    for (const name of this.columns) if (!before.columns.has(name)) this.columns.delete(name);
    return null;
  }

  /** An element of a column. */
  inColumn(column: Column, place: string): types.MemberExpression {
    this.runtime('columns');
    this.columns.add(column);
    const { t } = this;
    return t.memberExpression(t.identifier(this.localOf(column)), t.identifier(place), true);
  }

  /** The local name of an import. */
  localOf(imported: string): string {
    return this.prefix + imported;
  }

  /** `const { widePartial: $partial, … } = $columns;` */
  holdColumns(): types.Statement {
    const { t } = this;
    const held = [...this.columns]
      .sort()
      .map((name) =>
        t.objectProperty(t.identifier(columnOf[name]), t.identifier(this.localOf(name))),
      );
    return t.variableDeclaration('const', [
      t.variableDeclarator(t.objectPattern(held), this.runtime('columns')),
    ]);
  }

  /**
   * The stand-ins for variables of the module that functions assign, and for fields of constants that
   * are such variables.
   */
  private readonly variables = new Map<string, Held>();

  /** The name of the object that reads and assigns such a variable. */
  variable(name: string, field?: string): types.Identifier {
    const key = field === undefined ? name : `${name}.${field}`;
    const own = key.replace('.', '$');
    const known = this.variables.get(key) ?? {
      name,
      field,
      holder: this.version(`${this.prefix}variable$${own}`),
    };
    this.variables.set(key, known);
    this.runtime('variable');
    return this.t.identifier(known.holder);
  }

  /** `const $variable$seed = $variable(() => seed, (to) => { seed = to; });` */
  holdVariables(): types.Statement[] {
    const { t } = this;
    return [...this.variables.values()].map(({ name, field, holder }) => {
      const to = t.identifier(`${this.prefix}to`);
      const place = () =>
        field === undefined
          ? t.identifier(name)
          : t.memberExpression(t.identifier(name), t.identifier(field));
      const assigned = t.assignmentExpression('=', place(), t.cloneNode(to));
      const made = t.callExpression(this.runtime('variable'), [
        t.arrowFunctionExpression([], place()),
        t.arrowFunctionExpression([to], t.blockStatement([t.expressionStatement(assigned)])),
      ]);
      return t.variableDeclaration('const', [t.variableDeclarator(t.identifier(holder), made)]);
    });
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
    const known = this.counts.get(base);
    let count = known ?? 1;
    let name = known === undefined ? base : `${base}${++count}`;
    while (this.versions.has(name) || this.taken.has(name)) name = `${base}${++count}`;
    this.counts.set(base, count);
    this.versions.add(name);
    return name;
  }
}

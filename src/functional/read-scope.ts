/**
 * The variables that are in scope while a function is read. A binder whose name is taken gets another one: so
 * the body of a function may stand wherever it is called, and captures nothing there.
 */
import { freshName } from './traversal.js';
import type { Type } from './language.js';
import { extended, type Context } from './typing.js';

export class Scope {
  /**
   * @param types of the variables of the term
   * @param names of the variables of the text, with those of the term
   */
  constructor(
    readonly types: Context,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  static readonly empty = new Scope(new Map(), new Map());

  /** The variable of the term for one of the text. */
  variable(name: string): string | undefined {
    return this.names.get(name);
  }

  /** The scope with further variables of the text, and their names in the term. */
  with(names: readonly string[], types: readonly Type[]): readonly [Scope, readonly string[]] {
    const own: string[] = [];
    for (const name of names)
      own.push(freshName(name, (one) => this.types.has(one) || own.includes(one), '_'));
    const all = names.map((name, k): [string, string] => [name, own[k]]);
    return [new Scope(extended(this.types, own, types), new Map([...this.names, ...all])), own];
  }

  /** The same variables of the text, where further ones of the term are taken. */
  within(caller: Scope): Scope {
    return new Scope(new Map([...caller.types, ...this.types]), this.names);
  }
}

/** The texts of values: variables, and expressions that are still to be written where they are used. */
import { definedBy, isArray, type Func, type Op, type Region, type Value } from '../../ir/ir.js';
import { variable, type Text, readsOf } from '../text.js';
import type { Scopes } from './scopes.js';
import { typescriptOf } from './typescript.js';
import { LastUses } from './last-uses.js';

export class Variables {
  private readonly texts: Map<Value, Text>;
  private readonly ops = new Map<Value, Op>();
  /** Expressions that are not written yet. */
  private readonly pending = new Map<Value, Text>();
  /** Variables that are assigned to. Another block may have a constant of the same name. */
  private readonly changing = new Set<Text>();
  private readonly lastUses: LastUses;

  constructor(
    f: Func,
    readonly scopes: Scopes,
    params: ReadonlyMap<Value, Text>,
    private readonly isReadonly: (value: Value) => boolean,
  ) {
    this.lastUses = new LastUses(f);
    this.texts = new Map(params);
  }

  /** The text of a value, where it is used. */
  text = (value: Value): Text => {
    this.pending.delete(value);
    return this.texts.get(value)!;
  };

  /**
   * The text of a value in an assignment to a variable; a variable that is only read needs no more than
   * a readonly array.
   */
  assigned(value: Value): Text {
    const text = this.text(value);
    if (!this.isReadonly(value)) return text;
    return { ...text, text: `${text.text} as ${typescriptOf(value.type)}` };
  }

  /** The operation of a value that is written where it is used. */
  opOf = (value: Value): Op | undefined => this.ops.get(value);

  set(value: Value, text: Text): void {
    this.texts.set(value, text);
  }

  /** Has another variable stand for a value. */
  rename(value: Value, text: Text): void {
    this.texts.set(value, text);
    this.ops.delete(value);
  }

  /** Holds an expression until it is used. */
  hold(value: Value, op: Op, text: Text): void {
    this.texts.set(value, text);
    this.ops.set(value, op);
    if (readsOf(text).size > 0) this.pending.set(value, text);
  }

  /** A variable of its own. */
  declare(value: Value, like = value.name): Text {
    const made = variable(this.scopes.fresh(like === '' ? 't' : like));
    this.texts.set(value, made);
    return made;
  }

  /** A variable that is assigned to. */
  begin(value: Value, like: string): Text {
    const made = this.declare(value, like);
    this.changing.add(made);
    return made;
  }

  /** The variable of a value that nobody reads after a statement, for the next value of its name. */
  takenOver(value: Value, name: string, region: Region, at: number): Text | undefined {
    const held = this.texts.get(value);
    if (held === undefined || value.name !== name || isArray(value.type)) return undefined;
    const isFree =
      this.changing.has(held) &&
      this.isAt(value, region, at) &&
      [...this.pending.values()].every((text) => !readsOf(text).has(held.text));
    return isFree ? held : undefined;
  }

  /** True if a value is defined in a region, and not used after one of its statements. */
  private isAt = (value: Value, region: Region, at: number): boolean =>
    (region.params.includes(value) ||
      region.body.slice(0, at).some((stmt) => definedBy(stmt).includes(value))) &&
    this.lastUses.isLast(region, value, at);
}

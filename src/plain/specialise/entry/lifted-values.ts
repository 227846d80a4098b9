/**
 * Values of the program as abstract values. Each is lifted when it is first looked at, and the look becomes a question of
 * the reader; numbers, and arrays of numbers, become parameters.
 */
import { value as irValue } from '../../ir/build.js';
import type { ArrayType, Type } from '../../ir/ir.js';
import type { Class } from '../../core/core.js';
import { Alias } from '../values/alias.js';
import {
  Arr,
  Cell,
  dynamic,
  known,
  Obj,
  Refusal,
  Scope,
  type Abstract,
  type Given,
  type Kind,
} from '../values/abstract.js';
import { valueNow, Variables, type Captures } from './captured-names.js';
import { ForeignParams } from './foreign-params.js';
import { isPrivate } from '../values/kinds.js';
import type { Form } from './gradient-forms.js';
import { givenList, type GivenObjects } from './given-lists.js';
import type { Where } from './holders.js';
import { hasColumns, SHORT, takesArrays, type Precision } from './precision.js';
import { arrayOf, askType, numbersType } from './number-arrays.js';
import {
  accessorOfField,
  elementsAsked,
  hasNo,
  insistOnData,
  isOrdinary,
  keysAsked,
  shownKeys,
  propertyAsked,
} from './own-properties.js';
import { isBlock } from '../../../core/block.js';
import { kindOf as treeKind } from '../../../core/trees/containers.js';
import { privateField } from './given-privates.js';
import { Reader, type Param, type Slot } from './reader.js';
import { State } from './state.js';

const DEEPEST = 12;

export class Entry {
  readonly reader: Reader;
  readonly params: Param[] = [];
  readonly forms = new Map<Abstract, Form>();
  /** The objects in lists that are given. */
  readonly arenas = new Map<Kind, GivenObjects>();
  private where: Where = { argument: -1, within: [] };
  readonly foreign = new ForeignParams(this);
  private readonly scopes = new Map<Captures, Scope>();
  private readonly globals = new Map<string, Abstract>();
  private readonly variables = new Variables();
  readonly state: State;

  constructor(
    private readonly precision: Precision,
    count: number,
    /** The arguments that a gradient is taken with respect to. */
    private readonly varied: readonly number[],
    private readonly classOf: (type: object) => Class | undefined,
    /** The arrays of which code has copies, as it writes them. */
    private readonly copied: ReadonlySet<object> = new Set(),
  ) {
    this.reader = new Reader(count);
    this.state = new State(this.reader);
  }

  argumentAt(k: number, of: unknown): Abstract {
    const where = { argument: k, within: [] };
    return this.at(where, () => this.lifted(of, this.reader.argument(k), '', 0));
  }

  private at<T>(where: Where, work: () => T): T {
    const outer = this.where;
    this.where = where;
    const made = work();
    this.where = outer;
    return made;
  }

  /** The scope of the names that a function captures. */
  scopeOf(captures: Captures): Scope {
    let scope = this.scopes.get(captures);
    if (scope === undefined) {
      const names = new Map<string, Abstract>();
      scope = new Scope(null, (name) => {
        const how = captures.names.get(name);
        if (how === undefined) return undefined;
        const write = captures.writing(name);
        if (how === 'variable' && write) return this.variable(scope!, captures, name, write).value;
        let found = names.get(name);
        if (found === undefined) names.set(name, (found = this.captured(captures, name, how)));
        return found;
      });
      this.scopes.set(captures, scope);
    }
    return scope;
  }

  /** The cell of a variable that functions assign; from now on the scope has it. */
  private variable(
    scope: Scope,
    captures: Captures,
    name: string,
    write: (to: unknown) => void,
  ): Cell {
    let cell = this.variables.get(name, captures, write);
    if (cell === undefined) {
      const where = { argument: -1, within: [{ write }] };
      const value = this.at(where, () => this.captured(captures, name, 'variable'));
      cell = new Cell(value, 0);
      this.variables.add({ name, captures, write, cell });
      this.state.begins(cell, -1, (to) => `${this.reader.constant(write)}(${to});`, write);
    }
    scope.names.set(name, cell);
    return cell;
  }

  private captured({ read }: Captures, name: string, how: 'constant' | 'variable'): Abstract {
    const of = valueNow(read, name);
    // What is undefined may be a `var` that gets its value later.
    const isConstant = how === 'constant' && of !== undefined;
    const slot = isConstant ? this.reader.constant(of) : this.reader.called(() => read(name));
    // A constant primitive is what it is; of anything else the contents may change.
    if (isConstant && Object(of) !== of) return known(of);
    return this.lifted(of, slot, name, 0);
  }

  /** Returns the value of a global name of the language; undefined if there is none. */
  global(name: string): Abstract | undefined {
    if (!(name in globalThis)) return undefined;
    let found = this.globals.get(name);
    if (found === undefined) {
      const of = (globalThis as Record<string, unknown>)[name];
      const slot = this.reader.global(name);
      found = Object(of) === of ? this.reference(of as object, slot) : this.same(of, slot);
      this.globals.set(name, found);
    }
    return found;
  }

  /** A property of a value that is taken by its identity. */
  property(of: object, key: PropertyKey): Abstract {
    const found = propertyAsked(this.reader, of, key);
    if (found === null) return known(undefined);
    const { value, slot } = found;
    if (typeof value === 'function') return this.reference(value, slot);
    return this.lifted(value, slot, String(key), 0);
  }

  private reference(of: object, slot: Slot): Abstract {
    this.reader.ask(this.reader.isSame(slot, of));
    return { tag: 'host', value: of };
  }

  private same(of: unknown, slot: Slot): Abstract {
    this.reader.ask(this.reader.isSame(slot, of));
    return known(of);
  }

  param(slot: Slot, type: Type, name: string, isCopied = false): number {
    this.params.push({
      value: irValue(/^[a-zA-Z_]\w*$/.test(name) ? name : '', type),
      ...this.where,
      isCopied,
    });
    return this.reader.take(slot);
  }

  private lifted(of: unknown, slot: Slot, name: string, depth: number): Abstract {
    if (depth > DEEPEST) throw new Refusal('objects in each other too deeply', undefined);
    switch (typeof of) {
      case 'number': {
        const isCount = this.precision === 'counts' && !this.varied.includes(this.where.argument);
        if (isCount && Number.isInteger(of)) {
          this.state.counts.push(this.where.within);
          const count = this.same(of, slot);
          this.forms.set(count, { tag: 'same', mayHoldReals: true });
          return count;
        }
        this.reader.ask(`typeof ${slot} === 'number'`);
        const param = this.param(slot, 'f64', name);
        const made = dynamic(this.params[param].value);
        this.forms.set(made, { tag: 'number', param, type: 'f64' });
        return made;
      }
      case 'function':
        return this.reference(of, slot);
      case 'object':
        return of === null ? this.same(of, slot) : this.object(of, slot, name, depth);
      default:
        return this.same(of, slot);
    }
  }

  private object(of: object, slot: Slot, name: string, depth: number): Abstract {
    if (isBlock(of)) return this.foreign.block(slot, name);
    const type = numbersType(of);
    const isShort = Array.isArray(of) && of.length <= SHORT;
    const isNumbers = type !== null && ((of as unknown[]).length > 0 || !Array.isArray(of));
    if (isNumbers && (takesArrays(this.precision) || !isShort))
      return this.numbers(of, type, slot, name);
    if (Array.isArray(of))
      return hasColumns(this.precision, of) ? this.columns(of, slot) : this.tuple(of, slot, depth);
    const proto = Object.getPrototypeOf(of) as object | null;
    if (isOrdinary(proto) && !ArrayBuffer.isView(of)) return this.record(of, proto, slot, depth);
    const made = this.reference(of, slot);
    return (this.forms.set(made, { tag: 'same', mayHoldReals: treeKind(of) !== undefined }), made);
  }

  private numbers(of: object, type: ArrayType, slot: Slot, name: string): Arr {
    askType(this.reader, slot, type);
    const owner = this.given(of, slot, false);
    const own = owner.isCopied ? this.reader.slot(`$copied(${slot})`) : slot;
    const param = this.param(own, type, name, owner.isCopied);
    const made = arrayOf(type, this.params[param].value);
    made.owners = [owner];
    this.forms.set(made, { tag: 'numbers', param, type });
    return made;
  }

  /** An array as one that is given. */
  private given(of: object, slot: Slot, isTuple: boolean): Given {
    const isCopied = this.copied.has(of);
    this.state.looksAt(of, slot, isTuple, isCopied);
    return { hasNo: hasNo(this.reader, slot), depth: 0, array: of, isCopied };
  }

  /** A list with columns for the leaves of its elements. */
  private columns(of: readonly unknown[], slot: Slot): Arr {
    this.state.looksAt(of, slot, false, false);
    const { made, form, arenas } = givenList(this.reader, of, slot, (at, type) => {
      const param = this.param(at, type, '');
      return { param, column: this.params[param].value };
    });
    for (const arena of arenas) this.arenas.set(arena.kind, arena);
    this.forms.set(made, form);
    return made;
  }

  private tuple(of: readonly unknown[], slot: Slot, depth: number): Arr {
    const { argument, within } = this.where;
    const items = this.at({ argument, within: [...within, { array: of }] }, () =>
      elementsAsked(this.reader, of, slot).map((one, k) =>
        this.lifted(one, this.reader.field(slot, k, true), '', depth + 1),
      ),
    );
    const made = new Arr('number[]', new Cell({ tag: 'tuple', items }, 0), 0, new Alias());
    made.owners = [this.given(of, slot, true)];
    this.forms.set(made, {
      tag: 'tuple',
      items: items.map((item) => this.forms.get(item) ?? null),
    });
    return made;
  }

  private record(of: object, proto: object | null, slot: Slot, depth: number): Obj {
    const same = this.reader.constant(proto);
    this.reader.ask(
      `typeof ${slot} === 'object' && ${slot} !== null && $protoOf(${slot}) === ${same}`,
    );
    const made = new Obj(proto, 0, new Alias());
    const fields = new Map<string, Form>();
    this.forms.set(made, { tag: 'object', slot, fields, proto, keys: shownKeys(of) });
    const { argument, within } = this.where;
    const isVaried = this.varied.includes(argument);
    const inside = (key: string, value: unknown, at: Slot, name: string): Abstract =>
      this.at({ argument, within: [...within, { of: made, key }] }, () =>
        this.lifted(value, at, name, depth + 1),
      );
    const hidden = new Map<string, (value: string) => string>();
    this.state.gives(made, of, slot, argument, hidden);
    made.lift = (key) => {
      if (isPrivate(key)) {
        const field = isVaried ? null : privateField(this.classOf, this.reader, [of, slot], key);
        if (field === null) return undefined;
        hidden.set(key, field.put);
        return inside(key, field.value, field.slot, '');
      }
      const found = Object.getOwnPropertyDescriptor(of, key);
      insistOnData(of, key, found);
      if (found === undefined) {
        this.reader.ask(`!$hasOwn(${slot}, ${JSON.stringify(key)})`);
        return undefined;
      }
      if (!('value' in found)) return accessorOfField(this.reader, slot, key, found, isVaried);
      const lifted = inside(key, found.value, this.reader.field(slot, key), key);
      const form = this.forms.get(lifted);
      if (form) fields.set(key, form);
      return lifted;
    };
    made.keys = keysAsked(this.reader, of, slot);
    return made;
  }
}

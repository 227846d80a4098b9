/** Values that types promise, as abstract values: their numbers and arrays are parameters, which have places in parts. */
import { value as irValue } from '../ir/build.js';
import type { ArrayType, Type, Value } from '../ir/ir.js';
import type { GivenObjects } from '../specialise/entry/given-lists.js';
import { arrayOf } from '../specialise/entry/number-arrays.js';
import {
  Arr,
  Cell,
  dynamic,
  known,
  lost,
  Obj,
  Refusal,
  type Abstract,
  type Given,
  type Kind,
} from '../specialise/values/abstract.js';
import { Alias } from '../specialise/values/alias.js';
import { kindOf } from '../specialise/values/kinds.js';
import { listOfType, NUMBER, type Shape } from '../specialise/values/shapes.js';
import type { Part } from './argument-parts.js';
import type { Promised } from './promised-types.js';

type Record_ = Extract<Promised, { tag: 'record' }>;

/** A value, and where its numbers and arrays are. */
interface Made {
  readonly value: Abstract;
  readonly part: Part;
}

/** The columns of a list, for values of one type. */
interface Columns {
  readonly shape: Shape;
  readonly columns: readonly Value[];
  readonly part: Part;
}

/** The owner of what the caller holds: elements that are known one by one are not written. */
const caller: Given = { hasNo: () => {}, depth: 0 };

const isName = (name: string): boolean => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);

export class PromisedValues {
  readonly params: Value[] = [];
  readonly arenas = new Map<Kind, GivenObjects>();

  /** @param protoOf the prototype of the instances of a class */
  constructor(private readonly protoOf: (type: NonNullable<Record_['from']>) => object) {}

  of(type: Promised, name: string): Made {
    switch (type.tag) {
      case 'number':
      case 'bool': {
        const value = this.param(name, type.tag === 'number' ? 'f64' : 'bool');
        return { value: dynamic(value), part: { tag: 'leaf', value } };
      }
      case 'numbers': {
        const value = this.param(name, type.type);
        return { value: arrayOf(type.type, value), part: { tag: 'leaf', value } };
      }
      case 'record':
        return type.isTuple ? this.tuple(type, name) : this.record(type);
      case 'list':
        return this.list(type.of, name);
      case 'other':
        return { value: lost(type.why), part: asItIs(type.mayHoldReals) };
    }
  }

  private param(name: string, type: Type): Value {
    const made = irValue(isName(name) ? name : '', type);
    this.params.push(made);
    return made;
  }

  private tuple({ fields }: Record_, name: string): Made {
    const made = [...fields].map(([key, of]) => [key, this.of(of, `${name}${key}`)] as const);
    const items = made.map(([, { value }]) => value);
    const value = new Arr('number[]', new Cell({ tag: 'tuple', items }, 0), 0, new Alias());
    value.owners = [caller];
    const parts = new Map(made.map(([key, { part }]) => [key, part]));
    return { value, part: { tag: 'record', isTuple: true, parts } };
  }

  private record(type: Record_): Made {
    const value = new Obj(this.prototypeOf(type), 0, new Alias());
    const parts = new Map<string, Part>();
    for (const [key, of] of type.fields) {
      const made = this.of(of, key);
      value.slots.set(key, new Cell(made.value, 0));
      parts.set(key, made.part);
    }
    value.order.value = known(JSON.stringify([...type.fields.keys()]));
    value.write = (key) => {
      throw new Refusal(`the field ${key} of an object that is given is written`, undefined);
    };
    return { value, part: { tag: 'record', isTuple: false, parts } };
  }

  private prototypeOf = ({ from }: Record_): object =>
    from === undefined ? Object.prototype : this.protoOf(from);

  private list(of: Promised, name: string): Made {
    const { shape, columns, part } = this.columns(of, name);
    if (columns.length === 0 && shape.tag !== 'place')
      throw new Refusal('an array of objects without numbers', undefined);
    const isPinned = shape.tag !== 'place';
    const rep = { tag: 'dense', of: shape, columns, length: null, isPinned } as const;
    const value = new Arr('number[]', new Cell(rep, 0), 0, new Alias());
    value.owners = [caller];
    return { value, part: { tag: 'columns', of: part } };
  }

  private columns(of: Promised, name: string): Columns {
    const column = (type: ArrayType, shape: Shape): Columns => {
      const value = this.param(name, type);
      return { shape, columns: [value], part: { tag: 'leaf', value } };
    };
    switch (of.tag) {
      case 'number':
        return column({ storage: 'Float64Array' }, NUMBER);
      case 'numbers':
        return column(
          { storage: 'list', of: of.type },
          { ...listOfType(of.type), owners: [caller] },
        );
      case 'record':
        return of.isTuple ? this.tuples(of, name) : this.records(of);
      default: {
        const why = of.tag === 'other' ? of.why : 'bools or arrays in the objects of an array';
        const mayHoldReals = of.tag === 'other' ? of.mayHoldReals : of.tag === 'list';
        return { shape: lost(why), columns: [], part: asItIs(mayHoldReals) };
      }
    }
  }

  private tuples({ fields }: Record_, name: string): Columns {
    const inner = [...fields].map(([key, of]) => [key, this.columns(of, `${name}${key}`)] as const);
    const isPlain = ({ shape }: Columns): boolean => shape.tag === 'number' || shape.tag === 'list';
    if (!inner.every(([, one]) => isPlain(one)))
      throw new Refusal('tuples of objects in an array', undefined);
    return {
      shape: { tag: 'tuple', items: inner.map(([, { shape }]) => shape), from: [] },
      columns: inner.flatMap(([, { columns }]) => columns),
      part: recordOf(inner, true),
    };
  }

  private records(type: Record_): Columns {
    const proto = this.prototypeOf(type);
    const keys = [...type.fields.keys()];
    const inner = keys.map((key) => [key, this.columns(type.fields.get(key)!, key)] as const);
    const kind: Kind = { proto, keys, own: kindOf(proto, keys) };
    this.arenas.set(kind, {
      tag: 'arena',
      kind,
      slots: [...inner.map(([, { shape }]) => shape), known(true)],
      columns: inner.flatMap(([, { columns }]) => columns),
      length: null,
      areDistinct: () => false,
    });
    return { shape: { tag: 'place', kind }, columns: [], part: recordOf(inner, false) };
  }
}

const recordOf = (
  inner: readonly (readonly [string, { readonly part: Part }])[],
  isTuple: boolean,
): Part => ({
  tag: 'record',
  isTuple,
  parts: new Map(inner.map(([key, { part }]) => [key, part])),
});

/** A value that no code reads: a gradient has it as it is, unless it may hold reals. */
const asItIs = (mayHoldReals: boolean): Part => ({ tag: 'rest', mayHoldReals });

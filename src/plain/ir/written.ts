/**
 * A function of the language as a short text, and back: so it is kept in a translated module, and read only when
 * its derivative is wanted. O(size of the function).
 */
import type { Derivative } from './derivative.js';
import { Digits, digitsOf } from './digits.js';
import {
  common,
  constant,
  FIRST,
  headOf,
  listOf,
  parts,
  REGION,
  tags,
  typeOf,
  unnamed,
  usual,
  VALUE,
  type Head,
  type WrittenHead,
} from './heads.js';
import type { Func, Op, Region, Stmt, Type, Value } from './ir.js';

/**
 * The name of the function, the types in it, the kinds of values, which are a type and a name, the kind of each value,
 * the heads of statements that are not common, its region, and the names and the regions of the functions that it
 * calls, and derivatives.
 * A region consists of numbers (digits.ts): the places of heads, each with what of its parts is not a text. A value is how
 * many values were new since it was; a new one is 0, but for that of a `let`, which is left out.
 */
export type Text = readonly [
  name: string,
  types: readonly Type[],
  kinds: string,
  values: string,
  heads: readonly WrittenHead[],
  region: string,
  ...functions: (readonly [name: string, region: string] | Derivative)[],
];
type Node = Readonly<Record<string, unknown>>;
type Close = (type: Type) => Type;

/** A head as it is written, of which `key` is the text. */
function shortened(key: string): WrittenHead {
  const head = JSON.parse(key) as Head;
  const [tag, literal] = head;
  const number = tag === tags.indexOf('const') ? Number(String(literal).slice(1)) : NaN;
  return JSON.stringify(constant(number)) === key && Number.isFinite(number) ? number : head;
}

class Writer {
  private readonly places = new Map<Value, number>();
  private values = '';
  private readonly kinds = new Map(unnamed.map((kind, k) => [kind, k]));
  private readonly types = usual.map((type) => JSON.stringify(type));
  private readonly heads = new Map(common.map((head, k) => [JSON.stringify(head), k]));

  constructor(private readonly what: Written) {}

  text({ name, region, functions = [], derivatives = [] }: Func): Text {
    const own = this.region(region);
    const others = functions.map((f) => [f.name, this.region(f.region)] as const);
    const kinds = [...this.kinds.keys()].slice(unnamed.length).join();
    const types = this.types.slice(usual.length).map((type) => JSON.parse(type) as Type);
    const heads = [...this.heads.keys()].slice(common.length).map(shortened);
    return [name, types, kinds, this.values, heads, own, ...others, ...derivatives];
  }

  private region({ params, body, yields }: Region): string {
    const list = (values: readonly Value[]) => digitsOf(values.length) + this.all(values);
    return list(params) + digitsOf(body.length) + body.map(this.stmt).join('') + list(yields);
  }

  private stmt = (stmt: Stmt): string => {
    if (stmt.tag !== 'let') return this.node(stmt as unknown as Node);
    const op = this.node(stmt.op as unknown as Node);
    this.place(stmt.value);
    return op;
  };

  private node(node: Node): string {
    const tag = node.tag as keyof typeof parts;
    let rest = '';
    const head = parts[tag].map((part) => {
      const of = node[part];
      if (of === undefined || (part === 'line' && this.what !== 'lines')) return null;
      if (Array.isArray(of) && part !== 'along') {
        rest += this.all(of as Value[]);
        return of.length;
      }
      if (typeof of !== 'object' || part === 'along' || part === 'type') return this.literal(of);
      const isRegion = 'yields' in (of as object);
      rest += isRegion ? this.region(of as Region) : this.value(of as Value);
      return isRegion ? REGION : VALUE;
    });
    // What is left out at the end is not written.
    const end = head.findLastIndex((part) => part !== null) + 1;
    const key = JSON.stringify([tags.indexOf(tag), ...head.slice(0, end)]);
    const place = this.heads.get(key) ?? this.heads.size;
    this.heads.set(key, place);
    return digitsOf(place) + rest;
  }

  private literal(of: unknown): string | string[] {
    if (typeof of === 'string') return of;
    if (Array.isArray(of)) return of.map((one) => `=${one}`);
    if (typeof of === 'object') return `%${this.typeOf(of as Type)}`;
    return `=${Object.is(of, -0) ? '-0' : String(of)}`;
  }

  private all = (values: readonly Value[]): string => values.map(this.value).join('');

  private value = (value: Value): string => {
    const known = this.places.get(value);
    if (known !== undefined) return digitsOf(this.places.size - known);
    this.place(value);
    return digitsOf(0);
  };

  private place(value: Value): void {
    this.places.set(value, this.places.size);
    const type = String.fromCharCode(FIRST + this.typeOf(value.type));
    const text = this.what === 'bare' ? type : type + value.name.replaceAll(',', '_');
    const kind = this.kinds.get(text) ?? this.kinds.size;
    this.kinds.set(text, kind);
    this.values += digitsOf(kind);
  }

  private typeOf(type: Type): number {
    const text = JSON.stringify(type);
    const known = this.types.indexOf(text);
    return known < 0 ? this.types.push(text) - 1 : known;
  }
}

class Reader {
  private readonly values: readonly Value[];
  private readonly types: readonly Type[];
  private readonly heads: readonly Head[];
  /** The number of values that were new so far. */
  private count = 0;

  constructor([, types, kinds, values, heads]: Text, close: Close) {
    this.types = [...usual, ...types].map(close);
    this.heads = [...common, ...heads.map(headOf)];
    const names = listOf(kinds);
    this.values = [...new Digits(values)].map((kind) => ({
      name: names[kind].slice(1),
      type: this.types[typeOf(names[kind])],
    }));
  }

  function = (text: string): Region => this.region(new Digits(text));

  private region(from: Digits): Region {
    const params = this.list(from.next(), from);
    const body = Array.from({ length: from.next() }, () => this.stmt(from));
    return { params, body, yields: this.list(from.next(), from) };
  }

  private stmt(from: Digits): Stmt {
    const [tag, ...given] = this.heads[from.next()];
    const name = tags[tag];
    const node: Record<string, unknown> = { tag: name };
    given.forEach((part, k) => {
      if (part !== null) node[parts[name][k]] = this.part(part, from);
    });
    if (tag < tags.indexOf('const') || name === 'host') return node as unknown as Stmt;
    return { tag: 'let', value: this.values[this.count++], op: node as unknown as Op };
  }

  private part(of: number | string | readonly string[], from: Digits): unknown {
    if (of === REGION) return this.region(from);
    if (of === VALUE) return this.value(from);
    if (typeof of === 'number') return this.list(of, from);
    return typeof of === 'string' ? this.literal(of) : of.map(this.literal);
  }

  private list = (length: number, from: Digits): Value[] =>
    Array.from({ length }, () => this.value(from));

  private value(from: Digits): Value {
    const distance = from.next();
    return this.values[distance === 0 ? this.count++ : this.count - distance];
  }

  private literal = (of: string): unknown => {
    if (of.startsWith('%')) return this.types[Number(of.slice(1))];
    if (!of.startsWith('=')) return of;
    const text = of.slice(1);
    return text === 'true' || text === 'false' ? text === 'true' : Number(text);
  };
}

/**
 * The parts that are written for people: names of values, with the lines of the source or without; or
 * nothing.
 */
export type Written = 'lines' | 'names' | 'bare';

/** A function as data for JSON. */
export const written = (f: Func, what: Written = 'names'): Text => new Writer(what).text(f);

/** @param close gives types in the place of those that are open */
export function read(text: Text, close: Close = (type) => type): Func {
  const [name, , , , , region, ...others] = text;
  const reader = new Reader(text, close);
  const own = reader.function(region);
  const functions: Func[] = [];
  const derivatives: Derivative[] = [];
  for (const one of others)
    if ('of' in one) derivatives.push(one);
    else functions.push({ name: one[0], region: reader.function(one[1]) });
  return {
    name,
    region: own,
    ...(functions.length > 0 && { functions }),
    ...(derivatives.length > 0 && { derivatives }),
  };
}

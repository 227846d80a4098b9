/**
 * A function of the language as a short text, and back: so it is kept in a translated module, and read only when
 * its derivative is wanted. O(size of the function).
 */
import type { Derivative } from './derivative.js';
import type { Func, Op, Region, Stmt, Type, Value } from './ir.js';

type Parts<T extends { readonly tag: string }> = {
  readonly [K in T['tag']]: readonly Exclude<
    keyof Extract<T, { readonly tag: K }> & string,
    'tag'
  >[];
};

/** What each statement and each operation consists of, in the order of the text. */
const parts: Parts<Stmt> & Parts<Op> = {
  let: ['value', 'op'],
  store: ['array', 'index', 'value'],
  check: ['array', 'index'],
  whole: ['value'],
  leave: [],
  if: ['test', 'then', 'otherwise', 'results'],
  for: ['counter', 'from', 'to', 'step', 'by', 'inits', 'body', 'results', 'end', 'go'],
  while: ['inits', 'test', 'body', 'results'],
  keep: ['block', 'values', 'stack'],
  take: ['block', 'values', 'stack'],
  const: ['value', 'args'],
  prim: ['row', 'args'],
  partial: ['row', 'by', 'args', 'along'],
  times: ['args'],
  compare: ['by', 'args'],
  bits: ['by', 'args'],
  not: ['args'],
  truthy: ['args'],
  present: ['args'],
  choose: ['args'],
  load: ['args', 'orZero'],
  length: ['args'],
  stop: ['args', 'isForeign'],
  alloc: ['type', 'args'],
  view: ['args'],
  call: ['of', 'args', 'results'],
};
const tags = Object.keys(parts) as (keyof typeof parts)[];

/**
 * A value is its place in the table of values, a name is itself, and a number, a bool or a type is a text that
 * begins with `=`, as no name does.
 */
type Data = number | string | null | readonly Data[];
/**
 * The name of the function, the types in it, the type and the name of each value in one text, its region, and the
 * names and the regions of the functions that it calls, and derivatives.
 */
export type Text = readonly [
  name: string,
  types: readonly Type[],
  values: string,
  region: Data,
  ...functions: (readonly [name: string, region: Data] | Derivative)[],
];
type Node = Readonly<Record<string, unknown>>;
type Close = (type: Type) => Type;

class Writer {
  private readonly places = new Map<Value, number>();
  private readonly values: string[] = [];
  private readonly types: string[] = [];

  text({ name, region, functions = [], derivatives = [] }: Func): Text {
    const data = this.data(region);
    const others = functions.map((f) => [f.name, this.data(f.region)] as const);
    const types = this.types.map((type) => JSON.parse(type) as Type);
    return [name, types, this.values.join(), data, ...others, ...derivatives];
  }

  private data = (of: unknown): Data => {
    if (of === undefined) return null;
    if (typeof of === 'string') return of;
    if (Array.isArray(of)) return of.map(this.data);
    if (typeof of !== 'object') return `=${Object.is(of, -0) ? '-0' : String(of)}`;
    const node = of as Node;
    if ('yields' in node) return [node.params, node.body, node.yields].map(this.data);
    if ('name' in node) return this.place(of as Value);
    if ('storage' in node) return `=${JSON.stringify(of)}`;
    const tag = node.tag as keyof typeof parts;
    const all = parts[tag].map((part) => this.data(node[part]));
    // What is left out at the end is not written.
    return [tags.indexOf(tag), ...all.slice(0, all.findLastIndex((data) => data !== null) + 1)];
  };

  private place(value: Value): number {
    const known = this.places.get(value);
    if (known !== undefined) return known;
    const place = this.values.length;
    this.places.set(value, place);
    const type = JSON.stringify(value.type);
    if (!this.types.includes(type)) this.types.push(type);
    this.values.push(this.types.indexOf(type).toString(36) + value.name.replaceAll(',', '_'));
    return place;
  }
}

class Reader {
  private readonly values: readonly Value[];

  constructor(
    types: readonly Type[],
    values: string,
    private readonly close: Close,
  ) {
    this.values = (values === '' ? [] : values.split(',')).map((value) => ({
      name: value.slice(1),
      type: close(types[parseInt(value[0], 36)]),
    }));
  }

  region(of: Data): Region {
    const [params, body, yields] = of as readonly (readonly Data[])[];
    return {
      params: params.map(this.part) as Value[],
      body: body.map((stmt) => this.node(stmt) as unknown as Stmt),
      yields: yields.map(this.part) as Value[],
    };
  }

  /** A statement or an operation. */
  private node(of: Data): Node {
    const [tag, ...given] = of as readonly [number, ...(Data | undefined)[]];
    const name = tags[tag];
    const node: Record<string, unknown> = { tag: name };
    parts[name].forEach((part, k) => {
      const data = given[k];
      if (data === null || data === undefined) return;
      if (part === 'op') node[part] = this.node(data);
      else node[part] = isRegion(part, data) ? this.region(data) : this.part(data);
    });
    return node;
  }

  private part = (of: Data): unknown => {
    if (typeof of === 'number') return this.values[of];
    if (typeof of !== 'string') return of?.map(this.part);
    return of.startsWith('=') ? this.literal(of.slice(1)) : of;
  };

  private literal(text: string): unknown {
    if (!Object.is(Number(text), NaN) || text === 'NaN') return Number(text);
    const of = JSON.parse(text) as boolean | Type;
    return typeof of === 'boolean' ? of : this.close(of);
  }
}

/** The test of an `if` is a value, that of a loop is a region. */
const isRegion = (part: string, data: Data): boolean =>
  part === 'then' ||
  part === 'otherwise' ||
  part === 'body' ||
  (part === 'test' && Array.isArray(data));

/** A function as data for JSON. */
export const written = (f: Func): Text => new Writer().text(f);

/** @param close gives types in the place of those that are open */
export function read(
  [name, types, values, region, ...others]: Text,
  close: Close = (type) => type,
): Func {
  const reader = new Reader(types, values, close);
  const functions: Func[] = [];
  const derivatives: Derivative[] = [];
  for (const one of others)
    if ('of' in one) derivatives.push(one);
    else functions.push({ name: one[0], region: reader.region(one[1]) });
  return {
    name,
    region: reader.region(region),
    ...(functions.length > 0 && { functions }),
    ...(derivatives.length > 0 && { derivatives }),
  };
}

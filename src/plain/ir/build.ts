/** Makes regions: statements are added at the end of the region that is open. */
import {
  definedBy,
  elementType,
  type ArrayType,
  type Bits,
  type Comparison,
  type Op,
  type Region,
  type Stmt,
  type Storage,
  type Type,
  type Value,
} from './ir.js';
import { resultType } from './op-table.js';

export const value = (name: string, type: Type): Value => ({ name, type });

/** Gives a value that has no name yet the one that the program has for it. */
export function baptise(unnamed: Value, name: string): void {
  if (unnamed.name === '') (unnamed as { name: string }).name = name;
}

export class Builder {
  private body: Stmt[] = [];
  /** The regions around the one that is open, and what they begin with. */
  private readonly around: { readonly params: readonly Value[]; readonly body: Stmt[] }[] = [];
  private line: number | undefined;

  add(stmt: Stmt): void {
    const { line } = this;
    const hasLine =
      line !== undefined && (stmt.tag === 'if' || stmt.tag === 'for' || stmt.tag === 'while');
    this.body.push(hasLine ? { ...stmt, line } : stmt);
  }

  /** Adds statements of another region, with their lines. */
  append(body: readonly Stmt[]): void {
    this.body.push(...body);
  }

  /** Adds what `fill` adds as code of a line of the source. */
  at(line: number | undefined, fill: () => void): void {
    const outer = this.line;
    this.line = line;
    fill();
    this.line = outer;
  }

  /** The region that `fill` adds, with what it yields. */
  region(params: readonly Value[], fill: () => readonly Value[]): Region {
    const outer = this.body;
    const body: Stmt[] = [];
    this.body = body;
    this.around.push({ params, body });
    try {
      return { params, body, yields: fill() };
    } finally {
      this.body = outer;
      this.around.pop();
    }
  }

  /** Tells later whether a value was defined in front of this place, in this region or one around it. Others may be, too. */
  before(): (of: Value) => boolean {
    const now = this.around.map(({ params, body }) => ({ params, body, length: body.length }));
    const isIn = (of: Value) => (stmt: Stmt) => definedBy(stmt).includes(of);
    return (of) =>
      now.some(
        ({ params, body, length }) => params.includes(of) || body.slice(0, length).some(isIn(of)),
      );
  }

  let(op: Op, name = ''): Value {
    const made = value(name, resultType(op));
    this.add({ tag: 'let', value: made, op });
    return made;
  }

  constant = (of: number | boolean, name?: string): Value =>
    this.let({ tag: 'const', value: of, args: [] }, name);
  prim = (row: string, args: readonly Value[], name?: string): Value =>
    this.let({ tag: 'prim', row, args }, name);
  times = (x: Value, y: Value): Value => this.let({ tag: 'times', args: [x, y] });
  compare = (by: Comparison, x: Value, y: Value): Value =>
    this.let({ tag: 'compare', by, args: [x, y] });
  bits = (by: Bits, x: Value, y: Value): Value => this.let({ tag: 'bits', by, args: [x, y] });
  not = (x: Value): Value => this.let({ tag: 'not', args: [x] });
  truthy = (x: Value): Value => this.let({ tag: 'truthy', args: [x] });
  choose = (test: Value, then: Value, otherwise: Value): Value =>
    this.let({ tag: 'choose', args: [test, then, otherwise] });
  load = (array: Value, index: Value, name?: string): Value =>
    this.let({ tag: 'load', args: [array, index] }, name);
  /** An element of an array, or an array in a list. */
  element = (array: Value, index: Value): Value => {
    const made = value('', elementType(array.type as ArrayType));
    this.add({ tag: 'let', value: made, op: { tag: 'load', args: [array, index] } });
    return made;
  };
  length = (array: Value): Value => this.let({ tag: 'length', args: [array] });
  present = (x: Value): Value => this.let({ tag: 'present', args: [x] });
  alloc = (storage: Storage, length: Value, name?: string): Value =>
    this.let({ tag: 'alloc', type: { storage }, args: [length] }, name);
  store = (array: Value, index: Value, x: Value): void =>
    this.add({ tag: 'store', array, index, value: x });
  /** Adds to an element of an array of cotangents. */
  addSlope = (array: Value, index: Value, x: Value): void => {
    const sum = this.prim('add', [this.load(array, index), x]);
    this.add({ tag: 'store', array, index, value: sum, isSlope: true });
  };

  /** The definition of a value in the region that is open. */
  definition = (of: Value): Stmt | undefined =>
    this.body.findLast((stmt) => definedBy(stmt).includes(of));

  /** The operation that gives a value in the region that is open. */
  opOf(of: Value): Op | undefined {
    const stmt = this.definition(of);
    return stmt?.tag === 'let' ? stmt.op : undefined;
  }

  /** The place that is reached now: statements may be added there later. */
  hole(): (fill: () => void) => void {
    const { body } = this;
    const at = body.length;
    return (fill) => {
      const before = this.region([], () => (fill(), [])).body;
      body.splice(at, 0, ...before);
    };
  }

  /** `for (counter = from; counter < to; counter++)` without carried values. */
  each(from: Value, to: Value, step: Value, body: (counter: Value) => void): void {
    const counter = value('i', 'f64');
    const region = this.region([], () => (body(counter), []));
    const end = value('end', 'f64');
    this.add({
      tag: 'for',
      counter,
      from,
      to,
      step,
      by: 'lt',
      inits: [],
      body: region,
      results: [],
      end,
    });
  }
}

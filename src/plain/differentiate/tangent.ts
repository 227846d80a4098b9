/**
 * The tangent of a function, from the language to the language: the function, and beside each number that depends on
 * the inputs how it changes along a direction. An array has an array of tangents. So have the functions that it calls:
 * they take the tangents of parameters behind these, and give those of results behind these. O(size of the program).
 *
 * Adjoints are functions, too: their tangent is the derivative of a gradient along a direction.
 */
import { activityOf, type Activity } from '../analyse/activity.js';
import { FOREIGN } from '../analyse/foreign.js';
import { regionsByName, rootsOf, type Regions, type Roots } from '../analyse/roots.js';
import { writtenParams } from '../analyse/written-params.js';
import { baptise, Builder, value } from '../ir/build.js';
import {
  isArray,
  shadowType,
  statementsOf,
  type CallStmt,
  type ForStmt,
  type Func,
  type IfStmt,
  type KeepStmt,
  type Op,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import { withCarriedCounters } from './carried-counters.js';
import { changeOf } from './changes.js';
import { dotOf } from './cotangents.js';
import { movingArrays } from './moving-arrays.js';
import type { Partials } from './partials.js';
import { addZeros } from './new-arrays.js';

interface TangentOptions {
  readonly partials: Partials;
  /** As for adjoints: whether an exact 0 is asked for in products. */
  readonly asksForZeros: boolean;
}

type Tangent =
  | {
      readonly tag: 'tangent';
      /**
       * Takes the arguments, then the tangents of `moving`. Gives the results, then the tangents of those that
       * have one.
       */
      readonly func: Func;
      /** Parameters with tangents: the inputs, and arrays that are written. */
      readonly moving: readonly Value[];
      /** For each result the place of its tangent among the results; null if it is 0. */
      readonly places: readonly (number | null)[];
    }
  | { readonly tag: 'refused'; readonly why: string };

class Refused extends Error {}

/** @param inputs the parameters that move: numbers, or arrays of them */
export function tangent(given: Func, inputs: readonly Value[], options: TangentOptions): Tangent {
  const f = withCarriedCounters(given, inputs);
  const names = new Set(f.functions?.map(({ name }) => name));
  if ([...statementsOf(f)].some((stmt) => stmt.tag === 'call' && !names.has(stmt.of)))
    return { tag: 'refused', why: 'it calls functions that are not linked' };
  try {
    return { tag: 'tangent', ...new Pushing(f, inputs, options).program(f) };
  } catch (error) {
    if (error instanceof Refused) return { tag: 'refused', why: error.message };
    throw error;
  }
}

class Pushing {
  private readonly builder = new Builder();
  private readonly tangents = new Map<Value, Value>();
  private readonly roots: Roots;
  private readonly regions: Regions;
  private readonly activity: Activity;
  private readonly isMoving: (array: Value) => boolean;

  constructor(
    f: Func,
    private readonly inputs: readonly Value[],
    private readonly options: TangentOptions,
  ) {
    this.roots = rootsOf(f);
    this.regions = regionsByName(f);
    this.activity = activityOf(f, this.roots, inputs);
    this.isMoving = movingArrays(f, this.roots, this.activity);
  }

  program(f: Func) {
    const { params, yields } = f.region;
    const functions = (f.functions ?? []).map(this.called);
    const written = writtenParams(f, this.roots);
    const moving = params.filter(
      (param) => this.inputs.includes(param) || (this.moves(param) && written.includes(param)),
    );
    const region = this.builder.region([...params, ...moving.map(this.fresh)], () => {
      this.still(params);
      f.region.body.forEach((stmt) => this.stmt(stmt));
      return [...yields, ...yields.filter(this.moves).map(this.change)];
    });
    let next = yields.length;
    const places = yields.map((result) => (this.moves(result) ? next++ : null));
    const func = { name: `${f.name}_tangent`, region, ...(functions.length > 0 && { functions }) };
    return { func, moving, places };
  }

  /** The tangent of a function that is called. What moves in it is what moves in any call. */
  private called = ({ name, region: { params, body, yields } }: Func): Func => ({
    name: this.nameOf(name),
    region: this.builder.region([...params, ...params.filter(this.moves).map(this.fresh)], () => {
      body.forEach((stmt) => this.stmt(stmt));
      return [...yields, ...yields.filter(this.moves).map(this.change)];
    }),
  });

  private nameOf(name: string): string {
    const { params, yields } = this.regions.get(name)!;
    return [...params, ...yields].some(this.moves) ? `${name}_tangent` : name;
  }

  /** Whether a value has a tangent. */
  private moves = (of: Value): boolean =>
    isArray(of.type) ? this.isMoving(of) : this.activity.has(of);

  /** The tangent of a value that is defined now. */
  private fresh = (of: Value): Value => {
    const type = isArray(of.type) ? shadowType(of.type) : 'f64';
    const made = value(dotOf(of.name), type);
    this.tangents.set(of, made);
    return made;
  };

  /** The tangent of a value, or 0. */
  private change = (of: Value): Value => {
    const known = this.tangents.get(of);
    if (known !== undefined) return known;
    if (isArray(of.type)) throw new Refused('an array without tangents meets one with tangents');
    return this.builder.constant(0);
  };

  /** Arrays that do not move themselves may meet arrays that do in a variable. */
  private still(params: readonly Value[]): void {
    for (const param of params) {
      if (isArray(param.type) && this.moves(param) && !this.tangents.has(param))
        addZeros(this.fresh(param), param, this.builder);
    }
  }

  /** A region that has more parameters and yields tangents, too. */
  private region(of: Region, params: readonly Value[], moving: () => readonly Value[]): Region {
    return this.builder.region([...of.params, ...params], () => {
      of.body.forEach((stmt) => this.stmt(stmt));
      return [...of.yields, ...moving().map(this.change)];
    });
  }

  private stmt(stmt: Stmt): void {
    switch (stmt.tag) {
      case 'let':
        this.let(stmt);
        break;
      case 'store':
        this.store(stmt);
        break;
      case 'if':
        this.if(stmt);
        break;
      case 'for':
      case 'while':
        this.loop(stmt);
        break;
      case 'call':
        this.call(stmt);
        break;
      case 'keep':
        this.builder.add(this.kept(stmt, this.change));
        break;
      case 'take':
        this.builder.add(this.kept(stmt, this.fresh));
        break;
      default:
        this.builder.add(stmt);
    }
  }

  private kept = (stmt: KeepStmt, change: (of: Value) => Value): KeepStmt => ({
    ...stmt,
    values: [...stmt.values, ...stmt.values.filter(this.moves).map(change)],
  });

  // ── Straight-line code ──

  /** What depends on the inputs is an index only if it is whole, or the program has no derivative. */
  private asked(index: Value): void {
    if (this.activity.has(index)) this.builder.add({ tag: 'whole', value: index });
  }

  private let(stmt: Stmt & { readonly tag: 'let' }): void {
    const { value: output, op } = stmt;
    if (op.tag === 'load') this.asked(op.args[1]);
    if (op.tag === 'stop' && op.isForeign === true && this.moves(op.args[0]))
      throw new Refused(FOREIGN);
    this.builder.add(stmt);
    if (!this.moves(output)) return;
    if (isArray(output.type)) this.array(output, op);
    else if (op.tag === 'load') {
      const { asksForZeros } = this.options;
      const args = [this.change(op.args[0]), op.args[1]] as const;
      // What is not there does not move.
      const orZero = (asksForZeros || op.orZero) === true ? { orZero: true } : {};
      this.define(output, { tag: 'load', args, ...orZero });
    } else {
      const { builder, activity, options } = this;
      const tools = { builder, activity, ...options, change: this.change };
      const change = changeOf(op, output, tools);
      baptise(change, dotOf(output.name));
      this.tangents.set(output, change);
    }
  }

  private define(output: Value, op: Op): void {
    this.builder.add({ tag: 'let', value: this.fresh(output), op });
  }

  private array(output: Value, op: Op): void {
    switch (op.tag) {
      case 'alloc':
        this.define(output, { ...op, type: shadowType(op.type) });
        break;
      case 'load':
        this.define(output, { ...op, args: [this.change(op.args[0]), op.args[1]] });
        break;
      case 'view':
        this.define(output, { ...op, args: [this.change(op.args[0]), op.args[1], op.args[2]] });
        break;
      default:
        throw new Refused(`an array by ${op.tag}`);
    }
  }

  private store(stmt: StoreStmt): void {
    this.asked(stmt.index);
    this.builder.add(stmt);
    if (!this.moves(stmt.array)) return;
    const array = this.change(stmt.array);
    this.builder.add({ ...stmt, array, value: this.change(stmt.value), isSlope: true });
  }

  private call(stmt: CallStmt): void {
    const { params, yields } = this.regions.get(stmt.of)!;
    const args = [...stmt.args, ...this.placesOf(params).map((k) => this.change(stmt.args[k]))];
    const results = [
      ...stmt.results,
      ...this.placesOf(yields).map((k) => this.fresh(stmt.results[k])),
    ];
    this.builder.add({ ...stmt, of: this.nameOf(stmt.of), args, results });
  }

  // ── Regions ──

  private if(stmt: IfStmt): void {
    const places = this.placesOf(stmt.results);
    const side = (of: Region) => this.region(of, [], () => places.map((k) => of.yields[k]));
    const [then, otherwise] = [side(stmt.then), side(stmt.otherwise)];
    const results = [...stmt.results, ...places.map((k) => this.fresh(stmt.results[k]))];
    this.builder.add({ ...stmt, then, otherwise, results });
  }

  private loop(stmt: ForStmt | WhileStmt): void {
    const { body: of } = stmt;
    const places = this.placesOf(of.params);
    const inits = [...stmt.inits, ...places.map((k) => this.change(stmt.inits[k]))];
    const params = places.map((k) => this.fresh(of.params[k]));
    const body = this.region(of, params, () => places.map((k) => of.yields[k]));
    const results = [...stmt.results, ...places.map((k) => this.fresh(stmt.results[k]))];
    if (stmt.tag === 'for') this.builder.add({ ...stmt, inits, body, results });
    else {
      // The test asks for nothing of the tangents.
      const unused = params.map(({ name, type }) => value(name, type));
      const test = { ...stmt.test, params: [...stmt.test.params, ...unused] };
      this.builder.add({ ...stmt, inits, test, body, results });
    }
  }

  private placesOf = (values: readonly Value[]): number[] =>
    values.flatMap((of, k) => (this.moves(of) ? [k] : []));
}

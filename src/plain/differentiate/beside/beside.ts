/**
 * Puts more numbers beside those that move, from the language to the language: a tangent, or the coefficients of a
 * power series. Beside an array stand as many arrays. What stands beside the parameters and results of a called
 * function follows these, and so does what stands beside kept values. O(size of the program), times the numbers
 * beside each.
 */
import type { Activity } from '../../analyse/activity.js';
import { FOREIGN } from '../../analyse/foreign.js';
import { regionsByName, type Regions, type Roots } from '../../analyse/roots.js';
import { writtenParams } from '../../analyse/written-params.js';
import { baptise, Builder, value } from '../../ir/build.js';
import {
  isArray,
  shadowType,
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
} from '../../ir/ir.js';
import type { Dependences } from '../prepare/dependences.js';
import { movingArrays } from '../prepare/moving-arrays.js';
import { addZeros } from '../prepare/new-arrays.js';
import { Refused } from '../prepare/refused.js';

export abstract class Beside {
  protected readonly builder = new Builder();
  protected readonly activity: Activity;
  private readonly known = new Map<Value, readonly Value[]>();
  private readonly roots: Roots;
  private readonly regions: Regions;
  private readonly isMoving: (array: Value) => boolean;

  /** Some parameters move, and beside each number stand so many others. */
  constructor(
    { f, roots, activity }: Dependences,
    private readonly inputs: readonly Value[],
    private readonly count: number,
  ) {
    this.roots = roots;
    this.regions = regionsByName(f);
    this.activity = activity;
    this.isMoving = movingArrays(f, this.roots, this.activity);
  }

  /** The names of what stands beside a value of a name. */
  protected abstract namesOf(name: string): readonly string[];
  /** The function of a name, with more beside its parameters and results. */
  protected abstract nameOfFunction(name: string): string;
  /** The tangents of a number that an operation gives, other than an element of an array. */
  protected abstract besideNumber(op: Op, output: Value): readonly Value[];
  /** True if 0 is the tangent of an element that is missing. */
  protected abstract readonly isMissingZero: boolean;

  /**
   * @param more the parameters that follow those of the function
   * @param begin does what comes first
   */
  protected function(f: Func, more: readonly Value[], begin: () => void = () => {}): Func {
    const { params, body, yields } = f.region;
    const functions = (f.functions ?? []).map(this.called);
    const region = this.builder.region([...params, ...more], () => {
      begin();
      this.still(params);
      body.forEach((stmt) => this.stmt(stmt));
      return [...yields, ...this.allBeside(yields)];
    });
    const name = this.nameOfFunction(f.name);
    return { name, region, ...(functions.length > 0 && { functions }) };
  }

  /** For each result where what stands beside it begins among the results; null if that is 0. */
  protected places({ region: { yields } }: Func): (number | null)[] {
    let next = yields.length;
    return yields.map((result) => {
      if (!this.moves(result)) return null;
      next += this.count;
      return next - this.count;
    });
  }

  /** The parameters that move, and of all others the arrays that move since they are written. */
  protected movingParams(f: Func): Value[] {
    const written = writtenParams(f, this.roots);
    return f.region.params.filter(
      (param) => this.inputs.includes(param) || (this.moves(param) && written.includes(param)),
    );
  }

  /** A function that is called. What moves in it is what moves in any call. */
  private called = ({ name, region: { params, body, yields } }: Func): Func => ({
    name: this.nameOf(name),
    region: this.builder.region(
      [...params, ...params.filter(this.moves).flatMap(this.fresh)],
      () => {
        body.forEach((stmt) => this.stmt(stmt));
        return [...yields, ...this.allBeside(yields)];
      },
    ),
  });

  private nameOf(name: string): string {
    const { params, yields } = this.regions.get(name)!;
    return [...params, ...yields].some(this.moves) ? this.nameOfFunction(name) : name;
  }

  // ── Values ──

  /** True if a value has a tangent. */
  protected moves = (of: Value): boolean =>
    isArray(of.type) ? this.isMoving(of) : this.activity.has(of);

  /** Makes the tangents of a value that is defined now. */
  protected fresh = (of: Value): readonly Value[] => {
    const type = isArray(of.type) ? shadowType(of.type) : 'f64';
    const made = this.namesOf(of.name).map((name) => value(name, type));
    this.known.set(of, made);
    return made;
  };

  protected put(of: Value, beside: readonly Value[]): void {
    this.known.set(of, beside);
  }

  /** The tangents of a value: zeros, if it does not move. */
  protected beside = (of: Value): readonly Value[] => {
    const known = this.known.get(of);
    if (known !== undefined) return known;
    if (isArray(of.type)) throw new Refused('an array without tangents meets one with tangents');
    return Array.from({ length: this.count }, () => this.constant(0));
  };

  protected constant(of: number): Value {
    return this.builder.constant(of);
  }

  private allBeside = (values: readonly Value[]): Value[] =>
    values.filter(this.moves).flatMap(this.beside);

  /** Arrays that do not move themselves may meet arrays that do in a variable. */
  private still(params: readonly Value[]): void {
    for (const param of params)
      if (isArray(param.type) && this.moves(param) && !this.known.has(param))
        for (const zeros of this.fresh(param)) addZeros(zeros, param, this.builder);
  }

  /** A region that has more parameters, and yields what stands beside some of its yields, too. */
  private region(of: Region, params: readonly Value[], moving: readonly number[]): Region {
    return this.builder.region([...of.params, ...params], () => {
      of.body.forEach((stmt) => this.stmt(stmt));
      return [...of.yields, ...moving.flatMap((k) => this.beside(of.yields[k]))];
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
        this.builder.add(this.kept(stmt, this.beside));
        break;
      case 'take':
        this.builder.add(this.kept(stmt, this.fresh));
        break;
      default:
        this.builder.add(stmt);
    }
  }

  private kept = (stmt: KeepStmt, beside: (of: Value) => readonly Value[]): KeepStmt => ({
    ...stmt,
    values: [...stmt.values, ...stmt.values.filter(this.moves).flatMap(beside)],
  });

  // ── Straight-line code ──

  /** Asks whether an index that depends on the inputs is whole: any other has no derivative. */
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
      // What is not there does not move.
      const orZero = this.isMissingZero || op.orZero === true ? { orZero: true } : {};
      const { args } = op;
      this.each(output, args[0], (array) => ({ tag: 'load', args: [array, args[1]], ...orZero }));
    } else {
      const made = this.besideNumber(op, output);
      this.namesOf(output.name).forEach((name, k) => baptise(made[k], name));
      this.put(output, made);
    }
  }

  /** An operation on each array that stands beside one. */
  private each(output: Value, array: Value, op: (beside: Value) => Op): void {
    const arrays = this.beside(array);
    this.fresh(output).forEach((made, k) =>
      this.builder.add({ tag: 'let', value: made, op: op(arrays[k]) }),
    );
  }

  private array(output: Value, op: Op): void {
    switch (op.tag) {
      case 'alloc':
        for (const made of this.fresh(output))
          this.builder.add({ tag: 'let', value: made, op: { ...op, type: shadowType(op.type) } });
        break;
      case 'load':
        this.each(output, op.args[0], (array) => ({ ...op, args: [array, op.args[1]] }));
        break;
      case 'view':
        this.each(output, op.args[0], (array) => ({
          ...op,
          args: [array, op.args[1], op.args[2]],
        }));
        break;
      default:
        throw new Refused(`an array by ${op.tag}`);
    }
  }

  private store(stmt: StoreStmt): void {
    this.asked(stmt.index);
    this.builder.add(stmt);
    if (!this.moves(stmt.array)) return;
    const values = this.beside(stmt.value);
    this.beside(stmt.array).forEach((array, k) =>
      this.builder.add({ ...stmt, array, value: values[k], isSlope: true }),
    );
  }

  private call(stmt: CallStmt): void {
    const { params, yields } = this.regions.get(stmt.of)!;
    const args = this.placesOf(params).flatMap((k) => this.beside(stmt.args[k]));
    const results = this.placesOf(yields).flatMap((k) => this.fresh(stmt.results[k]));
    this.builder.add({
      ...stmt,
      of: this.nameOf(stmt.of),
      args: [...stmt.args, ...args],
      results: [...stmt.results, ...results],
    });
  }

  // ── Regions ──

  private if(stmt: IfStmt): void {
    const places = this.placesOf(stmt.results);
    const [then, otherwise] = [stmt.then, stmt.otherwise].map((of) => this.region(of, [], places));
    const results = [...stmt.results, ...places.flatMap((k) => this.fresh(stmt.results[k]))];
    this.builder.add({ ...stmt, then, otherwise, results });
  }

  private loop(stmt: ForStmt | WhileStmt): void {
    const { body: of } = stmt;
    const places = this.placesOf(of.params);
    const inits = [...stmt.inits, ...places.flatMap((k) => this.beside(stmt.inits[k]))];
    const params = places.flatMap((k) => this.fresh(of.params[k]));
    const body = this.region(of, params, places);
    const results = [...stmt.results, ...places.flatMap((k) => this.fresh(stmt.results[k]))];
    if (stmt.tag === 'for') this.builder.add({ ...stmt, inits, body, results });
    else {
      // The test asks for nothing of what stands beside.
      const unused = params.map(({ name, type }) => value(name, type));
      const test = { ...stmt.test, params: [...stmt.test.params, ...unused] };
      this.builder.add({ ...stmt, inits, test, body, results });
    }
  }

  private placesOf = (values: readonly Value[]): number[] =>
    values.flatMap((of, k) => (this.moves(of) ? [k] : []));
}

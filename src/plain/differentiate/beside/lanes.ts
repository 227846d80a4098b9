/**
 * Vector forward mode. Takes several directions at once: what depends linearly on some parameters is
 * computed for each of several lanes, and everything else once. A number becomes as many numbers. An array
 * becomes one array, in which the lanes of an element stand side by side. Each lane has the bits that it
 * would have alone. O(size of the program), times the lanes.
 */
import { activityOf, type Activity } from '../../analyse/activity.js';
import { indicesOf } from '../../analyse/indices.js';
import { regionsByName, rootsOf, type Regions } from '../../analyse/roots.js';
import { Builder, value } from '../../ir/build.js';
import {
  allOf,
  isArray,
  isList,
  usesOf,
  type CallStmt,
  type ForStmt,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
  statementsOf,
} from '../../ir/ir.js';
import { hasActiveCounter } from '../prepare/carried-counters.js';
import { LanePlaces } from './lane-places.js';
import { movingArrays } from '../prepare/moving-arrays.js';
import { Refused } from '../prepare/refused.js';

export interface Lanes {
  readonly func: Func;
  /** Which results vary: in the place of a number that does stand as many numbers. */
  readonly varies: readonly boolean[];
}

/**
 * The function for several lanes of `varying`, or null if it is not linear in these. In the place of a
 * parameter that is a number stand as many numbers, and in the place of an array that is `apart` as many
 * arrays.
 */
export function lanes(
  f: Func,
  varying: readonly Value[],
  count: number,
  apart: ReadonlySet<Value> = new Set(),
): Lanes | null {
  try {
    return new Widening(f, varying, count, apart).lanes(f);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

const nameOf = ({ name }: Value, lane: number): string => (name === '' ? '' : `${name}_${lane}`);

class Widening {
  private readonly builder = new Builder();
  private readonly numbers = new Map<Value, readonly Value[]>();
  private readonly arrays = new Map<Value, Value>();
  /** Arrays with an array for each lane. */
  private readonly several = new Map<Value, readonly Value[]>();
  private readonly activity: Activity;
  private readonly places: LanePlaces;
  private readonly regions: Regions;
  private readonly isWide: (array: Value) => boolean;

  constructor(
    f: Func,
    varying: readonly Value[],
    private readonly count: number,
    private readonly apart: ReadonlySet<Value>,
  ) {
    const roots = rootsOf(f);
    this.activity = activityOf(f, roots, varying);
    this.isWide = movingArrays(f, roots, this.activity);
    this.places = new LanePlaces(this.builder, indicesOf(f), count);
    this.regions = regionsByName(f);
    const isAlong = [...statementsOf(f)].some((stmt) => hasActiveCounter(stmt, this.activity));
    if (isAlong || f.region.params.some((param) => this.varies(param) && !varying.includes(param)))
      throw new Refused();
  }

  lanes(f: Func): Lanes {
    const made = allOf(f).map(({ name, region }) => ({
      name,
      region: this.region(region, () => region.yields.flatMap(this.all)),
    }));
    const [{ name, region }, ...functions] = made.map((one): Func => {
      const { params, body } = one.region;
      return {
        ...one,
        region: { ...one.region, body: [...this.places.checks(params), ...body] },
      };
    });
    const func = {
      name: `${name}_lanes`,
      region,
      ...(functions.length > 0 && { functions }),
    };
    return { func, varies: f.region.yields.map(this.varies) };
  }

  private varies = (of: Value): boolean =>
    isArray(of.type) ? this.isWide(of) : this.activity.has(of);

  // ── Values ──

  private eachLane = <T>(make: (lane: number) => T): T[] =>
    Array.from({ length: this.count }, (_, lane) => make(lane));

  /** Makes the lanes of a value that is defined now. */
  private defined = (of: Value): readonly Value[] => {
    if (!this.varies(of)) return [of];
    if (isArray(of.type) && !this.apart.has(of)) return [this.wide(of)];
    const made = this.eachLane((lane) => value(nameOf(of, lane), of.type));
    (isArray(of.type) ? this.several : this.numbers).set(of, made);
    return made;
  };

  private wide(of: Value): Value {
    const made = value(of.name, of.type);
    this.arrays.set(of, made);
    return made;
  }

  /** All that stands for a value. */
  private all = (of: Value): readonly Value[] => {
    if (!this.varies(of)) return [of];
    return isArray(of.type) ? [this.array(of)] : this.numbers.get(of)!;
  };

  private array = (of: Value): Value => {
    const found = this.arrays.get(of);
    if (found === undefined) throw new Refused();
    return found;
  };

  private lane = (of: Value, lane: number): Value => this.numbers.get(of)?.[lane] ?? of;

  /** The place of an element in each lane: an array and an index. */
  private element(array: Value, index: Value): (lane: number) => readonly [Value, Value] {
    const several = this.several.get(array);
    if (several !== undefined) return (lane) => [several[lane], index];
    const [wide, start] = [this.array(array), this.places.start(index)];
    return (lane) => [wide, this.places.at(start, lane)];
  }

  /** Where a number that does not vary meets values that do. */
  private allOf = (of: Value, like: Value): readonly Value[] => {
    if (!this.varies(like)) return [of];
    return isArray(of.type) ? [this.array(of)] : this.eachLane((lane) => this.lane(of, lane));
  };

  // ── Statements ──

  private region(of: Region, yields: () => readonly Value[]): Region {
    return this.places.inside(of.params, () =>
      this.builder.region(of.params.flatMap(this.defined), () => {
        of.body.forEach((stmt) => this.stmt(stmt));
        return yields();
      }),
    );
  }

  private stmt(stmt: Stmt): void {
    switch (stmt.tag) {
      case 'let':
        this.let(stmt);
        break;
      case 'store':
        if (this.activity.has(stmt.index)) throw new Refused();
        if (!this.varies(stmt.array)) this.builder.add(stmt);
        else if (isArray(stmt.value.type))
          this.builder.store(this.array(stmt.array), stmt.index, this.array(stmt.value));
        else {
          const place = this.element(stmt.array, stmt.index);
          this.eachLane((lane) => {
            const [array, index] = place(lane);
            this.builder.add({ ...stmt, array, index, value: this.lane(stmt.value, lane) });
          });
        }
        break;
      case 'if': {
        if (this.activity.has(stmt.test)) throw new Refused();
        const side = (of: Region) =>
          this.region(of, () => of.yields.flatMap((of, k) => this.allOf(of, stmt.results[k])));
        const [then, otherwise] = [side(stmt.then), side(stmt.otherwise)];
        const results = stmt.results.flatMap(this.defined);
        this.builder.add({ ...stmt, then, otherwise, results });
        break;
      }
      case 'for':
      case 'while':
        this.loop(stmt);
        break;
      case 'call':
        this.call(stmt);
        break;
      case 'keep':
        this.builder.add({ ...stmt, values: stmt.values.flatMap(this.all) });
        break;
      case 'take':
        this.builder.add({ ...stmt, values: stmt.values.flatMap(this.defined) });
        break;
      default:
        if (usesOf(stmt).some(this.varies)) throw new Refused();
        this.builder.add(stmt);
    }
  }

  private call(stmt: CallStmt): void {
    const { params } = this.regions.get(stmt.of)!;
    const args = stmt.args.flatMap((arg, k) => this.allOf(arg, params[k]));
    this.builder.add({ ...stmt, args, results: stmt.results.flatMap(this.defined) });
  }

  private loop(stmt: ForStmt | WhileStmt): void {
    const { params, yields } = stmt.body;
    const inits = stmt.inits.flatMap((init, k) => this.allOf(init, params[k]));
    const body = this.region(stmt.body, () => yields.flatMap((of, k) => this.allOf(of, params[k])));
    const results = stmt.results.flatMap(this.defined);
    if (stmt.tag === 'while') {
      const test = this.region(stmt.test, () => stmt.test.yields);
      this.builder.add({ ...stmt, inits, test, body, results });
      return;
    }
    if ([stmt.from, stmt.to, stmt.step].some(this.varies)) throw new Refused();
    const widths = params.map((param) =>
      this.varies(param) && !isArray(param.type) ? this.count : 1,
    );
    const before = (place: number) => widths.slice(0, place).reduce((sum, width) => sum + width, 0);
    const go = stmt.go === undefined ? {} : { go: before(stmt.go) };
    this.builder.add({ ...stmt, ...go, inits, body, results });
  }

  private let(stmt: Stmt & { readonly tag: 'let' }): void {
    const { value: output, op } = stmt;
    if (op.tag === 'length' && this.varies(op.args[0])) this.length(output, op.args[0]);
    else if (!this.varies(output)) {
      if (op.args.some(this.varies)) throw new Refused();
      this.builder.add(stmt);
    } else if (isArray(output.type)) this.made(output, op);
    else if (op.tag === 'load') {
      if (this.activity.has(op.args[1])) throw new Refused();
      const place = this.element(op.args[0], op.args[1]);
      this.define(output, (lane) => ({ ...op, args: place(lane) }));
    } else {
      if (op.tag === 'choose' && this.activity.has(op.args[0])) throw new Refused();
      this.define(
        output,
        (lane) => ({ ...op, args: op.args.map((arg) => this.lane(arg, lane)) }) as Op,
      );
    }
  }

  private define(output: Value, op: (lane: number) => Op): void {
    this.numbers.set(
      output,
      this.eachLane((lane) => this.builder.let(op(lane), nameOf(output, lane))),
    );
  }

  /** The number of elements. */
  private length(output: Value, array: Value): void {
    const one = this.several.get(array)?.[0];
    if (one !== undefined) {
      this.builder.add({ tag: 'let', value: output, op: { tag: 'length', args: [one] } });
      return;
    }
    const all = this.builder.length(this.array(array));
    const count = isList(array.type) ? 1 : this.count;
    const args = [all, this.builder.constant(count)];
    this.builder.add({ tag: 'let', value: output, op: { tag: 'prim', row: 'div', args } });
  }

  private made(output: Value, op: Op): void {
    const made = (as: Op) => this.builder.add({ tag: 'let', value: this.wide(output), op: as });
    const times = (of: Value) => this.builder.prim('mul', [of, this.builder.constant(this.count)]);
    if (op.tag === 'alloc') {
      if (!isList(op.type)) this.places.insistOnWhole(op.args[0]);
      made(isList(op.type) ? op : { ...op, args: [times(op.args[0])] });
    } else if (op.tag === 'load') made({ ...op, args: [this.array(op.args[0]), op.args[1]] });
    else if (op.tag === 'view') {
      op.args.slice(1).forEach((index) => this.places.insistOnWhole(index));
      made({ ...op, args: [this.array(op.args[0]), times(op.args[1]), times(op.args[2])] });
    } else throw new Refused();
  }
}

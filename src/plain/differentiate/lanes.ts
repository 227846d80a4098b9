/**
 * Several directions at once: what depends linearly on some parameters is computed for each of several lanes, and all
 * else once. A number becomes as many numbers, an array one array in which the lanes of an element stand side by side.
 * Each lane has the bits that it would have alone. O(size of the function), times the lanes.
 */
import { activityOf, type Activity } from '../analyse/activity.js';
import { indicesOf, type Indices } from '../analyse/indices.js';
import { rootsOf } from '../analyse/roots.js';
import { Builder, value } from '../ir/build.js';
import {
  isArray,
  isList,
  usesOf,
  type ForStmt,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import { movingArrays } from './moving.js';

class Refused extends Error {}

export interface Lanes {
  readonly func: Func;
  /** Which results vary: in the place of a number that does stand as many numbers. */
  readonly varies: readonly boolean[];
}

/**
 * The function for several lanes of `varying`, or null if it is not linear in these. In the place of a parameter that
 * is a number stand as many numbers.
 */
export function lanes(f: Func, varying: readonly Value[], count: number): Lanes | null {
  if (f.functions !== undefined) return null;
  try {
    return new Widening(f, varying, count).lanes(f);
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
  /** Where the lanes of an element begin, by its index, in each region around. */
  private readonly starts: Map<Value, Value>[] = [];
  private readonly activity: Activity;
  private readonly indices: Indices;
  private readonly isWide: (array: Value) => boolean;
  /** Parameters that must be whole. */
  private readonly asked = new Set<Value>();

  constructor(
    f: Func,
    varying: readonly Value[],
    private readonly count: number,
  ) {
    const roots = rootsOf(f);
    this.activity = activityOf(f, roots, varying);
    this.isWide = movingArrays(f, roots, this.activity);
    this.indices = indicesOf(f);
    if (f.region.params.some((param) => this.varies(param) && !varying.includes(param)))
      throw new Refused();
  }

  lanes({ name, region }: Func): Lanes {
    const made = this.region(region, () => region.yields.flatMap(this.all));
    const checks = [...this.asked].map((param): Stmt => ({ tag: 'whole', value: param }));
    const func = { name: `${name}_lanes`, region: { ...made, body: [...checks, ...made.body] } };
    return { func, varies: region.yields.map(this.varies) };
  }

  private varies = (of: Value): boolean =>
    isArray(of.type) ? this.isWide(of) : this.activity.has(of);

  // ── Values ──

  private eachLane = <T>(make: (lane: number) => T): T[] =>
    Array.from({ length: this.count }, (_, lane) => make(lane));

  /** What stands for a value that is defined now. */
  private defined = (of: Value): readonly Value[] => {
    if (!this.varies(of)) return [of];
    if (isArray(of.type)) return [this.wide(of)];
    const made = this.eachLane((lane) => value(nameOf(of, lane), 'f64'));
    this.numbers.set(of, made);
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

  /** Where a number that does not vary meets values that do. */
  private allOf = (of: Value, like: Value): readonly Value[] => {
    if (!this.varies(like)) return [of];
    return isArray(of.type) ? [this.array(of)] : this.eachLane((lane) => this.lane(of, lane));
  };

  // ── Places of elements ──

  /** The first lane of an element. */
  private start(index: Value): Value {
    for (const known of this.starts) {
      const found = known.get(index);
      if (found !== undefined) return found;
    }
    this.insistOnWhole(index);
    const made = this.builder.prim('mul', [index, this.builder.constant(this.count)]);
    this.starts[0].set(index, made);
    return made;
  }

  private at(start: Value, lane: number): Value {
    return lane === 0 ? start : this.builder.prim('add', [start, this.builder.constant(lane)]);
  }

  /** Between two elements there are lanes of others. */
  private insistOnWhole(index: Value): void {
    if (index.type === 'i32') return;
    if (!this.indices.has(index)) {
      this.builder.add({ tag: 'whole', value: index });
      return;
    }
    const seen = new Set<Value>();
    const visit = (of: Value): void => {
      if (seen.has(of)) return;
      seen.add(of);
      if (of.type === 'f64' && this.params.has(of)) this.asked.add(of);
      this.indices.get(of)?.forEach(visit);
    };
    visit(index);
  }
  private readonly params = new Set<Value>();

  // ── Statements ──

  private region(of: Region, yields: () => readonly Value[], isTop = this.starts.length === 0) {
    if (isTop) of.params.forEach((param) => this.params.add(param));
    this.starts.unshift(new Map());
    const params = of.params.flatMap(this.defined);
    const made = this.builder.region(params, () => {
      of.body.forEach((stmt) => this.stmt(stmt));
      return yields();
    });
    this.starts.shift();
    return made;
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
          const start = this.start(stmt.index);
          this.eachLane((lane) =>
            this.builder.store(
              this.array(stmt.array),
              this.at(start, lane),
              this.lane(stmt.value, lane),
            ),
          );
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
      const [array, start] = [this.array(op.args[0]), this.start(op.args[1])];
      this.define(output, (lane) => ({ ...op, args: [array, this.at(start, lane)] }));
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
    const all = this.builder.length(this.array(array));
    const count = isList(array.type) ? 1 : this.count;
    const args = [all, this.builder.constant(count)];
    this.builder.add({ tag: 'let', value: output, op: { tag: 'prim', row: 'div', args } });
  }

  private made(output: Value, op: Op): void {
    const made = (as: Op) => this.builder.add({ tag: 'let', value: this.wide(output), op: as });
    const times = (of: Value) => this.builder.prim('mul', [of, this.builder.constant(this.count)]);
    if (op.tag === 'alloc') {
      if (!isList(op.type)) this.insistOnWhole(op.args[0]);
      made(isList(op.type) ? op : { ...op, args: [times(op.args[0])] });
    } else if (op.tag === 'load') made({ ...op, args: [this.array(op.args[0]), op.args[1]] });
    else if (op.tag === 'view') {
      op.args.slice(1).forEach((index) => this.insistOnWhole(index));
      made({ ...op, args: [this.array(op.args[0]), times(op.args[1]), times(op.args[2])] });
    } else throw new Refused();
  }
}

/**
 * Runs functions of the language as they are written: the oracle of every back end. Slow, and plain enough to
 * be read as the definition of what each operation means.
 */
import { product } from '../../delta/exact-zero.js';
import { compared } from './compared.js';
import { isWholeStorage, type Storage } from './ir.js';
import type { ForStmt, Func, Op, Region, Stmt, Value, WhileStmt } from './ir.js';
import { orderOf } from './order.js';
import { onNumbers } from './host-values.js';
import type { Texts } from './text-table.js';
import { verbOf } from './text-verbs.js';
import { partialOf, valueOf } from './rows.js';
import { indexOutOfBounds, notWhole, OutsideOfTier } from './leave.js';

type Datum = number | boolean | Numbers | Datum[];
type Numbers = number[] | Float64Array | Float32Array | Int32Array;

const bits = {
  '|': (x: number, y: number) => x | y,
  '&': (x: number, y: number) => x & y,
  '^': (x: number, y: number) => x ^ y,
  '<<': (x: number, y: number) => x << y,
  '>>': (x: number, y: number) => x >> y,
  '>>>': (x: number, y: number) => x >>> y,
};
const ofWhole = {
  ...{ Int8Array, Int16Array, Int32Array, Uint8Array, Uint8ClampedArray },
  ...{ Uint16Array, Uint32Array },
};
const allocated = {
  Float64Array: (length: number): Numbers => new Float64Array(length),
  Float32Array: (length: number): Numbers => new Float32Array(length),
  'number[]': (length: number): Numbers => new Array<number>(length).fill(0),
  list: (length: number): Datum[] => new Array<Datum>(length),
};

const allocate = (storage: Storage, length: number): Numbers | Datum[] =>
  isWholeStorage(storage)
    ? (new ofWhole[storage](length) as unknown as Int32Array)
    : allocated[storage as keyof typeof allocated](length);

class Interpreter {
  private readonly values = new Map<Value, Datum>();

  constructor(
    private readonly functions: readonly Func[],
    /** The stacks on which all functions of the program keep values. */
    private readonly kept: Datum[][] = [],
  ) {}

  private get(of: Value): Datum {
    if (!this.values.has(of)) throw new Error(`${of.name} has no value yet`);
    return this.values.get(of)!;
  }

  private number = (of: Value): number => this.get(of) as number;
  private array = (of: Value): Numbers => this.get(of) as Numbers;

  bind(values: readonly Value[], data: readonly Datum[]): void {
    values.forEach((value, k) => this.values.set(value, data[k]));
  }

  run(region: Region): Datum[] {
    for (const stmt of region.body) this.step(stmt);
    return region.yields.map((value) => this.get(value));
  }

  private step(stmt: Stmt): void {
    switch (stmt.tag) {
      case 'let':
        this.values.set(stmt.value, this.compute(stmt.op));
        break;
      case 'store':
        (this.get(stmt.array) as Datum[])[this.number(stmt.index)] = this.get(stmt.value);
        break;
      case 'check':
        if (!(this.number(stmt.index) in this.array(stmt.array))) throw indexOutOfBounds();
        break;
      case 'whole':
        if (!Number.isSafeInteger(this.number(stmt.value))) throw notWhole();
        break;
      case 'leave':
        throw new OutsideOfTier('the program throws');
      case 'if':
        this.bind(
          stmt.results,
          this.run(this.get(stmt.test) === true ? stmt.then : stmt.otherwise),
        );
        break;
      case 'for':
        this.loop(stmt);
        break;
      case 'while':
        this.repeat(stmt);
        break;
      case 'call': {
        const { region } = this.functions.find(({ name }) => name === stmt.of)!;
        const called = new Interpreter(this.functions, this.kept);
        called.bind(
          region.params,
          stmt.args.map((arg) => this.get(arg)),
        );
        this.bind(stmt.results, called.run(region));
        break;
      }
      case 'host':
        this.bind(
          stmt.results,
          onNumbers(
            stmt,
            stmt.args.map((arg) => this.get(arg)),
          ) as Datum[],
        );
        break;
      case 'keep':
        this.stack(stmt).push(...stmt.values.map((value) => this.get(value)));
        break;
      case 'take': {
        const stack = this.stack(stmt);
        this.bind(stmt.values, stack.splice(stack.length - stmt.values.length));
        break;
      }
      case 'mark':
        this.values.set(stmt.mark, this.stack(stmt).length);
        break;
      case 'forget':
        this.stack(stmt).length = this.number(stmt.mark);
        break;
    }
  }

  private stack = ({ stack = 0 }: { readonly stack?: number }): Datum[] =>
    (this.kept[stack] ??= []);

  private loop({ counter, from, to, step, by, go, inits, body, results, end }: ForStmt): void {
    let carried = inits.map((value) => this.get(value));
    let at = this.number(from);
    while (compared[by](at, this.number(to)) && (go === undefined || carried[go] === true)) {
      this.bind([counter, ...body.params], [at, ...carried]);
      carried = this.run(body);
      at += this.number(step);
    }
    this.bind([end, ...results], [at, ...carried]);
  }

  private repeat({ inits, test, body, results }: WhileStmt): void {
    let carried = inits.map((value) => this.get(value));
    for (;;) {
      this.bind(test.params, carried);
      if (this.run(test)[0] !== true) break;
      this.bind(body.params, carried);
      carried = this.run(body);
    }
    this.bind(results, carried);
  }

  private compute(op: Op): Datum {
    const numbers = () => op.args.map(this.number);
    switch (op.tag) {
      case 'const':
        return op.value;
      case 'prim':
        return valueOf(op.row)(...numbers());
      case 'partial':
        return partialOf(op.row, op.by, op.along)(...numbers());
      case 'times':
        return product(this.number(op.args[0]), this.number(op.args[1]));
      case 'compare':
        return compared[op.by](this.number(op.args[0]), this.number(op.args[1]));
      case 'bits':
        return bits[op.by](this.number(op.args[0]), this.number(op.args[1]));
      case 'not':
        return !this.get(op.args[0]);
      case 'truthy':
        return Boolean(this.get(op.args[0]));
      case 'present':
        return this.get(op.args[0]) !== undefined;
      case 'choose':
        return this.get(op.args[0]) === true ? this.get(op.args[1]) : this.get(op.args[2]);
      case 'load': {
        const element = this.array(op.args[0])[this.number(op.args[1])];
        return op.orZero === true ? (element ?? 0) : element;
      }
      case 'stop':
        return this.get(op.args[0]);
      case 'length':
        return this.array(op.args[0]).length;
      case 'order':
        return orderOf(this.array(op.args[0]), op.by);
      case 'text':
        return verbOf(op.does)(
          this.get(op.args[0]) as unknown as Texts,
          ...op.args.slice(1).map(this.number),
        );
      case 'alloc':
        return allocate(op.type.storage, this.number(op.args[0]));
      case 'view':
        return (this.get(op.args[0]) as Float64Array).subarray(
          this.number(op.args[1]),
          this.number(op.args[2]),
        );
    }
  }
}

/** The results of a function on arguments. O(steps of the program). */
export function interpret(f: Func, args: readonly Datum[]): Datum[] {
  const interpreter = new Interpreter(f.functions ?? []);
  interpreter.bind(f.region.params, args);
  return interpreter.run(f.region);
}

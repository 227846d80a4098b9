/**
 * Cuts what is longer than V8 optimises: statements in a row become functions, stretch by stretch. Numbers and bools that a later
 * stretch asks for stand in one column, the frame, which the function borrows for the call; arrays are results of a
 * stretch, and so is what an array may not have, which the frame would make NaN. Bodies of loops and branches are cut in the
 * same way, the innermost first.
 */
import { value } from '../ir/build.js';
import { usesHost } from '../ir/host.js';
import {
  definedBy,
  isArray,
  regionsOf,
  statementCount,
  usesOf,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { operations } from '../ir/op-table.js';
import { takenBy } from './taken-by.js';

/** The number of statements from which a function is cut, and the most that a stretch has. */
const LARGE = 2000;
const STRETCH = 500;

/** The column of a function that is cut, and how many numbers it holds. */
export interface FrameOf {
  readonly column: Value;
  readonly size: number;
}

interface Stretches {
  readonly whole: Func;
  readonly parts: readonly Func[];
  /** Null for a function that is not cut. */
  readonly frame: FrameOf | null;
}

type Constants = ReadonlyMap<Value, Stmt>;

/**
 * The function with its stretches, if it is large. O(size of the function), times the depth of its regions.
 *
 * @param apart which values are more than numbers and bools, since somebody may ask whether they are missing
 */
export function inStretches(f: Func, apart: () => ReadonlySet<Value>): Stretches {
  if (statementCount(f.region) <= LARGE || usesHost({ ...f, functions: [] }))
    return { whole: f, parts: [], frame: null };
  const cutting = new Cutting(f.name, apart());
  const region = cutting.region(f.region, new Map(), false);
  const { parts, frame } = cutting;
  return { whole: { ...f, region }, parts, frame };
}

class Cutting {
  readonly parts: Func[] = [];
  private readonly column = value('$frame', { storage: 'Float64Array' });
  /** The places of values in the frame. */
  private readonly places = new Map<Value, number>();

  constructor(
    private readonly name: string,
    private readonly apart: ReadonlySet<Value>,
  ) {}

  get frame(): FrameOf {
    return { column: this.column, size: this.places.size };
  }

  /** @param isStep whether it runs again and again */
  region(region: Region, around: Constants, isStep: boolean): Region {
    const constants = new Map(around);
    for (const stmt of region.body)
      if (stmt.tag === 'let' && stmt.op.tag === 'const') constants.set(stmt.value, stmt);
    const body = region.body.map((stmt) => this.inside(stmt, constants, isStep));
    if (statementCount({ ...region, body }) <= STRETCH) return { ...region, body };
    const stretches = stretchesOf(body, isStep);
    if (stretches.every((one) => !isCut(one))) return { ...region, body };
    return { ...region, body: this.joined(stretches, region.yields, constants) };
  }

  /** A statement with its regions cut. */
  private inside(stmt: Stmt, constants: Constants, isStep: boolean): Stmt {
    const cut = (region: Region, isOne: boolean): Region =>
      statementCount(region) <= STRETCH ? region : this.region(region, constants, isOne);
    switch (stmt.tag) {
      case 'if': {
        const [then, otherwise] = [cut(stmt.then, isStep), cut(stmt.otherwise, isStep)];
        return { ...stmt, then, otherwise };
      }
      case 'for':
      case 'while':
        return { ...stmt, body: cut(stmt.body, true) };
      default:
        return stmt;
    }
  }

  /** Stretches in a row, as calls; what does not become one stays between them. */
  private joined(
    stretches: readonly (readonly Stmt[])[],
    yields: readonly Value[],
    constants: Constants,
  ): Stmt[] {
    const takenIn = stretches.map((one) => takenBy({ params: [], body: one, yields: [] }));
    const last = lastUses(takenIn, yields);
    /** The numbers that stand in the frame, which are those of stretches that are cut and what these ask for. */
    const framed = new Set<Value>();
    const definedHere = stretches.map((one) => one.flatMap(definedBy));
    stretches.forEach((_, k) =>
      definedHere[k].forEach((of) => {
        const isLater = (last.get(of) ?? -1) > k;
        if (isLater && !constants.has(of) && this.isFramed(of)) framed.add(of);
      }),
    );
    const body: Stmt[] = [];
    /** The values that stand in variables of the function that has all stretches. */
    const here = new Set<Value>();
    stretches.forEach((one, k) => {
      if (!isCut(one)) {
        const asked = takenIn[k].filter((of) => !here.has(of));
        body.push(...this.withFrame(one, asked, framed));
        [...asked, ...definedHere[k]].forEach((of) => here.add(of));
        return;
      }
      const inner = this.withFrame(one, takenIn[k], framed);
      const taken = takenIn[k].filter((of) => !framed.has(of) && !constants.has(of));
      const own = takenIn[k].flatMap((of) => constants.get(of) ?? []);
      const results = definedHere[k].filter(
        (of) => (last.get(of) ?? -1) > k && !framed.has(of) && !constants.has(of),
      );
      const name = `${this.name} stretch ${this.parts.length + 1}`;
      const args = [this.column, ...taken];
      const region = { params: args, body: [...own, ...inner], yields: results };
      this.parts.push({ name, region });
      body.push(...one.filter((stmt) => stmt.tag === 'let' && stmt.op.tag === 'const'));
      body.push({ tag: 'call', of: name, args, results });
    });
    const asked = yields.filter((of) => framed.has(of) && !here.has(of));
    return [...body, ...[...new Set(asked)].flatMap(this.loaded)];
  }

  /** Statements that read from the frame what they ask for, and store there what others will. */
  private withFrame(
    stmts: readonly Stmt[],
    taken: readonly Value[],
    framed: ReadonlySet<Value>,
  ): Stmt[] {
    const missing = new Set(taken.filter((of) => framed.has(of)));
    return stmts.flatMap((stmt) => {
      const asked = [...new Set([...usesOf(stmt), ...insideOf(stmt)])].filter((of) =>
        missing.delete(of),
      );
      const made = definedBy(stmt).filter((of) => framed.has(of));
      return [...asked.flatMap(this.loaded), stmt, ...made.flatMap(this.stored)];
    });
  }

  private isFramed(of: Value): boolean {
    return !isArray(of.type) && of.type !== 'host' && !this.apart.has(of);
  }

  private placeOf(of: Value): readonly [Value, Stmt] {
    if (!this.places.has(of)) this.places.set(of, this.places.size);
    const index = value('', 'i32');
    const op: Op = { tag: 'const', value: this.places.get(of)!, args: [] };
    return [index, { tag: 'let', value: index, op }];
  }

  private loaded = (of: Value): Stmt[] => {
    const [index, place] = this.placeOf(of);
    const load: Op = { tag: 'load', args: [this.column, index] };
    if (of.type !== 'bool') return [place, { tag: 'let', value: of, op: load }];
    const held = value('', 'f64');
    return [
      place,
      { tag: 'let', value: held, op: load },
      { tag: 'let', value: of, op: { tag: 'truthy', args: [held] } },
    ];
  };

  private stored = (of: Value): Stmt[] => {
    const [index, place] = this.placeOf(of);
    if (of.type !== 'bool') return [place, { tag: 'store', array: this.column, index, value: of }];
    const [yes, no, held] = [value('', 'f64'), value('', 'f64'), value('', 'f64')];
    return [
      place,
      { tag: 'let', value: yes, op: { tag: 'const', value: 1, args: [] } },
      { tag: 'let', value: no, op: { tag: 'const', value: 0, args: [] } },
      { tag: 'let', value: held, op: { tag: 'choose', args: [of, yes, no] } },
      { tag: 'store', array: this.column, index, value: held },
    ];
  };
}

/** True if a stretch becomes a function. */
const isCut = (stretch: readonly Stmt[]): boolean => stretch.length > 1;

const insideOf = (stmt: Stmt): readonly Value[] =>
  regionsOf(stmt).length === 0 ? [] : takenBy({ params: [], body: [stmt], yields: [] });

/** By values, the last stretch that asks for them; what is yielded is asked for behind all. */
function lastUses(
  takenIn: readonly (readonly Value[])[],
  yields: readonly Value[],
): ReadonlyMap<Value, number> {
  const last = new Map<Value, number>();
  takenIn.forEach((taken, k) => taken.forEach((of) => last.set(of, k)));
  yields.forEach((of) => last.set(of, takenIn.length));
  return last;
}

/**
 * The statements of a region in groups. What makes an array in a step stands alone: its room is given back where the
 * step ends, which only the function knows that has the loop.
 */
function stretchesOf(body: readonly Stmt[], isStep: boolean): readonly (readonly Stmt[])[] {
  const found: Stmt[][] = [];
  let [open, size]: [Stmt[] | null, number] = [null, 0];
  for (const stmt of body) {
    const own = statementCount({ params: [], body: [stmt], yields: [] });
    if (isStep && makesArrays(stmt)) {
      found.push([stmt]);
      open = null;
      continue;
    }
    if (open === null || size + own > STRETCH) {
      found.push((open = []));
      size = 0;
    }
    open.push(stmt);
    size += own;
  }
  return found;
}

const makesArrays = (stmt: Stmt): boolean =>
  (stmt.tag === 'let' && operations[stmt.op.tag].makesArray) ||
  stmt.tag === 'call' ||
  regionsOf(stmt).some(({ body }) => body.some(makesArrays));

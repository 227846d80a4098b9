/**
 * Functions of the language: of functions that call themselves, and of large ones that are called often. There is one for each
 * form of what it takes: parameters, and cells that it writes. It is found as the code of loops is: at first it gives nothing,
 * and then what the sides give that do not call it. Cells that it only reads have to be what they were.
 */
import type { Func, Region, Value } from '../../ir/ir.js';
import {
  Arr,
  NOTHING,
  readBy,
  UNSET,
  type Abstract,
  type Cell,
  type Closure,
} from '../values/abstract.js';
import type { Shape } from '../values/shapes.js';
import { Copies, holdsCopies, pinnedShape } from './given-by-value.js';
import type { Args, Side } from '../machine/in-progress.js';
import { Carried } from '../machine/carried.js';
import { loseElements } from '../machine/dense.js';
import type { Machine } from '../machine/machine.js';
import { loseField } from '../things/objects.js';

export type Inlined = (self: Abstract, args: Args) => Abstract;

/** A version in progress takes more than it was thought to. */
class Wider extends Error {
  constructor(readonly version: Version) {
    super();
  }
}

interface Version {
  readonly closure: Closure;
  readonly name: string;
  /** The receiver and the parameters, in cells of their own. */
  readonly params: readonly Cell[];
  readonly result: Cell;
  readonly shapes: Map<Cell, Shape>;
  /** The cells that it reads and does not write, with what they hold. */
  readonly reads: Map<Cell, Abstract>;
  readonly mark: number;
  region: Region | null;
}

const MOST_TRIES = 16;
const MOST_VERSIONS = 6;

export class OutlinedFunctions {
  private versions: Version[] = [];
  /** Functions that were called while it was not known what they give. */
  private readonly pending = new Set<Version>();
  private count = 0;

  get functions(): readonly Func[] {
    return this.versions.flatMap(({ name, region }) => (region ? [{ name, region }] : []));
  }

  /** A call of a function of the language. */
  call(m: Machine, closure: Closure, self: Abstract, args: Args, inlined: Inlined): Abstract {
    const given = [self, ...closure.f.params.map((_, k) => args[k] ?? NOTHING)];
    const own = this.versions.filter(
      ({ closure: { f, scope, home } }) =>
        f === closure.f && scope === closure.scope && isSame(home, closure.home),
    );
    const open = own.find(({ region }) => region === null);
    if (open) {
      const found = this.called(m, open, given);
      if (found === null) throw new Wider(open);
      return found;
    }
    for (const version of own) {
      const found = this.called(m, version, given);
      if (found !== null) return found;
    }
    if (own.length >= MOST_VERSIONS) return m.refuse('a function that takes ever other things');
    // What changed since is taken from now on.
    const changed = own.flatMap(({ reads, shapes }) => [
      ...[...reads].flatMap(([cell, of]) => (cell.value === of ? [] : [cell])),
      ...[...shapes.keys()].filter((cell) => cell.owner !== null),
    ]);
    return this.made(m, closure, given, new Set(changed), inlined);
  }

  /** The call of a version; null if it does not take what is given. */
  private called(m: Machine, version: Version, given: readonly Abstract[]): Abstract | null {
    const { shapes, params, region, reads } = version;
    // A version that is done takes what it takes.
    const carried = this.carriedBy(m, version, region === null ? shapes : new Map(shapes));
    let found: Abstract | null = null;
    const whole = m.side(() => {
      params.forEach((cell, k) => m.set(cell, given[k]));
      const leaves = carried.leaves(this.taken(version));
      if (leaves === null) return;
      if ([...reads].some(([cell, of]) => cell.value !== of)) return;
      const args = this.taken(version).flatMap((cell) => leaves.get(cell)!);
      found = this.emitted(m, version, carried, args);
    });
    if (found === null) return null;
    appended(m, whole, version);
    return found;
  }

  private carriedBy = (m: Machine, { mark }: Version, shapes: Map<Cell, Shape>): Carried =>
    new Carried(m, shapes, mark, pinnedShape);

  /** The cells that a version takes: all but that of the result. */
  private taken = ({ shapes, result }: Version): readonly Cell[] =>
    [...shapes.keys()].filter((cell) => cell !== result);

  private emitted(
    m: Machine,
    version: Version,
    carried: Carried,
    args: readonly Value[],
  ): Abstract {
    const { name, shapes, result, params } = version;
    if (version.region === null && shapes.get(result)!.tag === 'unset') {
      // Other sides say what it gives.
      this.pending.add(version);
      m.isPending = true;
      m.isDead = true;
      return UNSET;
    }
    const given = [...shapes.keys()].filter((cell) => !params.includes(cell));
    const results = given.map((cell) => carried.fresh(cell));
    m.b.add({ tag: 'call', of: name, args, results: results.flat() });
    const after = given.map((cell, k) => [cell, carried.built(cell, results[k])] as const);
    for (const [cell] of after) {
      const { owner } = cell;
      if (cell === result) continue;
      if (owner instanceof Arr) loseElements(m, owner);
      else if (owner !== null) loseField(m, owner.of, owner.key);
    }
    for (const [cell, to] of after) m.set(cell, to);
    return result.value;
  }

  /** A new version, and its call. */
  private made(
    m: Machine,
    closure: Closure,
    given: readonly Abstract[],
    more: ReadonlySet<Cell>,
    inlined: Inlined,
  ): Abstract {
    const result = m.cell(UNSET);
    const params = given.map((of) => m.cell(of));
    const mark = m.clock;
    const shapes = new Map<Cell, Shape>();
    for (const cell of [...params, ...more])
      shapes.set(cell, pinnedShape(m.meaning.shapeOf(m, cell.value, mark, true)));
    shapes.set(result, UNSET);
    const name = `${/^[a-zA-Z_]\w*$/.test(closure.f.name) ? closure.f.name : 'inner'}$${++this.count}`;
    const version: Version = {
      ...{ closure, name, params, result, shapes, mark },
      reads: new Map(),
      region: null,
    };
    const outer = this.versions;
    const { depth, line } = m;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      this.versions = [...outer, version];
      version.region = null;
      try {
        const found = this.tried(m, version, inlined);
        if (found !== null) return found;
      } catch (error) {
        if (!(error instanceof Wider) || error.version !== version) {
          this.versions = outer;
          throw error;
        }
      }
      this.pending.delete(version);
      Object.assign(m, { depth, line, isPending: this.pending.size > 0 });
    }
    return m.refuse('a function that never takes what it gives to itself');
  }

  /** The call of a version that is specialised anew; null if it takes or gives more than it was thought to. */
  private tried(m: Machine, version: Version, inlined: Inlined): Abstract | null {
    const { shapes, mark } = version;
    const carried = this.carriedBy(m, version, shapes);
    let found: Abstract | null = null;
    const whole = m.side(() => {
      const leaves = carried.leaves(this.taken(version));
      if (leaves === null) return;
      const reads = readBy(() => (version.region = this.body(m, version, carried, inlined)));
      if (carried.isWider || version.region === null) return;
      version.reads.clear();
      for (const cell of reads)
        if (cell.birth < mark && !shapes.has(cell)) version.reads.set(cell, cell.value);
      // What calls it reads what it reads.
      const inner = this.versions.slice(this.versions.indexOf(version) + 1);
      for (const { reads: others, shapes: own } of inner)
        for (const [cell, of] of version.reads) if (!own.has(cell)) others.set(cell, of);
      const args = this.taken(version).flatMap((cell) => leaves.get(cell)!);
      found = this.emitted(m, version, carried, args);
    });
    if (found === null) return null;
    appended(m, whole, version);
    return found;
  }

  private body(m: Machine, version: Version, carried: Carried, inlined: Inlined): Region | null {
    const { closure, shapes, params, result, mark } = version;
    const names = new Map(params.map((cell, k) => [cell, ['', ...closure.f.params][k]]));
    const cells = this.taken(version);
    const fresh = cells.map((cell) => {
      const name = names.get(cell) ?? '';
      return carried.fresh(cell, /^[a-zA-Z_]\w*$/.test(name) ? name : '');
    });
    const copies = new Copies(mark);
    const { facts, inBounds } = m;
    Object.assign(m, { facts: [], inBounds: [] });
    try {
      const side = m.side(() => {
        cells.forEach((cell, k) => m.set(cell, carried.built(cell, fresh[k])));
        cells.forEach((cell) => copies.take(cell.value));
        const [self, ...args] = params.map(({ value }) => value);
        m.set(result, inlined(self, args));
      });
      if (m.isPending) {
        // What it gives is not known, unless other sides say it; what it calls has to be known first.
        const given = side.isDead ? UNSET : side.changes.get(result)!;
        carried.widen(result, pinnedShape(m.meaning.shapeOf(m, given, mark, true)));
        if (carried.isWider) return null;
        if (this.pending.has(version)) m.refuse('a function that never gives anything');
        return { params: [], body: [], yields: [] };
      }
      if (side.isDead) m.refuse('a function that throws at any rate');
      // Also what is put back at the end was another meanwhile.
      for (const cell of side.changes.keys())
        if (cell.birth < mark && !shapes.has(cell))
          carried.widen(cell, pinnedShape(m.meaning.shapeOf(m, cell.value, mark, true)));
      const given = carried.given(side, (cell) => !params.includes(cell));
      for (const [cell, shape] of shapes)
        if (cell !== result && !params.includes(cell) && holdsCopies(shape)) {
          m.mayBePooled = m.mayGrow = true;
          m.refuse('an object that is kept outside of a function that calls itself');
        }
      if (carried.isWider) return null;
      copies.insist(m, side, shapes.get(result)!);
      const yields = [...shapes.keys()].filter((cell) => !params.includes(cell));
      return {
        params: fresh.flat(),
        body: given.body,
        yields: yields.flatMap((cell) => given.leaves.get(cell) ?? []),
      };
    } finally {
      Object.assign(m, { facts, inBounds });
    }
  }
}

function appended(m: Machine, whole: Side, { params, result }: Version): void {
  m.b.append(whole.body);
  for (const [cell, to] of whole.changes)
    if (cell !== result && !params.includes(cell)) m.set(cell, to);
  m.isDead ||= whole.isDead;
}

const isSame = (one: Abstract | undefined, other: Abstract | undefined): boolean =>
  one === other || (one?.tag === 'host' && other?.tag === 'host' && one.value === other.value);

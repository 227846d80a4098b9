/**
 * The state of a function while it is specialised: code that is added, cells that change, facts that hold,
 * and the join of what the sides of a branch leave behind.
 */
import { Builder, value } from '../../ir/build.js';
import type { Derivative } from '../../ir/derivative.js';
import type { Func, Region, Value } from '../../ir/ir.js';
import { Alias } from '../values/alias.js';
import {
  Arr,
  Cell,
  known,
  NOTHING,
  Obj,
  Refusal,
  TooLarge,
  UNSET,
  type Abstract,
  type Choice,
  type Fact,
  type Kind,
  type Rep,
} from '../values/abstract.js';
import { leavesOf } from '../values/leaf-types.js';
import { emptyArena } from '../values/kinds.js';
import type { Side } from './in-progress.js';
import type { Meanings } from './meanings.js';
import { choices } from './small-branches.js';

/** True for what says where an object or the elements of an array stand. */
const isIdentity = ({ tag }: Abstract): boolean =>
  tag === 'free' || tag === 'tuple' || tag === 'dense';

/** Ways that are tried where a function is refused without them. */
interface Modes {
  /** Objects that meet others are elements of arenas. */
  readonly isPooled: boolean;
  /** Arrays that others hold may grow: they stand in arenas, too. */
  readonly isGrowing: boolean;
}

export class Machine {
  readonly b = new Builder();
  /** Functions of the language that are differentiated, and their derivatives that are called. */
  readonly parts: { readonly functions: Func[]; readonly derivatives: Derivative[] } = {
    functions: [],
    derivatives: [],
  };
  /** True if the code that follows is never reached. */
  isDead = false;
  /** The line of the program that is being specialised. */
  line: number | undefined;
  /** Indices that are known to be those of elements. */
  inBounds: readonly (readonly [index: Value, of: Value])[] = [];
  /** True if a call gave nothing as what it gives is not known yet: what is specialised now is specialised once more. */
  isPending = false;
  /** Calls in progress. */
  depth = 0;
  steps = 0;
  facts: readonly Fact[] = [];
  private now = 0;
  private version = 0;
  private since = 0;
  private readonly arenas = new Map<Kind, Cell>();
  /** The values that cells had before the open sides changed them. */
  private readonly trail: Map<Cell, Abstract>[] = [];

  /** True if objects were put together by value, or not at all: as elements of arenas, they would be told apart. */
  mayBePooled = false;

  /** Arrays that are given, and that should have been written: code needs copies of them. */
  readonly written = new Set<object>();

  /** True if an array should have grown that others hold. */
  mayGrow = false;

  constructor(
    readonly meaning: Meanings<Machine>,
    readonly modes: Modes = { isPooled: false, isGrowing: false },
    private readonly mostSteps = 100_000,
  ) {}

  refuse(why: string): never {
    throw new Refusal(why, this.line);
  }

  count(): void {
    if (++this.steps > this.mostSteps) throw new TooLarge();
  }

  // ── Cells and objects ──

  get clock(): number {
    return ++this.now;
  }
  cell = (of: Abstract, birth = ++this.now): Cell => new Cell(of, birth);

  set(cell: Cell, to: Abstract): void {
    const frame = this.trail.at(-1);
    if (frame !== undefined && !frame.has(cell)) frame.set(cell, cell.value);
    if (cell.value !== to && cell.birth <= this.since && isIdentity(cell.value)) this.version++;
    cell.value = to;
  }

  /** Does something, and tells whether objects or arrays became others by it: what was taken apart before may be stale. */
  changes(work: () => void): boolean {
    const { version, since } = this;
    this.since = this.clock;
    work();
    this.since = since;
    return this.version !== version;
  }

  obj = (proto: object | null): Obj => new Obj(proto, ++this.now, new Alias());
  arr(rep: Rep, storage: Arr['storage'] = 'number[]'): Arr {
    const birth = ++this.now;
    return new Arr(storage, new Cell(rep, birth), birth, new Alias());
  }
  tuple = (items: readonly Abstract[]): Arr => this.arr({ tag: 'tuple', items });

  /** The objects of a kind that stand in lists. */
  arena(kind: Kind): Cell {
    let cell = this.arenas.get(kind);
    if (cell === undefined) {
      const value = this.meaning.givenArena(kind) ?? emptyArena(kind);
      this.arenas.set(kind, (cell = new Cell(value, 0)));
    }
    return cell;
  }

  number = (of: number): Value => this.b.constant(of);

  /** A value that is used, as far as it is known here. */
  read(of: Abstract): Abstract {
    if (of.tag === 'lost') this.refuse(of.why);
    if (of.tag === 'unset') return NOTHING;
    if (of.tag === 'object' && of.home.value.tag !== 'free') return this.read(of.home.value);
    return of.tag === 'choice' ? this.narrowed(of) : of;
  }

  /** A choice without the options that facts exclude. */
  narrowed(of: Choice): Abstract {
    const about = this.facts.filter(({ which }) => which === of.which);
    if (about.length === 0) return of;
    const sure = about.find(({ is }) => is);
    if (sure) return this.read(of.options[sure.option]);
    const left = of.options.filter((_, k) => !about.some(({ option }) => option === k));
    return left.length === 1 ? this.read(left[0]) : of;
  }

  // ── Branches ──

  /** Code of a side, or more of it. What it changes is taken back. */
  side(work: () => void, facts: readonly Fact[] = [], before?: Side): Side {
    const outer = {
      facts: this.facts,
      isDead: this.isDead,
      inBounds: this.inBounds,
    };
    this.facts = facts.length > 0 ? [...this.facts, ...facts] : this.facts;
    this.isDead = false;
    const frame = new Map<Cell, Abstract>();
    this.trail.push(frame);
    try {
      for (const [cell, to] of before?.changes ?? []) this.set(cell, to);
      const { body } = this.b.region([], () => (work(), []));
      return {
        body: [...(before?.body ?? []), ...body],
        changes: new Map([...frame.keys()].map((cell) => [cell, cell.value])),
        isDead: this.isDead || before?.isDead === true,
        facts,
      };
    } finally {
      for (const [cell, old] of frame) cell.value = old;
      this.trail.pop();
      Object.assign(this, outer);
    }
  }

  /** Does something where facts hold. */
  under(facts: readonly Fact[], work: () => void): void {
    const outer = this.facts;
    this.facts = [...outer, ...facts];
    try {
      work();
    } finally {
      this.facts = outer;
    }
  }

  leave(): void {
    this.b.add({ tag: 'leave' });
    this.isDead = true;
  }

  /** Goes on only where a test is true. */
  require(test: Abstract): void {
    this.branch(
      test,
      () => {},
      () => this.leave(),
    );
  }

  /** Both sides of a test, and the join of what they leave. */
  branch(test: Abstract, then: () => void, otherwise: () => void): void {
    if (test.tag === 'known') return test.value ? then() : otherwise();
    if (test.tag !== 'dynamic') return this.refuse('a condition that is not a bool');
    const mark = this.clock;
    const sides = [this.side(then, test.yes), this.side(otherwise, test.no)];
    const dead = sides.findIndex(({ isDead }) => isDead);
    if (dead >= 0) return this.oneSided(test.value, sides, dead);
    const yields: Value[][] = [[], []];
    const results: Value[] = [];
    const after = this.meaning.joined(this, sides, mark, (shape, leaves) => {
      leaves.forEach((own, k) => yields[k].push(...own));
      const made = leavesOf(shape).map((type) => value('', type));
      results.push(...made);
      return made;
    });
    const [one, other] = sides.map(({ body }, k): Region => ({
      params: [],
      body,
      yields: yields[k],
    }));
    this.b.append(choices(test.value, one, other, results));
    for (const [cell, to] of after) this.set(cell, to);
  }

  /** A branch of which one side is left for good: the code goes on with the other. */
  private oneSided(test: Value, sides: readonly Side[], dead: number): void {
    const live = sides[1 - dead];
    const empty: Region = { params: [], body: [], yields: [] };
    const left: Region = { ...empty, body: sides[dead].body };
    const [then, otherwise] = dead === 0 ? [left, empty] : [empty, left];
    this.b.add({ tag: 'if', test, then, otherwise, results: [] });
    this.b.append(live.body);
    for (const [cell, to] of live.changes) this.set(cell, to);
    this.facts = [...this.facts, ...live.facts];
    this.isDead ||= live.isDead;
  }

  // ── Choices ──

  /** The bool that says whether a choice is an option. */
  isOption(of: Choice, k: number): Value {
    const { b } = this;
    if (of.options.length > 2) return b.compare('eq', of.which, this.number(k));
    return k === 0 ? of.which : b.not(of.which);
  }

  /** The bool that says whether a choice is one of some options, with the facts that follow. */
  asked(of: Choice, is: (option: Abstract) => boolean): Abstract {
    const yes = of.options.flatMap((one, k) => (is(one) ? [k] : []));
    const no = of.options.flatMap((_, k) => (yes.includes(k) ? [] : [k]));
    if (yes.length === 0 || no.length === 0) return known(no.length === 0);
    const { b } = this;
    const test = yes
      .map((k) => this.isOption(of, k))
      .reduce((x, y) => b.choose(x, b.constant(true), y));
    const facts = (those: readonly number[], others: readonly number[]): Fact[] =>
      those.length === 1
        ? [{ which: of.which, option: those[0], is: true }]
        : others.map((option) => ({ which: of.which, option, is: false }));
    return {
      tag: 'dynamic',
      value: test,
      yes: facts(yes, no),
      no: facts(no, yes),
    };
  }

  /** Does something with each option of a choice, in branches; gives the join. */
  each(of: Abstract, work: (option: Abstract) => Abstract): Abstract {
    const it = this.read(of);
    if (it.tag !== 'choice') return work(it);
    const result = this.cell(UNSET);
    const excluded = (k: number): boolean =>
      this.facts.some(({ which, option, is }) => which === it.which && option === k && !is);
    const left = it.options.flatMap((_, k) => (excluded(k) ? [] : [k]));
    const from = (at: number): void => {
      const k = left[at];
      const take = (): void => {
        const given = work(this.read(it.options[k]));
        if (!this.isDead) this.set(result, given);
      };
      if (at + 1 >= left.length) return take();
      const fact = (is: boolean): Fact => ({ which: it.which, option: k, is });
      const test = this.isOption(it, k);
      this.branch({ tag: 'dynamic', value: test, yes: [fact(true)], no: [fact(false)] }, take, () =>
        from(at + 1),
      );
    };
    from(0);
    return result.value;
  }
}

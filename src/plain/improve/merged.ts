/**
 * Loop fusion with a shift. Takes loops that follow each other as one, where a later one reads what an
 * earlier one makes, at the same place or behind it: `y[i - 1]` is there when the step i begins. All loops
 * go to the same end; one that begins a step earlier takes its first step before. Then the arrays between
 * them may go (contracted.ts). Every operation has the operands that it had, so no bit changes. Loops with
 * loops inside stay as they are. O(size of the function), and for each chain of loops the pairs of their
 * reads and writes.
 */
import { Accesses, type Access } from '../analyse/accesses.js';
import { privateIn } from '../analyse/private-arrays.js';
import { rootsOf, type Roots } from '../analyse/roots.js';
import { usedIn } from '../analyse/used-in.js';
import { Walks } from '../analyse/walks.js';
import { value } from '../ir/build.js';
import {
  allOf,
  definedBy,
  isArray,
  regionsOf,
  statementCount,
  statementsIn,
  usesOf,
  type ForStmt,
  type Func,
  type IfStmt,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { contracted } from './contracted.js';
import { Copy } from './copy.js';
import { inBodies, mapped } from './mapped.js';
import { shared } from './shared.js';
import { sized } from './sized.js';
import { Substitution } from './substitution.js';

interface Link {
  readonly loop: ForStmt;
  readonly from: number;
  readonly accesses: readonly Access[];
}

/** Loops to be one, and what stands between them: what goes before, and what goes behind. */
interface Chain {
  readonly links: Link[];
  readonly early: Stmt[];
  readonly late: Stmt[];
  readonly end: number;
}

/** The most statements of such a loop: the numbers of a step should stay in registers. */
const LARGEST = 120;

class Merging {
  hasChains = false;
  private readonly same = new Substitution();
  private readonly places = new Map<Value, number>();
  private readonly isUsed = new Set<Value>();
  private readonly own: ReadonlySet<Value>;
  private readonly accesses: Accesses;

  constructor(
    whole: Region,
    private readonly roots: Roots,
    private readonly walks: Walks,
    private readonly isInTime: typeof inTime,
  ) {
    this.accesses = new Accesses(walks);
    this.own = privateIn(whole);
    whole.yields.forEach((of) => this.isUsed.add(of));
    whole.params.forEach((of) => this.places.set(of, this.places.size));
    this.note(whole);
  }

  private note({ body, yields }: Region): void {
    yields.forEach((of) => this.isUsed.add(of));
    for (const stmt of body) {
      usesOf(stmt).forEach((of) => this.isUsed.add(of));
      for (const inner of regionsOf(stmt)) {
        inner.params.forEach((of) => this.places.set(of, this.places.size));
        this.note(inner);
      }
      definedBy(stmt).forEach((of) => this.places.set(of, this.places.size));
    }
  }

  whole = (region: Region): Region => this.same.inRegion(this.region(region));

  private region(region: Region): Region {
    const body: Stmt[] = [];
    for (let k = 0; k < region.body.length;) {
      const chain = this.chainFrom(region.body, k);
      if (chain === null) body.push(inBodies(region.body[k++], (inner) => this.region(inner)));
      else {
        this.hasChains = true;
        body.push(...chain.early, ...this.merged(chain.links), ...chain.late);
        k = chain.end;
      }
    }
    return { ...region, body };
  }

  private chainFrom(body: readonly Stmt[], begin: number): Chain | null {
    const first = this.linkOf(body[begin]);
    if (first === null) return null;
    let chain: Chain = { links: [first], early: [], late: [], end: begin + 1 };
    let [early, late]: [Stmt[], Stmt[]] = [[], []];
    for (let k = begin + 1; k < body.length; k++) {
      const stmt = body[k];
      if (stmt.tag === 'for') {
        const link = this.linkOf(stmt);
        if (link === null || !this.mayJoin(link, chain.links, late)) break;
        chain = { links: [...chain.links, link], early, late, end: k + 1 };
        [early, late] = [[...early], [...late]];
      } else {
        const accesses = this.accesses.of([stmt], null, true);
        if (accesses === null) break;
        const isLate = !this.mayPass([stmt], accesses, [
          ...chain.links.map(({ loop }) => loop),
          ...late,
        ]);
        (isLate ? late : early).push(stmt);
      }
    }
    return chain.links.length > 1 ? chain : null;
  }

  /** A loop that may be one of a chain. */
  private linkOf(stmt: Stmt): Link | null {
    if (stmt.tag !== 'for' || this.isUsed.has(stmt.end)) return null;
    const walk = this.walks.of(stmt.counter);
    if (walk === null || stmt.body.params.some(({ type }) => isArray(type))) return null;
    const accesses = this.accesses.of(stmt.body.body, stmt.counter, false);
    return accesses && { loop: stmt, from: walk.from, accesses };
  }

  /** True if statements may run before others that stand in front of them. */
  private mayPass(
    stmts: readonly Stmt[],
    accesses: readonly Access[],
    others: readonly Stmt[],
  ): boolean {
    const made = new Set(others.flatMap(definedBy));
    const uses = stmts.flatMap((stmt) => [...usedIn(stmt)]);
    const all = others.flatMap((stmt) =>
      this.accesses.of(stmt.tag === 'for' ? stmt.body.body : [stmt], null, true)!,
    );
    return (
      !uses.some((of) => made.has(of)) &&
      accesses.every((access) => all.every((other) => !this.meet(access, other)))
    );
  }

  /** True if a loop may be the last one of a chain, before the statements that go behind it. */
  private mayJoin(link: Link, links: readonly Link[], late: readonly Stmt[]): boolean {
    const { loop, from, accesses } = link;
    const all = [...links, link];
    const begins = all.map((one) => one.from);
    if (loop.to !== links[0].loop.to || Math.max(...begins) - Math.min(...begins) > 1) return false;
    const size = all.reduce((sum, one) => sum + statementCount(one.loop.body), 0);
    if (size > LARGEST || from > 1_000) return false;
    if (!this.mayPass([loop], accesses, late)) return false;
    const results = new Set(links.flatMap((one) => definedBy(one.loop)));
    if ([...usedIn(loop)].some((of) => results.has(of))) return false;
    const isBehind = links.every((before) =>
      before.accesses.every((first) =>
        accesses.every((second) => !this.meet(first, second) || this.isInTime(first, second)),
      ),
    );
    return isBehind && accesses.some((read) => this.isMade(read, links));
  }

  /** True if the array of an access is made by a chain, for it and for nobody outside of the function. */
  private isMade = ({ array, isStore }: Access, links: readonly Link[]): boolean =>
    !isStore &&
    this.own.has(array) &&
    links.some(({ accesses }) => accesses.some((one) => one.isStore && one.array === array));

  /** True if two accesses may be of one element, and one of them writes it. */
  private meet(one: Access, other: Access): boolean {
    if (!one.isStore && !other.isStore) return false;
    if (one.array === other.array) return true;
    const [some, more] = [this.roots(one.array), this.roots(other.array)];
    const isApart = some.size > 0 && more.size > 0 && ![...some].some((root) => more.has(root));
    return (
      !isApart && !this.isNewer(one.array, other.array) && !this.isNewer(other.array, one.array)
    );
  }

  /** True if an array is made where the other one is there already. */
  private isNewer = (array: Value, other: Value): boolean =>
    this.walks.op(array)?.tag === 'alloc' && this.places.get(other)! < this.places.get(array)!;

  private merged(links: readonly Link[]): Stmt[] {
    const start = Math.max(...links.map(({ from }) => from));
    const lowest = links.find(({ from }) => from < start) ?? links[0];
    const [{ loop: first }] = links;
    const ahead: Stmt[] = [];
    const inits: Value[] = [];
    for (const { loop, from } of links) {
      if (from === start) inits.push(...loop.inits);
      else {
        const copy = new Copy();
        copy.replace(loop.counter, loop.from);
        loop.body.params.forEach((param, k) => copy.replace(param, loop.inits[k]));
        ahead.push(...loop.body.body.map(copy.stmt));
        inits.push(...loop.body.yields.map(copy.of));
      }
      if (loop !== first) this.same.replace(loop.counter, first.counter);
    }
    const all = (of: (loop: ForStmt) => readonly Value[]) => links.flatMap(({ loop }) => of(loop));
    const main: ForStmt = {
      ...first,
      from: links.find(({ from }) => from === start)!.loop.from,
      inits,
      body: {
        params: all(({ body }) => body.params),
        body: links.flatMap(({ loop }) => loop.body.body),
        yields: all(({ body }) => body.yields),
      },
      results: all(({ results }) => results),
    };
    if (lowest.from === 0 && ahead.length === 0) return [main];
    // Whoever begins later has no step if the first to begin has none, so that all may stand in one branch.
    const test = value('', 'bool');
    const inner = main.results.map((result) => ({ ...result }));
    const branch: IfStmt = {
      tag: 'if',
      test,
      then: { params: [], body: [...ahead, { ...main, results: inner }], yields: inner },
      otherwise: { params: [], body: [], yields: all((loop) => loop.inits) },
      results: main.results,
    };
    const op: Op = { tag: 'compare', by: 'lt', args: [lowest.loop.from, first.to] };
    return [{ tag: 'let', value: test, op }, branch];
  }
}

/** True if a step of an earlier loop is over when a later loop comes to its element of the same array. */
const inTime = (first: Access, second: Access): boolean =>
  first.array === second.array && first.at !== null && second.at !== null && second.at <= first.at;

/**
 * True if a loop reads an array that a loop before it in its region stores, and that the function
 * makes: others stay.
 */
function mayHaveChains({ body }: Region, made: Set<Value>): boolean {
  const written = new Set<Value>();
  for (const stmt of body) {
    if (stmt.tag === 'let' && stmt.op.tag === 'alloc') made.add(stmt.value);
    if (regionsOf(stmt).some((inner) => mayHaveChains(inner, made))) return true;
    if (stmt.tag !== 'for') continue;
    const stmts = [...statementsIn(stmt.body)];
    const reads = (one: Stmt) =>
      one.tag === 'let' && one.op.tag === 'load' && written.has(one.op.args[0]);
    if (stmts.some(reads)) return true;
    for (const one of stmts) if (one.tag === 'store' && made.has(one.array)) written.add(one.array);
  }
  return false;
}

/**
 * The function whose loops are one where they may be, without the arrays between them; itself if there are
 * none.
 */
export function merged(f: Func, isInTime = inTime): Func {
  if (!allOf(f).some(({ region }) => mayHaveChains(region, new Set()))) return f;
  const known = shared(sized(f));
  const [roots, walks] = [rootsOf(known), new Walks(known)];
  let hasChains = false;
  const made = mapped(known, (region) => {
    const merging = new Merging(region, roots, walks, isInTime);
    const one = merging.whole(region);
    hasChains ||= merging.hasChains;
    return one;
  });
  return hasChains ? contracted(made) : f;
}

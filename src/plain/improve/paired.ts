/**
 * Unroll and jam. Takes two steps of a loop at once, where they may stand side by side (analyse/abreast.ts).
 * While a sum of one step waits, the processor works at the other step, and what both steps read is read
 * once. All numbers keep their bits but slopes to which several steps add: these get the same summands in
 * another order. O(size of the function).
 */
import { abreast, type Difference, type Shared } from '../analyse/abreast.js';
import { countsOf } from '../analyse/counts.js';
import { definitionsOf, type Definitions } from '../analyse/definitions.js';
import { rootsOf, type Roots } from '../analyse/roots.js';
import { value } from '../ir/build.js';
import {
  definedBy,
  statementsOf,
  usesOf,
  type ForStmt,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { isWritten } from '../ir/rows.js';
import { hasStmt, inBodies, mapped } from './mapped.js';
import { Copy } from './copy.js';

interface Tables {
  readonly roots: Roots;
  readonly counts: ReadonlySet<Value>;
  readonly definitions: Definitions;
  /**
   * The number that is added to that of a block, since the values that two steps keep together are a
   * block of their own.
   */
  readonly blocks: number;
}

class Pairing {
  /** True if there was any such loop. */
  hasPairs = false;

  constructor(
    private readonly of: Tables,
    private readonly find: typeof abreast,
  ) {}

  region = (region: Region): Region => ({ ...region, body: region.body.flatMap(this.stmt) });

  private stmt = (stmt: Stmt): Stmt[] => {
    const { counts, roots, definitions } = this.of;
    if (stmt.tag === 'for' && counts.has(stmt.counter)) {
      const loop = early(stmt);
      const fused = this.find(loop, roots, definitions);
      if (fused !== null) return this.paired(loop, fused);
    }
    return [inBodies(stmt, this.region)];
  };

  /** A loop in steps of two, and one for a step that is left. */
  private paired(loop: ForStmt, fused: Shared): Stmt[] {
    this.hasPairs = true;
    const stmts: Stmt[] = [];
    const add = (to: Stmt[], op: Op): Value => {
      const made = value('', 'f64');
      to.push({ tag: 'let', value: made, op });
      return made;
    };
    const { counter, to, step, body, inits } = loop;
    const last = add(stmts, { tag: 'prim', row: 'sub', args: [to, step] });
    const two = add(stmts, { tag: 'prim', row: 'add', args: [step, step] });
    const [one, other] = [new Copy(), new Copy()];
    const first = one.own(counter);
    const params = body.params.map(one.own);
    const head: Stmt[] = [];
    const inside = new Set([counter, ...body.params, ...body.body.flatMap(definedBy)]);
    other.replace(counter, add(head, { tag: 'prim', row: 'add', args: [first, step] }));
    body.params.forEach((param, k) => {
      const given = body.yields[k];
      // Some are computed only below.
      const isOwn = inside.has(given);
      other.replace(param, isOwn ? one.own(given) : given);
    });
    const both = this.both(body, fused, one, other, false);
    const results = params.map(({ name, type }) => value(name, type));
    const end = value(counter.name, 'f64');
    stmts.push({
      ...loop,
      counter: first,
      to: last,
      step: two,
      body: { params, body: [...head, ...both], yields: body.yields.map(other.of) },
      results,
      end,
    });
    return [...stmts, { ...loop, from: end, inits: inits.map((_, k) => results[k]) }];
  }

  private both(region: Region, fused: Shared, one: Copy, other: Copy, isInside: boolean): Stmt[] {
    const stmts: Stmt[] = [];
    let piece: Stmt[] = [];
    const end = () => {
      for (const copy of [one, other]) stmts.push(...piece.map(copy.stmt));
      piece = [];
    };
    for (const stmt of region.body) {
      const difference = fused.get(stmt);
      if (stmt.tag === 'for' && difference !== undefined) {
        end();
        stmts.push(...this.together(stmt, difference, fused, one, other));
      } else if ((stmt.tag === 'keep' || stmt.tag === 'take') && isInside) {
        end();
        const block = stmt.block + this.of.blocks;
        const of = (copy: Copy) => stmt.values.map(stmt.tag === 'keep' ? copy.of : copy.own);
        stmts.push({ ...stmt, block, values: [...of(one), ...of(other)] });
      } else piece.push(stmt);
    }
    end();
    return stmts;
  }

  /** An inner loop of both steps, with what one of them has more. */
  private together(
    loop: ForStmt,
    difference: Difference,
    fused: Shared,
    one: Copy,
    other: Copy,
  ): Stmt[] {
    const { from, to, step, inits, body, results } = loop;
    const both = (of: (copy: Copy) => readonly Value[]) => [...of(one), ...of(other)];
    const more = difference === 'none' ? null : difference;
    // The step with the longer loop, and the one that says how long both are.
    const [longer, shorter] = more?.isOfFirst === true ? [one, other] : [other, one];
    const stmts: Stmt[] = [];
    const starts = new Map([one, other].map((copy) => [copy, inits.map(copy.of)]));
    if (more?.where === 'at its beginning') {
      const made = inits.map(({ name, type }) => value(name, type));
      const turn = { at: longer.of(from), to: longer.of(to) };
      stmts.push(...this.turn(loop, longer, turn, starts.get(longer)!, made));
      starts.set(longer, made);
    }
    const counter = one.own(loop.counter);
    const bounds = { from: shorter.of(from), to: shorter.of(to), step: one.of(step) };
    const last = more?.where === 'at its end' ? longer.of(to) : null;
    other.replace(loop.counter, counter);
    const params = both((copy) => body.params.map(copy.own));
    const inner = this.both(body, fused, one, other, true);
    const end = one.own(loop.end);
    other.replace(loop.end, end);
    const yields = both((copy) => body.yields.map(copy.of));
    const ends = new Map(
      [one, other].map((copy) => [
        copy,
        results.map((result) =>
          last !== null && copy === longer ? { ...result } : copy.own(result),
        ),
      ]),
    );
    stmts.push({
      ...loop,
      ...bounds,
      counter,
      inits: both((copy) => starts.get(copy)!),
      body: { params, body: inner, yields },
      results: both((copy) => ends.get(copy)!),
      end,
    });
    if (last !== null) {
      const turn = { at: end, to: last };
      stmts.push(...this.turn(loop, longer, turn, ends.get(longer)!, results.map(longer.own)));
    }
    return stmts;
  }

  /** A turn of an inner loop that only one of the steps takes, if it takes it. */
  private turn(
    loop: ForStmt,
    step: Copy,
    { at, to }: { readonly at: Value; readonly to: Value },
    inits: readonly Value[],
    results: readonly Value[],
  ): Stmt[] {
    // The values of the turn are others than those of the loop.
    const fresh = new Copy();
    step.replace(fresh.own(loop.counter), at);
    const own = fresh.region(loop.body);
    own.params.forEach((param, k) => step.replace(param, inits[k]));
    const body = own.body.map(step.stmt);
    const test = value('', 'bool');
    return [
      { tag: 'let', value: test, op: { tag: 'compare', by: loop.by, args: [at, to] } },
      {
        tag: 'if',
        test,
        then: { params: [], body, yields: own.yields.map(step.of) },
        otherwise: { params: [], body: [], yields: inits },
        results,
      },
    ];
  }
}

/**
 * A loop that computes first what it carries, as far as that is arithmetic of numbers that are there when a
 * step begins. So the next step need not wait for it.
 */
function early(loop: ForStmt): ForStmt {
  const { body, yields } = loop.body;
  const inside = new Set(body.flatMap(definedBy));
  const lets = new Map<Value, Stmt>();
  for (const stmt of body) {
    if (stmt.tag !== 'let') continue;
    const { op } = stmt;
    const isFree = op.tag === 'const' || (op.tag === 'prim' && isWritten(op.row));
    if (isFree && op.args.every((arg: Value) => lets.has(arg) || !inside.has(arg)))
      lets.set(stmt.value, stmt);
  }
  const moved = new Set<Stmt>();
  const move = (of: Value): void => {
    const stmt = lets.get(of);
    if (stmt === undefined || moved.has(stmt)) return;
    usesOf(stmt).forEach(move);
    moved.add(stmt);
  };
  yields.forEach(move);
  const rest = body.filter((stmt) => !moved.has(stmt));
  return { ...loop, body: { ...loop.body, body: [...moved, ...rest] } };
}

/** The function with loops that take two steps at once; itself if it has none. */
export function paired(f: Func, find = abreast): Func {
  if (!hasStmt(f, 'for')) return f;
  let blocks = 0;
  for (const stmt of statementsOf(f))
    if (stmt.tag === 'keep') blocks = Math.max(blocks, stmt.block + 1);
  const tables = { roots: rootsOf(f), counts: countsOf(f), definitions: definitionsOf(f), blocks };
  const pairing = new Pairing(tables, find);
  const made = mapped(f, pairing.region);
  return pairing.hasPairs ? made : f;
}

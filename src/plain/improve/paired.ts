/**
 * Takes two steps of a loop at once, where they may stand side by side (analyse/abreast.ts). While a sum of one step
 * waits, the processor works at the other step, and what both steps read is read once. All numbers keep their bits
 * but slopes to which several steps add: these get the same summands in another order. O(size of the function).
 */
import { abreast } from '../analyse/abreast.js';
import { countsOf } from '../analyse/counts.js';
import { definitionsOf, type Definitions } from '../analyse/definitions.js';
import { rootsOf, type Roots } from '../analyse/roots.js';
import { value } from '../ir/build.js';
import {
  statementsOf,
  type ForStmt,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { mapped } from './mapped.js';
import { Copy } from './copy.js';

interface Tables {
  readonly roots: Roots;
  readonly counts: ReadonlySet<Value>;
  readonly definitions: Definitions;
  /** What is added to the number of a block, since what two steps keep together is a block of its own. */
  readonly blocks: number;
}

class Pairing {
  /** Whether there was any such loop. */
  hasPairs = false;

  constructor(
    private readonly of: Tables,
    private readonly find: typeof abreast,
  ) {}

  region = (region: Region): Region => ({ ...region, body: region.body.flatMap(this.stmt) });

  private stmt = (stmt: Stmt): Stmt[] => {
    switch (stmt.tag) {
      case 'if':
        return [{ ...stmt, then: this.region(stmt.then), otherwise: this.region(stmt.otherwise) }];
      case 'while':
        return [{ ...stmt, body: this.region(stmt.body) }];
      case 'for': {
        const fused = this.of.counts.has(stmt.counter) ? this.find(stmt, this.of.roots) : null;
        return fused === null
          ? [{ ...stmt, body: this.region(stmt.body) }]
          : this.paired(stmt, fused);
      }
      default:
        return [stmt];
    }
  };

  /** A loop in steps of two, and one for a step that is left. */
  private paired(loop: ForStmt, fused: ReadonlySet<Stmt>): Stmt[] {
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
    other.replace(counter, add(head, { tag: 'prim', row: 'add', args: [first, step] }));
    body.params.forEach((param, k) => {
      const given = body.yields[k];
      // Some are computed only below.
      const isOwn = this.of.definitions.get(given)?.region === body;
      other.replace(param, isOwn ? one.own(given) : given);
    });
    const both = this.both(body, fused, one, other);
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

  private both(region: Region, fused: ReadonlySet<Stmt>, one: Copy, other: Copy): Stmt[] {
    const stmts: Stmt[] = [];
    let piece: Stmt[] = [];
    const end = () => {
      for (const copy of [one, other]) stmts.push(...piece.map(copy.stmt));
      piece = [];
    };
    for (const stmt of region.body) {
      if (stmt.tag === 'for' && fused.has(stmt)) {
        end();
        stmts.push(this.together(stmt, fused, one, other));
      } else if (stmt.tag === 'keep' || stmt.tag === 'take') {
        end();
        const block = stmt.block + this.of.blocks;
        const of = (copy: Copy) => stmt.values.map(stmt.tag === 'keep' ? copy.of : copy.own);
        stmts.push({ ...stmt, block, values: [...of(one), ...of(other)] });
      } else piece.push(stmt);
    }
    end();
    return stmts;
  }

  /** An inner loop of both steps. */
  private together(loop: ForStmt, fused: ReadonlySet<Stmt>, one: Copy, other: Copy): Stmt {
    const of = (values: readonly Value[]) => [...values.map(one.of), ...values.map(other.of)];
    const own = (values: readonly Value[]) => [...values.map(one.own), ...values.map(other.own)];
    const { from, to, step, inits, body } = loop;
    const counter = one.own(loop.counter);
    other.replace(loop.counter, counter);
    const made = {
      ...loop,
      counter,
      from: one.of(from),
      to: one.of(to),
      step: one.of(step),
      inits: of(inits),
    };
    const params = own(body.params);
    const inner = this.both(body, fused, one, other);
    const end = one.own(loop.end);
    other.replace(loop.end, end);
    return {
      ...made,
      body: { params, body: inner, yields: of(body.yields) },
      results: own(loop.results),
      end,
    };
  }
}

/** The function with loops that take two steps at once; itself if it has none. */
export function paired(f: Func, find = abreast): Func {
  let blocks = 0;
  for (const stmt of statementsOf(f))
    if (stmt.tag === 'keep') blocks = Math.max(blocks, stmt.block + 1);
  const tables = { roots: rootsOf(f), counts: countsOf(f), definitions: definitionsOf(f), blocks };
  const pairing = new Pairing(tables, find);
  const made = mapped(f, pairing.region);
  return pairing.hasPairs ? made : f;
}

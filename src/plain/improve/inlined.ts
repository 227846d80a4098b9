/**
 * Inlining. Puts functions that do not call themselves in the place of their calls: small functions, and
 * those that are called once. Each copy keeps values in blocks of its own. O(size of what is made), which is
 * bounded.
 */
import { baptise } from '../ir/build.js';
import { calleesOf, withCallees } from '../ir/callees.js';
import {
  allOf,
  statementCount,
  statementsOf,
  type CallStmt,
  type Func,
  type Region,
  type Stmt,
} from '../ir/ir.js';
import { Blocks, copying } from './copying.js';
import { Substitution } from './substitution.js';

/** A call costs less than so many statements. */
const SMALL = 100;
/** The most statements of a function together with those that it calls. */
const MOST = 1500;

class Inlining {
  private readonly byName: ReadonlyMap<string, Func>;
  /** The number of calls of each function. */
  private readonly calls = new Map<string, number>();
  /** The functions, after what they call was put into them. */
  private readonly made = new Map<string, Region>();
  private size = 0;

  constructor(
    f: Func,
    private readonly blocks: Blocks,
  ) {
    this.byName = new Map(allOf(f).map((one) => [one.name, one]));
    for (const stmt of statementsOf(f))
      if (stmt.tag === 'call') this.calls.set(stmt.of, (this.calls.get(stmt.of) ?? 0) + 1);
  }

  /** A function of the program. */
  region(name: string): Region {
    const known = this.made.get(name);
    if (known !== undefined) return known;
    const { region } = this.byName.get(name)!;
    // What calls itself is asked for while it is made.
    this.made.set(name, region);
    const around = this.size;
    this.size = statementCount(region);
    const made = this.within(region, new Substitution());
    this.size = around;
    this.made.set(name, made);
    return made;
  }

  private within(of: Region, same: Substitution): Region {
    const body = of.body.flatMap((stmt): Stmt[] => {
      const made = same.inStmt(stmt, (inner) => this.within(inner, same));
      return made.tag === 'call' ? this.called(made, same) : [made];
    });
    return { ...of, body, yields: of.yields.map(same.of) };
  }

  private called(call: CallStmt, same: Substitution): Stmt[] {
    const callee = this.byName.get(call.of);
    if (callee === undefined || calleesOf(callee, this.byName).includes(callee)) return [call];
    const region = this.region(call.of);
    const size = statementCount(region);
    const isWanted = size <= SMALL || this.calls.get(call.of) === 1;
    if (!isWanted || this.size + size > MOST) return [call];
    this.size += size;
    const copy = copying(this.blocks);
    region.params.forEach((param, k) => copy.replace(param, call.args[k]));
    const body = region.body.map(copy.stmt);
    call.results.forEach((result, k) => {
      const found = copy.of(region.yields[k]);
      if (!call.args.includes(found)) baptise(found, result.name);
      same.replace(result, found);
    });
    return body;
  }
}

/** @param blocks gives numbers to what is kept in copies; no other block of the program has them */
export function inlined(f: Func, blocks = new Blocks()): Func {
  if (f.functions === undefined) return f;
  const inlining = new Inlining(f, blocks);
  const functions = f.functions.map(({ name }) => ({ name, region: inlining.region(name) }));
  return withCallees({ name: f.name, region: inlining.region(f.name) }, functions);
}

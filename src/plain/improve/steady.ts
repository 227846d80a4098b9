/**
 * Trivial phis. Replaces what a loop carries and never changes by the value from before the loop, and what
 * both branches give alike by that value. O(size of the function).
 */
import type { Func, Region, Stmt, Value } from '../ir/ir.js';
import { mapped } from './mapped.js';
import { Substitution } from './substitution.js';

class Steady {
  private readonly same = new Substitution();

  region = (region: Region): Region => ({
    params: region.params,
    body: region.body.map((stmt) => this.stmt(stmt)),
    yields: region.yields.map(this.same.of),
  });

  private stmt(given: Stmt): Stmt {
    if (given.tag === 'for' || given.tag === 'while')
      this.unchanged(given.body, given.body.params, given.inits);
    if (given.tag === 'while') this.unchanged(given.body, given.test.params, given.inits);
    const stmt = this.same.inStmt(given, this.region);
    if (stmt.tag === 'if') {
      const [one, other] = [stmt.then.yields, stmt.otherwise.yields];
      stmt.results.forEach((result, k) => {
        if (one[k] === other[k]) this.same.replace(result, one[k]);
      });
    } else if (stmt.tag === 'for' || stmt.tag === 'while') {
      stmt.results.forEach((result, k) => {
        if (stmt.body.yields[k] === this.same.of(stmt.body.params[k]))
          this.same.replace(result, stmt.inits[k]);
      });
    }
    return stmt;
  }

  private unchanged(body: Region, params: readonly Value[], inits: readonly Value[]): void {
    params.forEach((param, k) => {
      if (body.yields[k] === body.params[k]) this.same.replace(param, inits[k]);
    });
  }
}

/** The function without what loops carry for nothing. */
export const steady = (f: Func): Func => mapped(f, (region) => new Steady().region(region));

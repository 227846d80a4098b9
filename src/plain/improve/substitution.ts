/** Values that stand for others, in the whole of a function. */
import type { Op, Region, Stmt, Value } from '../ir/ir.js';

export class Substitution {
  private readonly same = new Map<Value, Value>();

  replace(value: Value, by: Value): void {
    this.same.set(value, by);
  }

  /** The value that one stands for. */
  of = (value: Value): Value => {
    let at = value;
    for (let next = this.same.get(at); next !== undefined; next = this.same.get(at)) at = next;
    return at;
  };

  /** A region with what its operands stand for. O(size of the region). */
  inRegion = (of: Region): Region => ({
    ...of,
    body: of.body.map((stmt) => this.inStmt(stmt, this.inRegion)),
    yields: of.yields.map(this.of),
  });

  /** A statement with what its operands stand for; `inner` gives its regions. */
  inStmt(stmt: Stmt, inner: (region: Region) => Region): Stmt {
    const { of } = this;
    switch (stmt.tag) {
      case 'let':
        return { ...stmt, op: { ...stmt.op, args: stmt.op.args.map(of) } as Op };
      case 'store':
        return { ...stmt, array: of(stmt.array), index: of(stmt.index), value: of(stmt.value) };
      case 'check':
        return { ...stmt, array: of(stmt.array), index: of(stmt.index) };
      case 'whole':
        return { ...stmt, value: of(stmt.value) };
      case 'if':
        return {
          ...stmt,
          test: of(stmt.test),
          then: inner(stmt.then),
          otherwise: inner(stmt.otherwise),
        };
      case 'for':
        return {
          ...stmt,
          from: of(stmt.from),
          to: of(stmt.to),
          step: of(stmt.step),
          inits: stmt.inits.map(of),
          body: inner(stmt.body),
        };
      case 'while':
        return {
          ...stmt,
          inits: stmt.inits.map(of),
          test: inner(stmt.test),
          body: inner(stmt.body),
        };
      case 'call':
      case 'host':
        return { ...stmt, args: stmt.args.map(of) };
      case 'keep':
        return { ...stmt, values: stmt.values.map(of) };
      case 'forget':
        return { ...stmt, mark: of(stmt.mark) };
      case 'take':
      case 'mark':
      case 'leave':
        return stmt;
    }
  }
}

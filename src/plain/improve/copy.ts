/** Copies of code with values of their own. O(size of the code). */
import type { Region, Stmt, Value } from '../ir/ir.js';
import { Substitution } from './substitution.js';

export class Copy {
  private readonly same = new Substitution();
  private readonly made = new Map<Value, Value>();

  /** @param change what else becomes of statements */
  constructor(private readonly change = (stmt: Stmt): Stmt => stmt) {}

  /** Lets a value stand for one that the code uses. */
  replace(value: Value, by: Value): void {
    this.same.replace(value, by);
  }

  /** The value that takes the place of another. */
  readonly of = this.same.of;

  /** The copy of a value that the code defines, perhaps further below. */
  own = (value: Value): Value => {
    let copy = this.made.get(value);
    if (copy === undefined) {
      copy = { ...value };
      this.made.set(value, copy);
      this.same.replace(value, copy);
    }
    return copy;
  };

  region = ({ params, body, yields }: Region): Region => ({
    params: params.map(this.own),
    body: body.map(this.stmt),
    yields: yields.map(this.of),
  });

  stmt = (given: Stmt): Stmt => this.change(this.copied(given));

  private copied(given: Stmt): Stmt {
    if (given.tag === 'for') this.own(given.counter);
    const stmt = this.same.inStmt(given, this.region);
    switch (stmt.tag) {
      case 'let':
        return { ...stmt, value: this.own(stmt.value) };
      case 'if':
      case 'while':
      case 'call':
      case 'host':
        return { ...stmt, results: stmt.results.map(this.own) };
      case 'for': {
        const [counter, end] = [stmt.counter, stmt.end].map(this.own);
        return { ...stmt, counter, end, results: stmt.results.map(this.own) };
      }
      case 'take':
        return { ...stmt, values: stmt.values.map(this.own) };
      case 'mark':
        return { ...stmt, mark: this.own(stmt.mark) };
      default:
        return stmt;
    }
  }
}

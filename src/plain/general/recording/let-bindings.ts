/**
 * Writes Let-bindings into the columns: `z = Add (Scale p (Var x)) (Scale q (Var y))` is one id with its
 * summands. Nothing is written if no argument is active.
 */
import type { Term } from '../../front/terms.js';
import type { Expression, types, Types } from '../../front/syntax.js';
import type { TermCode } from './term-code.js';
import type { AddedNames } from '../added-names.js';
import type { Output } from './output.js';

export interface Summand {
  /** The variable that holds the id of the argument. */
  readonly id: string;
  readonly partial: Term;
}

export class LetBindings {
  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
    private readonly code: TermCode,
    private readonly out: Output,
  ) {}

  /** Declares `id`: the id of a value with these summands, or 0 if none of the arguments is active. */
  bind(id: string, primal: string, edges: readonly Summand[]): void {
    const { t } = this;
    const active = this.active(edges);
    let made: Expression | null = null;
    const before = this.out.collect(() =>
      this.code.inBlock(
        () => (made = edges.length <= 3 ? this.inline(primal, edges) : this.wide(primal, edges)),
      ),
    );
    const bound = made!;
    if (before.length === 0) {
      this.out.emit(this.out.declaration(id, t.logicalExpression('&&', active, bound)));
      return;
    }
    this.out.emit(this.out.declaration(id, t.numericLiteral(0)));
    this.out.emit(
      t.ifStatement(active, t.blockStatement([...before, this.out.assignment(id, bound)])),
    );
  }

  /** A number that is 0 if no argument is active: ids are not negative. */
  private active(edges: readonly Summand[]): Expression {
    const ids = [...new Set(edges.map(({ id }) => id))].map((id): Expression =>
      this.t.identifier(id),
    );
    const any = ids.reduce((left, right) => this.t.binaryExpression('|', left, right));
    return ids.length > 1 ? this.t.parenthesizedExpression(any) : any;
  }

  private inline(primal: string, edges: readonly Summand[]): Expression {
    const { t } = this;
    const args = edges.flatMap(({ id, partial }) => [this.code.of(partial), t.identifier(id)]);
    return this.call(`bind${edges.length}`, [t.identifier(primal), ...args]);
  }

  private wide(primal: string, edges: readonly Summand[]): Expression {
    const { start, end } = this.open();
    this.append(end, edges);
    return this.close(start, end, primal);
  }

  /** Begins a list of summands; later summands follow by `append`. */
  open(end = this.out.newName()): { readonly start: string; readonly end: string } {
    const start = this.out.newName();
    this.out.emit(this.out.declaration(start, this.call('open', [])));
    this.out.emit(this.out.declaration(end, this.t.identifier(start)));
    return { start, end };
  }

  /**
   * Writes summands at the end of a list. The code stands in place: V8 would allocate for calls with numbers,
   * and there may be more calls than it inlines. Stores beyond the columns do nothing, and `close` notices them.
   */
  append(end: string, edges: readonly Summand[]): void {
    const { t, names } = this;
    const next = t.expressionStatement(t.updateExpression('++', t.identifier(end)));
    const store = (place: types.MemberExpression, value: Expression) =>
      this.out.emit(t.expressionStatement(t.assignmentExpression('=', place, value)));
    for (const { id, partial } of edges) {
      store(names.inColumn('partial', end), this.code.of(partial));
      store(names.inColumn('arg', end), t.identifier(id));
      this.out.emit(t.ifStatement(t.identifier(id), t.cloneNode(next)));
    }
  }

  /** The id of a value with a list of summands. */
  close(start: string, end: string, primal: string): Expression {
    return this.call(
      'close',
      [start, end, primal].map((name) => this.t.identifier(name)),
    );
  }

  private call(name: string, args: Expression[]): Expression {
    return this.t.callExpression(this.names.runtime(name), args);
  }
}

/**
 * Let-bindings as code that writes the columns: `z = Add (Scale p (Var x)) (Scale q (Var y))` is one
 * id and its edges. Nothing is written where nothing is active.
 */
import type { Term } from '../../front/terms.js';
import type { Expression, types, Types } from '../../front/syntax.js';
import type { Code } from './code.js';
import type { Names } from '../names.js';

export interface Edge {
  /** The variable that holds the id of the argument. */
  readonly id: string;
  readonly partial: Term;
}

export class Edges {
  constructor(
    private readonly t: Types,
    private readonly names: Names,
    private readonly code: Code,
    private readonly fresh: () => string,
    private readonly emit: (statement: types.Statement) => void,
    private readonly collect: (body: () => void) => types.Statement[],
  ) {}

  /** `id` becomes the id of a value with these edges, or 0 if none of the arguments is active. */
  bind(id: string, primal: string, edges: readonly Edge[]): void {
    const { t } = this;
    this.emit(
      t.variableDeclaration('let', [t.variableDeclarator(t.identifier(id), t.numericLiteral(0))]),
    );
    const body = this.collect(() =>
      this.code.inBlock(() => {
        if (edges.length <= 2) this.inline(id, edges);
        else this.wide(id, edges);
        this.write('primal', t.identifier(id), t.identifier(primal));
      }),
    );
    this.emit(t.ifStatement(this.anyActive(edges), t.blockStatement(body)));
  }

  private anyActive(edges: readonly Edge[]): Expression {
    const { t } = this;
    const ids = [...new Set(edges.map(({ id }) => id))].map((id): Expression => t.identifier(id));
    return t.binaryExpression(
      '>',
      ids.reduce((left, right) => t.binaryExpression('|', left, right)),
      t.numericLiteral(0),
    );
  }

  private inline(id: string, [first, second]: readonly Edge[]): void {
    const { t } = this;
    this.assign(id, t.callExpression(this.names.runtime('next'), []));
    const at = () => t.identifier(id);
    this.write('partial1', at(), this.code.of(first.partial));
    this.write('arg1', at(), t.identifier(first.id));
    if (second === undefined) {
      this.write('arg2', at(), t.numericLiteral(0));
      return;
    }
    this.write('partial2', at(), this.code.of(second.partial));
    this.write('arg2', at(), t.identifier(second.id));
  }

  private wide(id: string, edges: readonly Edge[]): void {
    const { start, end } = this.open();
    this.append(end, edges);
    this.assign(id, this.close(start, end));
  }

  /** Begins a list of edges; later ones follow by `append`. */
  open(end = this.fresh()): { readonly start: string; readonly end: string } {
    const { t } = this;
    const start = this.fresh();
    const top = t.memberExpression(this.names.column('head'), t.numericLiteral(1), true);
    this.emit(t.variableDeclaration('const', [t.variableDeclarator(t.identifier(start), top)]));
    this.emit(
      t.variableDeclaration('let', [t.variableDeclarator(t.identifier(end), t.identifier(start))]),
    );
    return { start, end };
  }

  /** Writes edges at the end of a list; those of passive arguments are overwritten by the next. */
  append(end: string, edges: readonly Edge[]): void {
    const { t } = this;
    const room = t.binaryExpression('+', t.identifier(end), t.numericLiteral(edges.length));
    this.emit(t.expressionStatement(t.callExpression(this.names.runtime('room'), [room])));
    for (const { id, partial } of edges) {
      this.write('widePartial', t.identifier(end), this.code.of(partial));
      this.write('wideArg', t.identifier(end), t.identifier(id));
      const isActive = t.binaryExpression('>', t.identifier(id), t.numericLiteral(0));
      this.emit(
        t.ifStatement(isActive, t.expressionStatement(t.updateExpression('++', t.identifier(end)))),
      );
    }
  }

  close(start: string, end: string): Expression {
    const { t } = this;
    return t.callExpression(this.names.runtime('close'), [t.identifier(start), t.identifier(end)]);
  }

  write(column: string, at: Expression, value: Expression): void {
    const { t } = this;
    this.emit(
      t.expressionStatement(
        t.assignmentExpression('=', t.memberExpression(this.names.column(column), at, true), value),
      ),
    );
  }

  private assign(name: string, value: Expression): void {
    const { t } = this;
    this.emit(t.expressionStatement(t.assignmentExpression('=', t.identifier(name), value)));
  }
}

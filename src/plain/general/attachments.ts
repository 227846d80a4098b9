/**
 * Statements that attach versions to the functions of a module: `$attach(f, f$dual);`. Each stands right after
 * the statement that makes the function.
 */
import type { FunctionNode, Node, NodePath, types, Types } from '../front/syntax.js';
import type { AddedNames } from './added-names.js';
import { functionName } from './function-names.js';

export class Attachments {
  /** The statements for declarations, which exist from the start. */
  private readonly first: types.Statement[] = [];
  private readonly after = new Map<Node, types.Statement[]>();

  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
  ) {}

  /** Attaches versions to a function, if the top level of the module can name the function. */
  add(path: NodePath<FunctionNode>, versions: readonly types.Identifier[]): boolean {
    const { t } = this;
    const { reference } = functionName(t, path);
    if (reference === null) return false;
    const call = t.callExpression(this.names.runtime('attach'), [
      reference,
      ...versions.map((version) => t.cloneNode(version)),
    ]);
    this.addStatement(path, t.expressionStatement(call));
    return true;
  }

  /** Adds a statement that needs a function of the top level. */
  addStatement(path: NodePath<FunctionNode>, attaching: types.Statement): void {
    const statement = path.find(({ parent }) => parent.type === 'Program')!.node;
    const others = this.after.get(statement);
    if (path.node.type === 'FunctionDeclaration') this.first.push(attaching);
    else if (others === undefined) this.after.set(statement, [attaching]);
    else others.push(attaching);
  }

  /** Puts the statements into the module. */
  put(program: types.Program): void {
    const body = program.body.flatMap((statement) => [
      statement,
      ...(this.after.get(statement)?.reverse() ?? []),
    ]);
    program.body = [...this.first.reverse(), ...body];
  }
}

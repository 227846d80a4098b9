/** What a module tells the library of its functions, as soon as each of them is there: `$attach(f, f$dual);`. */
import type { FunctionNode, Node, NodePath, types, Types } from '../front/syntax.js';
import type { AddedNames } from './added-names.js';
import { functionName } from './function-names.js';

export class Attachments {
  /** Declarations are there from the start. */
  private readonly first: types.Statement[] = [];
  private readonly after = new Map<Node, types.Statement[]>();

  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
  ) {}

  /** Tells of a function with its versions, if the module can speak of it at its top level. */
  add(path: NodePath<FunctionNode>, versions: readonly types.Identifier[]): boolean {
    const { t } = this;
    const { reference } = functionName(t, path);
    if (reference === null) return false;
    const call = t.callExpression(this.names.runtime('attach'), [
      reference,
      ...versions.map((version) => t.cloneNode(version)),
    ]);
    const told = t.expressionStatement(call);
    const statement = path.find(({ parent }) => parent.type === 'Program')!.node;
    const others = this.after.get(statement);
    if (path.node.type === 'FunctionDeclaration') this.first.push(told);
    else if (others === undefined) this.after.set(statement, [told]);
    else others.push(told);
    return true;
  }

  /** Puts it into the module. */
  put(program: types.Program): void {
    const body = program.body.flatMap((statement) => [
      statement,
      ...(this.after.get(statement)?.reverse() ?? []),
    ]);
    program.body = [...this.first.reverse(), ...body];
  }
}

/** Functions that can have no derivative version, since the names in them can mean anything. */
import type { FunctionNode, NodePath, types, Types } from '../front/syntax.js';
import type { AddedNames } from './added-names.js';
import { functionName } from './function-names.js';

/** Puts a refusal in front of a function: it throws while a derivative is in progress. */
export function refuse(t: Types, names: AddedNames, path: NodePath<FunctionNode>): void {
  const { node } = path;
  const isOn = t.memberExpression(names.runtime('mode'), t.identifier('on'));
  const name = t.stringLiteral(`the function ${functionName(t, path).name}`);
  const refused: types.Statement = t.expressionStatement(
    t.callExpression(names.runtime('refuse'), [name]),
  );
  if (node.body.type !== 'BlockStatement')
    node.body = t.blockStatement([t.returnStatement(node.body)]);
  node.body.body.unshift(t.ifStatement(isOn, refused));
}

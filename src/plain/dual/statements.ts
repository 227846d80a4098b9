/** D{·} on statements: conditions are truth values of reals, the rest is as before. */
import { isNative } from '../front/kinds.js';
import type { Expression, Node, types } from '../front/syntax.js';
import { update } from './assignments.js';
import type { Inference } from '../front/inference.js';
import type { Dual } from './expressions.js';
import { target } from './targets.js';
import { taken } from './wording.js';

/** The translation of statements that need one of their own. */
export function statement(dual: Dual, node: Node): Node | null {
  switch (node.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return withTest(dual, node);
    case 'ForStatement':
      return forStatement(dual, node);
    case 'ForInStatement':
    case 'ForOfStatement':
      return overItems(dual, node);
    case 'SwitchStatement':
      return switchStatement(dual, node);
    case 'ExpressionStatement':
      return dual.placed(dual.t.expressionStatement(effect(dual, node.expression)), node);
    default:
      return null;
  }
}

/** An expression whose value is not used. */
const effect = (dual: Dual, node: Expression): Expression =>
  node.type === 'UpdateExpression' ? update(dual, node, false) : dual.of(node);

function withTest<T extends types.IfStatement | types.WhileStatement | types.DoWhileStatement>(
  dual: Dual,
  node: T,
): T {
  const copy = dual.t.cloneNode(node, false);
  // In the order of the source, so that temporaries are numbered as they are met.
  if (copy.type !== 'DoWhileStatement') copy.test = dual.test(node.test);
  if (copy.type === 'IfStatement') {
    copy.consequent = dual.of(copy.consequent);
    copy.alternate = copy.alternate == null ? null : dual.of(copy.alternate);
  } else {
    (copy as types.WhileStatement).body = dual.of((node as types.WhileStatement).body);
  }
  if (copy.type === 'DoWhileStatement') copy.test = dual.test(node.test);
  return copy;
}

function forStatement(dual: Dual, node: types.ForStatement): types.ForStatement {
  const { t } = dual;
  const init =
    node.init == null
      ? null
      : node.init.type === 'VariableDeclaration'
        ? dual.of(node.init)
        : effect(dual, node.init);
  const test = node.test == null ? null : dual.test(node.test);
  const step = node.update == null ? null : effect(dual, node.update);
  return dual.placed(t.forStatement(init, test, step, dual.of(node.body)), node);
}

function overItems<T extends types.ForInStatement | types.ForOfStatement>(dual: Dual, node: T): T {
  const copy = dual.t.cloneNode(node, false);
  copy.left = targetOfLoop(dual, node);
  copy.right = node.type === 'ForInStatement' ? enumerated(dual, node) : taken(dual, node.right);
  copy.body = dual.of(node.body);
  return copy;
}

/** What a loop declares, or assigns to. */
export const targetOfLoop = (
  dual: Dual,
  { left }: types.ForInStatement | types.ForOfStatement,
): types.VariableDeclaration | types.LVal =>
  left.type === 'VariableDeclaration' ? dual.of(left) : (target(dual, left) as types.LVal);

/** What `for … in` runs over. */
export function enumerated(dual: Dual, { right }: types.ForInStatement): Expression {
  const translated = dual.of(right);
  return isNative(dual.kind(right)) ? translated : dual.runtime('enumerated', [translated], right);
}

/** Whether the subject and all cases of a switch are native values. */
export const isPassive = (
  inference: Inference,
  { discriminant, cases }: types.SwitchStatement,
): boolean =>
  [discriminant, ...cases.flatMap(({ test }) => test ?? [])].every((node) =>
    isNative(inference.of(node)),
  );

/** Cases are compared by `===` one after the other, so they are conditions in the same order. */
function switchStatement(dual: Dual, node: types.SwitchStatement): Node {
  const { t } = dual;
  if (isPassive(dual.inference, node)) return dual.children(node);
  const subject = dual.temporary();
  const asked = t.expressionStatement(dual.store(subject, dual.of(node.discriminant)));
  const cases = node.cases.map(({ test, consequent }) =>
    t.switchCase(
      test == null ? null : dual.runtime('eq', [t.cloneNode(subject), dual.of(test)], test),
      consequent.map((inner) => dual.of(inner)),
    ),
  );
  return t.blockStatement([
    asked,
    dual.placed(t.switchStatement(t.booleanLiteral(true), cases), node),
  ]);
}

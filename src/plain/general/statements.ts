/** D{·} on statements: conditions become truth values of reals; everything else stays. */
import { isNative } from '../front/kinds.js';
import type { Expression, Node, types } from '../front/syntax.js';
import { update } from './assignments.js';
import type { Inference } from '../front/inference.js';
import type { Translator } from './translator.js';
import { target } from './targets.js';
import { checkedSource } from './error-names.js';

/** The translation of a statement, if it needs one of its own. */
export function statement(translator: Translator, node: Node): Node | null {
  switch (node.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return withTest(translator, node);
    case 'ForStatement':
      return forStatement(translator, node);
    case 'ForInStatement':
    case 'ForOfStatement':
      return overItems(translator, node);
    case 'SwitchStatement':
      return switchStatement(translator, node);
    case 'ExpressionStatement':
      return translator.placed(
        translator.t.expressionStatement(effect(translator, node.expression)),
        node,
      );
    default:
      return null;
  }
}

/** An expression whose value is not used. */
const effect = (translator: Translator, node: Expression): Expression =>
  node.type === 'UpdateExpression' ? update(translator, node, false) : translator.of(node);

function withTest<T extends types.IfStatement | types.WhileStatement | types.DoWhileStatement>(
  translator: Translator,
  node: T,
): T {
  const copy = translator.t.cloneNode(node, false);
  // In the order of the source, so that temporaries are numbered as they are met.
  if (copy.type !== 'DoWhileStatement') copy.test = translator.test(node.test);
  if (copy.type === 'IfStatement') {
    copy.consequent = translator.of(copy.consequent);
    copy.alternate = copy.alternate == null ? null : translator.of(copy.alternate);
  } else {
    (copy as types.WhileStatement).body = translator.of((node as types.WhileStatement).body);
  }
  if (copy.type === 'DoWhileStatement') copy.test = translator.test(node.test);
  return copy;
}

function forStatement(translator: Translator, node: types.ForStatement): types.ForStatement {
  const { t } = translator;
  const init =
    node.init == null
      ? null
      : node.init.type === 'VariableDeclaration'
        ? translator.of(node.init)
        : effect(translator, node.init);
  const test = node.test == null ? null : translator.test(node.test);
  const step = node.update == null ? null : effect(translator, node.update);
  return translator.placed(t.forStatement(init, test, step, translator.of(node.body)), node);
}

function overItems<T extends types.ForInStatement | types.ForOfStatement>(
  translator: Translator,
  node: T,
): T {
  const copy = translator.t.cloneNode(node, false);
  copy.left = targetOfLoop(translator, node);
  copy.right =
    node.type === 'ForInStatement'
      ? enumerated(translator, node)
      : checkedSource(translator, node.right);
  copy.body = translator.of(node.body);
  return copy;
}

/** The variables that a loop declares, or the targets that it assigns to. */
export const targetOfLoop = (
  translator: Translator,
  { left }: types.ForInStatement | types.ForOfStatement,
): types.VariableDeclaration | types.LVal =>
  left.type === 'VariableDeclaration'
    ? translator.of(left)
    : (target(translator, left) as types.LVal);

/** The object whose keys `for … in` runs over. */
export function enumerated(translator: Translator, { right }: types.ForInStatement): Expression {
  const translated = translator.of(right);
  return isNative(translator.kind(right))
    ? translated
    : translator.runtime('enumerated', [translated], right);
}

/** True if the subject and all cases of a switch are native values. */
export const isNativeSwitch = (
  inference: Inference,
  { discriminant, cases }: types.SwitchStatement,
): boolean =>
  [discriminant, ...cases.flatMap(({ test }) => test ?? [])].every((node) =>
    isNative(inference.of(node)),
  );

/**
 * A switch. JavaScript compares the cases by `===` one after the other, so they become conditions in the same
 * order.
 */
function switchStatement(translator: Translator, node: types.SwitchStatement): Node {
  const { t } = translator;
  if (isNativeSwitch(translator.inference, node)) return translator.children(node);
  const subject = translator.temporary();
  const storing = t.expressionStatement(
    translator.store(subject, translator.of(node.discriminant)),
  );
  const cases = node.cases.map(({ test, consequent }) =>
    t.switchCase(
      test == null
        ? null
        : translator.runtime('eq', [t.cloneNode(subject), translator.of(test)], test),
      consequent.map((inner) => translator.of(inner)),
    ),
  );
  return t.blockStatement([
    storing,
    translator.placed(t.switchStatement(t.booleanLiteral(true), cases), node),
  ]);
}

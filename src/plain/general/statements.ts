/** D{·} on statements: conditions become truth values of reals; everything else stays. */
import { isNative } from '../front/kinds.js';
import { walk, type Expression, type Node, type types } from '../front/syntax.js';
import { update } from './assignments.js';
import type { Inference } from '../front/inference.js';
import type { Translator } from './translator.js';
import { target } from './targets.js';
import { cachedIf, insisting, refusedTest } from './cache-tests.js';
import { checkedSource } from './error-names.js';
import { isFixedNumber } from './operators.js';

/** The translation of a statement, if it needs one of its own. */
export function statement(translator: Translator, node: Node): Node | null {
  switch (node.type) {
    case 'BlockStatement':
      return block(translator, node);
    case 'IfStatement':
      return cachedIf(translator, node, [])?.statement ?? withTest(translator, node);
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

function block(translator: Translator, node: types.BlockStatement): types.BlockStatement {
  const copy = translator.t.cloneNode(node, false);
  copy.body = translator.inSequence(node.body);
  return copy;
}

/** Statements in a row: what follows a way out of a cache may be what fills it. */
export function sequence(
  translator: Translator,
  list: readonly types.Statement[],
): types.Statement[] {
  const made: types.Statement[] = [];
  for (const [k, node] of list.entries()) {
    if (node.type !== 'IfStatement') {
      made.push(translator.of(node));
      translator.declarations.note(node, made, translator.place);
      continue;
    }
    const rest = list.slice(k + 1);
    const cache = cachedIf(translator, node, isScope(translator, list, k) ? rest : []);
    made.push(cache?.statement ?? withTest(translator, node));
    if (cache?.insistOn == null) continue;
    made.push(insisting(translator, cache.insistOn, sequence(translator, rest)));
    break;
  }
  return made;
}

/** True if an identifier is the name of a member. */
const isKeyOf = (node: Node, around: Node | null): boolean =>
  (around?.type === 'MemberExpression' && around.property === node && !around.computed) ||
  (around?.type === 'ObjectProperty' && around.key === node && around.value !== node);

/** True if nothing in front of a statement names what is declared behind it. */
function isScope({ t }: Translator, list: readonly types.Statement[], k: number): boolean {
  const declared = list.slice(k + 1).flatMap((node) => (t.isDeclaration(node) ? [node] : []));
  const names = new Set(declared.flatMap((node) => Object.keys(t.getBindingIdentifiers(node))));
  let isNamed = false;
  if (names.size > 0)
    for (const node of list.slice(0, k + 1))
      walk(t, node, null, (inner, around) => {
        isNamed ||= inner.type === 'Identifier' && names.has(inner.name) && !isKeyOf(inner, around);
      });
  return !isNamed;
}

function withTest<T extends types.IfStatement | types.WhileStatement | types.DoWhileStatement>(
  translator: Translator,
  node: T,
): T {
  const copy = translator.t.cloneNode(node, false);
  // In the order of the source, so that temporaries are numbered as they are met.
  const test = () => translator.test(node.test);
  if (copy.type !== 'DoWhileStatement')
    copy.test = node.type === 'WhileStatement' ? refusedTest(translator, node, test) : test();
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
  if (node.type === 'ForInStatement') {
    copy.right = enumerated(translator, node);
    copy.body = translator.of(node.body);
    return copy;
  }
  const given = node.await
    ? translator.suspended(translator.of(node.right), node.right)
    : checkedSource(translator, node.right);
  return translator.overList(given, node, (right) => {
    copy.right = right;
    copy.body = translator.of(node.body);
    return copy;
  });
}

/** `yield x`, `await x` (suspensions.ts). */
export function suspension<T extends types.YieldExpression | types.AwaitExpression>(
  translator: Translator,
  node: T,
): Expression {
  const { t } = translator;
  const copy = t.cloneNode(node, false);
  const value =
    node.argument == null
      ? t.unaryExpression('void', t.numericLiteral(0))
      : translator.of(node.argument);
  copy.argument = translator.suspended(value, node);
  return translator.resumed(copy, node);
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
  const cases = node.cases.map((one) => {
    const { test, consequent } = one;
    const name = test != null && isFixedNumber(translator, test) ? 'eqConstant' : 'eq';
    const isEqual = () =>
      translator.runtime(name, [t.cloneNode(subject), translator.of(test!)], test!);
    return t.switchCase(
      test == null ? null : refusedTest(translator, one, isEqual),
      consequent.map((inner) => translator.of(inner)),
    );
  });
  return t.blockStatement([
    storing,
    translator.placed(t.switchStatement(t.booleanLiteral(true), cases), node),
  ]);
}

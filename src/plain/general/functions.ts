/** Functions, and the places in functions and classes where an expression stands alone. */
import {
  realParams,
  type Expression,
  type FunctionNode,
  type Node,
  type types,
} from '../front/syntax.js';
import type { Translator } from './translator.js';

/** Parameters, whose defaults are expressions of their own. */
export function paramsOf<T extends FunctionNode>(
  translator: Translator,
  params: T['params'],
): T['params'] {
  return realParams<Node>(params).map((param) => pattern(translator, param)) as T['params'];
}

/** A pattern that binds variables, with defaults that are expressions of their own. */
export function pattern(translator: Translator, node: Node): Node {
  if (node.type === 'ObjectProperty' && node.computed) {
    const copy = translator.t.cloneNode(node, false);
    copy.key = translator.enclosed(() => translator.name(node.key));
    copy.value = pattern(translator, node.value) as typeof copy.value;
    return copy;
  }
  if (node.type !== 'AssignmentPattern') {
    const copy = translator.t.cloneNode(node, false);
    const slots = copy as unknown as Record<string, unknown>;
    for (const key of translator.t.VISITOR_KEYS[node.type] ?? []) {
      const child = slots[key] as Node | (Node | null)[] | null | undefined;
      if (Array.isArray(child))
        slots[key] = child.map((item) => (item === null ? null : pattern(translator, item)));
      else if (child != null) slots[key] = pattern(translator, child);
    }
    return copy;
  }
  const copy = translator.t.cloneNode(node, false);
  copy.left = pattern(translator, node.left) as typeof copy.left;
  copy.right = translator.enclosed(() => translator.of(node.right));
  return copy;
}

/** A function whose only version is the derivative one: it is right on numbers, too. */
export function onlyVersion<T extends FunctionNode>(translator: Translator, node: T): T {
  const copy = translator.t.cloneNode(node, false);
  if (copy.type === 'ObjectMethod' || copy.type === 'ClassMethod') {
    if (copy.computed) copy.key = translator.name(copy.key);
  }
  copy.params = paramsOf(translator, node.params);
  copy.body = bodyOf(translator, node);
  return copy;
}

/** The body of a function; an expression stays one if it needs no temporaries. */
export const bodyOf = (
  translator: Translator,
  node: FunctionNode,
): types.BlockStatement | Expression =>
  translator.within(node, () => {
    const { t } = translator;
    const first = translator.beginning();
    const isBlock = node.body.type === 'BlockStatement';
    const written = isBlock
      ? (node.body as types.BlockStatement)
      : translator.placed(
          t.blockStatement([t.returnStatement(node.body as Expression)]),
          node.body,
        );
    const block = translator.body(written);
    const [only] = block.body;
    const questions = first.map((one) =>
      one.type === 'ExpressionStatement' ? one.expression : null,
    );
    if (!isBlock && block.body.length === 1 && !questions.includes(null)) {
      const value = (only as types.ReturnStatement).argument!;
      return questions.length === 0
        ? value
        : t.sequenceExpression([...(questions as Expression[]), value]);
    }
    block.body.unshift(...first);
    return block;
  });

export function field<
  T extends types.ClassProperty | types.ClassAccessorProperty | types.ClassPrivateProperty,
>(translator: Translator, node: T): T {
  const copy = translator.t.cloneNode(node, false);
  if (node.value != null) copy.value = translator.enclosed(() => translator.of(node.value!));
  return copy;
}

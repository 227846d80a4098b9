/** Functions, and the places of a function and a class where expressions stand alone. */
import {
  realParams,
  type Expression,
  type FunctionNode,
  type Node,
  type types,
} from '../front/syntax.js';
import type { Dual } from './expressions.js';

/** Parameters, whose defaults are expressions of their own. */
export function paramsOf<T extends FunctionNode>(dual: Dual, params: T['params']): T['params'] {
  return realParams<Node>(params).map((param) => pattern(dual, param)) as T['params'];
}

/** A pattern that binds variables, with defaults that are expressions of their own. */
export function pattern(dual: Dual, node: Node): Node {
  if (node.type === 'ObjectProperty' && node.computed) {
    const copy = dual.t.cloneNode(node, false);
    copy.key = dual.enclosed(() => dual.name(node.key));
    copy.value = pattern(dual, node.value) as typeof copy.value;
    return copy;
  }
  if (node.type !== 'AssignmentPattern') {
    const copy = dual.t.cloneNode(node, false);
    const slots = copy as unknown as Record<string, unknown>;
    for (const key of dual.t.VISITOR_KEYS[node.type] ?? []) {
      const child = slots[key] as Node | (Node | null)[] | null | undefined;
      if (Array.isArray(child))
        slots[key] = child.map((item) => (item === null ? null : pattern(dual, item)));
      else if (child != null) slots[key] = pattern(dual, child);
    }
    return copy;
  }
  const copy = dual.t.cloneNode(node, false);
  copy.left = pattern(dual, node.left) as typeof copy.left;
  copy.right = dual.enclosed(() => dual.of(node.right));
  return copy;
}

/** A function whose only version is the derivative one: it is right on numbers, too. */
export function onlyVersion<T extends FunctionNode>(dual: Dual, node: T): T {
  const copy = dual.t.cloneNode(node, false);
  if (copy.type === 'ObjectMethod' || copy.type === 'ClassMethod') {
    if (copy.computed) copy.key = dual.name(copy.key);
  }
  copy.params = paramsOf(dual, node.params);
  copy.body = bodyOf(dual, node);
  return copy;
}

/** The body of a function; an expression stays one if it needs no temporaries. */
export function bodyOf(dual: Dual, node: FunctionNode): types.BlockStatement | Expression {
  const { t } = dual;
  if (node.body.type === 'BlockStatement') return dual.body(node.body);
  const block = dual.body(dual.placed(t.blockStatement([t.returnStatement(node.body)]), node.body));
  const [only] = block.body;
  return block.body.length === 1 && only.type === 'ReturnStatement' ? only.argument! : block;
}

export function field<
  T extends types.ClassProperty | types.ClassAccessorProperty | types.ClassPrivateProperty,
>(dual: Dual, node: T): T {
  const copy = dual.t.cloneNode(node, false);
  if (node.value != null) copy.value = dual.enclosed(() => dual.of(node.value!));
  return copy;
}

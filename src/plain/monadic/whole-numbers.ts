/**
 * The two kinds of numbers of Fig. 9: what may be a real is translated, and what is not a real, such as a
 * counter, stays as it is. TypeScript has one type for both. So a parameter counts as a plain number if
 * every call gives it one.
 */
import type { Facts } from '../front/facts.js';
import { Inference } from '../front/inference.js';
import { isFunction, type Binding, type FunctionNode, type NodePath } from '../front/syntax.js';

/** The argument of a call for a parameter. */
interface Given {
  readonly calls: readonly NodePath[];
  readonly index: number;
}

/** The variable that a function is known by. */
function nameOf({ node, parentPath, scope }: NodePath<FunctionNode>): Binding | undefined {
  if (node.type === 'FunctionDeclaration' && node.id != null)
    return parentPath?.scope.getBinding(node.id.name);
  const declarator = parentPath?.node;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier')
    return undefined;
  return scope.parent?.getBinding(declarator.id.name);
}

/** The calls of a function; null if it may be called in other ways. */
function callsOf(binding: Binding | undefined): NodePath[] | null {
  if (binding === undefined || !binding.constant) return null;
  const calls: NodePath[] = [];
  for (const { key, type, parentPath } of binding.referencePaths) {
    if (type.startsWith('Export') || parentPath?.type.startsWith('Export') === true) continue;
    if (key !== 'callee' || parentPath?.type !== 'CallExpression') return null;
    calls.push(parentPath);
  }
  return calls;
}

function parametersOf(facts: Facts, asked: FunctionNode): Map<Binding, Given> {
  const found = new Map<Binding, Given>();
  for (const path of facts.functions) {
    if (path.node === asked) continue;
    const calls = callsOf(nameOf(path));
    if (calls === null) continue;
    path.node.params.forEach((param, index) => {
      const binding = param.type === 'Identifier' && path.scope.getOwnBinding(param.name);
      if (binding) found.set(binding, { calls, index });
    });
  }
  return found;
}

function isNumber({ calls, index }: Given, by: Inference): boolean {
  return calls.every(({ node }) => {
    const args = 'arguments' in node ? node.arguments : [];
    if (!Array.isArray(args) || args.some(({ type }) => type === 'SpreadElement')) return false;
    const arg = args[index];
    return arg !== undefined && !isFunction(arg) && by.of(arg).tag === 'number';
  });
}

/**
 * The kinds of values, with the parameters that are plain numbers: the greatest set of which each call says
 * so.
 */
export function kindsFor(facts: Facts, asked: FunctionNode): Inference {
  const otherwise = new Inference(facts);
  const candidates = parametersOf(facts, asked);
  for (;;) {
    const found = new Inference(facts, { numbers: new Set(candidates.keys()), otherwise });
    const wrong = [...candidates].filter(([, given]) => !isNumber(given, found));
    if (wrong.length === 0) return found;
    for (const [binding] of wrong) candidates.delete(binding);
  }
}

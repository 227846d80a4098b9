/**
 * Parameters that stand in keys, start loops or are their steps, or are handed on to such: they are plain
 * numbers, but for rare cases. Recording versions take them for that, and are asked for where they are.
 */
import { functionOf } from '../../front/callees.js';
import type { Inference } from '../../front/inference.js';
import { isFloats } from '../../front/kinds.js';
import { realParameters } from '../../front/passive.js';
import type { Binding, FunctionNode, Node, Types } from '../../front/syntax.js';
import { walk } from './pairs.js';

type Indices = ReadonlyMap<FunctionNode, readonly Binding[]>;

/** Those of all functions of a module. */
export function indexParameters(t: Types, inference: Inference): Indices {
  let found: Indices = new Map();
  let count = -1;
  while (count < (count = [...found.values()].flat().length)) {
    const before = found;
    const functions = [...inference.facts.uses.keys()];
    found = new Map(functions.map((f) => [f, indicesOf(t, inference, f, before)]));
  }
  return found;
}

/** The names of parameters that are said to be arrays of floats. Recording versions are asked for where they are. */
export const floatParameters = (inference: Inference, f: FunctionNode): string[] =>
  f.params.flatMap((param) => {
    const target = param.type === 'AssignmentPattern' ? param.left : param;
    const binding = inference.facts.bindings.get(target);
    const isSaid = binding !== undefined && isFloats(inference.ofBinding(binding));
    return isSaid ? [binding.identifier.name] : [];
  });

function indicesOf(t: Types, inference: Inference, f: FunctionNode, known: Indices): Binding[] {
  const { facts } = inference;
  const found = new Set<Binding>();
  const mine = new Set(realParameters(inference, f));
  if (mine.size === 0) return [];
  const seen = new Set<Binding>();
  const add = (node: Node) => {
    walk(t, node, null, (inner) => {
      const binding = inner.type === 'Identifier' ? facts.bindings.get(inner) : undefined;
      if (binding === undefined || seen.has(binding)) return;
      seen.add(binding);
      if (mine.has(binding)) found.add(binding);
      // A variable that is a key is one for what it starts as, too.
      const { node: declarator } = binding.path;
      if (declarator.type === 'VariableDeclarator' && declarator.init != null) add(declarator.init);
    });
  };
  walk(t, f.body, null, (node) => {
    if (node.type === 'MemberExpression' && node.computed) add(node.property);
    if (node.type === 'ForStatement' && node.init?.type === 'VariableDeclaration') {
      for (const { init } of node.init.declarations)
        if (init != null && inference.of(init).tag === 'real') add(init);
      if (node.update?.type === 'AssignmentExpression') add(node.update.right);
    }
    if (node.type === 'CallExpression') {
      const callee = functionOf(facts, node.callee);
      const indices = callee === undefined ? [] : (known.get(callee) ?? []);
      callee?.params.forEach((param, k) => {
        const binding = facts.bindings.get(param);
        if (binding !== undefined && indices.includes(binding) && k in node.arguments)
          add(node.arguments[k]);
      });
    }
  });
  return [...found];
}

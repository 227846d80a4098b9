/**
 * Parameters that stand in keys, start loops or are their steps, or are handed on to such: they are plain
 * numbers, but for rare cases. Recording versions take them for that, and are asked for where they are.
 */
import { functionOf } from '../../front/callees.js';
import type { Inference } from '../../front/inference.js';
import { isFloats } from '../../front/kinds.js';
import { realParameters } from '../../front/passive-results.js';
import {
  childrenOf,
  isFunction,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
  type Types,
} from '../../front/syntax.js';
import { walk } from './recordable.js';

/** Those of all functions of a module. O(size of the module): every variable is found to be one once. */
export function indexParameters(
  t: Types,
  inference: Inference,
): ReadonlyMap<FunctionNode, readonly Binding[]> {
  const { facts } = inference;
  const functions = [...facts.uses.keys()];
  const parameters = new Map(functions.map((f) => [f, new Set(realParameters(inference, f))]));
  const places = new Map<Binding | undefined, { readonly of: FunctionNode; readonly at: number }>();
  for (const f of functions)
    f.params.forEach((param, at) => places.set(facts.bindings.get(param), { of: f, at }));
  const calls = new Map<FunctionNode, types.CallExpression[]>(functions.map((f) => [f, []]));
  /** Parts of what is used as a key. */
  const open: Node[] = [];
  walk(t, facts.program, null, (node) => {
    open.push(...keysIn(inference, node));
    const callee = node.type === 'CallExpression' ? functionOf(facts, node.callee) : undefined;
    if (callee !== undefined) calls.get(callee)!.push(node as types.CallExpression);
  });
  const found = new Set<Binding>();
  const add = (binding: Binding) => {
    found.add(binding);
    // A variable that is a key is one for what it starts as, too.
    const { node: declarator } = binding.path;
    if (declarator.type === 'VariableDeclarator' && declarator.init != null)
      open.push(declarator.init);
    // What a function uses as a key is one where it is called.
    const place = places.get(binding);
    if (place === undefined || !parameters.get(place.of)!.has(binding)) return;
    for (const { arguments: args } of calls.get(place.of)!)
      if (place.at in args) open.push(args[place.at]);
  };
  const seen = new Set<Node>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // What a function computes of its parameters, nobody knows.
    if (seen.has(node) || isFunction(node)) continue;
    seen.add(node);
    const binding = node.type === 'Identifier' ? facts.bindings.get(node) : undefined;
    if (binding !== undefined && !found.has(binding)) add(binding);
    open.push(...childrenOf(t, node).filter(({ type }) => !type.startsWith('TSType')));
  }
  return new Map([...parameters].map(([f, own]) => [f, [...own].filter((one) => found.has(one))]));
}

/** The names of parameters that are said to be arrays of floats. Recording versions are asked for where they are. */
export const floatParameters = (inference: Inference, f: FunctionNode): string[] =>
  f.params.flatMap((param) => {
    const target = param.type === 'AssignmentPattern' ? param.left : param;
    const binding = inference.facts.bindings.get(target);
    const isSaid = binding !== undefined && isFloats(inference.ofBinding(binding));
    return isSaid ? [binding.identifier.name] : [];
  });

/** What stands in keys, starts loops or is their step, in a node itself. */
function keysIn(inference: Inference, node: Node): Node[] {
  if (node.type === 'MemberExpression' && node.computed) return [node.property];
  if (node.type !== 'ForStatement' || node.init?.type !== 'VariableDeclaration') return [];
  const starts = node.init.declarations.flatMap(({ init }) =>
    init != null && inference.of(init).tag === 'real' ? [init] : [],
  );
  const { update } = node;
  return update?.type === 'AssignmentExpression' ? [...starts, update.right] : starts;
}

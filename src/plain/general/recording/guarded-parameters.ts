/**
 * Parameters that entry guards check. A parameter that stands in a key, starts a loop, is the step of a loop or
 * becomes an argument for a parameter of this kind is taken to be a plain number: it nearly always is. A
 * parameter that is declared as an array of floats is taken to be one.
 */
import { functionOf } from '../../front/called-function.js';
import type { Inference } from '../../front/inference.js';
import { isFloats } from '../../front/kinds.js';
import { realParameters } from '../../front/passive-results.js';
import {
  childrenOf,
  isFunction,
  walk,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
  type Types,
} from '../../front/syntax.js';

/**
 * The parameters of all functions of a module that are taken to be plain numbers. O(size of the module): every
 * variable is found once.
 */
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
  /** Parts of keys that are still to be looked at. */
  const open: Node[] = [];
  walk(t, facts.program, null, (node) => {
    open.push(...keysIn(inference, node));
    const callee = node.type === 'CallExpression' ? functionOf(facts, node.callee) : undefined;
    if (callee !== undefined) calls.get(callee)!.push(node as types.CallExpression);
  });
  const found = new Set<Binding>();
  const add = (binding: Binding) => {
    found.add(binding);
    // If a variable is a key, so is its initial value.
    const { node: declarator } = binding.path;
    if (declarator.type === 'VariableDeclarator' && declarator.init != null)
      open.push(declarator.init);
    // If a parameter is a key, so are the arguments of calls.
    const place = places.get(binding);
    if (place === undefined || !parameters.get(place.of)!.has(binding)) return;
    for (const { arguments: args } of calls.get(place.of)!)
      if (place.at in args) open.push(args[place.at]);
  };
  const seen = new Set<Node>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // The result of a function says nothing of its parameters.
    if (seen.has(node) || isFunction(node)) continue;
    seen.add(node);
    const binding = node.type === 'Identifier' ? facts.bindings.get(node) : undefined;
    if (binding !== undefined && !found.has(binding)) add(binding);
    open.push(...childrenOf(t, node).filter(({ type }) => !type.startsWith('TSType')));
  }
  return new Map([...parameters].map(([f, own]) => [f, [...own].filter((one) => found.has(one))]));
}

/** The names of parameters that are declared as arrays of floats. */
export const floatParameters = (inference: Inference, f: FunctionNode): string[] =>
  f.params.flatMap((param) => {
    const target = param.type === 'AssignmentPattern' ? param.left : param;
    const binding = inference.facts.bindings.get(target);
    const isSaid = binding !== undefined && isFloats(inference.ofBinding(binding));
    return isSaid ? [binding.identifier.name] : [];
  });

/** The expressions of a node itself that are keys, starts of loops or steps. */
function keysIn(inference: Inference, node: Node): Node[] {
  if (node.type === 'MemberExpression' && node.computed) return [node.property];
  if (node.type !== 'ForStatement' || node.init?.type !== 'VariableDeclaration') return [];
  const starts = node.init.declarations.flatMap(({ init }) =>
    init != null && inference.of(init).tag === 'real' ? [init] : [],
  );
  const { update } = node;
  return update?.type === 'AssignmentExpression' ? [...starts, update.right] : starts;
}

/** Which functions gain by a recording version, and which of their variables are pairs there. */
import type { Inference } from '../../front/inference.js';
import { isNumeric } from '../../front/kinds.js';
import {
  bare,
  childrenOf,
  isFunction,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
  type Types,
} from '../../front/syntax.js';

import { isPassive } from '../statements.js';

const excluded = [
  'TryStatement',
  'WithStatement',
  'YieldExpression',
  'AwaitExpression',
  'ClassDeclaration',
  'ClassExpression',
  'DebuggerStatement',
  'TSEnumDeclaration',
  'TSModuleDeclaration',
];
const arithmetic = ['=', '+=', '-=', '*=', '/=', '%=', '**='];

export interface Pairs {
  readonly all: ReadonlySet<Binding>;
  /** Parameters that are pairs. */
  readonly params: readonly Binding[];
}

/** A walk over code with the parent of each part. */
function walk(
  t: Types,
  node: Node,
  parent: Node | null,
  visit: (node: Node, parent: Node | null) => void,
): void {
  visit(node, parent);
  for (const child of childrenOf(t, node))
    if (!child.type.startsWith('TSType')) walk(t, child, node, visit);
}

/** The pairs of a function, or null if it has no recording version. */
export function pairsOf(t: Types, inference: Inference, f: FunctionNode): Pairs | null {
  const uses = inference.facts.uses.get(f)!;
  if (f.async === true || f.generator === true || uses.arguments || uses.place || uses.eval)
    return null;
  const { facts } = inference;
  const all = new Set<Binding>();
  const params: Binding[] = [];
  const bindingOf = (node: Node) => facts.bindings.get(node);
  for (const name of boundNames(t, f.params)) {
    const binding = bindingOf(name);
    if (binding !== undefined && inference.ofBinding(binding).tag === 'real') {
      all.add(binding);
      params.push(binding);
    }
  }
  let fits = true;
  walk(t, f.body, null, (node) => {
    if (isFunction(node) || excluded.includes(node.type)) fits = false;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      // A parameter may be declared once more.
      const names = boundNames(
        t,
        node.declarations.map(({ id }) => id),
      );
      if (names.some((name) => all.has(bindingOf(name)!))) fits = false;
    }
    if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      for (const name of boundNames(
        t,
        node.declarations.map(({ id }) => id),
      )) {
        const binding = bindingOf(name);
        if (binding !== undefined && inference.ofBinding(binding).tag === 'real') all.add(binding);
      }
    }
  });
  if (!fits) return null;
  const isPair = (node: Node) => {
    const inner = bare(node);
    return inner.type === 'Identifier' && all.has(bindingOf(inner)!);
  };
  walk(t, f.body, null, (node, parent) => {
    if (!isAllowed(inference, node, parent, isPair, (names) => boundNames(t, names).some(isPair)))
      fits = false;
  });
  return fits ? { all, params } : null;
}

/** Whether a part of a function has a place in a recording version: variables change between statements only. */
function isAllowed(
  inference: Inference,
  node: Node,
  parent: Node | null,
  isPair: (node: Node) => boolean,
  bindsPair: (patterns: readonly Node[]) => boolean,
): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
    case 'UpdateExpression': {
      const target = node.type === 'UpdateExpression' ? node.argument : node.left;
      if (parent?.type === 'ForStatement') return !isPair(target) && !bindsPair([target]);
      if (parent?.type !== 'ExpressionStatement') return false;
      if (node.type === 'UpdateExpression' || target.type === 'Identifier') {
        return (
          !isPair(target) ||
          node.type === 'UpdateExpression' ||
          (arithmetic.includes(node.operator) && isNumeric(inference.of(node)))
        );
      }
      return target.type === 'MemberExpression' || !bindsPair([target]);
    }
    case 'ForStatement':
      return (
        node.init?.type !== 'VariableDeclaration' ||
        !bindsPair(node.init.declarations.map(({ id }) => id))
      );
    case 'ForOfStatement':
      return !node.await && (node.left.type === 'VariableDeclaration' || !bindsPair([node.left]));
    case 'SwitchStatement':
      return isPassive(inference, node);
    default:
      return true;
  }
}

/** The identifiers that patterns bind. */
export function boundNames(t: Types, patterns: readonly Node[]): types.Identifier[] {
  return patterns.flatMap((pattern) =>
    Object.values(t.getBindingIdentifiers(bareParam(pattern) as types.LVal)),
  );
}

const bareParam = (node: Node): Node =>
  node.type === 'TSParameterProperty' ? node.parameter : node;

/** Parameters that stand in keys, or start loops: such are plain numbers, but for rare cases, which are asked for. */
export function indexParameters(t: Types, inference: Inference, f: FunctionNode): Binding[] {
  const found = new Set<Binding>();
  const mine = new Set(
    f.params.flatMap((param) => {
      const binding = param.type === 'Identifier' ? inference.facts.bindings.get(param) : undefined;
      const isConstant =
        binding !== undefined &&
        inference.facts.definitions.get(binding)?.length === 1 &&
        !inference.facts.captured.has(binding);
      return isConstant && inference.ofBinding(binding).tag === 'real' ? [binding] : [];
    }),
  );
  const add = (node: Node) => {
    walk(t, node, null, (inner) => {
      const binding = inner.type === 'Identifier' ? inference.facts.bindings.get(inner) : undefined;
      if (binding !== undefined && mine.has(binding)) found.add(binding);
    });
  };
  walk(t, f.body, null, (node) => {
    if (node.type === 'MemberExpression' && node.computed) add(node.property);
    if (node.type === 'ForStatement' && node.init?.type === 'VariableDeclaration') {
      for (const { init } of node.init.declarations)
        if (init != null && inference.of(init).tag === 'real') add(init);
    }
  });
  return [...found];
}

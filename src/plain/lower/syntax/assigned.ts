/** Finds what a piece of syntax may change: variables, and fields by their names. */
import type { Facts } from '../../front/facts.js';
import { patternTargets, targetsOf } from '../../front/questions.js';
import { isFunction, nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';

export interface Assigned {
  readonly bindings: ReadonlySet<Binding>;
  /** Whether the function may end here, and whether by `return` with a value. */
  readonly ends: boolean;
  readonly returns: boolean;
  readonly hasLabel: boolean;
}

/** The nodes directly inside a node. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  const look = (child: unknown): void => {
    if (typeof child === 'object' && child !== null && 'type' in child)
      children.push(child as Node);
  };
  for (const key in node) {
    const child: unknown = node[key as keyof Node];
    if (typeof child !== 'object' || child === null) continue;
    if (key === 'loc' || key.endsWith('Comments') || key === 'extra') continue;
    if (Array.isArray(child)) child.forEach(look);
    else look(child);
  }
  return children;
}

/** The variables that a declaration by `var` assigns, which outlive its block. */
const declaredIn = (node: Node): Node[] =>
  node.type === 'VariableDeclaration' && node.kind === 'var'
    ? node.declarations.flatMap(({ id }) => patternTargets(id))
    : [];

/** The variables that `var` declares in a function, wherever it stands. O(size of the syntax). */
export function variablesIn(facts: Facts, root: Node): Binding[] {
  const own = declaredIn(root).flatMap((id) => facts.bindings.get(id) ?? []);
  const inner = childrenOf(root).filter((child) => !isFunction(child));
  return [...own, ...inner.flatMap((child) => variablesIn(facts, child))];
}

/** What statements assign to, since what is around them asks again. */
const knownAssigned = new WeakMap<Facts, WeakMap<Node, Assigned>>();
const hasStatements = (node: Node): boolean =>
  /^(BlockStatement|IfStatement|For|While|DoWhile)/.test(node.type) || isFunction(node);

/** What syntax assigns to; functions inside count. O(size of the syntax), once for what stands in it. */
export function assignedIn(facts: Facts, root: Node): Assigned {
  let known = knownAssigned.get(facts);
  if (known === undefined) knownAssigned.set(facts, (known = new WeakMap()));
  let found = known.get(root);
  if (found === undefined) known.set(root, (found = readAssigned(facts, root)));
  return found;
}

function readAssigned(facts: Facts, root: Node): Assigned {
  const bindings = new Set<Binding>();
  let [ends, returns, hasLabel] = [false, false, false];
  const visit = (node: Node, isInside: boolean) => {
    if (node !== root && hasStatements(node)) {
      const inner = assignedIn(facts, node);
      for (const binding of inner.bindings) bindings.add(binding);
      if (isInside) return;
      ends ||= inner.ends;
      returns ||= inner.returns;
      hasLabel ||= inner.hasLabel;
      return;
    }
    if (!isInside) {
      const isReturn = node.type === 'ReturnStatement';
      ends ||= isReturn;
      returns ||= isReturn && node.argument != null;
      if (node.type === 'BreakStatement' || node.type === 'ContinueStatement')
        hasLabel ||= node.label != null;
    }
    for (const target of [...targetsOf(node), ...declaredIn(node)]) {
      const binding = target.type === 'Identifier' ? facts.bindings.get(target) : undefined;
      if (binding !== undefined) bindings.add(binding);
    }
    for (const child of childrenOf(node)) visit(child, isInside || isFunction(node));
  };
  visit(root, false);
  return { bindings, ends, returns, hasLabel };
}

export interface Shared {
  /** Variables that functions assign which do not declare them. */
  readonly bindings: ReadonlySet<Binding>;
  /** Names of fields that are written anywhere. */
  readonly fields: ReadonlySet<string>;
  /** Whether anything is pushed. */
  readonly pushes: boolean;
}

const known = new WeakMap<Facts, Shared>();

/** What may change in any call. O(size of the module), once. */
export function sharedIn(facts: Facts): Shared {
  let found = known.get(facts);
  if (found === undefined) known.set(facts, (found = readShared(facts)));
  return found;
}

function readShared(facts: Facts): Shared {
  const fields = new Set<string>();
  let pushes = false;
  const visit = (node: Node) => {
    pushes ||= node.type === 'MemberExpression' && nameOfKey(node.property, false) === 'push';
    for (const target of targetsOf(node))
      if (target.type === 'MemberExpression') {
        const name = nameOfKey(target.property, target.computed);
        if (name !== undefined) fields.add(name);
        else if (target.property.type === 'NumericLiteral')
          fields.add(String(target.property.value));
      }
    childrenOf(node).forEach(visit);
  };
  visit(facts.program);
  const bindings = new Set([...facts.captured].filter((binding) => !binding.constant));
  return { bindings, fields, pushes };
}

const knownJumps = new WeakMap<Node, boolean>();

/** Whether anything in a statement ends a function, a loop or a branch. O(size of the statement), once for what stands in it. */
function jumpsIn(node: Node): boolean {
  if (/^(Return|Break|Continue)Statement$/.test(node.type)) return true;
  if (isFunction(node)) return false;
  const before = knownJumps.get(node);
  if (before !== undefined) return before;
  const found = childrenOf(node).some(jumpsIn);
  if (hasStatements(node)) knownJumps.set(node, found);
  return found;
}

/** Whether a statement may leave what is around it. By `throw` compiled code ends at once. O(size of the statement). */
export function mayExit(root: Node): boolean {
  if (!jumpsIn(root)) return false;
  const leaves = (
    node: Node,
    isInLoop: boolean,
    isBreakable: boolean,
    labels: readonly string[],
  ): boolean => {
    if (isFunction(node)) return false;
    switch (node.type) {
      case 'ReturnStatement':
        return true;
      case 'BreakStatement':
        return node.label == null ? !isBreakable : !labels.includes(node.label.name);
      case 'ContinueStatement':
        return node.label == null ? !isInLoop : !labels.includes(node.label.name);
      case 'LabeledStatement':
        return leaves(node.body, isInLoop, isBreakable, [...labels, node.label.name]);
      default: {
        const isLoop = isInLoop || /^(For|While|DoWhile)/.test(node.type);
        const isLeft = isBreakable || isLoop || node.type === 'SwitchStatement';
        return childrenOf(node).some((child) => leaves(child, isLoop, isLeft, labels));
      }
    }
  };
  return leaves(root, false, false, []);
}

/** Whether a statement always leaves. */
export function alwaysExits(node: Node | null | undefined): boolean {
  switch (node?.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return true;
    case 'BlockStatement':
      return node.body.some(alwaysExits);
    case 'IfStatement':
      return alwaysExits(node.consequent) && alwaysExits(node.alternate);
    case 'SwitchStatement':
      return (
        node.cases.some(({ test }) => test == null) &&
        node.cases.every((_, k) => statementsFrom(node, k).some(alwaysExits)) &&
        !hasBreak(node)
      );
    default:
      return false;
  }
}

/** Whether a `break` inside ends a `switch`. */
const hasBreak = (node: types.SwitchStatement): boolean => {
  const breaks = (of: Node): boolean =>
    of.type === 'BreakStatement'
      ? of.label == null
      : !isFunction(of) &&
        !/^(For|While|DoWhile|Switch)/.test(of.type) &&
        childrenOf(of).some(breaks);
  return node.cases.some(({ consequent }) => consequent.some(breaks));
};

/** What runs from a case of a `switch` on. */
export function statementsFrom({ cases }: types.SwitchStatement, k: number): Node[] {
  const found: Node[] = [];
  for (const { consequent } of cases.slice(k)) {
    found.push(...consequent);
    if (consequent.some(alwaysExits)) break;
  }
  return found;
}

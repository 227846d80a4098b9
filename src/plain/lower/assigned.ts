/** What a piece of syntax may change: variables, and fields by their names. */
import type { Facts } from '../front/facts.js';
import { bare, isFunction, nameOfKey, type Binding, type Node } from '../front/syntax.js';

export interface Assigned {
  readonly bindings: ReadonlySet<Binding>;
  readonly hasReturn: boolean;
}

/** The nodes directly inside a node. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const [key, child] of Object.entries(node) as [string, unknown][]) {
    if (key === 'loc' || key.endsWith('Comments') || key === 'extra') continue;
    for (const one of Array.isArray(child) ? (child as unknown[]) : [child])
      if (typeof one === 'object' && one !== null && 'type' in one) children.push(one as Node);
  }
  return children;
}

const targetsOf = (node: Node): Node[] => {
  if (node.type === 'AssignmentExpression') return patternTargets(node.left);
  if (node.type === 'UpdateExpression') return [node.argument];
  return [];
};

function patternTargets(pattern: Node): Node[] {
  switch (pattern.type) {
    case 'ArrayPattern':
      return pattern.elements.flatMap((inner) => (inner === null ? [] : patternTargets(inner)));
    case 'ObjectPattern':
      return pattern.properties.flatMap((inner) =>
        patternTargets(inner.type === 'RestElement' ? inner.argument : inner.value),
      );
    case 'AssignmentPattern':
      return patternTargets(pattern.left);
    default:
      return [bare(pattern)];
  }
}

/** What syntax assigns to; functions inside count. O(size of the syntax). */
export function assignedIn(facts: Facts, root: Node): Assigned {
  const bindings = new Set<Binding>();
  let hasReturn = false;
  const visit = (node: Node, isInside: boolean) => {
    if (node.type === 'ReturnStatement' && !isInside) hasReturn = true;
    for (const target of targetsOf(node)) {
      const binding = target.type === 'Identifier' ? facts.bindings.get(target) : undefined;
      if (binding !== undefined) bindings.add(binding);
    }
    for (const child of childrenOf(node)) visit(child, isInside || isFunction(node));
  };
  visit(root, false);
  return { bindings, hasReturn };
}

export interface Shared {
  /** Variables that functions assign which do not declare them. */
  readonly bindings: ReadonlySet<Binding>;
  /** Names of fields that are written anywhere. */
  readonly fields: ReadonlySet<string>;
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
  const visit = (node: Node) => {
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
  return { bindings, fields };
}

/** Whether a statement may leave what is around it: by `return`, or by `break` or `continue` of a loop around. */
export function mayExit(node: Node, isInLoop = false): boolean {
  if (isFunction(node)) return false;
  if (node.type === 'ReturnStatement') return true;
  if (node.type === 'BreakStatement' || node.type === 'ContinueStatement') return !isInLoop;
  const inner = isInLoop || /^(For|While|DoWhile)/.test(node.type);
  return childrenOf(node).some((child) => mayExit(child, inner));
}

/** Whether a statement always leaves. */
export function alwaysExits(node: Node | null | undefined): boolean {
  switch (node?.type) {
    case 'ReturnStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return true;
    case 'BlockStatement':
      return node.body.some(alwaysExits);
    case 'IfStatement':
      return alwaysExits(node.consequent) && alwaysExits(node.alternate);
    default:
      return false;
  }
}

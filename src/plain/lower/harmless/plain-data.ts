/**
 * Whether a variable around a function holds nothing but data, and functions that are written down: nothing that other modules
 * give, no iterators, and nothing that somebody puts there later. Types are believed where they say that all in it are numbers and
 * texts. Where they do not say so, nobody may get hold of it. O(size of what it is made of, and uses of the variable).
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import { bare, isFunction, nameOfKey, type Binding, type Node } from '../../front/syntax.js';
import { isCallee, isConstant, isRead, isTarget, unwrapped } from '../syntax/constants.js';
import * as names from './known-names.js';
import { isMember, type AnyCall } from './calls-and-members.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import { isPlainDefinition, isPlainExpression, newnessAsDeclared } from './newness.js';

/** What data is made of: what its type tells, or else functions and what may be anything, at its first level only. */
type Made = 'typed' | 'open' | null;

/** What is being looked at: nothing holds itself. */
const open = new Set<Binding>();

export function isPlainData(facts: Facts, binding: Binding): boolean {
  if (open.has(binding)) return false;
  open.add(binding);
  try {
    return holdsData(facts, binding);
  } finally {
    open.delete(binding);
  }
}

function holdsData(facts: Facts, binding: Binding): boolean {
  if (newnessAsDeclared(binding) !== undefined) return true;
  const definitions = facts.definitions.get(binding) ?? [];
  if (definitions.length > 0 && definitions.every(isPlainDefinition)) return true;
  const [only] = definitions;
  if (definitions.length !== 1 || only.by !== 'value' || !isConstant(binding)) return false;
  if (isFunction(bare(only.of))) return true;
  // Of a type that is not known here it may hold more than it is made with.
  const isTold = binding.identifier.typeAnnotation == null;
  const made = weakest([madeOf(facts, only.of), isTold ? 'typed' : 'open']);
  return made === 'typed' ? !isChanged(binding) : made === 'open' && isOnlyLookedInto(binding);
}

/** Whether what a variable holds is changed by its name. */
const isChanged = ({ referencePaths }: Binding): boolean =>
  referencePaths.some((path) => {
    const outer = unwrapped(path).parentPath;
    if (outer === null || !isMember(outer.node) || outer.node.object !== unwrapped(path).node)
      return false;
    const member = unwrapped(outer);
    const { parent } = member;
    if (isTarget(member)) return true;
    if (parent.type === 'UnaryExpression' && parent.operator === 'delete') return true;
    const name = nameOfKey(outer.node.property, outer.node.computed);
    return isCallee(member) && (name === undefined || names.changing.has(name));
  });

/** Whether a constant of the module is used for its members alone, and these are read, or called where that changes nothing. */
const isOnlyLookedInto = ({ referencePaths, scope }: Binding): boolean =>
  scope.path.type === 'Program' &&
  referencePaths.every((path) => {
    const use = unwrapped(path);
    const outer = use.parentPath;
    if (use.parent.type === 'ForOfStatement') return use.key === 'right';
    if (outer === null || !isMember(outer.node) || outer.node.object !== use.node) return false;
    const name = nameOfKey(outer.node.property, outer.node.computed);
    const member = unwrapped(outer);
    if (!isCallee(member)) return isRead(member);
    return name !== undefined && !names.changing.has(name) && !names.mayChange(name);
  });

const weakest = (all: readonly Made[]): Made =>
  all.includes(null) ? null : all.includes('open') ? 'open' : 'typed';

/** What holds functions must be seen whole where it is named. */
const within = (of: Made): Made => (of === 'typed' ? 'typed' : null);

function madeOf(facts: Facts, given: Node): Made {
  const node = bare(given);
  if (isPlainExpression(node) || node.type === 'RegExpLiteral') return 'typed';
  if (isFunction(node)) return 'open';
  switch (node.type) {
    case 'Identifier': {
      const binding = facts.bindings.get(node);
      if (binding === undefined) return names.globals.has(node.name) ? 'open' : null;
      if (functionOf(facts, node) !== undefined) return 'open';
      return isPlainData(facts, binding) && isTyped(facts, binding) ? 'typed' : null;
    }
    case 'ArrayExpression': {
      const { elements } = node;
      if (elements.length === 0) return 'open';
      return weakest(elements.map((one) => (one === null ? 'typed' : partOf(facts, one))));
    }
    case 'ObjectExpression': {
      const { properties } = node;
      if (properties.length === 0) return 'open';
      return weakest(
        properties.map((one): Made => {
          if (one.type === 'ObjectMethod') return one.kind === 'method' ? 'open' : null;
          return partOf(facts, one.type === 'ObjectProperty' ? one.value : one);
        }),
      );
    }
    case 'MemberExpression': {
      const isKnown = isGlobalNamed(facts, node.object) || madeOf(facts, node.object) === 'typed';
      return isKnown ? 'typed' : null;
    }
    case 'NewExpression':
    case 'CallExpression':
      return madeByCall(facts, node);
    default:
      return null;
  }
}

/** Functions stand beside data; an array or an object among these has its type. */
function partOf(facts: Facts, given: Node): Made {
  const node = bare(given.type === 'SpreadElement' ? given.argument : given);
  const of = madeOf(facts, node);
  const isItself = isFunction(node) || node.type === 'Identifier';
  return isItself && given.type !== 'SpreadElement' ? of : within(of);
}

/** Whether the type of a variable tells what it holds. */
function isTyped(facts: Facts, binding: Binding): boolean {
  if (newnessAsDeclared(binding) !== undefined) return true;
  if (binding.identifier.typeAnnotation != null) return false;
  const definitions = facts.definitions.get(binding) ?? [];
  return definitions.every(
    (one) => isPlainDefinition(one) || (one.by === 'value' && madeOf(facts, one.of) === 'typed'),
  );
}

/** What a call gives if its arguments are data. */
function madeByCall(facts: Facts, node: AnyCall): Made {
  const callee = bare(node.callee);
  const args = node.arguments.map((one) => partOf(facts, one as Node));
  const all = weakest(args);
  if (all === null) return null;
  const isTold = ('typeParameters' in node && node.typeParameters != null) || args.length > 0;
  if (node.type === 'NewExpression') {
    const isKnown = callee.type === 'Identifier' && names.classes.has(callee.name);
    if (!isKnown || !isGlobalNamed(facts, callee)) return null;
    return names.views.test(callee.name) ? all : isTold && callee.name !== 'Array' ? all : 'open';
  }
  if (!isMember(callee)) return null;
  const name = nameOfKey(callee.property, callee.computed);
  if (name === undefined) return null;
  if (isGlobalNamed(facts, callee.object)) {
    const { name: of } = bare(callee.object) as { readonly name: string };
    if (of === 'Object' && name === 'freeze') return all;
    return !names.isMember(of, name) ? null : of === 'JSON' && name === 'parse' ? 'open' : 'typed';
  }
  const isIterator = ['keys', 'values', 'entries', 'matchAll'].includes(name);
  return names.reading.has(name) && !isIterator ? within(madeOf(facts, callee.object)) : null;
}

/** Which functions have a recording version, and which of their variables are pairs or have packs in it. */
import { Caches } from '../../front/caches.js';
import type { Inference } from '../../front/inference.js';
import { isFloats, isNumeric } from '../../front/kinds.js';
import {
  bare,
  boundIdentifiers,
  childrenOf,
  walk,
  type Binding,
  type FunctionNode,
  type Node,
  type Types,
} from '../../front/syntax.js';

import { isNativeSwitch } from '../statements.js';

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

interface RecordedVariables {
  readonly pairs: ReadonlySet<Binding>;
  /** Arrays of floats. The version holds each with its pack (tape/packed-array.ts). */
  readonly packs: ReadonlySet<Binding>;
}

/** The pairs and packs of a function; null if the function has no recording version. */
export function recordedVariables(
  t: Types,
  inference: Inference,
  f: FunctionNode,
): RecordedVariables | null {
  const uses = inference.facts.uses.get(f)!;
  if (f.async === true || f.generator === true || uses.functions) return null;
  if (uses.arguments || uses.place || uses.eval) return null;
  const { facts } = inference;
  const pairs = new Set<Binding>();
  const packs = new Set<Binding>();
  const bindingOf = (node: Node) => facts.bindings.get(node);
  const hold = (patterns: readonly Node[]) => {
    for (const name of boundIdentifiers(t, patterns)) {
      const binding = bindingOf(name);
      if (binding === undefined) continue;
      const kind = inference.ofBinding(binding);
      if (kind.tag === 'real') pairs.add(binding);
      if (isFloats(kind)) packs.add(binding);
    }
  };
  hold(f.params);
  let fits = true;
  walk(t, f.body, null, (node) => {
    if (excluded.includes(node.type)) fits = false;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      // A parameter may be declared once more.
      const names = boundIdentifiers(
        t,
        node.declarations.map(({ id }) => id),
      );
      if (names.some((name) => pairs.has(bindingOf(name)!) || packs.has(bindingOf(name)!)))
        fits = false;
    }
    if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      hold(node.declarations.map(({ id }) => id));
    }
  });
  if (!fits) return null;
  const binds = (bindings: ReadonlySet<Binding>) => (patterns: readonly Node[]) =>
    boundIdentifiers(t, patterns).some((name) => bindings.has(bindingOf(name)!));
  const held = { asPair: binds(pairs), atAll: binds(new Set([...pairs, ...packs])) };
  const children = (node: Node) => childrenOf(t, node);
  const isOutside = (binding: Binding) => facts.ownerOf(binding) !== f;
  const caches = new Caches(children, facts, isOutside);
  if (caches.places.isPredicate(f)) return null;
  walk(t, f.body, null, (node, parent) => {
    // The general version computes again what was kept before the run.
    if (caches.isAt(node)) fits = false;
    if (!isAllowed(inference, node, parent, held)) fits = false;
  });
  return fits ? { pairs, packs } : null;
}

/** True if a part of a function is allowed in a recording version. Variables may change between statements only. */
function isAllowed(
  inference: Inference,
  node: Node,
  parent: Node | null,
  held: Record<'asPair' | 'atAll', (patterns: readonly Node[]) => boolean>,
): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
    case 'UpdateExpression': {
      const target = node.type === 'UpdateExpression' ? node.argument : node.left;
      if (parent?.type === 'ForStatement') return !held.atAll([bare(target)]);
      if (parent?.type !== 'ExpressionStatement') return false;
      if (node.type === 'UpdateExpression' || target.type === 'Identifier') {
        return (
          !held.asPair([bare(target)]) ||
          node.type === 'UpdateExpression' ||
          (arithmetic.includes(node.operator) && isNumeric(inference.of(node)))
        );
      }
      return target.type === 'MemberExpression' || !held.asPair([target]);
    }
    case 'ForStatement':
      return (
        node.init?.type !== 'VariableDeclaration' ||
        !held.atAll(node.init.declarations.map(({ id }) => id))
      );
    case 'ForOfStatement':
      return !node.await && (node.left.type === 'VariableDeclaration' || !held.atAll([node.left]));
    case 'SwitchStatement':
      return isNativeSwitch(inference, node);
    default:
      return true;
  }
}

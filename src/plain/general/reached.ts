/** Which functions have lowered forms; fewer where code is to be small, as in bundles. */
import { functionOf } from '../front/called-function.js';
import type { Facts } from '../front/facts.js';
import { exportOf, sourceOf } from '../front/module-sources.js';
import { bare, nameOfKey, type Binding, type FunctionNode, type Node } from '../front/syntax.js';
import { isOperator } from '../lower/functions/row-calls.js';
import { isGivenToLibrary } from './library-calls.js';
import { functionAround } from './uses-of-functions.js';

/**
 * True if a variable is a function that trains or fits, or has the operators of derivatives as members.
 */
function isOfLibrary(binding: Binding | undefined, member: string | undefined): boolean {
  const source = sourceOf(binding) ?? '';
  if (!/^delta-tape(\/|$)/.test(source)) return false;
  const name = binding && exportOf(binding);
  return source.startsWith('delta-tape/learn') || isOperator((name === '*' ? member : name) ?? '');
}

/** True if an expression is a derivative, or a function of the library that takes derivatives. */
function isDerivative(facts: Facts, of: Node, around: readonly Node[] = []): boolean {
  const node = bare(of);
  if (node.type === 'CallExpression') return isDerivative(facts, node.callee, around);
  const root = node.type === 'MemberExpression' ? bare(node.object) : node;
  const member =
    node.type === 'MemberExpression' ? nameOfKey(node.property, node.computed) : undefined;
  const binding = root.type === 'Identifier' ? facts.bindings.get(root) : undefined;
  if (isOfLibrary(binding, member)) return true;
  const declared = binding?.path.node;
  const init = declared?.type === 'VariableDeclarator' ? declared.init : undefined;
  return init?.type === 'CallExpression' && !around.includes(init)
    ? isDerivative(facts, init, [...around, init])
    : false;
}

/**
 * The functions of a module that take derivatives themselves. Where they give no number, as those that train, derivatives
 * of these are rare, and runs take them.
 */
function takingDerivatives(facts: Facts): ReadonlySet<Node> {
  const found = new Set<Node>();
  const calls: (readonly [by: Node, of: Node])[] = [];
  for (const path of facts.calls) {
    const takes = isDerivative(facts, path.node.callee);
    const called = functionOf(facts, path.node.callee);
    for (let by = functionAround(path); by !== null; by = functionAround(by)) {
      if (takes) found.add(by.node);
      if (called !== undefined) calls.push([by.node, called]);
    }
  }
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [by, of] of calls) if (found.has(of)) found.add(by);
  }
  return found;
}

/** The functions of which a bundle has compiled code. */
export class Reached {
  private readonly taking: ReadonlySet<Node>;

  constructor(
    facts: Facts,
    private readonly isSmall: boolean,
    /** The functions of a file of which derivatives are taken elsewhere, if an option tells. */
    private readonly named: readonly string[] | undefined,
  ) {
    this.taking = isSmall ? takingDerivatives(facts) : new Set();
  }

  /**
   * True if the library may be given the value of a variable of the module: a function, or an object
   * with functions.
   */
  has({ identifier, referencePaths }: Binding): boolean {
    const isAny = !this.isSmall || this.named === undefined;
    return isAny || this.named.includes(identifier.name) || referencePaths.some(isGivenToLibrary);
  }

  /** True if a function is only exported, and makes data or takes derivatives itself. */
  isDoubtful(f: FunctionNode, binding: Binding | undefined): boolean {
    if (!this.isSmall || this.named !== undefined || binding === undefined) return false;
    const makesNoUse = f.params.length === 0 || this.taking.has(f);
    return makesNoUse && !binding.referencePaths.some(isGivenToLibrary);
  }
}

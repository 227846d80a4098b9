/**
 * Generators and async functions that are suspended when the run ends. Their variables cannot be reached, so their versions
 * say which ones there are whenever they suspend (runtime/suspended.ts): `yield $kept(x, ($s) => { y = $s(y); });`, where
 * `const $kept = $suspending();` stands where the function begins. The list of a loop is a variable, too.
 */
import type { Facts } from '../front/facts.js';
import type {
  Binding,
  Expression,
  FunctionNode,
  Node,
  NodePath,
  types,
  Types,
} from '../front/syntax.js';
import type { AddedNames } from './added-names.js';

export const canBeSuspended = (f: FunctionNode): boolean =>
  f.generator === true || f.async === true;

export class Suspensions {
  private readonly known = new Map<FunctionNode, ReadonlyMap<Node, readonly Binding[]>>();

  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
    private readonly facts: Facts,
    private readonly mayHoldDuals: (binding: Binding) => boolean,
  ) {}

  /** The variables of a function that are in scope where it suspends: at a `yield`, an `await`, or a loop that has one. */
  at(f: FunctionNode, node: Node): readonly Binding[] {
    return this.of(f).get(node) ?? [];
  }

  /** True if a function suspends inside of a loop. */
  hasInside(f: FunctionNode, loop: Node): boolean {
    return canBeSuspended(f) && this.of(f).has(loop);
  }

  /** `const $kept = $suspending();`, for a function that suspends. */
  marks(f: FunctionNode): types.Statement[] {
    const { t } = this;
    if (!canBeSuspended(f) || this.of(f).size === 0) return [];
    const made = t.callExpression(this.names.runtime('suspending'), []);
    return [t.variableDeclaration('const', [t.variableDeclarator(this.kept(), made)])];
  }

  /** `$kept(value, …places)` */
  keeping(value: Expression, places: readonly Expression[]): types.CallExpression {
    return this.t.callExpression(this.kept(), [value, ...places]);
  }

  private kept(): types.Identifier {
    return this.t.identifier(this.names.localOf('kept'));
  }

  private of(f: FunctionNode): ReadonlyMap<Node, readonly Binding[]> {
    let found = this.known.get(f);
    if (found === undefined) {
      found = this.find(f);
      this.known.set(f, found);
    }
    return found;
  }

  private find(f: FunctionNode): ReadonlyMap<Node, readonly Binding[]> {
    const found = new Map<Node, readonly Binding[]>();
    const path = this.facts.functions.find(({ node }) => node === f);
    const note = (at: NodePath) => {
      found.set(at.node, this.inScope(f, at));
      for (let loop = at.parentPath; loop !== null && loop.node !== f; loop = loop.parentPath)
        if (loop.isForOfStatement()) found.set(loop.node, []);
    };
    path?.get('body').traverse({
      Function: (inner) => inner.skip(),
      YieldExpression: note,
      AwaitExpression: note,
      ForOfStatement: (loop) => {
        if (loop.node.await) note(loop.get('right'));
      },
    });
    return found;
  }

  private inScope(f: FunctionNode, at: NodePath): Binding[] {
    const found: Binding[] = [];
    for (let { scope }: Partial<NodePath> = at; scope !== undefined; scope = scope.parent) {
      for (const binding of Object.values(scope.bindings))
        if (this.facts.ownerOf(binding) === f && this.mayHoldDuals(binding)) found.push(binding);
      if (scope.block === f) break;
    }
    return found;
  }
}

/** The caches that the body of a function asks (front/caches.ts). */
import { Caches, type CacheTest, type Choice } from '../front/caches.js';
import type { Facts } from '../front/facts.js';
import { childrenOf, type Expression, type FunctionNode, type Types } from '../front/syntax.js';
import type { Binding, Node, types } from '../front/syntax.js';

export class VersionCaches {
  private readonly caches: Caches;
  private readonly body: () => Node;

  constructor(t: Types, facts: Facts, isOutside: (binding: Binding) => boolean, f: FunctionNode) {
    this.caches = new Caches((node) => childrenOf(t, node), facts, isOutside);
    this.body = () => f.body;
  }

  /** The cache of an `if`, followed by the rest of its block. */
  at(node: types.IfStatement, rest: readonly Node[]): CacheTest | null {
    return this.caches.ofStatement(node, rest, this.body);
  }

  in(node: Choice): CacheTest | null {
    return this.caches.ofExpression(node, this.body);
  }

  /** That of a loop, and of a case of a switch. */
  behind(node: types.WhileStatement | types.SwitchCase): CacheTest | null {
    if (node.type === 'WhileStatement') return this.caches.ofLoop(node, this.body);
    return node.test == null ? null : this.caches.ofCase(node.test, node.consequent, this.body);
  }

  /** True if a comparison asks if what is given was given before. */
  remembers(node: Node): boolean {
    return this.caches.isOfMemory(node, this.body);
  }

  /** The names in a comparison up to a tolerance. */
  near(node: types.BinaryExpression): Expression[] {
    return this.caches.places.near(node);
  }
}

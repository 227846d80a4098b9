/** Global objects that are part of the language, and other names for functions of `Math`. */
import { nameOfKey, bare, type Node } from './syntax.js';
import type { Facts } from './facts.js';

export class Globals {
  constructor(private readonly facts: Facts) {}

  /** The name of a global variable, if an expression is nothing else. */
  nameOf(node: Node): string | undefined {
    const inner = bare(node);
    if (inner.type !== 'Identifier') return undefined;
    return this.facts.bindings.has(inner) && this.facts.bindings.get(inner) === undefined
      ? inner.name
      : undefined;
  }

  /** `sin` for `Math.sin`, and for a constant that was bound to it. */
  mathFunction(node: Node): string | undefined {
    return this.memberOf('Math', node);
  }

  /** The name of a member of a global object, also through a constant. */
  memberOf(object: string, node: Node): string | undefined {
    const inner = bare(node);
    if (inner.type === 'MemberExpression') {
      if (!this.isGlobalObject(object, inner.object)) return undefined;
      return nameOfKey(inner.property, inner.computed);
    }
    const bound = this.onlyValue(inner);
    if (bound === undefined) return undefined;
    const { of, path } = bound;
    if (path.length === 0) return this.memberOf(object, of);
    const [step] = path;
    if (path.length > 1 || typeof step === 'string') return undefined;
    return this.isGlobalObject(object, of) ? step.member : undefined;
  }

  private isGlobalObject(object: string, node: Node): boolean {
    if (this.nameOf(node) === object) return true;
    const bound = this.onlyValue(bare(node));
    return bound?.path.length === 0 && this.isGlobalObject(object, bound.of);
  }

  /** What a constant was bound to. */
  private onlyValue(node: Node) {
    if (node.type !== 'Identifier') return undefined;
    const binding = this.facts.bindings.get(node);
    if (binding === undefined || binding.kind === 'param') return undefined;
    const definitions = this.facts.definitions.get(binding) ?? [];
    const [only] = definitions;
    return definitions.length === 1 && only.by === 'value' && binding.kind === 'const'
      ? only
      : undefined;
  }
}

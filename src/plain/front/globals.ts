/** Recognises global objects of the language, and other names for functions of `Math`. */
import { nameOfKey, bare, type Node } from './syntax.js';
import type { Facts } from './facts.js';
import type { Definition } from './variable-values.js';

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

  /** The name of a member of a global object; constants that were bound to the object or the member count, too. */
  memberOf(object: string, node: Node): string | undefined {
    const inner = this.origin(node);
    if (inner.type === 'MemberExpression') {
      if (!this.isGlobalObject(object, inner.object)) return undefined;
      return nameOfKey(inner.property, inner.computed);
    }
    const definition = this.onlyDefinition(inner);
    if (definition?.by !== 'part' || definition.step === 'element') return undefined;
    const [only, ...others] = definition.of;
    const isMember = only.by === 'value' && others.length === 0;
    return isMember && this.isGlobalObject(object, only.of) ? definition.step.member : undefined;
  }

  /** True if an expression is a global object, perhaps under the name of a constant. */
  isGlobalObject(object: string, node: Node): boolean {
    return this.nameOf(this.origin(node)) === object;
  }

  private readonly origins = new Map<Node, Node>();

  /** The expression that a constant was bound to, through any number of constants; other expressions themselves. */
  private origin(node: Node): Node {
    const passed: Node[] = [];
    let inner = bare(node);
    while (!this.origins.has(inner)) {
      const definition = this.onlyDefinition(inner);
      if (definition?.by !== 'value') break;
      // Constants that are bound to each other in a circle are none.
      this.origins.set(inner, inner);
      passed.push(inner);
      inner = bare(definition.of);
    }
    const origin = this.origins.get(inner) ?? inner;
    for (const alias of passed) this.origins.set(alias, origin);
    return origin;
  }

  /** The only definition of a constant. */
  private onlyDefinition(node: Node): Definition | undefined {
    if (node.type !== 'Identifier') return undefined;
    const binding = this.facts.bindings.get(node);
    if (binding?.kind !== 'const') return undefined;
    const definitions = this.facts.definitions.get(binding);
    return definitions?.length === 1 ? definitions[0] : undefined;
  }
}

const known = new WeakMap<Facts, Globals>();

/** Finds the globals of a module. */
export function globalsOf(facts: Facts): Globals {
  let found = known.get(facts);
  if (found === undefined) known.set(facts, (found = new Globals(facts)));
  return found;
}

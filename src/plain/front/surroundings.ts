/**
 * Finds everything that each function uses of its surroundings, while a module is gone through. A use is noted
 * for the innermost function; when that function ends, uses that concern the functions around it go outwards.
 * O(1) a use.
 */
import type { Binding, FunctionNode, Scope } from './syntax.js';

/** Uses that tie a function to its place. */
export class Uses {
  receiver = false;
  arguments = false;
  /** `super`, a private name, `new.target` or direct `eval`. */
  place = false;
  eval = false;
  /** Variables that are declared outside. */
  outside = false;
  /** Variables that are not of the module's top level. */
  local = false;
  /** Variables that are assigned again. */
  changing = false;
  /** Functions in its body. */
  functions = false;
  /** Parameters that change, by functions in defaults of parameters. */
  shared = false;
}

/** The outermost functions, by their depths, whose variables are used; Infinity for none. */
interface Reach {
  any: number;
  local: number;
  changing: number;
}

/** The function around what is declared in a scope, and how many there are around. */
interface Declaring {
  readonly owner: FunctionNode | null;
  readonly depth: number;
}

interface Around {
  readonly node: FunctionNode;
  readonly uses: Uses;
  readonly reach: Reach;
  /** True if it stands in the parameters of the function around it. */
  readonly isInParams: boolean;
  /** True while the parameters are being walked. */
  atParams: boolean;
}

export class Surroundings {
  readonly uses = new Map<FunctionNode, Uses>();
  /** Variables that functions use which do not declare them. */
  readonly captured = new Set<Binding>();
  /** The functions around the current place, innermost last. */
  private readonly around: Around[] = [];
  private readonly scopes = new Map<Scope, Declaring>();

  get innermost(): FunctionNode | undefined {
    return this.around.at(-1)?.node;
  }

  enter(node: FunctionNode, scope: Scope): void {
    const outer = this.around.at(-1);
    const isInParams = outer?.atParams === true;
    if (outer !== undefined && !isInParams) outer.uses.functions = true;
    const uses = new Uses();
    this.uses.set(node, uses);
    const reach = { any: Infinity, local: Infinity, changing: Infinity };
    this.around.push({ node, uses, reach, isInParams, atParams: false });
    this.scopes.set(scope, { owner: node, depth: this.around.length });
  }

  exit(): void {
    const { node, uses, reach } = this.around.pop()!;
    const depth = this.around.length;
    uses.outside = reach.any <= depth;
    uses.local = reach.local <= depth;
    uses.changing = reach.changing <= depth;
    const outer = this.around.at(-1);
    if (outer === undefined) return;
    for (const key of ['any', 'local', 'changing'] as const)
      outer.reach[key] = Math.min(outer.reach[key], reach[key]);
    outer.uses.place ||= uses.place;
    outer.uses.eval ||= uses.eval;
    // Arrow functions have those of the function around them.
    if (node.type !== 'ArrowFunctionExpression') return;
    outer.uses.receiver ||= uses.receiver;
    outer.uses.arguments ||= uses.arguments;
  }

  /** Notes that the walk of the parameters of the innermost function begins or ends. */
  atParams(isThere: boolean): void {
    this.around.at(-1)!.atParams = isThere;
  }

  note(what: 'receiver' | 'arguments' | 'place' | 'eval'): void {
    const innermost = this.around.at(-1);
    if (innermost !== undefined) innermost.uses[what] = true;
  }

  noteVariable(binding: Binding): void {
    const innermost = this.around.at(-1);
    const { owner, depth } = this.declaring(binding.scope);
    if (innermost === undefined || depth === this.around.length) return;
    this.captured.add(binding);
    const { reach } = innermost;
    reach.any = Math.min(reach.any, depth);
    if (binding.scope.path.type !== 'Program') reach.local = Math.min(reach.local, depth);
    if (binding.constant) return;
    reach.changing = Math.min(reach.changing, depth);
    if (owner !== null && binding.scope.block === owner && this.around[depth].isInParams)
      this.uses.get(owner)!.shared = true;
  }

  /** The function that declares a variable, or null. */
  ownerOf = ({ scope }: Binding): FunctionNode | null => this.declaring(scope).owner;

  private declaring(scope: Scope): Declaring {
    let found = this.scopes.get(scope);
    if (found === undefined) {
      const { parent } = scope as { readonly parent: Scope | undefined };
      found = parent === undefined ? { owner: null, depth: 0 } : this.declaring(parent);
      this.scopes.set(scope, found);
    }
    return found;
  }
}

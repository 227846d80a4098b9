/**
 * Functions inside of others that these return, alone or in an object: `(data) => (p) => …`, `return { loss, predict }`;
 * those that are fields of classes, `loss = (p) => …`; and those that a function which returns others is given, `compose((x) => …, g)`.
 * The library may be given them, so they get their lowered forms where they are handed out, with what reads the
 * variables around them. That takes some 50 ns each time.
 */
import { functionOf } from '../front/called-function.js';
import type { Facts } from '../front/facts.js';
import {
  bare,
  childrenOf,
  isFunction,
  nameOfKey,
  type Expression,
  type FunctionNode,
  type Node,
  type Scope,
  type Types,
  type types,
} from '../front/syntax.js';

interface Place {
  readonly f: FunctionNode;
  /** Where the expression stands. */
  readonly scope: Scope;
}

type Make = (f: FunctionNode, expression: Expression, scope: Scope) => Expression;

export class HandedOut {
  /** By the expressions that hand them out. */
  private readonly places = new Map<Node, Place>();
  /** Those that are arguments, until they stand in their forms. */
  private readonly given = new Set<Node>();
  private readonly scopes: ReadonlyMap<Node, Scope>;

  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    isExcluded: (f: FunctionNode) => boolean,
  ) {
    this.scopes = new Map(facts.functions.map(({ node, scope }) => [node, scope.parent!]));
    // What looks for the places in the end goes as deep as the code.
    if (facts.isDeep) return;
    for (const { node, parent, scope } of facts.functions)
      if (parent.type === 'ClassProperty' && parent.value === node)
        this.places.set(node, { f: node, scope: scope.parent! });
    const makers = new Set<FunctionNode>();
    for (const { node } of facts.functions) {
      if (isExcluded(node)) continue;
      const before = this.places.size;
      facts.returns.get(node)?.forEach(this.look);
      if (this.places.size > before) makers.add(node);
    }
    for (const [f, call] of facts.callbacks)
      if (!isExcluded(f) && this.isMadeBy(makers, call)) {
        this.places.set(f, { f, scope: this.scopes.get(f)! });
        this.given.add(f);
      }
    for (const [node, { f }] of this.places) if (isExcluded(f)) this.places.delete(node);
  }

  get functions(): FunctionNode[] {
    return [...this.places.values()].map(({ f }) => f);
  }

  /**
   * True if a call is of a function that hands out others, which may call its arguments; or of one that
   * it handed out.
   */
  private isMadeBy(makers: ReadonlySet<FunctionNode>, call: Expression): boolean {
    const callee = call.type === 'CallExpression' ? bare(call.callee) : call;
    if (callee.type === 'CallExpression') return this.isMadeBy(makers, callee);
    const f = callee.type === 'Identifier' ? functionOf(this.facts, callee) : undefined;
    return f !== undefined && makers.has(f);
  }

  private readonly look = (returned: Node): void => {
    const node = bare(returned);
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(this.look);
    else if (node.type === 'ObjectExpression') {
      for (const part of node.properties) if (part.type === 'ObjectProperty') this.look(part.value);
    } else {
      const place = this.placeOf(node);
      if (place !== undefined) this.places.set(node, place);
    }
  };

  private placeOf(node: Node): Place | undefined {
    if (isFunction(node)) return { f: node, scope: this.scopes.get(node)! };
    const binding = node.type === 'Identifier' ? this.facts.bindings.get(node) : undefined;
    // What stands at the top of the module is known by its name.
    if (binding === undefined || this.facts.ownerOf(binding) === null) return undefined;
    const f = functionOf(this.facts, node);
    const use = binding.referencePaths.find((path) => path.node === node);
    return f && use && { f, scope: use.scope };
  }

  /** Puts others in the places of the expressions. O(size of the module). */
  replace(program: Node, made: Make): void {
    if (this.places.size > 0) this.replaceIn(program, made, new Set());
  }

  private replaceIn(around: Node, made: Make, seen: Set<Node>): void {
    // Versions may share nodes.
    if (seen.has(around)) return;
    seen.add(around);
    if (around.type === 'CallExpression') this.replaceArguments(around, made, seen);
    const fields = around as unknown as Record<string, Node | null | undefined>;
    for (const key of this.t.VISITOR_KEYS[around.type] ?? []) {
      const place = fields[key] && this.places.get(fields[key]);
      if (place == null) continue;
      const before = fields[key] as Expression;
      const after = made(place.f, before, place.scope);
      const name = nameFor(around);
      // A function that is an argument has no name.
      if (name !== undefined && after.type === 'CallExpression' && after.arguments[0] === before)
        after.arguments[0] = this.named(before, name, seen);
      fields[key] = after;
      this.replaceIn(before, made, seen);
      // `{ loss }` is `{ loss: … }` from now on.
      if (around.type === 'ObjectProperty') around.shorthand = false;
    }
    for (const child of childrenOf(this.t, around)) this.replaceIn(child, made, seen);
  }

  private replaceArguments(call: types.CallExpression, made: Make, seen: Set<Node>): void {
    call.arguments.forEach((argument, k) => {
      const place = this.places.get(argument);
      if (place === undefined || !this.given.delete(argument)) return;
      call.arguments[k] = made(place.f, argument as Expression, place.scope);
      this.replaceIn(argument, made, seen);
    });
  }

  /** `{ 'f': … }['f']` */
  private named(f: Expression, name: string, seen: Set<Node>): Expression {
    const { t } = this;
    const property = t.objectProperty(t.stringLiteral(name), f);
    seen.add(property);
    return t.memberExpression(t.objectExpression([property]), t.stringLiteral(name), true);
  }
}

/** The name that a property gives to a function that has none. */
function nameFor(property: Node): string | undefined {
  if (property.type !== 'ObjectProperty' && property.type !== 'ClassProperty') return undefined;
  const name = nameOfKey(property.key, property.computed === true);
  return property.value != null && isFunction(property.value) && name !== '__proto__'
    ? name
    : undefined;
}

/**
 * Finds what names outside of the function stand for: functions and classes, numbers that are written down, and
 * variables. Such a variable becomes a further parameter, which is read when the function is called, since nothing in
 * the function assigns it.
 */
import { functionOf } from '../../front/called-function.js';
import {
  bare,
  isFunction,
  isPrivate,
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import { initOf, isAsWritten, isConstant, isOnlyRead } from '../syntax/constants.js';
import { isMadeByHost, type HostName } from '../syntax/array-modules.js';
import { Frame, type Meaning } from '../meanings/meanings.js';
import { isNumeric } from '../syntax/written-down.js';
import type { KeptField } from '../syntax/kept-fields.js';
import { isAssignedLater } from '../syntax/module-variables.js';
import type { Tells } from '../../ir/origin.js';
import { OnConstants } from './on-constants.js';
import { isSteady } from './steady-data.js';
import { hostShape, unstored, type Shape } from '../shapes/shapes.js';
import { asWritten } from '../shapes/fields-as-written.js';
import { shapeOfValue } from '../shapes/literal-shapes.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import { shapeAsUsed } from '../shapes/shapes-as-used.js';
import { isPatternKept } from '../syntax/patterns-used.js';
import { namesOf } from '../shapes/class-members.js';
import { instanceIn, instanceShape } from '../shapes/class-shapes.js';
import { bindingOfClass, lineOf, receiverIn, type ClassNode } from '../syntax/class-places.js';
import { shapeByUse } from '../shapes/shapes-by-use.js';

/** A variable outside of a function, what a module of arrays exports, or `this` there. */
export type Captured = Binding | HostName | KeptField | 'this';

/** An object of a class outside: `this`, or a variable. */
export interface On {
  readonly on: Node;
  readonly of: ClassNode;
}

export abstract class Outside extends OnConstants {
  /** Variables outside of the function that it reads: further parameters. */
  readonly captures = new Map<
    Captured,
    { readonly shape: Shape; readonly values: readonly Value[]; readonly which: number }
  >();

  /** The places, among these, of variables whose data nobody can change. */
  protected readonly steady = new Set<number>();

  /** Makes parameters for the parts of a variable outside. */
  protected abstract captured(node: Node, name: string, shape: Shape, tells?: Tells): Value[];

  /** A variable outside of the function: a function that never changes, a constant, or a further parameter. */
  protected outside(node: types.Identifier, binding: Binding): Meaning {
    const { path } = binding;
    this.insistOnOutside(binding, node);
    const declaration = path.node;
    const frame = this.module;
    const isFixed = isConstant(binding) && !path.isImportSpecifier();
    if (declaration.type === 'ClassDeclaration' && isAsWritten(binding))
      return { tag: 'class', node: declaration, frame };
    // A `var` may hold nothing yet.
    const isThere = binding.kind !== 'var';
    const declared = isFunction(declaration) ? declaration : initOf(binding);
    if (declared !== undefined && isFixed) {
      if (isFunction(declared)) return { tag: 'function', node: declared, frame };
      if (isThere && (isNumeric(declared) || declared.type === 'StringLiteral'))
        return this.expression(declared, frame);
      const isKept = declared.type === 'RegExpLiteral' && isPatternKept(binding, declared);
      const kept = isThere && isKept ? this.patternKept(declared) : undefined;
      if (kept !== undefined) return kept;
    }
    const table = isFixed && isThere ? this.table(binding) : undefined;
    if (table !== undefined) return table;
    if (!this.captures.has(binding)) this.capture(node, binding);
    return this.asWritten(this.heldOutside(binding, node.name, node), declared);
  }

  /** What a variable outside holds, or `this`, made of the parameters for its parts. */
  private heldOutside(of: Captured, name: string, node: Node): Meaning {
    const { values, shape, which } = this.captures.get(of)!;
    let next = 0;
    const leaf = () => {
      this.count(node);
      return values[next++];
    };
    return this.formed(shape, name, leaf, [], { outside: { of: 'capture', which } });
  }

  /** The object that a method is bound to. */
  protected objectOutside({ on, of }: On): Meaning {
    if (on.type === 'ThisExpression') return this.receiverOutside(of, on);
    // It is bound elsewhere.
    const { root } = this;
    this.root = null;
    const found = this.expression(on, this.module);
    this.root = root;
    return found;
  }

  /** What stands around a function: an arrow function has the `this` of its place. */
  protected frameAround(node: FunctionNode): Frame {
    const receiver = receiverIn(this.facts, node);
    const isAsked = node.type === 'ArrowFunctionExpression' && this.facts.uses.get(node)?.receiver;
    if (isAsked !== true || receiver === undefined) return this.module;
    const { of, isStatic } = receiver;
    if (!isStatic) return new Frame(this.module, this.receiverOutside(of, node));
    const isKnown = bindingOfClass(this.facts, of) !== undefined;
    return isKnown
      ? new Frame(this.module, { tag: 'class', node: of, frame: this.module })
      : this.module;
  }

  /** The object on which a method is called that the function is, or stands in. */
  private receiverOutside(of: ClassNode, node: Node): Meaning {
    if (!this.captures.has('this')) {
      const shape = instanceShape(this.facts, of);
      if (shape === undefined)
        return this.refuse(
          node,
          'this of a class that is used otherwise than to make instances, or whose parents are not in the module',
          'pass what it is as a parameter',
        );
      this.keep('this', node, 'this', shape);
    }
    return this.heldOutside('this', 'this', node);
  }

  /** The classes of instances stand in front of these. */
  protected keep(of: Captured, node: Node, name: string, shape: Shape, tells?: Tells): void {
    this.askClasses(shape);
    const which = this.captures.size;
    const values = this.captured(node, name, shape, tells);
    this.captures.set(of, { shape, values, which });
  }

  private askClasses(shape: Shape): void {
    if (shape.tag === 'optional' || shape.tag === 'columns') this.askClasses(shape.of);
    if (shape.tag !== 'record') return;
    if (shape.from !== undefined) this.classAsked(shape.from);
    shape.fields.forEach((inner) => this.askClasses(inner));
  }

  protected override classAsked(of: ClassNode) {
    this.relyOn(of);
    const binding = bindingOfClass(this.facts, of)!;
    const place = this.captures.get(binding)?.which ?? this.captures.size;
    if (place === this.captures.size)
      this.captures.set(binding, { shape: { tag: 'bool' }, values: [], which: place });
    const names = namesOf(lineOf(this.facts, of)!, ['method', 'get', 'set']);
    return { place, methods: [...names].filter((name) => !isPrivate(name)) };
  }

  /** A list of texts that is still as it is written; leaves where it is not. */
  private asWritten(of: Meaning, init: Node | undefined): Meaning {
    if (of.tag !== 'record' || !of.isTuple || init?.type !== 'ArrayExpression') return of;
    const texts = init.elements.flatMap((inner) =>
      inner?.type === 'StringLiteral' ? [inner.value] : [],
    );
    if (texts.length === 0 || texts.length < init.elements.length) return of;
    const known = [...of.slots.values()].map((slot, k): readonly [string, Meaning] => {
      const held = this.state.get(slot);
      const text = { tag: 'text', text: texts[k] } as const;
      if (held?.tag === 'word') this.leaveUnless(this.areSame(held, text));
      return [String(k), held?.tag === 'word' ? text : (held ?? text)];
    });
    return { ...this.record(known, true), isFixed: true, isNamed: true };
  }

  /** The function that a constant object of the module has under a name, if nobody can change that. */
  protected ownMember(callee: Node): Meaning | undefined {
    if (callee.type !== 'MemberExpression') return undefined;
    const object = bare(callee.object);
    const name = nameOfKey(callee.property, callee.computed);
    const binding = object.type === 'Identifier' ? this.facts.bindings.get(object) : undefined;
    const init = binding && initOf(binding);
    if (binding === undefined || init?.type !== 'ObjectExpression' || !isOnlyRead(binding, init))
      return undefined;
    const member = init.properties.findLast(
      (property) =>
        property.type !== 'SpreadElement' && nameOfKey(property.key, property.computed) === name,
    );
    const hasSpread = init.properties.some(({ type }) => type === 'SpreadElement');
    if (member === undefined || member.type === 'SpreadElement' || hasSpread) return undefined;
    if (member.type === 'ObjectMethod')
      return member.kind === 'method' && this.asksNothing(member)
        ? { tag: 'function', node: member, frame: this.module }
        : undefined;
    const held = bare(member.value);
    if (isFunction(held) && !this.asksNothing(held)) return undefined;
    const isNamed = held.type === 'Identifier' && functionOf(this.facts, held) !== undefined;
    const isKnown = isFunction(held) || isNamed || this.isRow(held);
    return isKnown ? this.expression(held, this.module) : undefined;
  }

  private capture(node: types.Identifier, binding: Binding): void {
    const shape = this.shapeOutside(binding);
    if (shape === undefined)
      this.refuse(
        node,
        `the variable ${node.name} outside of the function, whose type is not known to be made of numbers`,
        'annotate it, or pass it as an argument',
      );
    this.askClasses(shape);
    if (isSteady(this.facts, binding, shape, this.shapeOutside))
      this.steady.add(this.captures.size);
    const isVariable = (shape.tag === 'number' || shape.tag === 'bool') && isAssignedLater(binding);
    const tells = isVariable ? { variable: { of: shape.tag } } : undefined;
    this.keep(binding, node, node.name, shape, tells);
  }

  /** What a variable outside is made of, if that is known. */
  protected readonly shapeOutside = (binding: Binding): Shape | undefined => {
    const { typeAnnotation } = binding.identifier;
    const init = initOf(binding);
    return (
      shapeOf(typeAnnotation, this.facts.declared) ??
      instanceIn(this.facts, typeAnnotation, init) ??
      (init === undefined
        ? undefined
        : (this.ofHost(init) ??
          this.containerOutside(init, binding) ??
          shapeOfInit(init, binding) ??
          this.returned(init))) ??
      shapeAsUsed(typeAnnotation, this.facts.declared, this.toldOutside(binding, init))
    );
  };

  /** What uses tell of a variable outside, and the literal that it holds. */
  private toldOutside(binding: Binding, init: Node | undefined): Shape | undefined {
    const told = shapeByUse(this.facts, binding);
    return init && isConstant(binding) ? asWritten(told, init, this.hasContainers) : told;
  }

  private ofHost = (init: Node): Shape | undefined =>
    isMadeByHost(init, this.facts.bindings) ? hostShape : undefined;

  /** What the call of a function of the module returns, as it is annotated. */
  private returned(init: Node): Shape | undefined {
    if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return undefined;
    const made = this.facts.bindings.get(init.callee)?.path.node;
    return isFunction(made) && !('kind' in made && made.kind === 'constructor')
      ? shapeOf(made.returnType, this.facts.declared)
      : undefined;
  }
}

/** The shape of a literal, with whether the variable keeps the fields that are written there, and no others. */
function shapeOfInit(init: Node, binding: Binding): Shape | undefined {
  const shape = shapeOfValue(init);
  // It may become an array of another kind.
  if (shape?.tag === 'array' && !isConstant(binding)) return unstored(shape);
  if (shape?.tag !== 'record' || init.type !== 'ObjectExpression') return shape;
  const isWhole = isOnlyRead(binding, init) && shape.fields.size === init.properties.length;
  return isWhole ? { ...shape, isWhole } : shape;
}

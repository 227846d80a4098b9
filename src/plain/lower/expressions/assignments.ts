/** Lowers assignments, which give variables and members new values. */
import { baptise } from '../../ir/build.js';
import type { Bits, Value } from '../../ir/ir.js';
import { bare, nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';
import { Members } from '../objects/members.js';
import {
  isNewTuple,
  meaning,
  nothing,
  type Frame,
  type Meaning,
  type Slot,
} from '../meanings/meanings.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import { shapeOfParam } from '../shapes/shapes-by-use.js';

const arithmetic: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
};
const bits: readonly string[] = ['|', '&', '^', '<<', '>>', '>>>'];

export abstract class Assignments extends Members {
  /** What a variable holds that is given a new literal: a tuple, or an array. */
  protected abstract asUsed(found: Meaning, binding: Binding | undefined, node: Node): Meaning;
  protected abstract copiedFrom(of: Meaning, k: number, node: Node): Meaning;
  /** What `&&`, `||` or `??` give; `usual` is asked for only where the first operand is not the answer. */
  protected abstract oneOf(
    operator: '&&' | '||' | '??',
    left: Meaning,
    usual: () => Meaning,
    node: Node,
  ): Meaning;
  protected abstract orElse(
    of: Meaning,
    usual: () => Meaning,
    node: Node,
    isDefault?: boolean,
  ): Meaning;

  /** Ends lowering where a variable outside of the function is assigned. */
  protected abstract assignedOutside(node: types.Identifier, binding: Binding | undefined): never;

  protected operation(operator: string, x: Value, y: Value, node: Node, name = ''): Value {
    if (operator in arithmetic) return this.builder.prim(arithmetic[operator], [x, y], name);
    if (bits.includes(operator)) return this.builder.bits(operator as Bits, x, y);
    return this.refuse(node, `the operator ${operator}`, 'write it with numbers');
  }

  // ── Assignments ──

  protected assignment(node: types.AssignmentExpression, frame: Frame): Meaning {
    const { operator, left, right } = node;
    if (operator === '=') {
      if (left.type === 'MemberExpression')
        return this.storeMember(left, frame, () => this.expression(right, frame));
      this.noteVariable(left, right);
      const found = this.expression(right, frame);
      this.bind(left, found, frame, false);
      const isOne = bare(left).type === 'Identifier' && isNewTuple(found);
      return isOne ? this.expression(left, frame) : found;
    }
    const simple = operator.slice(0, -1);
    if (simple === '&&' || simple === '||' || simple === '??')
      return this.assignedIf(simple, left, right, frame);
    return this.changed(left, frame, (old, name) =>
      this.operation(simple, old, this.number(right, frame), node, name),
    );
  }

  /** Lowers `x ??= y` and the like, which assign only if the value of `x` asks for it. */
  private assignedIf(operator: '&&' | '||' | '??', left: Node, right: Node, frame: Frame): Meaning {
    const target = bare(left);
    const usual = () => this.expression(right, frame);
    if (target.type === 'MemberExpression') {
      const { get, set, put } = this.place(target, frame);
      if (put !== undefined) return this.oneOf(operator, get(), () => put(usual()), target);
      const made = this.oneOf(operator, get(), usual, target);
      set(made);
      return made;
    }
    const made = this.oneOf(operator, this.expression(target, frame), usual, target);
    this.bind(target, made, frame, false);
    return made;
  }

  protected update(node: types.UpdateExpression, frame: Frame): Meaning {
    let before: Meaning = nothing;
    const after = this.changed(node.argument, frame, (old, name) => {
      before = meaning(old);
      return this.builder.prim(
        node.operator === '++' ? 'add' : 'sub',
        [old, this.builder.constant(1)],
        name,
      );
    });
    return node.prefix ? after : before;
  }

  /** Replaces a variable or a member by what is made of it. */
  protected changed(
    target: Node,
    frame: Frame,
    make: (old: Value, name: string) => Value,
  ): Meaning {
    const place = bare(target);
    if (place.type === 'MemberExpression') {
      const { get, set } = this.place(place, frame);
      const next = meaning(make(this.numberOf(get(), place), ''));
      set(next);
      return next;
    }
    if (place.type !== 'Identifier')
      this.refuse(
        place,
        'an assignment to what is no variable and no field',
        'assign to a variable',
      );
    const old = this.numberOf(this.expression(place, frame), place);
    const next = meaning(make(old, place.name));
    this.bind(place, next, frame, false);
    return next;
  }

  /** Refuses an assignment that throws: to a constant, or to a variable whose declaration did not run yet. */
  private insistOnAssignable({ kind }: Binding, slot: Slot, node: Node): void {
    if (kind === 'const' || kind === 'local' || (kind as string) === 'using')
      this.refuse(node, 'an assignment to a constant', 'declare it with let');
    if (kind === 'let' && this.state.get(slot) === undefined)
      this.refuse(
        node,
        'an assignment to a variable that may not be declared yet',
        'declare it before the switch',
      );
  }

  /** Gives the variables of a pattern their values. */
  protected bind(pattern: Node, to: Meaning, frame: Frame, isDeclared: boolean): void {
    const target = bare(pattern);
    switch (target.type) {
      case 'Identifier': {
        const binding = this.facts.bindings.get(target);
        const slot = binding && (isDeclared ? frame.declare(binding) : frame.find(binding));
        if (slot === undefined) return this.assignedOutside(target, binding);
        if (!isDeclared) {
          this.insistOnAssignable(binding!, slot, target);
          const cell = this.state.get(slot);
          if (cell?.tag === 'cell') {
            this.storeInCell(cell, to, target);
            break;
          }
        }
        const held = this.asDeclared(this.asUsed(to, binding, target), binding);
        if (held.tag === 'value') baptise(held.value, target.name);
        if (held.tag === 'record') held.isNamed = true;
        this.state.set(slot, held);
        break;
      }
      case 'AssignmentPattern':
        this.bind(
          target.left,
          this.orElse(to, () => this.usual(target, frame), target, true),
          frame,
          isDeclared,
        );
        break;
      case 'TSParameterProperty': {
        const { parameter } = target;
        const inner = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
        if (inner.type !== 'Identifier' || this.facts.bindings.get(inner) !== undefined)
          this.bind(parameter, to, frame, isDeclared);
        else this.state.set(frame.name(inner.name), to);
        break;
      }
      case 'MemberExpression':
        this.storeMember(target, frame, () => to);
        break;
      case 'ArrayPattern':
        target.elements.forEach((inner, k) => {
          if (inner === null) return;
          if (inner.type === 'RestElement')
            this.bind(inner.argument, this.restFrom(to, k, inner), frame, isDeclared);
          else this.bind(inner, this.part(to, k, inner), frame, isDeclared);
        });
        break;
      case 'ObjectPattern':
        for (const property of target.properties) {
          if (property.type === 'RestElement') {
            this.bind(property.argument, this.without(to, target, property), frame, isDeclared);
            continue;
          }
          const name = nameOfKey(property.key, property.computed);
          const of = this.sure(to);
          if (name !== undefined && of.tag === 'value' && of.value.type === 'host') {
            const held = meaning(this.hostField(of.value, name));
            this.bind(property.value, held, frame, isDeclared);
            continue;
          }
          if (name === undefined || (of.tag !== 'record' && of.tag !== 'element'))
            this.refuse(
              property,
              'a pattern of fields of what is no object',
              'read what it has by itself',
            );
          this.bind(property.value, this.heldBy(of, name, property), frame, isDeclared);
        }
        break;
      default:
        this.refuse(
          target,
          'an assignment to what is no variable and no field',
          'assign to a variable',
        );
    }
  }

  /** New lists that are all arguments from a place on. */
  protected readonly rests = new WeakSet<Meaning>();

  /** Gives parameters what they are called with. */
  protected bindAll(params: readonly Node[], args: readonly Meaning[], frame: Frame): void {
    params.forEach((param, k) => {
      const isWhole = args[k] !== undefined && this.rests.has(args[k]);
      if (param.type === 'RestElement' && isWhole) this.bind(param.argument, args[k], frame, true);
      else if (param.type === 'RestElement') {
        const rest = args.slice(k).map((arg, n) => [String(n), arg] as const);
        this.bind(param.argument, this.record(rest, true), frame, true);
      } else this.bind(param, args[k] ?? nothing, frame, true);
    });
  }

  /** The default of a pattern, with all fields that may be missing. */
  private usual({ left, right }: types.AssignmentPattern, frame: Frame): Meaning {
    const type = 'typeAnnotation' in left ? left.typeAnnotation : null;
    const shape = shapeOf(type, this.facts.classes);
    const made = this.asShape(this.expression(right, frame), shape);
    if (made.tag !== 'record' || !isNewTuple(made)) return made;
    const { tag } = shape ?? shapeOfParam(this.facts, left) ?? made;
    return tag === 'array' || tag === 'columns' ? this.arrayOf(made, '', right) : made;
  }

  /** A new object with what the other properties of a pattern leave. */
  private without(given: Meaning, { properties }: types.ObjectPattern, at: Node): Meaning {
    const of = this.sure(given);
    const isObject = of.tag === 'record' && !of.isTuple && of.isGrowing !== true;
    if (!isObject || of.from !== undefined || of.accessors !== undefined)
      return this.refuse(at, 'the rest of an instance, or of what is no object', 'name its fields');
    const taken = properties.flatMap((one) =>
      one.type === 'RestElement' ? [] : [nameOfKey(one.key, one.computed)],
    );
    const names = [...of.slots.keys()].filter((name) => !taken.includes(name));
    const left = this.record(names.map((name) => [name, this.heldBy(of, name, at)] as const));
    const made = { ...left, isWhole: of.isWhole };
    this.madeOf(made, this.sourcesBut(of, taken));
    return made;
  }

  /** What a variable of a type holds: what may be missing, and a text that changes. */
  private asDeclared(of: Meaning, binding: Binding | undefined): Meaning {
    if (binding === undefined) return of;
    const { typeAnnotation } = binding.identifier;
    const shape = typeAnnotation == null ? undefined : shapeOf(typeAnnotation, this.facts.classes);
    if (of.tag === 'text') return binding.constant ? of : this.asShape(of, { tag: 'text' });
    const isMade =
      shape?.tag === 'optional' || shape?.tag === 'record' || shape?.tag === 'dictionary';
    return isMade ? this.asShape(of, shape) : of;
  }

  /** The elements from a position on, as patterns read them. */
  private restFrom(of: Meaning, k: number, node: Node): Meaning {
    if (of.tag !== 'record' || !of.isTuple) return this.copiedFrom(of, k, node);
    const names = [...of.slots.keys()].slice(k);
    const rest = names.map((name, n) => [String(n), this.field(of, name, node)] as const);
    return this.record(rest, true);
  }
}

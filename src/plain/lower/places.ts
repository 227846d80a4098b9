/** Variables and members: what reads them, and what gives them new values. */
import { baptise } from '../ir/build.js';
import { isArray, type Bits, type Value } from '../ir/ir.js';
import { bare, nameOfKey, type Node, type types } from '../front/syntax.js';
import { Branches } from './branches.js';
import { meaning, nothing, type Frame, type Meaning, type RecordMeaning } from './meanings.js';

const arithmetic: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
};
const bits: readonly string[] = ['|', '&', '^', '<<', '>>', '>>>'];

export abstract class Places extends Branches {
  protected abstract expression(node: Node, frame: Frame): Meaning;

  protected number = (node: Node, frame: Frame): Value =>
    this.numberOf(this.expression(node, frame), node);

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
      const found = this.expression(right, frame);
      this.bind(left, found, frame, false);
      return found;
    }
    const simple = operator.slice(0, -1);
    if (['&&', '||', '??'].includes(simple))
      this.refuse(node, `the operator ${operator}`, 'write an if statement');
    return this.changed(left, frame, (old, name) =>
      this.operation(simple, old, this.number(right, frame), node, name),
    );
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
    if (place.type !== 'Identifier') this.refuse(place, 'this assignment', 'assign to a variable');
    const old = this.numberOf(this.expression(place, frame), place);
    const next = meaning(make(old, place.name));
    this.bind(place, next, frame, false);
    return next;
  }

  /** Gives the variables of a pattern their values. */
  protected bind(pattern: Node, to: Meaning, frame: Frame, isDeclared: boolean): void {
    const target = bare(pattern);
    switch (target.type) {
      case 'Identifier': {
        const binding = this.facts.bindings.get(target);
        const slot = binding && (isDeclared ? frame.declare(binding) : frame.find(binding));
        if (slot === undefined)
          this.refuse(
            target,
            `an assignment to ${target.name} outside of the function`,
            'return the value instead',
          );
        if (to.tag === 'value') baptise(to.value, target.name);
        this.state.set(slot, to);
        break;
      }
      case 'AssignmentPattern':
        if (to.tag === 'nothing')
          this.bind(target.left, this.expression(target.right, frame), frame, isDeclared);
        else this.bind(target.left, to, frame, isDeclared);
        break;
      case 'MemberExpression':
        this.storeMember(target, frame, () => to);
        break;
      case 'ArrayPattern':
        target.elements.forEach((inner, k) => {
          if (inner === null) return;
          if (inner.type === 'RestElement') this.refuse(inner, 'the rest of an array', 'use slice');
          this.bind(inner, this.part(to, k, inner), frame, isDeclared);
        });
        break;
      case 'ObjectPattern':
        for (const property of target.properties) {
          if (property.type === 'RestElement')
            this.refuse(property, 'the rest of an object', 'name its fields');
          const name = nameOfKey(property.key, property.computed);
          if (name === undefined || to.tag !== 'record')
            this.refuse(property, 'this pattern', 'read the fields one by one');
          this.bind(property.value, this.field(to, name, property), frame, isDeclared);
        }
        break;
      default:
        this.refuse(target, 'this assignment', 'assign to a variable');
    }
  }

  /** An element by position, as patterns read it. */
  protected part(of: Meaning, k: number, node: Node): Meaning {
    if (of.tag === 'record' && of.isTuple) return this.field(of, String(k), node);
    const array = this.valueOf(of, node);
    if (!isArray(array.type)) this.refuse(node, 'this pattern', 'read the elements one by one');
    return meaning(this.load(array, this.builder.constant(k)));
  }

  // ── Members ──

  protected load(array: Value, index: Value): Value {
    if (isArray(array.type) && array.type.storage === 'Int32Array') {
      const whole = { name: '', type: 'i32' as const };
      this.builder.add({ tag: 'let', value: whole, op: { tag: 'load', args: [array, index] } });
      return whole;
    }
    return this.builder.load(array, index);
  }

  protected field(of: RecordMeaning, name: string, node: Node): Meaning {
    const slot = of.slots.get(name);
    return slot === undefined
      ? this.refuse(
          node,
          `an object without the field ${name}`,
          'give it the field where it is made',
        )
      : this.read(slot, node);
  }

  protected storeMember(node: types.MemberExpression, frame: Frame, make: () => Meaning): Meaning {
    const { set } = this.place(node, frame);
    const made = make();
    set(made);
    return made;
  }

  /** A member: the object and the key are evaluated once. */
  protected place(
    node: types.MemberExpression,
    frame: Frame,
  ): { get: () => Meaning; set: (to: Meaning) => void } {
    const object = this.expression(node.object, frame);
    const name = nameOfKey(node.property, node.computed);
    if (object.tag === 'record') {
      const key = bare(node.property);
      const field = name ?? (key.type === 'NumericLiteral' ? String(key.value) : undefined);
      if (field === 'length' && object.isTuple)
        return {
          get: () => meaning(this.builder.constant(object.slots.size)),
          set: () => this.refuse(node, 'a write to length', 'make a new array'),
        };
      if (field === undefined)
        this.refuse(
          node,
          'a computed index into a tuple',
          'declare it as number[] or Float64Array',
        );
      return {
        get: () => this.field(object, field, node),
        set: (to) => {
          const slot = object.slots.get(field);
          if (slot === undefined || object.isFixed)
            this.refuse(
              node,
              `a write to the field ${field} of an object that is shared`,
              'make a new object',
            );
          this.state.set(slot, to);
        },
      };
    }
    const array = this.valueOf(object, node.object);
    if (!isArray(array.type)) this.refuse(node, 'a member of a number', 'call a function instead');
    if (name === 'length')
      return {
        get: () => meaning(this.builder.length(array)),
        set: () => this.refuse(node, 'a write to length', 'make a new array'),
      };
    if (name !== undefined) this.refuse(node, `the member ${name} of an array`, 'write a loop');
    const index = this.number(node.property, frame);
    const { storage } = array.type;
    return {
      get: () => meaning(this.load(array, index)),
      set: (to) => {
        const stored = this.numberOf(to, node);
        // There arrays would become longer, and elements could have names that are no numbers.
        if (storage === 'number[]') this.builder.add({ tag: 'check', array, index });
        this.builder.store(array, index, stored);
      },
    };
  }
}

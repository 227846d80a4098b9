/** Lowers expressions, in the order in which JavaScript evaluates them. */
import { isArray, isNumber, type Comparison, type Value } from '../ir/ir.js';
import { isOpenStorage } from '../ir/open-types.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Binding,
  type Node,
  type types,
} from '../front/syntax.js';
import { Assignments } from './assignments.js';
import { Frame, meaning, nothing, type Meaning, type Slot } from './meanings.js';

const comparisons: Readonly<Record<string, Comparison>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '===': 'eq',
  '!==': 'ne',
  // Of two numbers.
  '==': 'eq',
  '!=': 'ne',
};

export abstract class Expressions extends Assignments {
  protected abstract call(node: types.CallExpression | types.NewExpression, frame: Frame): Meaning;
  protected abstract outside(node: types.Identifier, binding: Binding): Meaning;
  /** An array of parts, some of them arrays. */
  protected abstract spread(
    parts: readonly (Meaning | { readonly all: Meaning })[],
    node: Node,
  ): Meaning;
  protected abstract method(node: types.MemberExpression, frame: Frame): Meaning | undefined;

  protected override expression(given: Node, frame: Frame): Meaning {
    const node = bare(given);
    this.count(node);
    if (isFunction(node)) return { tag: 'function', node, frame };
    switch (node.type) {
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return meaning(this.builder.constant(node.value));
      case 'StringLiteral':
        return { tag: 'text', text: node.value };
      case 'Identifier':
        return this.identifier(node, frame);
      case 'UnaryExpression':
        return this.unary(node, frame);
      case 'BinaryExpression':
        return this.binary(node, frame);
      case 'LogicalExpression':
        return this.logical(node, frame);
      case 'ConditionalExpression': {
        const test = this.testOf(this.expression(node.test, frame), node.test);
        return this.either(test, node.consequent, node.alternate, frame, node);
      }
      case 'AssignmentExpression':
        return this.assignment(node, frame);
      case 'UpdateExpression':
        return this.update(node, frame);
      case 'MemberExpression':
        return this.member(node, frame);
      case 'OptionalMemberExpression':
        return this.optionalMember(node, frame);
      case 'SequenceExpression':
        return node.expressions.map((inner) => this.expression(inner, frame)).at(-1)!;
      case 'CallExpression':
      case 'NewExpression':
        return this.call(node, frame);
      case 'ObjectExpression':
        return this.object(node, frame);
      case 'ArrayExpression':
        return this.array(node, frame);
      case 'ThisExpression':
        return frame.receiver === undefined || frame.receiver === nothing
          ? this.refuse(node, 'this outside of a method', 'pass what it is as a parameter')
          : frame.receiver;
      default:
        return this.refuse(
          node,
          `${node.type} is not numeric code`,
          'write it with numbers and arrays',
        );
    }
  }

  private identifier(node: types.Identifier, frame: Frame): Meaning {
    const binding = this.facts.bindings.get(node);
    if (binding === undefined) {
      if (node.name === 'NaN') return meaning(this.builder.constant(NaN));
      if (node.name === 'Infinity') return meaning(this.builder.constant(Infinity));
      if (node.name === 'undefined') return nothing;
      return this.refuse(node, `the global ${node.name}`, 'pass it as an argument');
    }
    const slot = frame.find(binding);
    return slot === undefined ? this.outside(node, binding) : this.read(slot, node);
  }

  // ── Operators ──

  private unary(node: types.UnaryExpression, frame: Frame): Meaning {
    const of = this.expression(node.argument, frame);
    switch (node.operator) {
      case '-':
        return meaning(this.negated(this.numberOf(of, node)));
      case '+':
        // Also makes a number of what is missing in an array.
        return meaning(
          this.builder.prim('sub', [this.numberOf(of, node), this.builder.constant(0)]),
        );
      case '!':
        return meaning(this.builder.not(this.testOf(of, node)));
      case '~':
        return meaning(this.builder.bits('^', this.numberOf(of, node), this.builder.constant(-1)));
      default:
        return this.refuse(node, `the operator ${node.operator}`, 'leave it out');
    }
  }

  private negated = (x: Value): Value => this.builder.prim('neg', [x]);

  private binary(node: types.BinaryExpression, frame: Frame): Meaning {
    const asked = this.presence(node, frame);
    if (asked !== undefined) return asked;
    const [x, y] = [this.expression(node.left, frame), this.expression(node.right, frame)];
    const by = comparisons[node.operator];
    if (x.tag === 'text' && y.tag === 'text' && (by === 'eq' || by === 'ne'))
      return meaning(this.builder.constant((x.text === y.text) === (by === 'eq')));
    const [left, right] = [this.numberOf(x, node.left), this.numberOf(y, node.right)];
    if (by !== undefined) return meaning(this.builder.compare(by, left, right));
    return meaning(this.operation(node.operator, left, right, node));
  }

  /** Whether something is undefined, in one of the ways in which this is asked; undefined for any other question. */
  private presence(
    { operator, left, right }: types.BinaryExpression,
    frame: Frame,
  ): Meaning | undefined {
    if (!['==', '!=', '===', '!=='].includes(operator)) return undefined;
    const isNull = bare(right).type === 'NullLiteral';
    if (!isNull && !this.isUndefined(right)) return undefined;
    const of = this.known(this.expression(left, frame), left);
    const isStrict = operator.length === 3;
    const { builder } = this;
    const isThere =
      isStrict && isNull
        ? builder.constant(true)
        : of.tag === 'nothing'
          ? builder.constant(false)
          : of.tag === 'value' && isNumber(of.value.type)
            ? builder.present(of.value)
            : builder.constant(true);
    return meaning(operator.startsWith('!') ? isThere : builder.not(isThere));
  }

  /** What of another module may be missing is known only when it is linked. */
  private known(of: Meaning, node: Node): Meaning {
    const isOpen =
      of.tag === 'value' && isArray(of.value.type) && isOpenStorage(of.value.type.storage);
    return isOpen
      ? this.refuse(node, 'a question whether another module gives this', 'annotate what it gives')
      : of;
  }

  private isUndefined = (node: Node): boolean =>
    node.type === 'Identifier' &&
    node.name === 'undefined' &&
    this.facts.bindings.get(node) === undefined;

  private logical(node: types.LogicalExpression, frame: Frame): Meaning {
    const left = this.expression(node.left, frame);
    return this.oneOf(node.operator, left, () => this.expression(node.right, frame), node.left);
  }

  protected override oneOf(
    operator: '&&' | '||' | '??',
    left: Meaning,
    usual: () => Meaning,
    node: Node,
  ): Meaning {
    if (operator === '??') return this.orElse(left, usual, node);
    const x = this.valueOf(left, node);
    const test = this.testOf(left, node);
    const [slot, isAnd] = [{ name: '' }, operator === '&&'];
    this.if(
      test,
      () => this.state.set(slot, isAnd ? usual() : meaning(x)),
      () => this.state.set(slot, isAnd ? meaning(x) : usual()),
    );
    return this.read(slot, node);
  }

  private either(test: Value, then: Node, otherwise: Node, frame: Frame, node: Node): Meaning {
    const slot: Slot = { name: '' };
    this.if(
      test,
      () => this.state.set(slot, this.expression(then, frame)),
      () => this.state.set(slot, this.expression(otherwise, frame)),
    );
    return this.read(slot, node);
  }

  /** What something is, or something else if it is undefined. */
  protected override orElse(of: Meaning, usual: () => Meaning, node: Node): Meaning {
    if (of.tag === 'nothing') return usual();
    this.known(of, node);
    if (of.tag !== 'value' || !isNumber(of.value.type)) return of;
    const slot: Slot = { name: of.value.name };
    this.if(
      this.builder.present(of.value),
      () => this.state.set(slot, of),
      () => this.state.set(slot, usual()),
    );
    return this.read(slot, node);
  }

  // ── Members and literals ──

  private member(node: types.MemberExpression, frame: Frame): Meaning {
    return this.method(node, frame) ?? this.place(node, frame).get();
  }

  /** `o?.a`: what is an object or an array here is there, and of nothing there is nothing in the whole chain. */
  private optionalMember(node: types.OptionalMemberExpression, frame: Frame): Meaning {
    const of = this.expression(node.object, frame);
    if (of.tag === 'nothing') return nothing;
    const plain = { ...node, type: 'MemberExpression' } as unknown as types.MemberExpression;
    return this.memberOf(of, plain, frame).get();
  }

  private object(node: types.ObjectExpression, frame: Frame): Meaning {
    const fields = new Map<string, Meaning>();
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const given = this.expression(property.argument, frame);
        const of = given.tag === 'element' ? this.snapshot(given) : given;
        if (of.tag !== 'record' || of.isGrowing === true)
          this.refuse(property, 'a spread of what is no object', 'name the fields');
        for (const name of of.slots.keys()) fields.set(name, this.field(of, name, property));
        continue;
      }
      const name = nameOfKey(property.key, property.computed);
      const isMethod = property.type === 'ObjectMethod';
      if (name === undefined || (isMethod && property.kind !== 'method'))
        this.refuse(property, 'this property', 'write fields with plain names');
      fields.set(
        name,
        isMethod
          ? { tag: 'function', node: property, frame }
          : this.expression(property.value, frame),
      );
    }
    return this.record(fields);
  }

  private array(node: types.ArrayExpression, frame: Frame): Meaning {
    const parts = node.elements.flatMap((inner): (Meaning | { readonly all: Meaning })[] => {
      if (inner === null) return this.refuse(node, 'a hole in an array', 'write the number');
      if (inner.type !== 'SpreadElement') return [this.expression(inner, frame)];
      const all = this.expression(inner.argument, frame);
      if (all.tag !== 'record' || !all.isTuple) return [{ all }];
      return [...all.slots.keys()].map((name) => this.field(all, name, inner));
    });
    const elements = parts.filter((part): part is Meaning => !('all' in part));
    if (elements.length < parts.length) return this.spread(parts, node);
    return this.record(
      elements.map((held, k) => [String(k), held] as const),
      true,
    );
  }
}

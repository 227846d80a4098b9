/**
 * D{·} of Fig. 9 on expressions, in do-notation. By the laws of the monad, `x ← pure e` is e itself: so
 * only what runs is written `yield*`, which are calls and operators on reals. JavaScript evaluates operands
 * from left to right, and so does the program.
 */
import { types as t } from '../../vendor/babel.js';
import { isNative, isObject } from '../front/kinds.js';
import { bare, isFunction, type Expression, type Node } from '../front/syntax.js';
import { call, construct, mathAsValue } from './calls.js';
import { typeOf } from './monadic-types.js';
import { Translator, type Compare } from './translator.js';

const arithmetic: Readonly<Record<string, string>> = {
  ...{ '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem', '**': 'pow' },
};
const comparisons: Readonly<Record<string, Compare>> = {
  ...{ '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '===': 'eq', '!==': 'eq' },
};
const bitwise = ['|', '&', '^', '<<', '>>', '>>>'];

const write = 'write it with functions, numbers, arrays and objects';

export abstract class Expressions extends Translator {
  of(node: Node): Expression {
    switch (node.type) {
      case 'NumericLiteral':
      case 'StringLiteral':
      case 'BooleanLiteral':
      case 'NullLiteral':
      case 'BigIntLiteral':
        return t.cloneNode(node as Expression);
      case 'Identifier':
        return this.variable(node);
      case 'ParenthesizedExpression':
      case 'TSSatisfiesExpression':
        return this.of(node.expression);
      case 'TSNonNullExpression':
        return t.tsNonNullExpression(this.of(node.expression));
      case 'TSAsExpression':
        return t.tsAsExpression(this.of(node.expression), this.asserted(node.typeAnnotation));
      case 'UnaryExpression':
        return this.unary(node);
      case 'BinaryExpression':
        return this.binary(node);
      case 'LogicalExpression':
        return this.logical(node);
      case 'ConditionalExpression':
        return t.conditionalExpression(
          this.test(node.test),
          this.of(node.consequent),
          this.of(node.alternate),
        );
      case 'SequenceExpression':
        return t.sequenceExpression(node.expressions.map((one) => this.of(one)));
      case 'AssignmentExpression':
        return this.assignment(node);
      case 'UpdateExpression':
        return this.update(node, node.prefix);
      case 'ArrayExpression':
        return t.arrayExpression(
          node.elements.map((one) =>
            one === null ? this.refuse(node, 'an array has a hole', 'fill it') : this.item(one),
          ),
        );
      case 'ObjectExpression':
        return this.object(node);
      case 'MemberExpression':
        return mathAsValue(this, node) ?? this.member(node);
      case 'OptionalMemberExpression':
        return t.optionalMemberExpression(
          this.of(node.object),
          this.property(node),
          node.computed,
          node.optional,
        );
      case 'TemplateLiteral':
        return t.templateLiteral(
          node.quasis.map((one) => t.cloneNode(one)),
          node.expressions.map((one) => this.primal(one)),
        );
      case 'CallExpression':
        return call(this, node);
      case 'NewExpression':
        return construct(this, node);
      default:
        if (isFunction(node)) return this.lambda(node) as Expression;
        return this.refuse(node, `it has a ${words(node.type)}`, write);
    }
  }

  private asserted(type: Node): t.TSType {
    const isConst = t.isTSTypeReference(type) && t.isIdentifier(type.typeName, { name: 'const' });
    return isConst ? t.cloneNode(type) : typeOf(this, type as t.TSType);
  }

  private variable(node: t.Identifier): Expression {
    const binding = this.inference.facts.bindings.get(node);
    if (binding === undefined) {
      if (['undefined', 'NaN', 'Infinity'].includes(node.name)) return t.identifier(node.name);
      return this.refuse(
        node,
        `${node.name} is not a variable of the text`,
        'give the text of its module, or make it a parameter',
      );
    }
    if (binding.kind === 'module')
      this.refuse(node, `${node.name} is imported`, 'put it into the same module');
    this.mentioned.add(binding);
    return mathAsValue(this, node) ?? t.identifier(node.name);
  }

  private unary(node: t.UnaryExpression): Expression {
    const { operator, argument } = node;
    if (operator === '!') return t.unaryExpression('!', this.test(argument));
    if (operator === '~') return t.unaryExpression('~', this.number(argument));
    if (this.isPlain(argument) && operator !== 'delete')
      return t.unaryExpression(operator, this.of(argument));
    if (operator === '-') return this.apply('neg', [this.of(argument)]);
    if (operator === '+') return this.of(argument);
    return this.refuse(node, `it has ${operator} before what may be a real`, write);
  }

  private binary(node: t.BinaryExpression): Expression {
    const { operator, left, right } = node;
    const native = () =>
      t.binaryExpression(operator, this.of(left) as t.Expression, this.of(right));
    if (this.isPlain(left) && this.isPlain(right)) return native();
    if (bitwise.includes(operator))
      return t.binaryExpression(operator, this.number(left), this.number(right));
    if (operator === 'in') return native();
    const name = arithmetic[operator];
    if (name !== undefined) {
      // A number is a constant, and so a real. Other plain values are texts.
      for (const side of [left, right])
        if (this.kind(side).tag === 'native')
          this.refuse(node, 'a real is put into a text', 'leave texts to the caller');
      return this.apply(name, [this.of(left), this.of(right)]);
    }
    const compare = comparisons[operator];
    const isAnother = (side: Node) => isObject(this.kind(side)) || this.kind(side).tag === 'native';
    const isEquality = compare === 'eq' || operator === '==' || operator === '!=';
    if (isEquality && [left, right].some(isAnother)) return native();
    if (compare === undefined)
      return this.refuse(node, `it has ${operator} on what may be a real`, write);
    const asked = t.callExpression(this.library(compare), [this.of(left), this.of(right)]);
    return operator === '!==' ? t.unaryExpression('!', asked) : asked;
  }

  /** A condition. A real counts as true if it is neither 0 nor NaN, and a dual would always. */
  test(node: Node): Expression {
    const inner = bare(node);
    if (inner.type === 'LogicalExpression' && inner.operator !== '??')
      return t.logicalExpression(inner.operator, this.test(inner.left), this.test(inner.right));
    if (inner.type === 'ConditionalExpression')
      return t.conditionalExpression(
        this.test(inner.test),
        this.test(inner.consequent),
        this.test(inner.alternate),
      );
    this.insistOnTruth(inner);
    return this.primal(inner);
  }

  private insistOnTruth(node: Node): void {
    if (this.kind(node).tag === 'any')
      this.refuse(
        node,
        'a condition may be a real or something else',
        'compare it, with 0 or undefined',
      );
  }

  private logical(node: t.LogicalExpression): Expression {
    const { operator, left, right } = node;
    const kind = this.kind(left);
    if (operator !== '??' && !isNative(kind) && !isObject(kind))
      this.refuse(node, `it has ${operator} on what may be a real`, 'write a condition');
    return t.logicalExpression(operator, this.of(left), this.of(right));
  }

  private property({ property, computed }: t.MemberExpression | t.OptionalMemberExpression) {
    if (property.type === 'PrivateName')
      return this.refuse(property, 'it has a private member', write);
    return computed ? this.primal(property) : t.cloneNode(property);
  }

  private member(node: t.MemberExpression): t.MemberExpression {
    const { object, computed } = node;
    const global = this.inference.globals.nameOf(object);
    if (global === 'Math' || global === 'Number') return t.cloneNode(node);
    return t.memberExpression(this.of(object), this.property(node) as t.Expression, computed);
  }

  private object(node: t.ObjectExpression): t.ObjectExpression {
    return t.objectExpression(
      node.properties.map((one) => {
        if (one.type === 'SpreadElement') return t.spreadElement(this.of(one.argument));
        const key = one.computed ? this.primal(one.key) : (t.cloneNode(one.key) as t.Expression);
        if (one.type === 'ObjectMethod') {
          if (one.kind !== 'method') this.refuse(one, 'it has an accessor', write);
          const made = this.lambda(one) as t.ArrowFunctionExpression;
          return t.objectProperty(key, made, one.computed);
        }
        const value = this.field(one.value);
        const isShort =
          one.shorthand && t.isIdentifier(value, { name: (one.key as t.Identifier).name });
        return t.objectProperty(key, value, one.computed, isShort);
      }),
    );
  }

  /** A field, to which TypeScript would give the type of numbers for good. */
  private field(node: Node): Expression {
    const value = this.of(node);
    const isLiteral =
      t.isNumericLiteral(value) || t.isNumericLiteral((value as t.UnaryExpression).argument);
    return isLiteral ? t.tsAsExpression(value, t.tsTypeReference(this.library('MReal'))) : value;
  }

  /** The target of an assignment, with patterns. */
  target(node: Node): t.LVal {
    const inner = bare(node);
    if (inner.type === 'Identifier') return this.variable(inner) as t.Identifier;
    if (inner.type === 'MemberExpression') return this.member(inner);
    if (inner.type === 'ArrayPattern')
      return t.arrayPattern(inner.elements.map((one) => one && (this.target(one) as t.Identifier)));
    return this.refuse(node, 'it assigns to a pattern', 'assign to one variable after the other');
  }

  /**
   * A variable, or a member by a variable or a literal: it can be read and written without running anything
   * twice.
   */
  private simple(node: Node): t.LVal {
    const isSimple = (part: Node): boolean => {
      const inner = bare(part);
      if (inner.type === 'Identifier' || /Literal$/.test(inner.type)) return true;
      if (inner.type === 'BinaryExpression')
        return this.isPlain(inner) && isSimple(inner.left) && isSimple(inner.right);
      return (
        inner.type === 'MemberExpression' &&
        isSimple(inner.object) &&
        (!inner.computed || isSimple(inner.property))
      );
    };
    if (isSimple(node)) return this.target(node);
    return this.refuse(
      node,
      'it changes an element whose place is computed',
      'give the array and the index names',
    );
  }

  private changed(node: Node, name: string, by: Expression): Expression {
    const place = this.simple(node);
    const read = t.cloneNode(place) as unknown as Expression;
    return t.assignmentExpression('=', place, this.apply(name, [read, by]));
  }

  private assignment(node: t.AssignmentExpression): Expression {
    const { operator, left, right } = node;
    if (operator === '=') return t.assignmentExpression('=', this.target(left), this.of(right));
    const isNativeToo = this.isPlain(left) && this.isPlain(right);
    if (isNativeToo || operator === '??=')
      return t.assignmentExpression(operator, this.target(left), this.of(right));
    const name = arithmetic[operator.slice(0, -1)];
    if (name === undefined || [left, right].some((side) => this.kind(side).tag === 'native'))
      return this.refuse(node, `it has ${operator} on what may be a real`, write);
    return this.changed(left, name, this.of(right));
  }

  /** @param isValueNew true if the new value is asked for, or none */
  update(node: t.UpdateExpression, isValueNew: boolean): Expression {
    const { operator, argument, prefix } = node;
    if (this.isPlain(argument))
      return t.updateExpression(operator, this.target(argument) as unknown as t.Identifier, prefix);
    if (!isValueNew) this.refuse(node, `it has ${operator} behind a real`, 'add 1 in a statement');
    return this.changed(argument, operator === '++' ? 'add' : 'sub', t.numericLiteral(1));
  }
}

/** `class expression` for `ClassExpression`. */
const words = (type: string): string => type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** `Number` and the questions of the language about numbers, which look at their values. */
import type { Value } from '../../ir/ir.js';
import { nameOfKey, type Node } from '../../front/syntax.js';
import { Classes } from './classes.js';
import { enumsOf } from '../syntax/enums.js';
import { unknownGlobal } from '../meanings/advice.js';
import { meaning, type Meaning } from '../meanings/meanings.js';

/** Functions on texts, which give numbers, or a text. */
const ofTexts = [
  ...['String', 'parseFloat', 'parseInt'],
  ...['Number.parseFloat', 'Number.parseInt', 'String.fromCharCode'],
];

/** Those that look at one argument alone. */
const ofOne = ['Number', 'String', 'Boolean', 'parseFloat', 'isNaN', 'isFinite'];

export abstract class Globals extends Classes {
  /** What a global function of numbers gives. */
  protected globalCalled(callee: Node, args: readonly Meaning[], node: Node): Meaning {
    return this.globalOn(this.nameOfGlobal(callee)!, args, node);
  }

  /** The same by its name. More arguments than it takes are those of a method that calls it. */
  protected globalOn(given: string, all: readonly Meaning[], node: Node): Meaning {
    const name = given.replace('Number.parse', 'parse');
    const args = ofOne.includes(name) ? all.slice(0, 1) : all.slice(0, 2);
    const ofText = this.numberOfText(name, args, node);
    if (ofText !== undefined) return ofText;
    if (args.length !== 1) return this.refuse(node, 'a question about nothing', 'give it a number');
    if (name === 'Boolean') return meaning(this.testOf(args[0], node));
    const predicate = this.predicates[given];
    if (predicate === undefined)
      return this.hasContainers
        ? this.refuse(node, `${name} of what is no text`, 'leave it out')
        : this.refuse(node, ...unknownGlobal(name, this.facts));
    return meaning(predicate(this.asNumber(args[0], name, node)));
  }

  /** A number, or a bool that becomes one. */
  private asNumber(given: Meaning, name: string, node: Node): Value {
    const of = this.sure(given);
    if (name !== 'Number' || of.tag !== 'value' || of.value.type !== 'bool')
      return this.numberOf(of, node);
    return this.builder.choose(of.value, this.one(), this.zero());
  }

  /** A constant, such as `Number.EPSILON`. */
  protected globalConstant(node: Node): Meaning | undefined {
    const member = this.enumMember(node);
    if (member !== undefined)
      return typeof member === 'string'
        ? { tag: 'text', text: member }
        : meaning(this.builder.constant(member));
    if (node.type !== 'MemberExpression' || !this.isGlobal(node.object, 'Number')) return undefined;
    const found = (Number as unknown as Readonly<Record<string, unknown>>)[this.keyOf(node)];
    return typeof found === 'number' ? meaning(this.builder.constant(found)) : undefined;
  }

  private enumMember(node: Node): number | string | undefined {
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
    const { name } = node.object;
    const found = this.isGlobal(node.object, name) ? enumsOf(this.facts).get(name) : undefined;
    const member = found?.members.get(this.keyOf(node));
    if (member !== undefined && found?.isExported === true) this.relyOn(found.node);
    return member;
  }

  /** Whether a callee is one of these functions. */
  protected isGlobalCall = (callee: Node): boolean =>
    Object.hasOwn(this.predicates, this.nameOfGlobal(callee) ?? '') ||
    this.nameOfGlobal(callee) === 'Boolean' ||
    (this.hasContainers && ofTexts.includes(this.nameOfGlobal(callee) ?? ''));

  private nameOfGlobal(callee: Node): string | undefined {
    if (callee.type === 'MemberExpression') {
      const name = nameOfKey(callee.property, callee.computed);
      const object = ['Number', 'String'].find((of) => this.isGlobal(callee.object, of));
      return object !== undefined && name !== undefined ? `${object}.${name}` : undefined;
    }
    return callee.type === 'Identifier' && this.isGlobal(callee, callee.name)
      ? callee.name
      : undefined;
  }

  /** What is missing in an array becomes NaN, as it does in arithmetic. */
  private numeric = (x: Value): Value => this.builder.prim('sub', [x, this.builder.constant(0)]);
  private isNaN = (x: Value): Value => this.builder.compare('ne', x, x);
  private isFinite = (x: Value): Value =>
    this.builder.compare('lt', this.builder.prim('abs', [x]), this.builder.constant(Infinity));
  private both = (one: Value, other: Value): Value =>
    this.builder.choose(one, other, this.builder.constant(false));
  private isInteger = (x: Value): Value =>
    this.both(this.isFinite(x), this.builder.compare('eq', this.builder.prim('floor', [x]), x));

  private readonly predicates: Readonly<Record<string, ((x: Value) => Value) | undefined>> = {
    Number: this.numeric,
    isNaN: (x) => this.isNaN(this.numeric(x)),
    isFinite: this.isFinite,
    'Number.isNaN': this.isNaN,
    'Number.isFinite': this.isFinite,
    'Number.isInteger': this.isInteger,
  };
}

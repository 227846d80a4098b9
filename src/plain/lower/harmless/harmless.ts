/**
 * Decides whether a call of a function changes nothing that was there before: then it may be done again, and what it is given may
 * be copies. All that the function can call is read, with the classes that it uses. Whatever is not known to be harmless is
 * refused. O(size of what is read), times how deep objects hold objects.
 */
import type { Facts } from '../../front/facts.js';
import { bare, isFunction, nameOfKey, type FunctionNode, type Node } from '../../front/syntax.js';
import { childrenOf } from '../syntax/assigned.js';
import { ClassesRead } from './classes-read.js';
import * as names from './known-names.js';
import { isMember, type AnyMember } from './calls-and-members.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import { Harm, nowhere } from './names-read.js';
import { computes, isWhole } from './newness.js';

/** What is known of a function that changes nothing. */
export interface Harmless {
  /** Whether nothing in what it gives was there before. */
  readonly givesNew: boolean;
  /** Whether it may tell an object that it is given from a copy of it. */
  readonly comparesObjects: boolean;
  /** Whether it may call functions that objects hold which it is given. */
  readonly callsGiven: boolean;
}

class Reading extends ClassesRead {
  /** How many parts of the program were read. */
  size = 0;

  verdict(): Harmless {
    this.left.push(this.root);
    for (let next = this.left.pop(); next !== undefined; next = this.left.pop())
      if (!this.read.has(next)) this.visit(next);
    this.insistOnOneCall();
    this.passChangesOn();
    const settle = () => this.made.settle(this.functions, this.variables);
    settle();
    this.later.forEach((ask) => ask());
    if (this.hasStores) {
      // Something was put into an object that was there before: what objects hold is not known any more.
      this.made.sharesParts = true;
      this.comparesObjects = false;
      settle();
      this.later.forEach((ask) => ask());
    }
    return {
      givesNew:
        givesNumber(this.root) ||
        (isWhole(this.made.resultOf(this.root)) && !this.made.sharesParts),
      comparesObjects: this.comparesObjects,
      callsGiven: this.callsGiven,
    };
  }

  /** A method that calls one that changes its object changes it, too. A getter that does so is refused: it needs no call. */
  private passChangesOn(): void {
    for (let isStable = false; !isStable;) {
      const before = this.changers.size;
      for (const { name, place } of this.ownCalls)
        if (this.changers.has(name)) this.changesThis(place);
      isStable = this.changers.size === before;
    }
    if ([...this.getters].some((name) => this.changers.has(name))) this.harm();
  }

  private visit(node: Node): void {
    this.read.add(node);
    this.place = nowhere;
    this.node(node);
  }

  protected node(given: Node): void {
    this.size++;
    const node = bare(given);
    if (isFunction(node)) return this.inFunction(node);
    if (names.passing.has(node.type)) return this.all(childrenOf(node).filter(isCode));
    switch (node.type) {
      case 'Identifier':
        // Whoever has a class as a value may change it.
        return this.classOf(node) === undefined ? this.name(node) : this.harm();
      case 'ThisExpression':
        return this.place.isStatic === true ? this.harm() : undefined;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.member(node);
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.call(node);
      case 'NewExpression':
        return this.created(node);
      case 'TaggedTemplateExpression':
        this.given(node.tag);
        this.node(node.quasi);
        return isMember(bare(node.tag)) ? this.tagged(bare(node.tag)) : this.value(node.tag);
      case 'AssignmentExpression':
        this.written(node.left, computes(node) ? null : node.right);
        return this.node(node.right);
      case 'UpdateExpression':
        return this.written(node.argument, null);
      case 'UnaryExpression':
        if (node.operator === 'delete') return this.written(node.argument, null);
        return this.node(node.argument);
      case 'ForInStatement':
      case 'ForOfStatement':
        if ('await' in node && node.await) this.harm();
        if (node.left.type === 'VariableDeclaration') this.node(node.left);
        else this.written(node.left, node.right);
        return this.all([node.right, node.body]);
      case 'VariableDeclaration':
        if (!['const', 'let', 'var'].includes(node.kind)) this.harm();
        return this.all(node.declarations);
      case 'VariableDeclarator':
        if (node.init != null && isFunction(bare(node.init)) && node.id.type === 'Identifier')
          this.withName.add(bare(node.init) as FunctionNode);
        return this.all([node.id, node.init]);
      case 'BinaryExpression':
        if (['===', '!==', '==', '!='].includes(node.operator))
          this.compared(node.left, node.right);
        if (node.operator === 'in' && node.left.type === 'PrivateName')
          return this.node(node.right);
        if (node.operator === 'instanceof') return this.asked(node.left, node.right);
        return this.all([node.left, node.right]);
      case 'SwitchStatement':
        for (const { test } of node.cases) if (test != null) this.compared(node.discriminant, test);
        return this.all([node.discriminant, ...node.cases]);
      case 'LabeledStatement':
        return this.node(node.body);
      case 'BreakStatement':
      case 'ContinueStatement':
        return;
      case 'RegExpLiteral':
        // It remembers where it was.
        return node.flags.includes('y') ? this.harm() : undefined;
      case 'ObjectProperty': {
        const name = nameOfKey(node.key, node.computed);
        if (name === 'buffer') this.harm();
        if (name !== undefined) this.methods.add(name);
        if (node.computed) this.node(node.key);
        return this.node(node.value);
      }
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.class(node);
      case 'Super':
        return;
      default:
        return this.harm();
    }
  }

  /** A template with a tag that is a member. */
  private tagged(tag: Node): void {
    const { object } = tag as AnyMember;
    if (isGlobalNamed(this.facts, object)) return this.member(tag as AnyMember);
    this.method(tag as AnyMember, null);
  }

  private inFunction(node: FunctionNode): void {
    if (this.functions.has(node)) return;
    const uses = this.facts.uses.get(node);
    if (node.async === true || uses === undefined || uses.eval || uses.arguments) this.harm();
    if (
      node.body.type === 'BlockStatement' &&
      (node.body.directives ?? []).some(({ value: { value } }) => value.includes('grad'))
    )
      this.harm();
    this.functions.add(node);
    const isNamed = node.type === 'FunctionDeclaration' || this.withName.has(node);
    const isOther = node.type === 'FunctionExpression' && node.id != null;
    if (isOther) this.made.calls.set(node, null);
    else if (!this.made.calls.has(node)) this.made.calls.set(node, isNamed ? [] : null);
    const before = this.place;
    if (node.type === 'ObjectMethod') {
      const name = nameOfKey(node.key, node.computed);
      this.named(node.kind, name, node.computed ? node.key : undefined);
      this.place = { isMaking: false, name };
    } else if (node.type !== 'ArrowFunctionExpression' || before.isMaking) this.place = nowhere;
    this.all([...node.params, node.body]);
    this.place = before;
  }
}

/** Whether a number, a bool or nothing is promised, which compiled code insists on. */
function givesNumber(f: FunctionNode): boolean {
  const type = 'returnType' in f ? f.returnType : undefined;
  const plain = ['TSNumberKeyword', 'TSBooleanKeyword', 'TSVoidKeyword'];
  return type?.type === 'TSTypeAnnotation' && plain.includes(type.typeAnnotation.type);
}

const isCode = (node: Node): boolean =>
  !/^(TS(?!As|Satisfies|NonNull|TypeAssertion))/.test(node.type);

/** What is known of the functions of a module, and how many parts of it were read to know that. */
class Known {
  readonly verdicts = new Map<FunctionNode, Harmless | null>();
  size = 0;

  constructor(private readonly facts: Facts) {}

  decided(f: FunctionNode): Harmless | null {
    const { directives } = this.facts.program;
    if ((directives ?? []).some(({ value: { value } }) => value.includes('grad'))) return null;
    const reading = new Reading(this.facts, f);
    try {
      return reading.verdict();
    } catch (error) {
      if (error instanceof Harm) return null;
      throw error;
    } finally {
      this.size += reading.size;
    }
  }
}

const modules = new WeakMap<Facts, Known>();

function knownIn(facts: Facts): Known {
  let known = modules.get(facts);
  if (known === undefined) modules.set(facts, (known = new Known(facts)));
  return known;
}

/** What is known of a function that changes nothing; null for any other. */
export function harmless(facts: Facts, f: FunctionNode): Harmless | null {
  const known = knownIn(facts);
  let found = known.verdicts.get(f);
  if (found === undefined) known.verdicts.set(f, (found = known.decided(f)));
  return found;
}

/** How many parts of a module were read so far. */
export const partsRead = (facts: Facts): number => knownIn(facts).size;

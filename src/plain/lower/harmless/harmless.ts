/**
 * Decides whether a call of a function changes nothing that was there before: then it may be done again, and what it is given may
 * be copies. All that the function can call is read, with the classes that it uses. Whatever is not known to be harmless is
 * refused. O(size of what is read), times how deep objects hold objects.
 */
import type { Facts } from '../../front/facts.js';
import { bare, isFunction, nameOfKey, type FunctionNode, type Node } from '../../front/syntax.js';
import { childrenOf } from '../syntax/assigned.js';
import { CallsRead } from './calls-read.js';
import * as names from './known-names.js';
import { isGlobalNamed } from './calls-and-members.js';
import { Harm, nowhere, type Class } from './names-read.js';
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

class Reading extends CallsRead {
  private readonly getters = new Set<string>();
  /** How many parts of the program were read. */
  size = 0;

  verdict(): Harmless {
    this.left.push(this.root);
    for (let next = this.left.pop(); next !== undefined; next = this.left.pop())
      if (!this.read.has(next)) this.visit(next);
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
      givesNew: isWhole(this.made.resultOf(this.root)) && !this.made.sharesParts,
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
        return this.name(node);
      case 'ThisExpression':
        return;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.member(node);
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.call(node);
      case 'NewExpression':
        return this.created(node);
      case 'TaggedTemplateExpression':
        this.value(node.tag);
        this.given(node.tag);
        return this.node(node.quasi);
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
        return this.all([node.id, node.init]);
      case 'BinaryExpression':
        if (['===', '!==', '==', '!='].includes(node.operator))
          this.compared(node.left, node.right);
        if (node.operator === 'in' && node.left.type === 'PrivateName')
          return this.node(node.right);
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
    if (!this.made.calls.has(node)) this.made.calls.set(node, []);
    const before = this.place;
    if (node.type === 'ObjectMethod') {
      const name = nameOfKey(node.key, node.computed);
      this.named(node.kind, name, node.computed ? node.key : undefined);
      this.place = { isMaking: false, name };
    } else if (node.type !== 'ArrowFunctionExpression' || before.isMaking) this.place = nowhere;
    this.all([...node.params, node.body]);
    this.place = before;
  }

  /** A member that code may call under a name. */
  private named(kind: string, name: string | undefined, computed: Node | undefined): void {
    if (computed !== undefined) this.node(computed);
    if (name === undefined) return;
    if (kind === 'get') this.getters.add(name);
    else this.methods.add(name);
  }

  private class(node: Class): void {
    if ((node.decorators ?? []).length > 0) this.harm();
    this.read.add(node);
    const parent = node.superClass;
    if (parent != null) {
      const found = bare(parent);
      if (this.classOf(found) === undefined && !isGlobalNamed(this.facts, found, 'Error'))
        this.harm();
      this.node(found);
    }
    const before = this.place;
    for (const member of node.body.body) {
      if ('decorators' in member && (member.decorators ?? []).length > 0) this.harm();
      const key = 'key' in member ? member.key : undefined;
      const isComputed = 'computed' in member && member.computed === true;
      const name = key && nameOfKey(key, isComputed);
      if (isFunction(member)) {
        if (member.kind !== 'constructor')
          this.named(member.kind, name, isComputed ? member.key : undefined);
        const isMaking = member.kind === 'constructor';
        if (isMaking && (this.facts.returns.get(member) ?? []).length > 0) this.harm();
        this.place = { isMaking, name };
        this.methodOf(member);
      } else if (member.type === 'ClassProperty' || member.type === 'ClassPrivateProperty') {
        if (isComputed || name === undefined) this.harm();
        if (member.value == null) continue;
        this.methods.add(name);
        this.place = { isMaking: !isFunction(bare(member.value)), name };
        this.node(member.value);
        this.stored(member.value);
      } else if (member.type !== 'TSDeclareMethod' && member.type !== 'TSIndexSignature')
        this.harm();
    }
    this.place = before;
  }

  private methodOf(member: FunctionNode): void {
    const { place } = this;
    if (this.functions.has(member)) return;
    const uses = this.facts.uses.get(member);
    if (member.async === true || uses === undefined || uses.eval || uses.arguments) this.harm();
    this.functions.add(member);
    if (!this.made.calls.has(member)) this.made.calls.set(member, place.isMaking ? [] : null);
    for (const param of member.params)
      if (param.type === 'TSParameterProperty') {
        const inner = param.parameter;
        this.stored(inner.type === 'Identifier' ? inner : inner.left);
        if (inner.type === 'AssignmentPattern') this.node(inner.right);
      } else this.node(param);
    this.node(member.body);
  }
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

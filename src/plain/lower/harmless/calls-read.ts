/** Reads calls: of functions and classes of the module, of methods, and of what the platform has. */
import { functionOf } from '../../front/called-function.js';
import { bare, isFunction, nameOfKey, type Node, type types } from '../../front/syntax.js';
import * as names from './known-names.js';
import { isMember, type AnyCall, type AnyMember } from './calls-and-members.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import type { Place } from './names-read.js';
import { isNew, isWhole } from './newness.js';
import { hasThis, ObjectsRead } from './objects-read.js';

export abstract class CallsRead extends ObjectsRead {
  /** Calls of methods of `this`. */
  protected readonly ownCalls: { readonly name: string; readonly place: Place }[] = [];

  protected call(node: types.CallExpression | types.OptionalCallExpression): void {
    const callee = bare(node.callee);
    this.all(node.arguments);
    if (callee.type === 'Super') return;
    const f = functionOf(this.facts, callee);
    if (f !== undefined) {
      if (isFunction(callee)) this.withName.add(callee);
      this.value(callee);
      const calls = this.made.calls.get(f);
      if (calls !== null) this.made.calls.set(f, [...(calls ?? []), node]);
      return;
    }
    if (callee.type === 'Identifier') {
      const isGlobal = this.facts.bindings.get(callee) === undefined;
      const isError = isGlobal && /Error$/.test(callee.name) && names.classes.has(callee.name);
      if (isGlobal && !isError && !names.globals.has(callee.name)) this.harm();
      this.callsGiven ||= !isGlobal;
      return this.name(callee);
    }
    this.callsGiven ||= !isMember(callee);
    if (isMember(callee)) return this.method(callee, node);
    return this.node(callee);
  }

  /** A call of a member; of a tag of a template, the arguments are not known. */
  protected method(callee: AnyMember, node: AnyCall | null): void {
    const { object } = callee;
    const name = nameOfKey(callee.property, callee.computed);
    const args = node?.arguments ?? [];
    if (this.ofGlobal(object, name)) return this.comparedByGlobal(object, name, args);
    this.calledHere.add(callee);
    if (object.type !== 'Super') this.value(object);
    if (this.classOf(bare(object)) !== undefined) this.member(callee);
    if (name !== undefined && names.mayChange(name)) this.harm();
    this.insistOnLiteral(name, args);
    if (name === undefined) {
      this.callsGiven = true;
      this.node(callee.property);
      return this.insistOnNew(object);
    }
    if (hasThis(bare(object))) this.ownCalls.push({ name, place: this.place });
    else
      this.later.push(() => {
        if (this.changers.has(name) && !isNew(this.made.of(object))) this.harm();
      });
    if (names.comparing.has(name))
      this.later.push(() => {
        const [first] = args;
        if (first !== undefined && this.made.of(first) !== 'plain') this.comparesObjects = true;
      });
    if (names.withPattern.has(name)) this.insistOnSteady(args[0]);
    if (names.searching.has(name))
      this.later.push(() => {
        if (!this.methods.has(name)) this.insistOnPattern(object, /[gy]/);
        else if (!isNew(this.made.of(object))) this.harm();
      });
    else if (names.changing.has(name)) {
      this.insistOnNew(object);
      for (const arg of args) this.stored(arg.type === 'SpreadElement' ? arg.argument : arg);
    } else if (!names.reading.has(name))
      this.later.push(() => {
        if (!this.methods.has(name)) this.harm();
        this.callsGiven ||= !isNew(this.made.of(object));
      });
  }

  /** What tells objects apart that it is given. */
  private comparedByGlobal(object: Node, name: string | undefined, args: AnyCall['arguments']) {
    if (name === 'is') for (const other of args.slice(1)) this.compared(args[0], other);
    if (name === 'groupBy' && isGlobalNamed(this.facts, object, 'Map'))
      this.later.push(() => (this.comparesObjects = true));
  }

  /** With an object beside a function, a method of the platform is called on that object. */
  private insistOnLiteral(name: string | undefined, args: AnyCall['arguments']): void {
    if (name === undefined || !names.visiting.has(name) || args.length < 2) return;
    const f = bare(args[0]);
    if (!isFunction(f) && functionOf(this.facts, f) === undefined) this.harm();
  }

  /** A text, or a regular expression that does not begin where it ended. */
  private insistOnSteady(given: Node | undefined): void {
    if (given === undefined) return;
    this.later.push(() => {
      if (this.made.of(given) !== 'plain') this.insistOnPattern(given, /y/);
    });
  }

  /** A regular expression that remembers nothing, since it has none of some flags, or a new one. */
  private insistOnPattern(object: Node, remembering: RegExp): void {
    const node = bare(object);
    const binding = node.type === 'Identifier' ? this.facts.bindings.get(node) : undefined;
    const definitions = binding && this.facts.definitions.get(binding);
    const [only] = definitions ?? [];
    const init = only?.by === 'value' && definitions?.length === 1 ? bare(only.of) : node;
    const isSteady = init.type === 'RegExpLiteral' && !remembering.test(init.flags);
    const isNew = init.type === 'NewExpression' && isGlobalNamed(this.facts, init.callee, 'RegExp');
    const isOwn = binding === undefined || this.isLocal(binding);
    if (!isSteady && !(isOwn && (isNew || (init.type === 'RegExpLiteral' && init !== node))))
      this.harm();
  }

  protected created(node: types.NewExpression): void {
    const callee = bare(node.callee);
    this.all(node.arguments);
    const make = this.constructorOf(callee);
    if (make !== undefined) {
      this.name(callee as types.Identifier);
      if (make === null) return;
      const calls = this.made.calls.get(make);
      if (calls !== null) this.made.calls.set(make, [...(calls ?? []), node]);
      return;
    }
    const isKnown = isGlobalNamed(this.facts, callee) && callee.type === 'Identifier';
    if (!isKnown || !names.classes.has(callee.name)) this.harm();
    const [first] = node.arguments;
    if (first !== undefined && names.keyed.has(callee.name))
      this.later.push(() => {
        if (!isWhole(this.made.part(this.made.of(first)))) this.comparesObjects = true;
      });
  }
}

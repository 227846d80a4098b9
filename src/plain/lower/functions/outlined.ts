/**
 * Lowers functions as functions of the language, where a function calls itself, or is large and the function around
 * it would be too large with it. Parameters and results are taken apart: a record is a parameter for each field. Each
 * form of the arguments has a function of its own.
 */
import { value } from '../../ir/build.js';
import type { Derivative } from '../../ir/derivative.js';
import { fits, type Func, type Type, type Value } from '../../ir/ir.js';
import { realParams, type FunctionNode, type Node } from '../../front/syntax.js';
import { completed, unfilled } from '../syntax/incomplete.js';
import { meaning, nothing, type Frame, type Meaning, type Slot } from '../meanings/meanings.js';
import type { Shape } from '../shapes/shapes.js';
import { TakenApart } from './taken-apart.js';

interface Called {
  readonly node: FunctionNode;
  readonly outer: Frame;
  /** What `this` is, and the arguments: the types of numbers and arrays, functions, and the forms of records. */
  readonly form: readonly unknown[];
}

interface Instance extends Called {
  readonly name: string;
  /** Null for a function that gives nothing. */
  readonly result: Shape | null;
  /** The variables and fields outside of the function that it changes: it takes and gives them. */
  readonly changed: readonly Slot[];
  isOpen: boolean;
}

/** A function that calls itself with new functions has no end of instances. */
const MOST_INSTANCES = 12;

/** How often a function is lowered at most, until its results and its changes are known. */
const MOST_TRIES = 5;

export abstract class Outlined extends TakenApart {
  readonly functions: Func[] = [];
  readonly derivatives: Derivative[] = [];
  /** The names of all functions. */
  protected readonly names = new Set<string>();
  private readonly instances: Instance[] = [];

  /** Binds the parameters of a function, and lowers its body. */
  protected abstract run(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    receiver?: Meaning,
  ): Meaning;

  /** The result of a call of a function that is not inlined. */
  protected outlined(
    node: FunctionNode,
    outer: Frame,
    given: readonly Meaning[],
    at: Node,
    receiver?: Meaning,
  ): Meaning {
    const taken = given.map((arg, k) =>
      this.asHandedOn(this.asTaken(arg, realParams<Node>(node.params).at(k), at), at),
    );
    // A method that goes on with other objects takes them from a pool.
    if (receiver?.tag === 'record' && receiver.sites && this.hasPools)
      if (this.remedies.isRecursive(node)) this.severalNames(receiver, at);
    // An object that is known by its place is given like any argument.
    const isOn = receiver?.tag === 'element';
    const args = isOn ? [receiver, ...taken] : taken;
    const on = isOn ? 'method' : (receiver ?? 'function');
    const form = [on, ...args.flatMap((arg) => this.formIn(arg, at))];
    const isIt = (one: Instance) =>
      one.node === node &&
      one.outer === outer &&
      (one.isOpen || (outer === this.module && !form.some((part) => typeof part === 'object'))) &&
      one.form.length === form.length &&
      one.form.every((part, k) => part === form[k]);
    const found = this.instances.find(isIt) ?? this.instanceOf({ node, outer, form }, args, at);
    return this.callOf(found, args, at);
  }

  private instanceOf(of: Called, args: readonly Meaning[], at: Node): Instance {
    if (this.instances.filter((one) => one.node === of.node).length >= MOST_INSTANCES)
      this.refuse(at, 'a function that calls itself with ever new functions', 'pass it numbers');
    const marks = [this.functions.length, this.derivatives.length, this.instances.length];
    const name = this.nameFor(of.node, at);
    const own = of.form[0] === 'method' ? args.slice(1) : args;
    let result: Shape | null | undefined = this.promised(of.node, own, at);
    // What is read of them is given by each call, too.
    let changed = [...this.poolSlots(), ...this.variableSlots()];
    // What it gives and changes is known when its body is lowered.
    for (let k = 0; k < MOST_TRIES && result !== undefined; k++) {
      const instance: Instance = { ...of, name, result, changed, isOpen: true };
      const found = this.tried(instance, args);
      if (found.shape === result && found.changed.length === 0) return instance;
      [this.functions.length, this.derivatives.length, this.instances.length] = marks;
      result = found.shape;
      changed = [...changed, ...found.changed];
    }
    return this.refuse(
      of.node,
      'a function that is not inlined, and whose result is not known',
      'annotate what it returns',
    );
  }

  /** Lowers an instance. The result is what its body gives, and what it changes in addition. */
  private tried(instance: Instance, args: readonly Meaning[]) {
    const { node, outer, name, result, form } = instance;
    this.instances.push(instance);
    const params: Value[] = [];
    const given = args.map((arg) => this.param(arg, params, node));
    const [receiver] = form;
    let shape: Shape | null | undefined = result;
    let more: readonly Slot[] = [];
    const region = this.apart(node, instance.changed, () =>
      this.builder.region(params, () => {
        let yields: readonly Value[] = [];
        const changes = this.state.branch(() => {
          const before = instance.changed.map((slot) => {
            const made = this.param(this.heldIn(slot, node), params, node);
            this.state.set(slot, made);
            return this.valueOf(made, node).type;
          });
          const isOn = receiver === 'method';
          const on = isOn ? given[0] : receiver;
          const found = this.run(
            node,
            outer,
            isOn ? given.slice(1) : given,
            typeof on === 'object' ? (on as Meaning) : undefined,
          );
          const parts = this.partsOf(found, result, node);
          if (parts === null) shape = this.shapeIn(found, node);
          const after = instance.changed.map((slot, k) => this.changedIn(slot, before[k], node));
          yields = [...(parts ?? []), ...after];
        });
        more = [...changes.keys()].filter((slot) => this.foreign.has(slot));
        return yields;
      }),
    );
    more.forEach((slot) => this.heldIn(slot, node));
    const func = completed({ name, region }, this.incomplete);
    if (func === null) return this.refuse(node, ...unfilled);
    this.functions.push(func);
    instance.isOpen = false;
    return { shape, changed: more };
  }

  /** What a variable or a field holds that a function changes, and that is outside of the function. */
  private heldIn(slot: Slot, node: Node): Meaning {
    const held = this.state.get(slot);
    return held?.tag === 'value' ? held : this.refuseChange(slot, node);
  }

  /** What such a variable holds where the function ends. */
  private changedIn(slot: Slot, type: Type, node: Node): Value {
    const after = this.valueOf(this.read(slot, node), node);
    return fits(after.type, type) ? after : this.refuseChange(slot, node);
  }

  private refuseChange(slot: Slot, node: Node): never {
    return this.refuse(
      node,
      `a function that is not inlined and changes ${slot.name || 'something'} outside of it`,
      'return the value instead',
    );
  }

  private callOf({ name, result, changed }: Instance, args: readonly Meaning[], at: Node): Meaning {
    const before = changed.map((slot) => this.valueOf(this.read(slot, at), at));
    const given = [...args.flatMap((arg) => this.leavesIn(arg, at)), ...before];
    // An object that comes back may be one that was given.
    if (result?.tag === 'record') args.forEach((arg) => this.fix(arg, this.state.get));
    const results: Value[] = [];
    const part = (type: Type, own: string): Value => {
      const made = value(own, type);
      results.push(made);
      return made;
    };
    this.insistOnNoCells(result, at);
    // What is made of its results, such as whether an object is there, stands behind the call.
    const hole = this.builder.hole();
    const made = result === null ? nothing : this.formed(result, '', part);
    changed.forEach((slot, k) => {
      const { type } = before[k];
      this.state.set(slot, meaning(part(type === 'i32' ? 'f64' : type, slot.name)));
    });
    hole(() => this.builder.add({ tag: 'call', of: name, args: given, results }));
    return made;
  }

  private nameFor(node: FunctionNode, at: Node): string {
    const callee = at.type === 'CallExpression' ? at.callee : null;
    const own = 'id' in node ? node.id?.name : undefined;
    return this.freshName(own ?? (callee?.type === 'Identifier' ? callee.name : 'inner'));
  }

  /** A name that no function of the program has yet. */
  protected freshName(base: string): string {
    let name = base;
    for (let k = 2; this.names.has(name); k++) name = `${base}:${k}`;
    this.names.add(name);
    return name;
  }
}

/**
 * Functions that become functions of the language, since they call themselves. Parameters and results are taken
 * apart: a record is a parameter for each field. There is one for each form of the arguments.
 */
import { value } from '../ir/build.js';
import {
  isArray,
  isNumber,
  sameType,
  typeText,
  type Func,
  type Type,
  type Value,
} from '../ir/ir.js';
import type { FunctionNode, Node } from '../front/syntax.js';
import { isFunction } from '../front/syntax.js';
import { childrenOf } from './assigned.js';
import { completed, unfilled } from './incomplete.js';
import { meaning, nothing, type Frame, type Meaning } from './meanings.js';
import { Rows } from './rows.js';
import { shapeOf, shapeText, type Shape } from './shapes.js';

interface Instance {
  readonly node: FunctionNode;
  readonly outer: Frame;
  readonly name: string;
  /** What the arguments are: the types of numbers and arrays, functions, and the forms of records. */
  readonly form: readonly unknown[];
  /** Null for a function that gives nothing. */
  readonly result: Shape | null;
  isOpen: boolean;
}

/** A function that calls itself with new functions has no end of instances. */
const MOST_INSTANCES = 12;

export abstract class Outlined extends Rows {
  readonly functions: Func[] = [];
  /** The names of all functions. */
  protected readonly names = new Set<string>();
  private readonly instances: Instance[] = [];

  /** Binds the parameters of a function, and lowers its body. */
  protected abstract run(node: FunctionNode, outer: Frame, args: readonly Meaning[]): Meaning;

  /** The result of a call of a function that is not inlined. */
  protected outlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
  ): Meaning {
    const form = args.flatMap((arg) => this.formIn(arg, at));
    const isIt = (one: Instance) =>
      one.node === node &&
      one.outer === outer &&
      (one.isOpen || (outer === this.module && !form.some((part) => typeof part === 'object'))) &&
      one.form.length === form.length &&
      one.form.every((part, k) => part === form[k]);
    const found = this.instances.find(isIt) ?? this.instanceOf(node, outer, args, form, at);
    return this.callOf(found, args, at);
  }

  private instanceOf(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    form: readonly unknown[],
    at: Node,
  ): Instance {
    if (this.instances.filter((one) => one.node === node).length >= MOST_INSTANCES)
      this.refuse(at, 'a function that calls itself with ever new functions', 'pass it numbers');
    const marks = [this.functions.length, this.instances.length];
    const name = this.nameFor(node, at);
    const tried = (result: Shape | null) =>
      this.tried({ node, outer, name, form, result, isOpen: true }, args);
    const promised = this.promised(node);
    const first = tried(promised);
    if (first.shape === promised) return first.instance;
    // What it gives is known now.
    [this.functions.length, this.instances.length] = marks;
    const second = first.shape === undefined ? undefined : tried(first.shape);
    if (second?.shape !== second?.instance.result || second === undefined)
      return this.refuse(
        node,
        'a function that calls itself, and whose result is not known',
        'annotate what it returns',
      );
    return second.instance;
  }

  /** Lowers an instance; the shape is that of its result if the body fits to it, and else what the body gives. */
  private tried(instance: Instance, args: readonly Meaning[]) {
    const { node, outer, name, result } = instance;
    this.instances.push(instance);
    const params: Value[] = [];
    const given = args.map((arg) => this.param(arg, params, node));
    let shape: Shape | null | undefined = result;
    const region = this.apart(() =>
      this.builder.region(params, () => {
        let yields: readonly Value[] | null = null;
        const changes = this.state.branch(() => {
          const found = this.run(node, outer, given);
          yields = this.partsOf(found, result, node);
          if (yields === null) shape = this.shapeIn(found, node);
        });
        for (const slot of changes.keys())
          if (this.foreign.has(slot))
            this.refuse(
              node,
              `a function that calls itself and changes ${slot.name || 'something'} outside of it`,
              'return the value instead',
            );
        return yields ?? [];
      }),
    );
    const func = completed({ name, region }, this.incomplete);
    if (func === null) return this.refuse(node, ...unfilled);
    this.functions.push(func);
    instance.isOpen = false;
    return { instance, shape };
  }

  private callOf({ name, result }: Instance, args: readonly Meaning[], at: Node): Meaning {
    const given = args.flatMap((arg) => this.leavesIn(arg, at));
    // An object that comes back may be one that was given.
    if (result?.tag === 'record') args.forEach((arg) => this.fix(arg, this.state.get));
    const results: Value[] = [];
    const made =
      result === null
        ? nothing
        : this.formed(result, '', (type, own) => {
            const part = value(own, type);
            results.push(part);
            return part;
          });
    this.builder.add({ tag: 'call', of: name, args: given, results });
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

  // ── What is given ──

  private formIn = (of: Meaning, at: Node): unknown[] => {
    switch (of.tag) {
      case 'value':
        return [of.value.type === 'i32' ? 'f64' : typeText(of.value.type)];
      case 'function':
        return [of.node, of.frame];
      case 'row':
        return [`row ${of.name}`];
      case 'class':
        return [of.node];
      case 'columns':
        return [`columns ${shapeText(of.shape)}`];
      case 'element':
        return [`element ${of.at} ${shapeText(of.columns.shape)}`];
      case 'record': {
        const fields = [...of.slots].flatMap(([name, slot]) => [
          name,
          ...this.formIn(this.read(slot, at), at),
        ]);
        const kind = of.isGrowing === true ? 'growing' : of.isTuple ? 'tuple' : 'record';
        return [kind, of.from?.node ?? kind, ...fields, 'end'];
      }
      default:
        return [of.tag];
    }
  };

  private leavesIn = (of: Meaning, at: Node): Value[] => {
    switch (of.tag) {
      case 'value':
        return [of.value];
      case 'columns':
        return [...of.arrays];
      case 'element':
        return [...of.columns.arrays, of.index];
      case 'record':
        return [...of.slots.values()].flatMap((slot) => this.leavesIn(this.read(slot, at), at));
      default:
        return [];
    }
  };

  /** What a function is given, made of parameters, in the order of `leavesIn`. */
  private param(of: Meaning, params: Value[], at: Node): Meaning {
    const made = ({ name, type }: Value): Value => {
      const param = value(of.tag === 'value' ? '' : name, type === 'i32' ? 'f64' : type);
      params.push(param);
      return param;
    };
    switch (of.tag) {
      case 'value':
        return meaning(made(of.value));
      case 'columns':
        return { ...of, arrays: of.arrays.map(made) };
      case 'element': {
        const columns = { ...of.columns, arrays: of.columns.arrays.map(made) };
        return { ...of, columns, index: made(of.index) };
      }
      case 'record': {
        const fields = [...of.slots].map(
          ([name, slot]) => [name, this.param(this.read(slot, at), params, at)] as const,
        );
        const { slots } = this.record(fields, of.isTuple, of.from);
        return { ...of, slots, isFixed: true, isNamed: true };
      }
      default:
        return of;
    }
  }

  // ── What is given back ──

  /** What a function gives, as far as that can be seen; null for nothing. */
  private promised(node: FunctionNode): Shape | null {
    const shape = shapeOf('returnType' in node ? node.returnType : null, this.facts.declared);
    if (shape !== undefined) return shape;
    const isBlock = node.body.type === 'BlockStatement';
    return isBlock && !returnsIn(node.body) ? null : { tag: 'number' };
  }

  /** The parts of a result of a shape; null if it is of another. */
  private partsOf(of: Meaning, shape: Shape | null, node: Node): readonly Value[] | null {
    if (shape === null) return of.tag === 'nothing' ? [] : null;
    if (of.tag === 'element') return this.partsOf(this.snapshot(of), shape, node);
    if (of.tag === 'columns')
      return shape.tag === 'columns' && shapeText(shape.of) === shapeText(of.shape)
        ? of.arrays
        : null;
    if (of.tag === 'record' && shape.tag === 'array') {
      if (of.isGrowing === true && !of.isFixed)
        return this.partsOf(this.copied(shape.type.storage, of, node), shape, node);
      if (of.isTuple && !of.isNamed) return this.partsOf(this.arrayOf(of, '', node), shape, node);
    }
    if (of.tag === 'value') return isOf(of.value.type, shape) ? [of.value] : null;
    if (of.tag !== 'record' || shape.tag !== 'record') return null;
    const isLike = of.slots.size === shape.fields.size && of.isTuple === shape.isTuple;
    if (!isLike || of.from !== undefined || of.isGrowing === true) return null;
    const parts: Value[] = [];
    for (const [name, inner] of shape.fields) {
      const slot = of.slots.get(name);
      const found = slot && this.partsOf(this.read(slot, node), inner, node);
      if (found == null) return null;
      parts.push(...found);
    }
    return parts;
  }

  /** The shape of a result; undefined if a function cannot give it. */
  private shapeIn(of: Meaning, node: Node): Shape | null | undefined {
    if (of.tag === 'nothing') return null;
    if (of.tag === 'value') {
      const { type } = of.value;
      if (isArray(type)) return { tag: 'array', type };
      return { tag: type === 'bool' ? 'bool' : 'number' };
    }
    if (of.tag === 'columns') return { tag: 'columns', of: of.shape };
    if (of.tag === 'element') return of.shape;
    if (of.tag !== 'record' || of.from !== undefined || of.isGrowing === true) return undefined;
    const fields = new Map<string, Shape>();
    for (const [name, slot] of of.slots) {
      const inner = this.shapeIn(this.read(slot, node), node);
      if (inner == null) return undefined;
      fields.set(name, inner);
    }
    return { tag: 'record', isTuple: of.isTuple, fields };
  }
}

function isOf(type: Type, shape: Shape): boolean {
  if (shape.tag === 'array') return isArray(type) && sameType(type, shape.type);
  return shape.tag === 'bool' ? type === 'bool' : shape.tag === 'number' && isNumber(type);
}

/** Whether a function returns a value anywhere. */
const returnsIn = (node: Node): boolean =>
  (node.type === 'ReturnStatement' && node.argument != null) ||
  (!isFunction(node) && childrenOf(node).some(returnsIn));

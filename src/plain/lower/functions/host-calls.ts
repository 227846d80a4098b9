/**
 * Lowers calls of functions of arrays, and of methods of values of the host: they stay as they are written. What they are
 * given is written into the text of the call as far as it is known, and values go in where they stand. Only what changes
 * nothing is called, since a run does it again where the code leaves.
 */
import { quoted } from '../../ir/host.js';
import type { Value } from '../../ir/ir.js';
import { bare, nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';
import { meaning, nothing, type Frame, type Meaning } from '../meanings/meanings.js';
import { fieldText } from '../objects/host-members.js';
import {
  isCounting,
  isKnownFunction,
  isKnownMethod,
} from '../../../functions/known-array-functions.js';
import { exportedName, hostNameOf, hostRootOf, type HostName } from '../syntax/array-modules.js';
import { hostShape } from '../shapes/shapes.js';
import { Imported } from './imported.js';

type Call = types.CallExpression;
/** Writes an argument; `values` takes what stands in it. */
export type Writing = (values: Value[]) => string;
/** Writes what an argument means. */
export type Giving = (of: Meaning, values: Value[], node: Node) => string;

/** How many elements such a list has at most. */
const LONGEST = 2048;

export abstract class HostCalls extends Imported {
  private readonly hostNames: HostName[] = [];

  /** What a call gives whose callee is what a module of arrays exports, or a member of that; undefined for others. */
  protected hostCalled(callee: Node, node: Call, frame: Frame): Meaning | undefined {
    const name = hostNameOf(callee, this.facts.bindings);
    if (name !== undefined) {
      this.insistOnKnown(exportedName(name), false, node);
      const isConstant = isCounting(exportedName(name));
      return this.callOfHost('#', [this.exported(name, node)], node, frame, isConstant);
    }
    if (callee.type !== 'MemberExpression') return undefined;
    const root = hostRootOf(callee.object, this.facts.bindings);
    const member = nameOfKey(callee.property, callee.computed);
    if (root === undefined || member === undefined) return undefined;
    this.insistOnKnown(exportedName(root), false, node);
    this.insistOnKnown(member, false, node);
    const of = this.valueOf(this.expression(callee.object, frame), node);
    return this.callOfHost(`#${fieldText(member)}`, [of], node, frame);
  }

  /** What a method of a value of the host gives. */
  protected hostMethod(name: string, of: Value, node: Call, frame: Frame): Meaning {
    const list = (node.callee as types.MemberExpression).object;
    const binding = this.facts.bindings.get(list);
    if (name === 'push' && binding !== undefined && this.remedies.of(binding)?.isOfHost)
      return this.pushedToHost(list, of, node, frame);
    this.insistOnKnown(name, true, node);
    return this.callOfHost(`#${fieldText(name)}`, [of], node, frame, isCounting(name));
  }

  /** Puts elements at the end of a list, by another list. So it is left to runs where it becomes long. */
  private pushedToHost(list: Node, of: Value, node: Call, frame: Frame): Meaning {
    if (this.isAbroad)
      this.refuse(node, "a push of arrays under 'use no grad'", 'leave it to code around it');
    const { builder } = this;
    const all = node.arguments.map((one) => this.asOfHost(this.expression(one, frame), one));
    const length = this.realOf(this.hostValue('#.length', [of], true));
    this.leaveUnless(builder.compare('lt', length, builder.constant(LONGEST)));
    const next = this.hostValue(`[...#${all.map(() => ',#').join('')}]`, [of, ...all]);
    this.state.set(frame.find(this.facts.bindings.get(list)!)!, meaning(next));
    return nothing;
  }

  private insistOnKnown(name: string, isMethod: boolean, node: Node): void {
    if (!(isMethod ? isKnownMethod(name) : isKnownFunction(name)))
      this.refuse(
        node,
        `${name}, which is not known to change nothing and to draw no numbers`,
        'call it around the function, or make a new array',
      );
  }

  private callOfHost(
    callee: string,
    values: Value[],
    node: Call,
    frame: Frame,
    isConstant = false,
  ): Meaning {
    if (this.isAbroad)
      this.refuse(node, "a function of arrays under 'use no grad'", 'leave it to code around it');
    const args = node.arguments.map((arg) => this.hostArgument(arg, frame));
    const texts = args.map((write) => write(values));
    return meaning(this.hostValue(`${callee}(${texts.join(',')})`, values, isConstant));
  }

  protected override outside(node: types.Identifier, binding: Binding): Meaning {
    const name = hostNameOf(node, this.facts.bindings);
    if (name === undefined) return super.outside(node, binding);
    this.insistOnKnown(exportedName(name), false, node);
    return meaning(this.exported(name, node));
  }

  /** What such a module exports, other than a function that is called. */
  protected override method(node: types.MemberExpression, frame: Frame): Meaning | undefined {
    const name = hostNameOf(node, this.facts.bindings);
    if (name === undefined) return super.method(node, frame);
    this.insistOnKnown(exportedName(name), false, node);
    return meaning(this.exported(name, node));
  }

  /** An export as a parameter. */
  private exported({ binding, member }: HostName, node: Node): Value {
    const isIt = (one: HostName) => one.binding === binding && one.member === member;
    let name = this.hostNames.find(isIt);
    if (name === undefined) this.hostNames.push((name = { binding, ...(member && { member }) }));
    if (!this.captures.has(name))
      this.keep(name, node, member ?? binding.identifier.name, hostShape);
    return this.captures.get(name)!.values[0];
  }

  // ── What is given ──

  /** Evaluates an argument. Its text is written when all are evaluated, as a function sees what they hold then. */
  protected hostArgument(given: Node, frame: Frame, give: Giving = this.givenToHost): Writing {
    const node = bare(given);
    if (node.type === 'SpreadElement') {
      const all = this.hostArgument(node.argument, frame, give);
      return (values) => `...${all(values)}`;
    }
    if (node.type === 'ArrayExpression') {
      const parts = node.elements.map((part) =>
        part === null
          ? this.refuse(node, 'a hole in an array', 'write the number')
          : this.hostArgument(part, frame, give),
      );
      return (values) => `[${parts.map((write) => write(values)).join(',')}]`;
    }
    if (node.type === 'ObjectExpression') {
      const fields = node.properties.map((property): readonly [string, Writing] => {
        const name =
          property.type === 'ObjectProperty' && nameOfKey(property.key, property.computed);
        if (typeof name !== 'string' || name === '__proto__' || name === 'out')
          return this.refuse(property, 'this option of a function of arrays', 'leave it out');
        return [name, this.hostArgument((property as types.ObjectProperty).value, frame, give)];
      });
      return (values) =>
        `{${fields.map(([name, write]) => `${quoted(name)}:${write(values)}`).join(',')}}`;
    }
    const of = this.expression(node, frame);
    return (values) => give(of, values, node);
  }

  private givenToHost: Giving = (given, values, node) => {
    const of = this.sure(given);
    const parts = (of: Meaning & { readonly tag: 'record' }) =>
      [...of.slots].map(
        ([name, slot]) => [name, this.givenToHost(this.read(slot, node), values, node)] as const,
      );
    switch (of.tag) {
      case 'value':
        values.push(of.value);
        return '#';
      case 'text':
        return quoted(of.text);
      case 'nothing':
        return of === nothing ? 'undefined' : of.isNull === true ? 'null' : 'undefined';
      case 'record':
        if (of.isGrowing === true)
          return this.givenToHost(this.copied('number[]', of, node), values, node);
        if (of.isTuple)
          return `[${parts(of)
            .map(([, text]) => text)
            .join(',')}]`;
        if (of.isWhole && of.from === undefined)
          return `{${parts(of)
            .map(([name, text]) => `${quoted(name)}:${text}`)
            .join(',')}}`;
        break;
      default:
        break;
    }
    return this.refuse(
      node,
      'this argument of a function of arrays',
      'pass numbers, arrays and options that are written down',
    );
  };
}

/**
 * Lowers calls of functions that are not lowered themselves, since something in them is no code of the numeric tier: they are called
 * as they are, and the run around compiled code records them. Only functions are called so that change nothing that was there
 * before (harmless/harmless.ts). Numbers go in as they are, and arrays and objects as copies, or as they stand in what the
 * function captures and what it is given beside its first argument.
 */
import { value } from '../../ir/build.js';
import { quoted } from '../../ir/host.js';
import { isArray, sameType, type Value } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import { sourceOf } from '../../front/module-sources.js';
import {
  bare,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import {
  meaning,
  nothing,
  type Frame,
  type Meaning,
  type RecordMeaning,
} from '../meanings/meanings.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import { hostShape, type Shape } from '../shapes/shapes.js';
import { isConstant } from '../syntax/constants.js';
import { harmless, type Harmless } from '../harmless/harmless.js';
import { writesMeanwhile } from '../harmless/meanwhile.js';
import type { HostName } from '../syntax/array-modules.js';
import { HostCalls, type Giving, type Writing } from './host-calls.js';

type Call = Extract<Node, { readonly type: 'CallExpression' }>;
/** Where something stands that comes from outside. */
type Outside = Pick<Origin, 'of' | 'path'>;

export abstract class CalledAsRuns extends HostCalls {
  /** Where a value comes from that is a parameter of the whole function. */
  protected abstract originOf(of: Value): Outside | undefined;
  /** What stands outside, as it is: a further parameter. */
  protected abstract asItStands(of: Outside): Value;
  /** An array that the whole function is given, as a copy that is made at its start. */
  protected abstract copiedFirst(of: Value): Value;

  /** The functions that are called so. */
  readonly calledAsRuns = new Set<FunctionNode>();

  /** What a call gives of a function that was learned to be called so; undefined for other calls. */
  protected runCalled(node: Call, frame: Frame): Meaning | undefined {
    const callee = bare(node.callee);
    const f = functionOf(this.facts, callee);
    if (f === undefined || !this.remedies.isRun(f)) return undefined;
    const known = this.knownRun(f, node);
    const give = this.giving(known);
    const args = node.arguments.map((arg) => this.argumentOf(arg, frame, known, give));
    const values = [this.functionItself(f, node)];
    const texts = args.map((write) => write(values));
    this.insistOnOneTurn(f, node, texts, values);
    const made = this.applyRun(f, texts, values, node);
    const binding = this.facts.bindings.get(callee);
    const promised = 'returnType' in f ? shapeOf(f.returnType, this.facts.declared) : undefined;
    const asked = promised ?? (binding && this.askedBy({ binding }, node, frame));
    return asked === null ? nothing : this.asAsked(made, asked, known, node);
  }

  /** The same where something else than a call by its name calls it, such as a method of arrays. */
  protected runGiven(f: FunctionNode, args: readonly Meaning[], at: Node): Meaning {
    const give = this.giving(this.knownRun(f, at));
    const values = [this.functionItself(f, at)];
    const texts = args.map((arg) => give(arg, values, at));
    return meaning(this.applyRun(f, texts, values, at));
  }

  /** What lies around the function, and what it is given that nobody follows, is handed on as it stands. */
  private argumentOf(arg: Node, frame: Frame, known: Harmless, give: Giving): Writing {
    const node = bare(arg);
    const binding = node.type === 'Identifier' ? this.facts.bindings.get(node) : undefined;
    if (binding === undefined) return this.hostArgument(arg, frame, give);
    const slot = frame.find(binding);
    if (slot !== undefined) {
      const held = this.state.get(slot);
      return held?.tag === 'lost' && this.outsideOf(held) !== undefined
        ? (values) => give(held, values, node)
        : this.hostArgument(arg, frame, give);
    }
    const isData = functionOf(this.facts, node) === undefined && sourceOf(binding) === undefined;
    if (!isData || known.callsGiven || this.isClass(binding))
      return this.hostArgument(arg, frame, give);
    this.insistOnOutside(binding, node as types.Identifier);
    const of = this.aroundNamed(binding, node);
    return (values) => {
      values.push(of);
      return '#';
    };
  }

  private isClass = ({ path: { node } }: Binding): boolean => node.type === 'ClassDeclaration';

  /** Variables around the function as they are, apart from what else is known of them. */
  private readonly around = new Map<Binding, HostName>();

  private aroundNamed(binding: Binding, node: Node): Value {
    let name = this.around.get(binding);
    if (name === undefined) this.around.set(binding, (name = { binding }));
    if (!this.captures.has(name)) this.keep(name, node, binding.identifier.name, hostShape);
    return this.captures.get(name)!.values[0];
  }

  private applyRun(f: FunctionNode, texts: readonly string[], args: Value[], at: Node): Value {
    if (this.isAbroad) this.refuse(at, "a run under 'use no grad'", 'leave it to code around it');
    this.calledAsRuns.add(f);
    const made = value('', 'host');
    const text = `[${texts.join(',')}]`;
    this.builder.add({ tag: 'host', does: 'apply', text, args, results: [made] });
    return made;
  }

  /** Numbers, bools and new arrays of numbers are asked for at once. */
  private asAsked(of: Value, shape: Shape | undefined, known: Harmless, at: Node): Meaning {
    if (shape?.tag === 'number') return meaning(this.realOf(of));
    if (shape?.tag === 'bool') return meaning(this.truthOf(of));
    const isList = shape?.tag === 'array' && sameType(shape.type, { storage: 'number[]' });
    if (!isList || !known.givesNew) return meaning(of);
    const isIt = this.hostValue('Object.getPrototypeOf(#)===Array.prototype', [of], true);
    this.leaveUnless(this.truthOf(isIt));
    const { length, at: elementAt } = this.hostSeries(of);
    return this.listed(length, 'number[]', '', at, (put) =>
      this.builder.each(this.zero(), length, this.one(), (i) =>
        put(i, meaning(this.numberOf(elementAt(i), at))),
      ),
    );
  }

  private knownRun(f: FunctionNode, at: Node): Harmless {
    if (f.generator === true && !this.isGoneThrough(at))
      this.refuse(
        at,
        'a generator that is not gone through where it is called',
        'use it in for…of',
      );
    return harmless(this.facts, f)!;
  }

  /** What a generator reads must be the same until all is taken that it gives. */
  private insistOnOneTurn(f: FunctionNode, at: Node, texts: readonly string[], given: Value[]) {
    const readsObjects =
      given.slice(1).some(({ type }) => type === 'host' || isArray(type)) ||
      texts.some((text) => /[[{]/.test(text));
    if (f.generator === true && readsObjects && writesMeanwhile(this.facts, at))
      this.refuse(at, 'writes while a generator reads arrays', 'take all first: [...numbers()]');
  }

  /** Whether a call stands where all that it gives is taken at once. */
  private isGoneThrough(at: Node): boolean {
    const f = at.type === 'CallExpression' ? functionOf(this.facts, bare(at.callee)) : undefined;
    if (f === undefined) return false;
    return this.facts.calls.some(({ node, parent, key, listKey }) => {
      if (node !== at) return false;
      if (parent.type === 'ForOfStatement') return key === 'right';
      if (parent.type === 'SpreadElement') return true;
      const callee = parent.type === 'CallExpression' ? bare(parent.callee) : undefined;
      return (
        listKey === 'arguments' &&
        callee?.type === 'MemberExpression' &&
        this.isGlobal(callee.object, 'Array')
      );
    });
  }

  /** The function as a value. */
  private functionItself(f: FunctionNode, at: Node): Value {
    const binding = bindingOf(this.facts, f);
    if (binding === undefined)
      return this.refuse(at, 'a function without a name that is not lowered', 'give it a name');
    return this.aroundNamed(binding, at);
  }

  // ── What is given ──

  private giving =
    (known: Harmless): Giving =>
    (of, values, node) => {
      const put = (one: Value): string => {
        values.push(one);
        return '#';
      };
      switch (of.tag) {
        case 'value':
          return isArray(of.value.type) ? put(this.arrayFor(of.value, known, node)) : put(of.value);
        case 'text':
          return quoted(of.text);
        case 'nothing':
          return of !== nothing && of.isNull === true ? 'null' : 'undefined';
        case 'optional': {
          const inner = this.giving(known)(of.of, values, node);
          if (of.of.tag !== 'value') break;
          const [last] = values.splice(-1);
          values.push(of.there, last);
          return `(#?${inner}:${of.isNull ? 'null' : 'undefined'})`;
        }
        case 'word':
        case 'columns':
        case 'lost': {
          const outside = of.tag === 'word' ? this.originOf(of.code) : this.outsideOf(of);
          if (outside === undefined || !this.mayStand(outside, known)) break;
          return put(this.asItStands(outside));
        }
        case 'record':
          return this.recordFor(of, known, values, node);
        default:
          break;
      }
      return this.refuse(
        node,
        'this argument of a function that is not lowered',
        'pass numbers, arrays of numbers, and objects that are written down',
      );
    };

  /** Whether something may be handed on as it stands. What comes first is what gradients are mostly taken by. */
  private mayStand({ of, path }: Outside, known: Harmless): boolean {
    if (path.some((step) => typeof step === 'boolean')) return false;
    return !known.callsGiven && (of === 'capture' || path[0] !== 0);
  }

  private insistOnCopy(known: Harmless, node: Node): void {
    if (known.comparesObjects)
      this.refuse(
        node,
        'an array or an object for a function that compares such',
        'compare numbers, or texts',
      );
  }

  private arrayFor(of: Value, known: Harmless, node: Node): Value {
    const outside = this.originOf(of);
    if (outside?.of === 'capture' && this.mayStand(outside, known)) return this.asItStands(outside);
    this.insistOnCopy(known, node);
    const { type } = of;
    if (isArray(type) && type.of?.of !== undefined)
      this.refuse(node, 'lists of lists for a function that is not lowered', 'pass arrays');
    if (!known.givesNew)
      this.refuse(node, 'an array for a function that may give back a part of it', 'copy the part');
    return outside === undefined ? of : this.copiedFirst(of);
  }

  private recordFor(of: RecordMeaning, known: Harmless, values: Value[], node: Node): string {
    const outside = this.outsideOf(of);
    if (outside !== undefined && this.mayStand(outside, known)) {
      values.push(this.asItStands(outside));
      return '#';
    }
    this.insistOnCopy(known, node);
    if (of.isGrowing === true)
      return this.giving(known)(this.copied('number[]', of, node), values, node);
    const give = this.giving(known);
    const isList = of.isTuple && outside === undefined && !of.isFixed;
    const names = isList ? [...of.slots.keys()] : this.knownKeys(of);
    if (names === undefined)
      return this.refuse(
        node,
        'an object whose keys are not known, for a function that is not lowered',
        'pass its numbers',
      );
    const texts = names.map((name) => {
      const held = this.read(of.slots.get(name)!, node);
      const isObject = held.tag === 'record' || (held.tag === 'value' && isArray(held.value.type));
      if (isObject && !known.givesNew)
        this.refuse(
          node,
          'an object with objects for a function that may give them back',
          'copy what it gives',
        );
      const text = give(held, values, node);
      return isList ? text : `${quoted(name)}:${text}`;
    });
    return isList ? `[${texts.join(',')}]` : `{${texts.join(',')}}`;
  }
}

const bindings = new WeakMap<Facts, Map<FunctionNode, Binding>>();

/** The variable that always holds a function. */
export function bindingOf(facts: Facts, f: FunctionNode): Binding | undefined {
  let all = bindings.get(facts);
  if (all === undefined) {
    bindings.set(facts, (all = new Map<FunctionNode, Binding>()));
    for (const [node, binding] of facts.bindings) {
      const held = functionOf(facts, node);
      const isOwnName = binding?.kind === 'local';
      if (held !== undefined && binding !== undefined && !isOwnName && isConstant(binding))
        all.set(held, binding);
    }
  }
  return all.get(f);
}

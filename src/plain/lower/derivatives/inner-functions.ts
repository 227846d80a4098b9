/**
 * Lowers functions that are differentiated inside of others. Such a function becomes a function of the language. Its
 * derivative is a call of a function that is written out later (differentiate/expanded.ts). The function is lowered
 * where the derivative is called, so that it sees variables as they are then.
 */
import { value } from '../../ir/build.js';
import type { Derivative } from '../../ir/derivative.js';
import { copyOf } from '../../differentiate/prepare/new-arrays.js';
import { holdsReals, isArray, isNumber, typeText, type Value } from '../../ir/ir.js';
import {
  bare,
  nameOfKey,
  realParams,
  type Binding,
  type Node,
  type types,
} from '../../front/syntax.js';
import type { Call } from '../arrays/arrays.js';
import { isConstant } from '../syntax/constants.js';
import { completed, unfilled } from '../syntax/incomplete.js';
import { CalledAsRuns } from '../functions/called-as-runs.js';
import {
  meaning,
  type Chosen,
  type DerivativeMeaning,
  type Frame,
  type Meaning,
} from '../meanings/meanings.js';
import { initOf } from '../syntax/constants.js';
import { isOperator } from '../functions/row-calls.js';
import type { Shape } from '../shapes/shapes.js';

/** A function of the language that is differentiated, and what it is called with. */
export interface Inner {
  readonly name: string;
  /** Its parameters, and in their places what is given for them. */
  readonly params: readonly Value[];
  readonly given: readonly Value[];
  /** The arguments, made of parameters. */
  readonly args: readonly Meaning[];
  /** What it gives, and the values of that. */
  readonly result: Shape;
  readonly yields: readonly Value[];
}

/** The first argument. */
export const FIRST: Chosen = { of: [0], isList: false };

export abstract class InnerFunctions extends CalledAsRuns {
  /** A constant of the module may be a derivative. */
  protected override outside(node: types.Identifier, binding: Binding): Meaning {
    const init = initOf(binding);
    const isFixed = binding.scope.path.type === 'Program' && isConstant(binding);
    if (!isFixed || init?.type !== 'CallExpression') return super.outside(node, binding);
    const row = this.rowOf(bare(init.callee));
    return row?.isStrict === true && isOperator(row.name)
      ? this.operatorCalled(row.name, init, this.module)
      : super.outside(node, binding);
  }

  protected operatorCalled(operator: string, node: Call, frame: Frame): DerivativeMeaning {
    const [first, options, ...others] = node.arguments;
    if (first === undefined || others.length > 0 || first.type === 'SpreadElement')
      return this.refuse(node, `${operator} of this`, 'give it a function and options');
    const { wrt, hasAux } =
      options === undefined ? { wrt: FIRST, hasAux: false } : this.chosen(options, operator);
    const binding = this.importOf(bare(first), frame);
    if (binding !== undefined)
      return {
        tag: 'derivative',
        operator,
        wrt,
        hasAux,
        form: [binding],
        params: [],
        apply: (args, at) => this.importedCall(binding, args, at),
      };
    return this.derivativeOf(operator, this.expression(first, frame), node, wrt, hasAux);
  }

  protected override derivativeOf(
    operator: string,
    f: Meaning | undefined,
    node: Node,
    wrt = FIRST,
    hasAux = false,
  ): DerivativeMeaning {
    if (f?.tag !== 'function' && f?.tag !== 'row' && f?.tag !== 'derivative')
      return this.refuse(
        node,
        `${operator} of what is no function of the module`,
        'import it from the same module, or write it here',
      );
    return {
      tag: 'derivative',
      operator,
      wrt,
      hasAux,
      form: this.formIn(f, node),
      params: f.tag === 'function' ? realParams<Node>(f.node.params) : [],
      apply: (args, at) => (f.tag === 'row' ? this.rowOn(f, args, at) : this.applied(f, args, at)),
    };
  }

  /** What options say, of which only `wrt` and `aux` are known. */
  private chosen(options: Node, operator: string) {
    const refuse = () =>
      this.refuse(options, 'these options of a derivative', 'give it only wrt, written down');
    let [wrt, hasAux] = [FIRST, false];
    if (options.type !== 'ObjectExpression') return refuse();
    for (const property of options.properties) {
      if (property.type !== 'ObjectProperty') return refuse();
      const name = nameOfKey(property.key, property.computed);
      const given = bare(property.value);
      const isAux = operator === 'valueAndGrad' && name === 'aux';
      if (name === 'wrt') wrt = this.chosenBy(given, refuse);
      else if (isAux && given.type === 'BooleanLiteral') hasAux = given.value;
      else return refuse();
    }
    return { wrt, hasAux };
  }

  private chosenBy(of: Node, refuse: () => never): Chosen {
    const choices = of.type === 'ArrayExpression' ? of.elements : [of];
    const found = choices.map((one) => {
      const choice = one && bare(one);
      return choice?.type === 'NumericLiteral' || choice?.type === 'StringLiteral'
        ? choice.value
        : refuse();
    });
    return { of: found, isList: of.type === 'ArrayExpression' };
  }

  // ── The function ──

  /** Lowers what is differentiated as a function of the language. */
  protected inner(of: DerivativeMeaning, all: readonly Meaning[], node: Node): Inner {
    const taken = all.map((arg, k) => this.asGiven(arg, of.params.at(k), node));
    const params: Value[] = [];
    const args = taken.map((arg) => this.param(arg, params, node));
    const name = this.freshName('inner');
    let result: Shape | null | undefined;
    const region = this.apart(null, [], () =>
      this.builder.region(params, () => {
        let yields: readonly Value[] = [];
        const changes = this.state.branch(() => {
          const found = this.asGiven(of.apply(args, node), undefined, node);
          result = this.shapeIn(found, node);
          yields = this.partsOf(found, result ?? null, node) ?? [];
          yields.forEach((part) => this.insist(part));
          // The way back takes arrays apart that the function made.
          if (of.hasAux) yields = yields.map((part) => this.ownValue(part));
        });
        const changed = [...changes.keys()].find((slot) => this.foreign.has(slot));
        if (changed !== undefined)
          this.refuse(
            node,
            `a derivative of a function that changes ${changed.name || 'something'} outside of it`,
            'return the value instead',
          );
        return yields;
      }),
    );
    if (result == null)
      return this.refuse(node, 'a derivative of what is not made of numbers', 'return numbers');
    const func = completed({ name, region }, this.incomplete);
    if (func === null) return this.refuse(node, ...unfilled);
    this.functions.push(func);
    // A run rounds the elements, but not their derivatives.
    if ([...params, ...region.yields].some(({ type }) => typeText(type).startsWith('Float32Array')))
      return this.refuse(node, 'a derivative with a Float32Array', 'use Float64Array');
    const given = taken.flatMap((arg) => this.leavesIn(arg, node));
    return { name, params, given, args, result, yields: region.yields };
  }

  /** What a derivative takes or gives: a copy, made of numbers and arrays. */
  private asGiven(of: Meaning, param: Node | undefined, node: Node): Meaning {
    if (of.tag === 'element' && of.shape.isNode !== true)
      return this.asGiven(this.snapshot(of), undefined, node);
    if (of.tag === 'grown') return this.asArray(of, node);
    if (of.tag !== 'record') return of;
    if (of.isGrowing === true) return this.asArray(of, node);
    if (of.from !== undefined)
      return this.refuse(node, 'an object of a class in a derivative', 'use plain objects');
    const binding = param?.type === 'Identifier' ? this.facts.bindings.get(param) : undefined;
    const used = this.asUsed(of, binding, node);
    if (used.tag !== 'record' || used.isGrowing === true) return this.asArray(used, node);
    const fields = [...used.slots].map(
      ([name, slot]) => [name, this.asGiven(this.read(slot, node), undefined, node)] as const,
    );
    return this.record(fields, used.isTuple);
  }

  /** A literal, or an array that grows, as an array. */
  protected asArray(of: Meaning, node: Node): Meaning {
    if (of.tag === 'grown') return this.copied('number[]', of, node);
    if (of.tag !== 'record') return of;
    return of.isGrowing === true ? this.copied('number[]', of, node) : this.arrayOf(of, '', node);
  }

  /** Leaves where a number is not there. */
  protected insist(of: Value): void {
    if (isNumber(of.type)) this.leaveUnless(this.builder.present(of));
  }

  /** A value that nobody else has. */
  protected ownValue = (of: Value): Value => (isArray(of.type) ? copyOf(of, this.builder) : of);

  protected insistOnNumber(result: Shape | undefined, node: Node): void {
    if (result?.tag !== 'number')
      this.refuse(node, 'a gradient of what gives no number', 'return one number');
  }

  // ── Inputs ──

  /** What `wrt` names of the arguments. */
  protected partsBy({ args }: Inner, { of }: Chosen, node: Node): readonly Meaning[] {
    const [first] = args;
    return of.map((one) => {
      const slot = typeof one === 'string' && first?.tag === 'record' && first.slots.get(one);
      const part = typeof one === 'number' ? args.at(one) : slot && this.read(slot, node);
      return part || this.refuse(node, 'a derivative by what is not there', 'see to wrt');
    });
  }

  /** The places of the inputs among the parameters. */
  protected inputsOf(inner: Inner, wrt: Chosen, node: Node): readonly number[] {
    const { params, given } = inner;
    const places = this.partsBy(inner, wrt, node).flatMap((part) => {
      const values = this.leavesIn(part, node).filter(({ type }) => holdsReals(type));
      if (values.length === 0)
        return this.refuse(node, 'a derivative by what holds no reals', 'see to wrt');
      return values.map((of) => params.indexOf(of));
    });
    places.forEach((place) => this.insist(given[place]));
    return [...new Set(places)].sort((x, y) => x - y);
  }

  /** What is made of other values in the places of parameters; without one, it is what is given. */
  protected like(inner: Inner, of: Meaning, by: ReadonlyMap<Value, Value>, node: Node): Meaning {
    const leaf = (param: Value): Value => by.get(param) ?? givenFor(inner, param);
    return this.replaced(of, (param) => meaning(leaf(param)), node, leaf);
  }

  /** A meaning with something else in the place of each value, and of each array of columns. */
  protected replaced(
    of: Meaning,
    by: (of: Value) => Meaning,
    node: Node,
    byArray: (of: Value) => Value = (array) => array,
  ): Meaning {
    if (of.tag === 'value') return by(of.value);
    if (of.tag === 'columns') return { ...of, arrays: of.arrays.map(byArray) };
    if (of.tag === 'element' || of.tag === 'stretch' || of.tag === 'optional')
      return this.refuse(node, 'a gradient by what may be missing', 'take it by numbers');
    if (of.tag !== 'record') return of;
    const fields = [...of.slots].map(
      ([name, slot]) => [name, this.replaced(this.read(slot, node), by, node, byArray)] as const,
    );
    return this.record(fields, of.isTuple);
  }

  /** What is like the inputs, in the form that `wrt` asks for. */
  protected inForm(
    inner: Inner,
    wrt: Chosen,
    values: ReadonlyMap<Value, Value>,
    node: Node,
  ): Meaning {
    const parts = this.partsBy(inner, wrt, node).map((part) =>
      this.like(inner, part, values, node),
    );
    if (!wrt.isList) return parts[0];
    const isByKeys = typeof wrt.of[0] === 'string';
    return this.record(
      parts.map((one, k) => [String(isByKeys ? wrt.of[k] : k), one] as const),
      !isByKeys,
    );
  }

  /** A derivative of a function of the language, by the name that it is called by. */
  protected derived(
    { params }: Inner,
    of: string,
    kind: Derivative['kind'],
    inputs: readonly number[],
  ): string {
    const name = this.freshName(kind);
    this.derivatives.push({ name, of, kind, count: params.length, inputs });
    return name;
  }

  protected readonly valueLike = ({ name, type }: Value): Value =>
    value(name, type === 'i32' ? 'f64' : type);
}

export const givenFor = ({ params, given }: Inner, param: Value): Value =>
  given[params.indexOf(param)];

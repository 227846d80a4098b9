/** Lowers derivatives inside of functions: what an operator of the library gives is a call of a derivative. */
import { value } from '../../ir/build.js';
import { holdsReals, isArray, isNumber, sameType, type Value } from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import { FIRST, givenFor, InnerFunctions, type Inner } from './inner-functions.js';
import {
  meaning,
  nothing,
  type Chosen,
  type DerivativeMeaning,
  type Meaning,
  type RecordMeaning,
} from '../meanings/meanings.js';
import type { Shape } from '../shapes/shapes.js';

/** Tangents or cotangents, by what they belong to. */
export type Changes = Map<Value, Value>;

export abstract class Derived extends InnerFunctions {
  /** What a derivative gives. */
  protected derivativeAt(of: DerivativeMeaning, args: readonly Meaning[], node: Node): Meaning {
    switch (of.operator) {
      case 'grad':
        return this.gradientAt(of, args, node).gradient;
      case 'valueAndGrad':
        return this.record(Object.entries(this.gradientAt(of, args, node)));
      case 'derivative':
        return this.pushed(of, args.slice(0, 1), [meaning(this.one())], node).tangent;
      case 'jvp':
        return this.record(Object.entries(this.jvpAt(of, args, node)));
      case 'hvp':
        return this.productAt(of, args, node);
      default:
        return this.hessianAt(of, args, node);
    }
  }

  private gradientAt(of: DerivativeMeaning, args: readonly Meaning[], node: Node) {
    const inner = this.inner(of, args, node);
    const inputs = this.inputsOf(inner, of.wrt, node);
    const [first, beside] = of.hasAux ? this.pairOf(inner, node) : [inner.result];
    this.insistOnNumber(first, node);
    const result = value('', 'f64');
    const slopes = this.slopesOf(inner, inputs);
    const more = inner.yields.slice(1).map(this.valueLike);
    const name = this.derived(inner, inner.name, 'gradient', inputs);
    const results = [result, ...slopes.values(), ...more];
    this.builder.add({ tag: 'call', of: name, args: inner.given, results });
    return {
      value: meaning(result),
      gradient: this.inForm(inner, of.wrt, slopes, node),
      ...(beside && { aux: this.tree(beside, more) }),
    };
  }

  /** What a function gives that gives something beside a number. */
  private pairOf({ result }: Inner, node: Node): readonly Shape[] {
    if (result.tag !== 'record' || !result.isTuple || result.fields.size !== 2)
      return this.refuse(node, 'aux of what gives no pair', 'return [number, aux]');
    return [...result.fields.values()];
  }

  /** Values for the gradients of the inputs. */
  protected slopesOf({ params }: Inner, inputs: readonly number[]): Map<Value, Value> {
    return new Map(inputs.map((k) => [params[k], this.valueLike(params[k])]));
  }

  /** What a shape describes, made of values. */
  protected tree(shape: Shape, values: readonly Value[]): Meaning {
    let next = 0;
    return this.formed(shape, '', () => values[next++]);
  }

  // ── Tangents ──

  /** What a function gives, and its tangent along directions of the arguments. */
  private pushed(
    of: DerivativeMeaning,
    args: readonly Meaning[],
    directions: readonly Meaning[],
    node: Node,
  ) {
    const inner = this.inner(of, args, node);
    const moving = [...directions.keys()].filter((k) => directions[k].tag !== 'nothing');
    if (moving.length === 0) this.refuse(node, 'a tangent along nothing', 'give it tangents');
    const inputs = this.inputsOf(inner, { of: moving, isList: true }, node);
    const changes: Changes = new Map();
    for (const k of moving) this.follow(inner.args[k], directions[k], changes, node);
    const name = this.derived(inner, inner.name, 'tangent', inputs);
    const { own, tangents } = this.moved(inner, name, inputs, changes);
    return { value: this.tree(inner.result, own), tangent: this.tree(inner.result, tangents) };
  }

  /** What a tangent gives: the results, and how they change; what holds no reals stays. */
  protected moved(
    { params, given, yields }: Inner,
    name: string,
    inputs: readonly number[],
    changes: Changes,
  ) {
    const own = yields.map(this.valueLike);
    const tangents = new Map(
      own.filter(({ type }) => holdsReals(type)).map((one) => [one, this.valueLike(one)]),
    );
    const args = [...given, ...inputs.map((k) => changes.get(params[k])!)];
    this.builder.add({ tag: 'call', of: name, args, results: [...own, ...tangents.values()] });
    return { own, tangents: own.map((one) => tangents.get(one) ?? one) };
  }

  /** Notes the tangent of each real of an argument. */
  protected follow(of: Meaning, to: Meaning, changes: Changes, node: Node): void {
    const refuse = () =>
      this.refuse(node, 'a tangent of another form than its argument', 'give it the same form');
    if (of.tag === 'value') {
      if (!holdsReals(of.value.type)) return;
      const change = this.changeOf(of.value, to, node) ?? refuse();
      this.insist(change);
      changes.set(of.value, change);
    } else if (of.tag === 'columns') {
      const arrays = to.tag === 'columns' ? to.arrays : [];
      if (arrays.length !== of.arrays.length) refuse();
      of.arrays.forEach((array, k) =>
        this.follow(meaning(array), meaning(arrays[k]), changes, node),
      );
    } else if (of.tag === 'element' || of.tag === 'stretch' || of.tag === 'optional') {
      this.refuse(node, 'a tangent of an object of an array', 'take it by numbers');
    } else if (of.tag === 'record') {
      const parts = to.tag === 'value' ? this.elementsOf(to.value, of) : to;
      if (parts?.tag !== 'record' || parts.slots.size !== of.slots.size) return refuse();
      for (const [name, slot] of of.slots) {
        const part = parts.slots.get(name) ?? refuse();
        this.follow(this.read(slot, node), this.read(part, node), changes, node);
      }
    }
  }

  /** The tangent of a number or an array; undefined if it is of another type. */
  private changeOf({ type }: Value, to: Meaning, node: Node): Value | undefined {
    const found = isArray(type) ? this.asArray(to, node) : to;
    if (found.tag !== 'value') return undefined;
    const isLike = isArray(type) ? sameType(found.value.type, type) : isNumber(found.value.type);
    return isLike ? found.value : undefined;
  }

  /** The elements of an array that is a tangent of a tuple. */
  private elementsOf(array: Value, like: RecordMeaning): Meaning | undefined {
    if (!like.isTuple || !isArray(array.type)) return undefined;
    const length = this.builder.constant(like.slots.size);
    this.leaveUnless(this.builder.compare('eq', this.builder.length(array), length));
    const parts = [...like.slots.keys()].map((name) => {
      const at = this.builder.constant(Number(name));
      return [name, meaning(this.load(array, at))] as const;
    });
    return this.record(parts, true);
  }

  private jvpAt(of: DerivativeMeaning, [args, tangents]: readonly Meaning[], node: Node) {
    const refuse = () =>
      this.refuse(node, 'jvp with what is no list of arguments', 'write it as [x], [dx]');
    const listOf = (list: Meaning | undefined): Meaning[] => this.listOf(list) ?? refuse();
    const given = listOf(args);
    const { wrt } = of;
    if (wrt === FIRST) {
      const directions = listOf(tangents);
      return directions.length === given.length
        ? this.pushed(of, given, directions, node)
        : refuse();
    }
    if (wrt.of.some((one) => typeof one === 'string'))
      return this.refuse(node, 'jvp by keys', 'let the function have arguments for them');
    const changes = wrt.isList ? listOf(tangents) : [tangents ?? nothing];
    const directions = given.map((_, k) => changes[wrt.of.indexOf(k)] ?? nothing);
    return this.pushed(of, given, directions, node);
  }

  /** The elements of a list that is written down. */
  protected listOf = (list: Meaning | undefined): Meaning[] | undefined =>
    list?.tag === 'record' && list.isTuple
      ? [...list.slots.values()].map((slot) => this.state.get(slot) ?? nothing)
      : undefined;

  // ── Second derivatives ──

  /** The function with its inputs, and what gives a product of the Hessian. */
  private twice(of: DerivativeMeaning, args: readonly Meaning[], node: Node) {
    const whole =
      oneOf(of.wrt) ?? this.refuse(node, `${of.operator} by several`, 'use jvp of grad');
    const inner = this.inner(of, args, node);
    const inputs = this.inputsOf(inner, of.wrt, node);
    this.insistOnNumber(inner.result, node);
    const gradient = this.derived(inner, inner.name, 'gradient', inputs);
    const name = this.derived(inner, gradient, 'tangent', inputs);
    const arg = inner.args[whole];
    const product = (changes: Changes): Meaning => {
      const slopes = () => [
        value('', 'f64'),
        ...inputs.map((k) => this.valueLike(inner.params[k])),
      ];
      const [own, moved] = [slopes(), slopes()];
      const given = inputs.map((k) => changes.get(inner.params[k])!);
      const results = [...own, ...moved];
      this.builder.add({ tag: 'call', of: name, args: [...inner.given, ...given], results });
      const values = new Map(inputs.map((k, n) => [inner.params[k], moved[n + 1]]));
      return this.like(inner, arg, values, node);
    };
    return { inner, inputs, arg, product };
  }

  private productAt(of: DerivativeMeaning, given: readonly Meaning[], node: Node): Meaning {
    const [x = nothing, v = nothing, ...others] = given;
    const { arg, product } = this.twice(of, [x, ...others], node);
    const changes: Changes = new Map();
    this.follow(arg, v, changes, node);
    return product(changes);
  }

  /** A row for each real: of numbers one by one, of an array in a list. */
  private hessianAt(of: DerivativeMeaning, args: readonly Meaning[], node: Node): Meaning {
    const { inner, inputs, arg, product } = this.twice(of, args, node);
    const { params } = inner;
    if (inputs.length === 1 && isArray(params[inputs[0]].type))
      return this.rowsAlong(inner, inputs[0], product, node);
    if (inputs.some((k) => isArray(params[k].type)))
      return this.refuse(node, 'a Hessian by several arrays', 'use hvp');
    const [zero, one] = [this.zero(), this.one()];
    const rows = new Map(
      inputs.map((k) => {
        const unit = new Map(inputs.map((j) => [params[j], j === k ? one : zero]));
        return [params[k], product(unit)];
      }),
    );
    const given = (param: Value): Value => givenFor(inner, param);
    return this.replaced(arg, (param) => rows.get(param) ?? meaning(given(param)), node, given);
  }

  private rowsAlong(
    { params, given }: Inner,
    place: number,
    product: (changes: Changes) => Meaning,
    node: Node,
  ): Meaning {
    const { type } = params[place];
    if (!isArray(type) || type.of !== undefined)
      return this.refuse(node, 'a Hessian by arrays of arrays', 'use hvp');
    const length = this.builder.length(given[place]);
    return this.listed(length, 'number[]', '', node, (put) =>
      this.builder.each(this.zero(), length, this.one(), (i) => {
        const unit = this.builder.alloc(type.storage, length);
        this.builder.store(unit, i, this.one());
        put(i, product(new Map([[params[place], unit]])));
      }),
    );
  }
}

/** The one argument that `wrt` names, if it does. */
export function oneOf({ of, isList }: Chosen): number | undefined {
  const [first] = of;
  return !isList && typeof first === 'number' ? first : undefined;
}

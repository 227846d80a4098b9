/**
 * Lowers Jacobians inside of functions, and pullbacks and pushforwards, which may be applied later. A pullback or a
 * pushforward runs the function again, on copies of the arrays that the function was given and of those around it.
 */
import { Substitution } from '../../improve/substitution.js';
import { partOf } from '../../improve/closed.js';
import {
  holdsReals,
  isArray,
  isNumber,
  type ArrayType,
  type Type,
  type Value,
} from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import { Derived, oneOf, type Changes } from './derived.js';
import type { Inner } from './inner-functions.js';
import {
  meaning,
  nothing,
  type Chosen,
  type DerivativeMeaning,
  type Meaning,
} from '../meanings/meanings.js';

export abstract class Maps extends Derived {
  protected override derivativeAt(
    of: DerivativeMeaning,
    args: readonly Meaning[],
    node: Node,
  ): Meaning {
    switch (of.operator) {
      case 'jacobian':
        return this.jacobianAt(of, args, node);
      case 'vjp':
        return this.pulledLater(of, args, node);
      case 'linearize':
        return this.pushedLater(of, args, node);
      default:
        return super.derivativeAt(of, args, node);
    }
  }

  // ── Later ──

  private pulledLater(of: DerivativeMeaning, args: readonly Meaning[], node: Node): Meaning {
    const { inner, inputs, result } = this.point(of, args, node);
    const name = this.derived(inner, inner.name, 'pullback', inputs);
    const apply = (cotangent: Meaning, at: Node): Meaning => {
      const changes: Changes = new Map();
      this.follow(this.tree(inner.result, result), cotangent, changes, at);
      return this.inForm(inner, of.wrt, this.pulled(inner, name, inputs, result, changes), at);
    };
    return this.record([
      ['value', this.tree(inner.result, result.map(this.ownValue))],
      ['pullback', { tag: 'map', apply }],
    ]);
  }

  /** The gradients of the inputs, for cotangents of the results. */
  private pulled(
    inner: Inner,
    name: string,
    inputs: readonly number[],
    result: readonly Value[],
    cotangents: Changes,
  ): Map<Value, Value> {
    const slopes = this.slopesOf(inner, inputs);
    const seeds = result.filter(({ type }) => holdsReals(type)).map((one) => cotangents.get(one)!);
    const args = [...inner.given, ...seeds];
    this.builder.add({ tag: 'call', of: name, args, results: [...slopes.values()] });
    return slopes;
  }

  private pushedLater(of: DerivativeMeaning, args: readonly Meaning[], node: Node): Meaning {
    const { inner, inputs, result } = this.point(of, args, node);
    const name = this.derived(inner, inner.name, 'tangent', inputs);
    const apply = (tangent: Meaning, at: Node): Meaning => {
      const changes: Changes = new Map();
      const directions = this.partsFor(of.wrt, tangent, at);
      this.partsBy(inner, of.wrt, at).forEach((part, k) =>
        this.follow(part, directions[k], changes, at),
      );
      const { tangents } = this.moved(inner, name, inputs, changes);
      return this.tree(inner.result, tangents);
    };
    return this.record([
      ['value', this.tree(inner.result, result.map(this.ownValue))],
      ['pushforward', { tag: 'map', apply }],
    ]);
  }

  /** What belongs to each part that `wrt` names. */
  private partsFor({ of, isList }: Chosen, given: Meaning, node: Node): readonly Meaning[] {
    const refuse = () =>
      this.refuse(node, 'a tangent of another form than wrt', 'give it the form of a gradient');
    if (!isList) return [given];
    if (typeof of[0] === 'number') {
      const list = this.listOf(given);
      return list?.length === of.length ? list : refuse();
    }
    if (given.tag !== 'record' || given.isTuple) return refuse();
    return of.map((name) => {
      const slot = given.slots.get(String(name));
      return slot === undefined ? refuse() : this.read(slot, node);
    });
  }

  /** A function at arguments, and what it gives there. Nobody writes into the arrays that it has. */
  private point(of: DerivativeMeaning, args: readonly Meaning[], node: Node) {
    const before = this.functions.length;
    const made = this.inner(of, args, node);
    const inputs = this.inputsOf(made, of.wrt, node);
    const inner = { ...made, given: made.given.map(this.ownValue) };
    this.keepAround(before, node);
    return { inner, inputs, result: this.ownResults(inner) };
  }

  private ownResults({ name, given, yields }: Inner): readonly Value[] {
    const results = yields.map(this.valueLike);
    // It may write into them.
    const args = given.map(this.ownValue);
    this.builder.add({ tag: 'call', of: name, args, results });
    return results;
  }

  /** Lets the functions from one on have copies of the arrays around them, as these are now. */
  private keepAround(from: number, node: Node): void {
    const made = this.functions.slice(from).map(partOf);
    const around = new Set(made.flatMap(({ free }) => [...free]));
    for (const { defined } of made) for (const of of defined) around.delete(of);
    const same = new Substitution();
    for (const of of around) if (isArray(of.type)) same.replace(of, this.ownValue(of));
    this.functions
      .slice(from)
      .forEach((f, k) => (this.functions[from + k] = { ...f, region: same.inRegion(f.region) }));
    // What was lowered before is shared with others.
    const [seen, open] = [new Set<string>(), made.flatMap(({ calls }) => [...calls])];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const derived = this.derivatives.find((one) => one.name === name);
      if (derived !== undefined) open.push(derived.of);
      const callee = this.functions.slice(0, from).find((one) => one.name === name);
      if (callee === undefined) continue;
      const { free, calls } = partOf(callee);
      open.push(...calls);
      if ([...free].some(({ type }) => isArray(type)))
        this.refuse(node, `a map of what calls ${name}, which has an array`, 'pass it the array');
    }
  }

  // ── Jacobians ──

  private jacobianAt(of: DerivativeMeaning, args: readonly Meaning[], node: Node): Meaning {
    const inner = this.inner(of, args, node);
    const inputs = this.inputsOf(inner, of.wrt, node);
    const { yields } = inner;
    if (yields.every(({ type }) => isNumber(type))) return this.rowsOf(of, inner, inputs, node);
    const whole = oneOf(of.wrt);
    const [result, ...others] = yields;
    const arg = whole === undefined ? nothing : inner.args[whole];
    if (others.length > 0 || !isVector(result.type) || arg.tag !== 'value')
      return this.refuse(
        node,
        'a Jacobian of arrays by other things than one array',
        'return numbers, or one array',
      );
    const { type } = arg.value;
    if (isVector(type)) return meaning(this.matrix(inner, inputs, type));
    if (isArray(type)) return this.refuse(node, 'a Jacobian by arrays of arrays', 'use jvp or vjp');
    const name = this.derived(inner, inner.name, 'tangent', inputs);
    const one: Changes = new Map([[arg.value, this.one()]]);
    return this.tree(inner.result, this.moved(inner, name, inputs, one).tangents);
  }

  /** Of a function that gives numbers: what it gives, with a gradient in the place of each. */
  private rowsOf(
    { wrt }: DerivativeMeaning,
    inner: Inner,
    inputs: readonly number[],
    node: Node,
  ): Meaning {
    const { params, yields } = inner;
    const unit = (all: readonly Value[], k: number): Changes =>
      new Map(all.map((one, j) => [one, j === k ? this.one() : this.zero()]));
    const moving = inputs.map((k) => params[k]);
    const isForward = moving.every(({ type }) => isNumber(type)) && moving.length < yields.length;
    const slopes = yields.map((): Map<Value, Value> => new Map());
    if (isForward) {
      const name = this.derived(inner, inner.name, 'tangent', inputs);
      moving.forEach((param, k) => {
        const { tangents } = this.moved(inner, name, inputs, unit(moving, k));
        tangents.forEach((change, row) => slopes[row].set(param, change));
      });
    } else {
      const name = this.derived(inner, inner.name, 'pullback', inputs);
      yields.forEach((_, row) => {
        slopes[row] = this.pulled(inner, name, inputs, yields, unit(yields, row));
      });
    }
    const places = yields.map(this.valueLike);
    const rowOf = (of: Value): Meaning => this.inForm(inner, wrt, slopes[places.indexOf(of)], node);
    return this.replaced(this.tree(inner.result, places), rowOf, node);
  }

  /** A list of rows, by forward mode or reverse mode, whichever has the fewer directions. */
  private matrix(inner: Inner, inputs: readonly number[], row: ArrayType): Value {
    const { builder } = this;
    const [place] = inputs;
    const param = inner.params[place];
    const [x, y] = [inner.given[place], this.ownResults(inner)[0]];
    const [width, height] = [x, y].map((of) => builder.length(of));
    const rows = builder.let({ tag: 'alloc', type: listOf(row), args: [height] });
    const forward = () => {
      this.upTo(height, (i) =>
        builder.store(rows, i, builder.let({ tag: 'alloc', type: row, args: [width] })),
      );
      const name = this.derived(inner, inner.name, 'tangent', inputs);
      this.eachUnit(x, width, (j, unit) => {
        const [column] = this.moved(inner, name, inputs, new Map([[param, unit]])).tangents;
        this.upTo(height, (i) =>
          builder.store(builder.element(rows, i), j, builder.element(column, i)),
        );
      });
    };
    const backward = () => {
      const name = this.derived(inner, inner.name, 'pullback', inputs);
      this.eachUnit(y, height, (i, unit) => {
        const slopes = this.pulled(inner, name, inputs, [y], new Map([[y, unit]]));
        builder.store(rows, i, slopes.get(param)!);
      });
    };
    const test = builder.compare('lt', width, height);
    const [then, otherwise] = [forward, backward].map((fill) =>
      builder.region([], () => (fill(), [])),
    );
    builder.add({ tag: 'if', test, then, otherwise, results: [] });
    return rows;
  }

  private upTo(length: Value, step: (k: Value) => void): void {
    this.builder.each(this.zero(), length, this.one(), step);
  }

  /** Goes through the directions of an array: one element is 1 and all others are 0. */
  private eachUnit({ type }: Value, length: Value, step: (k: Value, unit: Value) => void): void {
    this.upTo(length, (k) => {
      const unit = this.builder.let({ tag: 'alloc', type: type as ArrayType, args: [length] });
      this.builder.store(unit, k, this.one());
      step(k, unit);
    });
  }
}

const listOf = (row: ArrayType): ArrayType => ({ storage: 'list', of: row });

/** Whether a type is that of an array of reals. */
const isVector = (type: Type): type is ArrayType =>
  isArray(type) && type.of === undefined && holdsReals(type);

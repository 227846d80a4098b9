/** Calls: of rows and of `Math`, of functions, which are inlined, and of methods. */
import type { Value } from '../ir/ir.js';
import { arityOf, isInMath, isWritten } from '../ir/rows.js';
import {
  bare,
  nameOfKey,
  realParams,
  type FunctionNode,
  type Node,
  type types,
} from '../front/syntax.js';
import type { Call } from './arrays.js';
import { Classes } from './classes.js';
import { Frame, meaning, nothing, type Meaning } from './meanings.js';

export abstract class Calls extends Classes {
  private readonly active: FunctionNode[] = [];

  protected abstract body(node: FunctionNode, frame: Frame): Meaning;

  /** The result of a function on arguments, computed in the place of the call. */
  protected override inlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
    receiver?: Meaning,
  ): Meaning {
    if (this.active.includes(node)) this.refuse(at, 'a function that calls itself', 'write a loop');
    if (node.async === true || node.generator === true)
      this.refuse(at, 'an async function or a generator', 'write a function that returns a number');
    const uses = this.facts.uses.get(node);
    if (uses === undefined || uses.eval || uses.arguments || uses.place)
      this.refuse(
        at,
        'a function that uses super, private names, arguments or eval',
        'pass what it needs as parameters',
      );
    const directives = node.body.type === 'BlockStatement' ? (node.body.directives ?? []) : [];
    if (directives.some(({ value }) => value.value === 'use no grad'))
      this.refuse(
        at,
        "a function with 'use no grad'",
        'leave the directive out: what is compared only has no derivative',
      );
    const isArrow = node.type === 'ArrowFunctionExpression';
    const frame = new Frame(outer, isArrow ? undefined : (receiver ?? nothing));
    this.active.push(node);
    realParams<Node>(node.params).forEach((param, k) => {
      if (param.type === 'RestElement') {
        const rest = args.slice(k).map((arg, n) => [String(n), arg] as const);
        this.bind(param.argument, this.record(rest, true), frame, true);
      } else this.bind(param, args[k] ?? nothing, frame, true);
    });
    const result = this.body(node, frame);
    this.active.pop();
    return result;
  }

  /** The row that a callee stands for: an import of the library, or a function of `Math`. */
  private rowOf(callee: Node): string | undefined {
    if (callee.type === 'MemberExpression') {
      const name = nameOfKey(callee.property, callee.computed);
      return this.isGlobal(callee.object, 'Math') ? name : undefined;
    }
    if (callee.type !== 'Identifier') return undefined;
    const binding = this.facts.bindings.get(callee);
    const path = binding?.path;
    if (path?.isImportSpecifier() !== true) return undefined;
    const { imported } = path.node;
    const source = path.parent.source.value;
    if (source !== 'delta-tape') return undefined;
    const name = imported.type === 'Identifier' ? imported.name : imported.value;
    // Operators of the library refuse what is no number, such as an element that is missing.
    if (isWritten(name) || isInMath(name))
      this.refuse(callee, `the operator ${name} of the library`, 'write it as JavaScript does');
    return name;
  }

  // ── Calls ──

  protected call(node: Call, frame: Frame): Meaning {
    const callee = bare(node.callee);
    if (node.type === 'NewExpression') return this.created(node, callee, frame);
    const row = this.rowOf(callee);
    if (row !== undefined) return this.row(row, node, frame);
    if (callee.type === 'MemberExpression') return this.methodCall(node, callee, frame);
    if (this.isGlobal(callee, 'Array')) return this.arrayCreated(node, 'number[]', frame);
    const of = this.expression(callee, frame);
    return this.applied(of, this.arguments(node, frame), node);
  }

  private created(node: types.NewExpression, callee: Node, frame: Frame): Meaning {
    const storage = this.arrayClass(callee);
    if (storage !== undefined) return this.arrayCreated(node, storage, frame);
    const of = callee.type === 'Identifier' ? this.expression(callee, frame) : nothing;
    if (of.tag !== 'class')
      return this.refuse(node, 'new of this', 'use plain objects, and typed arrays of a length');
    return this.instance(of, this.arguments(node, frame), node);
  }

  private methodCall(
    node: types.CallExpression,
    callee: types.MemberExpression,
    frame: Frame,
  ): Meaning {
    const name = this.keyOf(callee);
    const storage = this.arrayClass(callee.object);
    const made = storage && this.arrayStatic(name, storage, node, frame);
    if (made !== undefined) return made;
    const isHoley =
      callee.object.type === 'NewExpression' && this.isGlobal(callee.object.callee, 'Array');
    if (isHoley && name !== 'fill')
      return this.refuse(node, `${name} of an array of nothing`, 'fill it first');
    const of = this.expression(callee.object, frame);
    const found =
      of.tag === 'record' && !of.isTuple && of.isGrowing !== true
        ? this.methodOfRecord(name, of, node, frame)
        : of.tag === 'class'
          ? this.staticMethod(name, of, this.arguments(node, frame), node)
          : this.arrayMethod(name, of, node, frame);
    return found ?? this.refuse(node, `the method ${name}`, 'write a loop, or a function');
  }

  private methodOfRecord(
    name: string,
    of: Meaning & { readonly tag: 'record' },
    node: Call,
    frame: Frame,
  ): Meaning | null {
    const args = this.arguments(node, frame);
    const slot = of.slots.get(name);
    if (slot === undefined) return this.methodOf(name, of, args, node);
    const held = this.read(slot, node);
    return held.tag === 'function'
      ? this.inlined(held.node, held.frame, args, node, of)
      : this.applied(held, args, node);
  }

  protected override applied(
    f: Meaning | undefined,
    args: readonly Meaning[],
    node: Node,
  ): Meaning {
    if (f?.tag === 'function') return this.inlined(f.node, f.frame, args, node);
    if (f?.tag === 'row' && arityOf(f.name) === 1)
      return meaning(this.builder.prim(f.name, [this.numberOf(args[0], node)]));
    return this.refuse(
      node,
      'a call of what is no function of the module',
      'import it from the same module, or write it here',
    );
  }

  private row(name: string, node: Call, frame: Frame): Meaning {
    if (name === 'stopGradient') {
      const [of] = this.arguments(node, frame);
      const passive = this.valueOf(of, node);
      return meaning(this.builder.let({ tag: 'stop', args: [passive] }, passive.name));
    }
    const arity = arityOf(name);
    if (arity === undefined || name === 'sum' || name === 'logSumExp' || name === 'random')
      return this.refuse(node, `${name} has no row here`, 'write a loop');
    if (name === 'max' || name === 'min') return this.extreme(name, node, frame);
    const given = this.arguments(node, frame);
    const args = given.map((arg, k) => this.numberOf(arg, node.arguments[k]));
    if (arity !== null && args.length < arity)
      return this.refuse(node, `${name} with too few arguments`, 'give it all');
    return meaning(this.builder.prim(name, arity === null ? args : args.slice(0, arity)));
  }

  /** `max` and `min` of numbers, and of arrays that are spread. */
  private extreme(name: 'max' | 'min', node: Call, frame: Frame): Meaning {
    const among = (x: Value | null, y: Value) => this.builder.prim(name, [x ?? y, y]);
    let found: Value | null = null;
    for (const argument of node.arguments) {
      const isSpread = argument.type === 'SpreadElement';
      const of = this.expression(isSpread ? argument.argument : argument, frame);
      if (!isSpread) {
        const x = this.numberOf(of, argument);
        found = found === null && node.arguments.length > 1 ? x : among(found, x);
        continue;
      }
      const list = of.tag === 'record' && of.isTuple ? this.arrayOf(of, '', node) : of;
      const series =
        this.seriesOf(list, node) ??
        this.refuse(argument, 'a spread of what is no array', 'write a loop');
      const slot = { name };
      const empty = this.builder.constant(name === 'max' ? -Infinity : Infinity);
      this.state.set(slot, meaning(found ?? empty));
      const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
      this.range(argument, range, frame, { slots: [slot], stops: [], name: 'k' }, (i) => {
        const before = this.valueOf(this.read(slot, node), node);
        this.state.set(slot, meaning(among(before, this.numberOf(series.at(i), argument))));
      });
      found = this.valueOf(this.read(slot, node), node);
    }
    return meaning(found ?? this.builder.constant(name === 'max' ? -Infinity : Infinity));
  }

  /** Members that are no elements: of `Math`, and getters. */
  protected method(node: types.MemberExpression, frame: Frame): Meaning | undefined {
    if (!this.isGlobal(node.object, 'Math')) return this.getter(node, frame);
    const name = this.keyOf(node);
    const found = (Math as unknown as Readonly<Record<string, unknown>>)[name];
    if (typeof found === 'number') return meaning(this.builder.constant(found));
    if (arityOf(name) === 1) return { tag: 'row', name };
    return this.refuse(node, 'a function of Math that is not called', 'write an arrow function');
  }
}

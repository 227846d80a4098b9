/** Arrays of numbers: how they are made, and their methods with function literals. */
import { isArray, type Storage, type Value } from '../ir/ir.js';
import { bare, nameOfKey, type FunctionNode, type Node, type types } from '../front/syntax.js';
import { Loops } from './loops.js';
import { meaning, nothing, type Frame, type Meaning, type Slot } from './meanings.js';

export const storages: readonly string[] = ['Float64Array', 'Float32Array', 'Int32Array'];
export type Call = types.CallExpression | types.NewExpression;

export abstract class Arrays extends Loops {
  protected abstract inlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
  ): Meaning;

  protected arguments = (node: Call, frame: Frame): Meaning[] =>
    node.arguments.map((argument) =>
      argument.type === 'SpreadElement' || argument.type === 'ArgumentPlaceholder'
        ? this.refuse(argument, 'spread arguments', 'name the arguments')
        : this.expression(argument, frame),
    );

  protected isGlobal = (node: Node, name: string): boolean =>
    node.type === 'Identifier' && node.name === name && this.facts.bindings.get(node) === undefined;

  // ── Arrays ──

  /** The value of a variable: an array literal is an array where its elements are read by computed indices. */
  protected initial(id: Node, init: Node, frame: Frame): Meaning {
    const found = this.expression(init, frame);
    const binding = id.type === 'Identifier' ? this.facts.bindings.get(id) : undefined;
    if (
      found.tag !== 'record' ||
      !found.isTuple ||
      bare(init).type !== 'ArrayExpression' ||
      binding === undefined
    )
      return found;
    const isScalar = binding.referencePaths.every(({ node, parent }) => {
      if (parent.type === 'VariableDeclarator')
        return parent.init === node && parent.id.type === 'ArrayPattern';
      if (parent.type !== 'MemberExpression' || parent.object !== node)
        return parent.type === 'ReturnStatement';
      return parent.computed && parent.property.type === 'NumericLiteral';
    });
    return isScalar ? found : meaning(this.arrayOf(found, binding.identifier.name, init));
  }

  protected arrayOf(tuple: Meaning & { readonly tag: 'record' }, name: string, node: Node): Value {
    const elements = [...tuple.slots.keys()].map((key) =>
      this.numberOf(this.field(tuple, key, node), node),
    );
    const array = this.builder.alloc('number[]', this.builder.constant(elements.length), name);
    elements.forEach((x, k) => this.builder.store(array, this.builder.constant(k), x));
    return array;
  }

  protected created(node: types.NewExpression, callee: Node, frame: Frame): Meaning {
    const name =
      callee.type === 'Identifier' && this.facts.bindings.get(callee) === undefined
        ? callee.name
        : '';
    if (!storages.includes(name) || node.arguments.length !== 1)
      return this.refuse(node, 'new of this', 'use plain objects, and typed arrays of a length');
    const [of] = this.arguments(node, frame);
    if (of.tag === 'value' && !isArray(of.value.type)) {
      return meaning(this.builder.alloc(name as Storage, this.wholeLength(of.value), ''));
    }
    return meaning(this.copied(name as Storage, of, node));
  }

  /** Lengths are numbers, and no booleans. */
  protected wholeLength = (of: Value): Value => of;

  protected copied(storage: Storage, of: Meaning, node: Node): Value {
    const source =
      of.tag === 'record' && of.isTuple ? this.arrayOf(of, '', node) : this.valueOf(of, node);
    if (!isArray(source.type))
      this.refuse(node, 'an array made of a number', 'give its length to new');
    const length = this.builder.length(source);
    const made = this.builder.alloc(storage, length);
    this.builder.each(this.zero(), length, this.one(), (i) =>
      this.builder.store(made, i, this.load(source, i)),
    );
    return made;
  }

  protected methodCall(node: Call, callee: types.MemberExpression, frame: Frame): Meaning {
    const name = nameOfKey(callee.property, callee.computed) ?? '';
    const holder = callee.object;
    if (
      name === 'from' &&
      holder.type === 'Identifier' &&
      storages.includes(holder.name) &&
      node.arguments.length === 1
    )
      return meaning(this.copied(holder.name as Storage, this.arguments(node, frame)[0], node));
    if (name === 'fill' && holder.type === 'NewExpression' && this.isGlobal(holder.callee, 'Array'))
      return this.filled(holder, node, frame);
    const of = this.expression(holder, frame);
    if (of.tag === 'record') {
      const slot = of.slots.get(name);
      const held = slot === undefined ? nothing : this.read(slot, callee);
      if (held.tag === 'function')
        return this.inlined(held.node, held.frame, this.arguments(node, frame), node);
    }
    if (!this.isListOfNumbers(of))
      return this.refuse(node, `the method ${name} of what is no array of numbers`, 'write a loop');
    return this.arrayMethod(name, of.value, node, frame);
  }

  protected filled(holder: types.NewExpression, node: Call, frame: Frame): Meaning {
    const [length] = this.arguments(holder, frame);
    const [x] = this.arguments(node, frame);
    const made = this.builder.alloc('number[]', this.numberOf(length, holder), '');
    const filling = this.numberOf(x, node);
    const [only] = node.arguments;
    if (only.type !== 'NumericLiteral' || !Object.is(only.value, 0))
      this.builder.each(this.zero(), this.builder.length(made), this.one(), (i) =>
        this.builder.store(made, i, filling),
      );
    return meaning(made);
  }

  protected arrayMethod(name: string, array: Value, node: Call, frame: Frame): Meaning {
    if (!isArray(array.type)) return nothing;
    const [first, second, ...more] = this.arguments(node, frame);
    const { storage } = array.type;
    const length = this.builder.length(array);
    const range = { from: this.zero(), to: length, step: this.one(), by: 'lt' as const };
    const element = (i: Value) => meaning(this.load(array, i));
    const over = (
      f: Meaning,
      step: (call: (args: readonly Meaning[]) => Meaning, i: Value) => void,
    ) => {
      if (f.tag !== 'function')
        return this.refuse(
          node,
          `${name} with what is no function of the module`,
          'give it an arrow function',
        );
      this.range(f.node, range, frame, { slots: [], stops: [], name: 'k' }, (i) =>
        step((args) => this.inlined(f.node, f.frame, args, node), i),
      );
      return undefined;
    };
    switch (name) {
      case 'map': {
        const made = this.builder.alloc(storage, length);
        over(first, (f, i) =>
          this.builder.store(made, i, this.numberOf(f([element(i), meaning(i)]), node)),
        );
        return meaning(made);
      }
      case 'forEach':
        over(first, (f, i) => void f([element(i), meaning(i)]));
        return nothing;
      case 'reduce':
        if (second !== undefined && this.isOneNumber(second))
          return this.reduced(first, second, array, node, frame);
        break;
      case 'fill':
        if (second === undefined && this.isOneNumber(first)) {
          const x = this.numberOf(first, node);
          this.builder.each(range.from, length, range.step, (i) => this.builder.store(array, i, x));
          return meaning(array);
        }
        break;
      case 'slice':
        if (first === undefined && more.length === 0)
          return meaning(this.copied(storage, meaning(array), node));
        break;
      default:
        break;
    }
    return this.refuse(node, `the method ${name} of an array`, 'write a loop');
  }

  protected reduced(f: Meaning, start: Meaning, array: Value, node: Call, frame: Frame): Meaning {
    if (f.tag !== 'function')
      return this.refuse(
        node,
        'reduce with what is no function of the module',
        'give it an arrow function',
      );
    const total: Slot = { name: 'total' };
    this.state.set(total, start);
    const range = {
      from: this.zero(),
      to: this.builder.length(array),
      step: this.one(),
      by: 'lt' as const,
    };
    this.range(f.node, range, frame, { slots: [total], stops: [], name: 'k' }, (i) => {
      const args = [this.read(total, node), meaning(this.load(array, i)), meaning(i)];
      this.state.set(total, this.inlined(f.node, f.frame, args, node));
    });
    return this.read(total, node);
  }
}

/**
 * Lowers calls of rows: functions of `Math`, operators of the library under any name, and operators that the module
 * makes of its own rows. Operators refuse what is no number, such as a missing element; the code leaves there.
 */
import { ownRow } from '../../ir/own-rows.js';
import { isArray, type Comparison, type Value } from '../../ir/ir.js';
import { arityOf, isVariadic } from '../../ir/rows.js';
import { bare, nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';
import { globalsOf } from '../../front/globals.js';
import { exportOf, sourceOf } from '../../front/module-sources.js';
import type { Call, Series } from '../arrays/arrays.js';
import { isConstant } from '../syntax/constants.js';
import { ObjectFunctions } from '../names/object-functions.js';
import { Frame, meaning, type Meaning, type RowMeaning, type Slot } from '../meanings/meanings.js';

const operators: readonly string[] = [
  'grad',
  'valueAndGrad',
  'derivative',
  'jvp',
  'hvp',
  'hessian',
  'jacobian',
  'vjp',
  'linearize',
];

/** Whether the library exports a derivative operator by a name. */
export const isOperator = (name: string): boolean => operators.includes(name);

const comparisons: readonly string[] = ['lt', 'le', 'gt', 'ge', 'eq'];

export abstract class RowCalls extends ObjectFunctions {
  /** The operators that the module makes of rows of its own, in the order of their names. */
  readonly operators: Binding[] = [];

  /** What an operator of the library makes of a function. */
  protected abstract derivativeOf(operator: string, f: Meaning, node: Node): Meaning;

  /** The row that a callee is, if it certainly is one. */
  protected rowOf(callee: Node): RowMeaning | undefined {
    const name = this.libraryName(callee);
    if (name !== undefined) return { tag: 'row', name, isStrict: true };
    const ofMath = globalsOf(this.facts).mathFunction(callee);
    if (ofMath !== undefined) return { tag: 'row', name: ofMath, isStrict: false };
    return callee.type === 'Identifier'
      ? this.boundRow(this.facts.bindings.get(callee))
      : undefined;
  }

  protected isRow = (node: Node): boolean => this.rowOf(node) !== undefined;

  /** What an expression stands for that names a row, or a number of `Math`. */
  private rowOrNumber(node: Node): Meaning | undefined {
    const row = this.rowOf(node);
    if (row === undefined || row.isStrict) return row;
    const found = (Math as unknown as Readonly<Record<string, unknown>>)[row.name];
    return typeof found === 'number' ? meaning(this.builder.constant(found)) : row;
  }

  /** The name by which the library exports what an expression is. */
  private libraryName(node: Node): string | undefined {
    const exported = (of: Node): string | undefined => {
      const binding = of.type === 'Identifier' ? this.facts.bindings.get(of) : undefined;
      return binding !== undefined && sourceOf(binding) === 'delta-tape' && isConstant(binding)
        ? exportOf(binding)
        : undefined;
    };
    if (node.type === 'MemberExpression')
      return exported(node.object) === '*' ? nameOfKey(node.property, node.computed) : undefined;
    const name = exported(node);
    return name === '*' ? undefined : name;
  }

  /** The operator that `const f = definePrimitive({ … })` makes at the top of the module. */
  private boundRow(binding: Binding | undefined): RowMeaning | undefined {
    const node = binding?.path.node;
    const init = node?.type === 'VariableDeclarator' && node.init != null ? bare(node.init) : null;
    if (binding === undefined || init?.type !== 'CallExpression') return undefined;
    const isMade = this.libraryName(init.callee) === 'definePrimitive' && isConstant(binding);
    return isMade && binding.scope.path.type === 'Program' ? this.ownRow(binding) : undefined;
  }

  private ownRow(binding: Binding): RowMeaning {
    if (!this.operators.includes(binding)) this.operators.push(binding);
    return { tag: 'row', name: ownRow(this.operators.indexOf(binding)), isStrict: true };
  }

  protected override outside(node: types.Identifier, binding: Binding): Meaning {
    return this.rowOrNumber(node) ?? super.outside(node, binding);
  }

  /** Members that are no elements: of `Math`, of the library, and getters. */
  protected method(node: types.MemberExpression, frame: Frame): Meaning | undefined {
    return this.rowOrNumber(node) ?? this.globalConstant(node) ?? this.getter(node, frame);
  }

  // ── Calls ──

  protected rowCalled(row: RowMeaning, node: Call, frame: Frame): Meaning {
    return row.name === 'max' || row.name === 'min'
      ? this.extreme(row, row.name, node, frame)
      : this.rowOn(row, this.arguments(node, frame), node);
  }

  /** What a row gives on arguments. */
  protected rowOn(row: RowMeaning, args: readonly Meaning[], node: Node): Meaning {
    const { name, isStrict } = row;
    if (isStrict) {
      if (isOperator(name) && args.length === 1) return this.derivativeOf(name, args[0], node);
      const found = this.fromLibrary(row, args, node);
      if (found !== undefined) return found;
    }
    if (name === 'random' && !isStrict) return meaning(this.drawn());
    const arity = arityOf(name);
    if (arity === undefined || name === 'sum' || name === 'logSumExp')
      return this.refuse(
        node,
        `${name} ${isStrict ? 'of the library ' : ''}in numeric code`,
        'leave it to code around the function, or write a loop',
      );
    if (arity !== null && args.length < arity)
      return this.refuse(node, `${name} with too few arguments`, 'give it all');
    const numbers = (arity === null ? args : args.slice(0, arity)).map((arg) =>
      this.operand(row, arg, node),
    );
    return meaning(this.builder.prim(name, numbers));
  }

  /** What a row gives that methods of arrays call, which give it more arguments than it may want. */
  protected rowGiven(row: RowMeaning, args: readonly Meaning[], node: Node): Meaning {
    const isOfList = row.isStrict && (row.name === 'sum' || row.name === 'logSumExp');
    return isVariadic(row.name) && !isOfList
      ? this.refuse(node, `${row.name} as a function`, 'write an arrow function')
      : this.rowOn(row, args, node);
  }

  /** What functions of the library give that have no row, or take lists; undefined for all others. */
  private fromLibrary(row: RowMeaning, args: readonly Meaning[], node: Node): Meaning | undefined {
    const { name } = row;
    const [first, second] = args;
    if (name === 'stopGradient' || name === 'primalOf') {
      if (first === undefined) return this.refuse(node, `${name} of nothing`, 'give it a number');
      return name === 'primalOf'
        ? meaning(this.stopped(this.operand(row, first, node)))
        : this.withoutGradients(first, node);
    }
    if (comparisons.includes(name) && second !== undefined) {
      const [x, y] = [first, second].map((arg) => this.operand(row, arg, node));
      return meaning(this.builder.compare(name as Comparison, x, y));
    }
    if ((name !== 'sum' && name !== 'logSumExp') || first === undefined) return undefined;
    const list = first.tag === 'record' && first.isTuple ? this.steadyArray(first, node) : first;
    const series = this.seriesOf(list, node);
    if (series === null)
      return this.refuse(node, `${name} of what is no array`, 'give it an array');
    return meaning(
      name === 'sum' ? this.sum(row, series, node) : this.logSumExp(row, series, node),
    );
  }

  private stopped = (x: Value): Value => this.builder.let({ tag: 'stop', args: [x] }, x.name);

  /** A number without gradients, or a copy of an array with such elements. */
  private withoutGradients(of: Meaning, node: Node): Meaning {
    const list = of.tag === 'record' && of.isTuple ? this.steadyArray(of, node) : of;
    const value = this.valueOf(list, node);
    // The run that records it has no such value without its gradient.
    if (value.type === 'host')
      return this.refuse(node, 'stopGradient of an array', 'stop the numbers that it is made of');
    if (!isArray(value.type)) return meaning(this.stopped(value));
    const { storage } = value.type;
    const length = this.builder.length(value);
    const one = this.one();
    return this.listed(length, storage === 'list' ? 'number[]' : storage, value.name, node, (put) =>
      this.builder.each(this.zero(), length, one, (i) =>
        put(i, this.withoutGradients(meaning(this.builder.load(value, i)), node)),
      ),
    );
  }

  /** A number that a row is applied to. */
  private operand({ isStrict }: RowMeaning, of: Meaning, node: Node): Value {
    const x = this.numberOf(of, node);
    if (isStrict) this.leaveUnless(this.builder.present(x));
    return x;
  }

  // ── Lists ──

  /** Goes through numbers; `next` gives what is carried after each of them. */
  private folded(
    row: RowMeaning,
    series: Series,
    start: Value,
    node: Node,
    next: (before: Value, x: Value, i: Value) => Value,
  ): Value {
    const slot: Slot = { name: row.name };
    this.state.set(slot, meaning(start));
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const carried = { slots: [slot], stops: [], name: 'k' };
    this.through(
      series,
      () =>
        void this.range(node, range, new Frame(null), carried, (i) => {
          const before = this.valueOf(this.read(slot, node), node);
          const x = this.operand(row, series.at(i), node);
          this.state.set(slot, meaning(next(before, x, i)));
        }),
    );
    return this.valueOf(this.read(slot, node), node);
  }

  private sum(row: RowMeaning, series: Series, node: Node): Value {
    return this.folded(row, series, this.zero(), node, (total, x) =>
      this.builder.prim('add', [total, x]),
    );
  }

  /** As the row computes it: the first of the largest elements is taken out of the sum. */
  private logSumExp(row: RowMeaning, series: Series, node: Node): Value {
    const { builder } = this;
    const none = builder.constant(-Infinity);
    const largest = this.folded(row, series, none, node, (before, x) =>
      builder.prim('max', [before, this.stopped(x)]),
    );
    const isFinite = builder.compare(
      'lt',
      builder.prim('abs', [largest]),
      builder.constant(Infinity),
    );
    this.leaveUnless(isFinite);
    const nowhere = builder.constant(-1);
    const first = this.folded(row, series, nowhere, node, (before, x, i) => {
      const isFirst = builder.choose(
        builder.compare('eq', x, largest),
        builder.compare('lt', before, this.zero()),
        builder.constant(false),
      );
      return builder.choose(isFirst, i, before);
    });
    const top = this.numberOf(series.at(first), node);
    const others = this.folded(row, series, this.zero(), node, (total, x, i) => {
      const share = builder.prim('exp', [builder.prim('sub', [x, top])]);
      return builder.choose(
        builder.compare('eq', i, first),
        total,
        builder.prim('add', [total, share]),
      );
    });
    return builder.prim('add', [top, builder.prim('log1p', [others])]);
  }

  /** `max` and `min` of numbers, and of arrays that are spread. */
  private extreme(row: RowMeaning, name: 'max' | 'min', node: Call, frame: Frame): Meaning {
    const among = (x: Value | null, y: Value) => this.builder.prim(name, [x ?? y, y]);
    const empty = name === 'max' ? -Infinity : Infinity;
    let found: Value | null = null;
    for (const argument of node.arguments) {
      const isSpread = argument.type === 'SpreadElement';
      const of = this.expression(isSpread ? argument.argument : argument, frame);
      if (!isSpread) {
        const x = this.operand(row, of, argument);
        found = found === null && node.arguments.length > 1 ? x : among(found, x);
        continue;
      }
      const list = of.tag === 'record' && of.isTuple ? this.arrayOf(of, '', node) : of;
      const series =
        this.seriesOf(list, node) ??
        this.refuse(argument, 'a spread of what is no array', 'write a loop');
      found = this.folded(row, series, found ?? this.builder.constant(empty), argument, among);
    }
    return meaning(found ?? this.builder.constant(empty));
  }
}

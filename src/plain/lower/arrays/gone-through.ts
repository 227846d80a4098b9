/** Lowers methods of arrays that go through the elements with a function, and give one thing. */
import type { Value } from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import { Frame, meaning, type Meaning, type Slot } from '../meanings/meanings.js';
import type { Use } from './in-place.js';
import { ListsOfTexts } from './lists-of-texts.js';

/** Methods that call a function, and throw without one. */
export const ofFunctions: readonly string[] = [
  ...['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'forEach'],
  ...['map', 'reduce', 'reduceRight', 'some'],
];

export type Visit = (call: () => Meaning, i: Value) => void;

export abstract class GoneThrough extends ListsOfTexts {
  /** A function whose `this` is something, whatever calls it. An arrow has that of the code around it. */
  protected boundTo(f: Meaning, self: Meaning): Meaning {
    const isArrow = f.tag !== 'function' || f.node.type === 'ArrowFunctionExpression';
    if (isArrow || f.frame.bound !== undefined) return f;
    const frame = new Frame(f.frame);
    frame.bound = { name: 'this' };
    // The function is another name of it.
    if (self.tag === 'record') self.isNamed = true;
    this.state.set(frame.bound, self);
    return { ...f, frame };
  }

  /** What a method is given: `xs.map(f, o)` calls f on o. */
  protected withThis(name: string, args: readonly Meaning[]): readonly Meaning[] {
    const [f, self] = args;
    if (self === undefined || !ofFunctions.includes(name) || name.startsWith('reduce')) return args;
    return [this.boundTo(f, self), ...args.slice(1)];
  }

  /** A loop over what a method is called on; `stops` are bools that end it. */
  protected visit(
    { node, frame, series, args: [f] }: Use,
    stops: readonly Slot[],
    step: Visit,
    more: readonly Slot[] = [],
    called = (given: readonly Meaning[]): Meaning => this.applied(f, given, node),
  ): void {
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const around: Node = f?.tag === 'function' ? f.node : node;
    const exits = { slots: [...stops, ...more], stops, name: 'k' };
    this.through(
      series,
      () =>
        void this.range(around, range, frame, exits, (i) =>
          step(() => called([series.at(i), meaning(i), series.whole]), i),
        ),
    );
  }

  protected reduced({ node, frame, series, args: [f, start] }: Use, isBack: boolean): Meaning {
    const total: Slot = { name: 'total' };
    const { builder } = this;
    const one = this.one();
    const end = builder.prim('sub', [series.length, one]);
    const first = isBack ? end : this.zero();
    if (start === undefined) {
      const isThere = builder.compare('gt', series.length, this.zero());
      this.leaveUnless(isThere);
    }
    this.state.set(total, start ?? series.at(first));
    const from = start === undefined ? builder.prim(isBack ? 'sub' : 'add', [first, one]) : first;
    const range = isBack
      ? { from, to: this.zero(), step: builder.constant(-1), by: 'ge' as const }
      : { from, to: series.length, step: one, by: 'lt' as const };
    const around: Node = f?.tag === 'function' ? f.node : node;
    const step = (i: Value): void => {
      const before = this.read(total, node);
      const after = this.applied(f, [before, series.at(i), meaning(i), series.whole], node);
      if (after !== before) this.state.set(total, after);
    };
    // An object that each step hands back stays the one that it is; of another one the loop learns that it changes.
    const slots = start?.tag === 'record' && !start.isTuple ? [] : [total];
    const exits = { slots, stops: [], name: 'k' };
    this.through(series, () => void this.range(around, range, frame, exits, step));
    return this.read(total, node);
  }

  protected found(use: Use, asked: (test: Value) => Value): Meaning {
    const found: Slot = { name: 'found' };
    this.flag(found, false);
    this.visit(use, [found], (call) =>
      this.state.set(found, meaning(asked(this.testOf(call(), use.node)))),
    );
    return this.read(found, use.node);
  }

  /** The first index for which a function gives what counts as true, or -1. */
  protected indexWhere(use: Use, called?: (args: readonly Meaning[]) => Meaning): Value {
    const [found, index]: Slot[] = [{ name: 'found' }, { name: 'index' }];
    this.flag(found, false);
    this.state.set(index, meaning(this.builder.constant(-1)));
    const step: Visit = (call, i) => {
      const test = this.testOf(call(), use.node);
      this.state.set(found, meaning(test));
      const before = this.valueOf(this.read(index, use.node), use.node);
      this.state.set(index, meaning(this.builder.choose(test, i, before)));
    };
    this.visit(use, [found], step, [index], called);
    return this.valueOf(this.read(index, use.node), use.node);
  }

  /** Where a text, a bool or an object stands in a list, or whether it does; null for any other question. */
  protected placeOfOther(name: string, use: Use): Meaning | null {
    const { node, args } = use;
    const isAsked = ['indexOf', 'lastIndexOf', 'includes'].includes(name);
    const [sought, ...others] = args;
    if (!isAsked || sought === undefined || others.length > 0) return null;
    let isKnown = true;
    const called = ([element]: readonly Meaning[]): Meaning => {
      const same =
        this.sameTexts(element, sought) ??
        this.sameBools(element, sought) ??
        this.sameObjects(element, sought, node);
      isKnown &&= same !== undefined;
      return meaning(same ?? this.builder.constant(false));
    };
    const index =
      name === 'lastIndexOf' ? this.lastWhere(use, called) : this.indexWhere(use, called);
    if (!isKnown) return null;
    return meaning(name === 'includes' ? this.builder.compare('ge', index, this.zero()) : index);
  }

  /** The same from the end on. */
  protected lastWhere(use: Use, asked?: (args: readonly Meaning[]) => Meaning): Value {
    const { series, node } = use;
    const last = this.builder.prim('sub', [series.length, this.one()]);
    const back = (i: Value): Value => this.builder.prim('sub', [last, i]);
    const at = (i: Value): Meaning => series.at(back(i));
    const [f] = use.args;
    const called = (args: readonly Meaning[]): Meaning => {
      const [element, i] = args;
      if (asked !== undefined) return asked(args);
      return this.applied(f, [element, meaning(back(this.valueOf(i, node))), series.whole], node);
    };
    const index = this.indexWhere({ ...use, series: { ...series, at } }, called);
    const isFound = this.builder.compare('ge', index, this.zero());
    return this.builder.choose(isFound, back(index), index);
  }
}

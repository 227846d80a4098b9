/** Lowers methods of arrays that take functions, and methods that make new arrays. */
import { isArray, type Storage, type Value } from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import type { Call, Series } from './arrays.js';
import type { Use } from './in-place.js';
import { Frame, meaning, nothing, type Meaning, type Slot } from '../meanings/meanings.js';
import { isGrown, type Grown } from './growing-room.js';
import { GoneThrough, ofFunctions, type Visit } from './gone-through.js';

/** The methods go through literals of up to so many elements one element at a time. */
const UNROLLED = 8;
const writing: readonly string[] = ['fill', 'set', 'subarray', 'reverse', 'sort'];

export abstract class ArrayMethods extends GoneThrough {
  /** What a call of `Object.entries` and the like gives, as it is gone through. */
  protected abstract sideOutside(given: Node, frame: Frame): Meaning | undefined;

  /** The result of a method, or null if it is none that is known. */
  protected arrayMethod(name: string, of: Meaning, node: Call, frame: Frame): Meaning | null {
    if (of.tag === 'record' && of.isTuple) {
      const place = this.placeOfText(name, of, node, frame) ?? this.sortedTexts(name, of, node);
      if (place !== null) return place;
      if (of.slots.size <= UNROLLED || this.isMixed(of, node)) {
        const found = this.unrolled(name, of, node, frame);
        if (found !== null) return found;
      }
      const isFresh = !of.isNamed && !of.isHeld;
      return writing.includes(name) && !isFresh
        ? null
        : this.arrayMethod(name, this.steadyArray(of, node), node, frame);
    }
    const grown = isGrown(of) ? of : null;
    if (grown && name === 'push') return this.pushedAll(grown, node, frame);
    if (grown && name === 'pop') return this.taken(grown, false, node);
    if (grown && name === 'shift') return this.taken(grown, true, node);
    if (this.seriesOf(of, node) === null) return null;
    const args = this.withThis(name, this.arguments(node, frame));
    // What arguments do to a list is done before the method begins.
    const series = this.seriesOf(of, node)!;
    const use: Use = { node, frame, series, args };
    if (args.length === 0 && ofFunctions.includes(name))
      return this.refuse(node, `${name} without a function`, 'give it one');
    if (grown && (name === 'unshift' || name === 'splice'))
      return this.putBetween(grown, name, use);
    if (name === 'fill') {
      const bools = this.filledByBool(of, use);
      if (bools !== null) return bools;
    }
    const storage: Storage =
      of.tag === 'value' && isArray(of.value.type) && of.value.type.storage !== 'list'
        ? of.value.type.storage
        : 'number[]';
    switch (name) {
      case 'map':
        return this.generated(storage, series, use.args[0], node, frame, [series.whole]);
      case 'forEach':
        this.visit(use, [], (call) => void call());
        return nothing;
      case 'reduce':
      case 'reduceRight':
        return this.reduced(use, name === 'reduceRight');
      case 'some':
        return this.found(use, (test) => test);
      case 'every': {
        const some = this.found(use, (test) => this.builder.not(test));
        return meaning(this.builder.not(this.valueOf(some, node)));
      }
      case 'find': {
        const index = this.indexWhere(use);
        return this.elementOrNothing(series, index, node);
      }
      case 'findIndex':
        return meaning(this.indexWhere(use));
      case 'findLast': {
        const index = this.lastWhere(use);
        return this.elementOrNothing(series, index, node);
      }
      case 'findLastIndex':
        return meaning(this.lastWhere(use));
      case 'filter':
        return this.filtered(use, storage);
      case 'sort':
      case 'toSorted':
        return this.sorted(of, use, name === 'toSorted');
      case 'toReversed': {
        const last = this.builder.prim('sub', [series.length, this.one()]);
        return this.listed(series.length, storage, '', node, (put) =>
          this.builder.each(this.zero(), series.length, this.one(), (i) =>
            put(i, series.at(this.builder.prim('sub', [last, i]))),
          ),
        );
      }
      case 'with':
        return this.replacedIn(use, storage);
      case 'flatMap':
        return this.flatMapped(use);
      case 'flat':
        return use.args.length === 0 ? this.flattened(use) : null;
      case 'slice':
        return this.copied(storage, of, node, this.stretch(use));
      default:
        return (
          this.sought(name, use) ??
          this.placeOfOther(name, use) ??
          (of.tag === 'value' ? this.inPlace(name, of.value, use) : null)
        );
    }
  }

  /** `with`: a copy with another element. Leaves where there is none, which throws. */
  private replacedIn({ node, args: [first, to], series }: Use, storage: Storage): Meaning | null {
    if (first === undefined || to === undefined) return null;
    const { builder } = this;
    const given = this.whole(this.numberOf(first, node));
    const isBack = builder.compare('lt', given, this.zero());
    const index = builder.choose(isBack, builder.prim('add', [given, series.length]), given);
    this.leaveUnless(builder.compare('ge', index, this.zero()));
    this.leaveUnless(builder.compare('lt', index, series.length));
    return this.listed(series.length, storage, '', node, (put) => {
      builder.each(this.zero(), series.length, this.one(), (i) => put(i, series.at(i)));
      put(index, to);
    });
  }

  /** `push`, also of all elements of another array. All arguments are there before the first one is put. */
  private pushedAll(of: Grown, node: Call, frame: Frame): Meaning {
    const parts = node.arguments.flatMap((argument, k): (Meaning | Series)[] => {
      const isSpread = argument.type === 'SpreadElement';
      const given = this.expression(isSpread ? argument.argument : argument, frame);
      if (!isSpread) return [given];
      if (given.tag === 'record' && given.isTuple)
        return [...given.slots.keys()].map((key) => this.field(given, key, node));
      const series = this.seriesOf(given, node);
      if (series === null)
        return this.refuse(argument, 'a push of what is no array', 'push its elements');
      // The push itself may change it, and so may what is evaluated after it.
      const isOwn = isGrown(given) && this.gone(given) === this.gone(of);
      const steady = isOwn
        ? this.copied('number[]', given, node)
        : this.asItIs(given, node.arguments.slice(k + 1), argument);
      return [this.seriesOf(steady, node)!];
    });
    return parts.reduce<Meaning>(
      (_, part) =>
        'at' in part && 'whole' in part
          ? this.pushElements(of, part, node)
          : this.push(of, part as Meaning, node),
      nothing,
    );
  }

  private filtered(use: Use, storage: Storage): Meaning {
    const { node, series } = use;
    const count: Slot = { name: 'count' };
    this.state.set(count, meaning(this.zero()));
    const all = this.listed(series.length, storage, '', node, (put) => {
      const step: Visit = (call, i) => {
        const before = this.valueOf(this.read(count, node), node);
        put(before, series.at(i));
        const next = this.builder.prim('add', [before, this.one()]);
        const test = this.testOf(call(), node);
        this.state.set(count, meaning(this.builder.choose(test, next, before)));
      };
      this.visit(use, [], step, [count]);
    });
    const length = this.valueOf(this.read(count, node), node);
    return this.copied(storage, all, node, [this.zero(), length]);
  }

  /** The elements of arrays in an array. */
  private flattened({ node, series }: Use): Meaning | null {
    const inner = (i: Value) => this.seriesOf(series.at(i), node);
    const count: Slot = { name: 'count' };
    const exits = { slots: [count], stops: [], name: 'k' };
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const counted = (): Value => this.valueOf(this.read(count, node), node);
    const along = (rows: (i: Value) => void): void => {
      this.state.set(count, meaning(this.zero()));
      void this.range(node, range, new Frame(null), exits, rows);
    };
    const added = (length: Value): void =>
      this.state.set(count, meaning(this.builder.prim('add', [counted(), length])));
    let isOfArrays = true;
    along((i) => {
      const row = inner(i);
      isOfArrays &&= row !== null;
      if (row !== null) added(row.length);
    });
    if (!isOfArrays) return null;
    return this.listed(counted(), 'number[]', '', node, (put) =>
      along((i) => {
        const row = inner(i)!;
        this.builder.each(this.zero(), row.length, this.one(), (j) =>
          put(this.builder.prim('add', [counted(), j]), row.at(j)),
        );
        added(row.length);
      }),
    );
  }

  /** What a function gives for each element, in one array: numbers, and what is in arrays of numbers. */
  private flatMapped(use: Use): Meaning {
    const { node } = use;
    const room = this.builder.alloc('number[]', this.zero(), '');
    const all = this.growing([room], this.zero());
    this.visit(use, [], (call) => {
      const given = call();
      const isTuple = given.tag === 'record' && given.isTuple;
      const series = this.seriesOf(isTuple ? this.steadyArray(given, node) : given, node);
      if (series === null) this.push(all, given, node);
      else this.pushElements(all, series, node);
    });
    return this.copied('number[]', all, node);
  }

  /** A method with a function on the elements of a literal, one by one. */
  private unrolled(
    name: string,
    of: Meaning & { readonly tag: 'record' },
    node: Call,
    frame: Frame,
  ): Meaning | null {
    const isFilter = name === 'filter' && this.isMixed(of, node);
    if (!['map', 'forEach', 'reduce'].includes(name) && !isFilter) return null;
    const [f, start] = this.withThis(name, this.arguments(node, frame));
    const keys = of.slots.size <= UNROLLED ? [...of.slots.keys()] : this.namesOf(of, node);
    const index = (k: number) => meaning(this.builder.constant(k));
    if (name === 'reduce') {
      if (start === undefined && keys.length === 0) return null;
      const from = start === undefined ? 1 : 0;
      return keys
        .slice(from)
        .reduce(
          (total, key, k) =>
            this.applied(f, [total, this.field(of, key, node), index(k + from), of], node),
          start ?? this.field(of, keys[0], node),
        );
    }
    const results = keys.map((key, k) =>
      this.applied(f, [this.field(of, key, node), index(k), of], node),
    );
    if (name === 'forEach') return nothing;
    const kept = isFilter ? this.partsWhere(results, of, node) : results;
    return this.record(
      kept.map((result, k) => [String(k), result] as const),
      true,
    );
  }
}

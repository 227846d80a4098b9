/** Lowers what makes arrays: literals, `new`, `from` and `of`, and a loop that gives each element. */
import { value } from '../../ir/build.js';
import {
  elementType,
  isArray,
  sameType,
  type ArrayType,
  type Storage,
  type Value,
} from '../../ir/ir.js';
import {
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import { differentKinds } from '../meanings/advice.js';
import { ListedClosures } from './listed-closures.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import {
  isEmptyLiteral,
  isNewTuple,
  meaning,
  type ColumnsMeaning,
  type Frame,
  type Meaning,
  type RecordMeaning,
  type NewRows,
  type Slot,
} from '../meanings/meanings.js';

export type Call = types.CallExpression | types.NewExpression;

/** What methods of arrays go through. */
export interface Series {
  readonly length: Value;
  readonly at: (i: Value) => Meaning;
  /** What functions of methods get beside the element and its index. */
  readonly whole: Meaning;
  /** The array that may not grow while it is gone through. */
  readonly growing?: Slot;
  /** Whether an element is still there when its turn comes. */
  readonly isThere?: (i: Value) => Value;
}

export abstract class Arrays extends ListedClosures {
  protected abstract inlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
  ): Meaning;
  /** What a function gives on arguments. */
  protected abstract applied(f: Meaning, args: readonly Meaning[], node: Node): Meaning;

  protected arguments = (node: Call, frame: Frame): Meaning[] =>
    node.arguments.flatMap((argument) => {
      if (argument.type === 'ArgumentPlaceholder')
        return this.refuse(argument, 'a placeholder', 'give it all');
      if (argument.type !== 'SpreadElement') return [this.expression(argument, frame)];
      const of = this.expression(argument.argument, frame);
      if (of.tag !== 'record' || !of.isTuple)
        return this.refuse(argument, 'spread arguments', 'name the arguments');
      return [...of.slots.keys()].map((name) => this.field(of, name, argument));
    });

  protected isGlobal = (node: Node, name: string): boolean => isGlobalNamed(this.facts, node, name);

  // ── Arrays that grow in arrays ──

  protected abstract newRows(madeFor: Binding | Node, name: string): NewRows;
  protected abstract putEmptyRow(arrays: readonly Value[], at: Value): void;
  protected abstract newBools(like: ColumnsMeaning, name: string, node: Node): NewRows;
  protected abstract putBools(arrays: readonly Value[], at: Value, given: ColumnsMeaning): void;
  protected abstract asRows(made: NewRows, count: Value, madeFor?: Binding | Node): Meaning;

  /** Arrays that are being gone through. */
  protected readonly busy = new Set<Slot>();

  /** Goes through something. */
  protected through(series: Series, loop: () => void): void {
    const { growing } = series;
    if (growing === undefined || this.busy.has(growing)) {
      loop();
      return;
    }
    this.busy.add(growing);
    loop();
    this.busy.delete(growing);
  }

  protected whereThere({ isThere }: Pick<Series, 'isThere'>, i: Value, step: () => void): void {
    if (isThere === undefined) step();
    else this.if(isThere(i), step, () => undefined);
  }

  /** The same for a loop, which may change what it goes through. */
  protected seriesInLoop(of: Meaning, node: Node): Series | null {
    return this.seriesOf(of, node);
  }

  /** The series of what can be gone through; null for anything else. `_node` is the code that asks. */
  protected seriesOf(of: Meaning, _node: Node): Series | null {
    if (of.tag === 'columns')
      return {
        length: this.countOf(of),
        at: (i) => this.elementOf(of, i),
        whole: of,
      };
    if (of.tag === 'stretch')
      return { length: of.length, at: (i) => this.elementOfStretch(of, i), whole: of };
    if (of.tag === 'value' && of.value.type === 'host') return this.hostSeries(of.value);
    if (of.tag === 'closures')
      return {
        length: this.builder.length(of.arrays[0]),
        at: (i) => this.closureAt(of, i),
        whole: of,
      };
    if (of.tag !== 'value' || !isArray(of.value.type)) return null;
    const array = of.value;
    return {
      length: this.builder.length(array),
      at: (i) => meaning(this.element(array, i)),
      whole: of,
    };
  }

  /** The element at an index that a search gives, or undefined. */
  protected elementOrNothing({ whole, length, at }: Series, index: Value, node: Node): Meaning {
    if (whole.tag === 'value') return this.elementOfArray(whole.value, index, node);
    return this.perhaps(node, this.isWithin(length, index), () => at(index));
  }

  // ── New arrays ──

  /** A literal that has no name yet is an array where its elements are read by computed indices. */
  protected override asUsed(found: Meaning, binding: Binding | undefined, node: Node): Meaning {
    if (
      found.tag !== 'record' ||
      !found.isTuple ||
      found.isNamed ||
      found.isHeld ||
      binding === undefined
    )
      return found;
    if (this.isMixed(found, node)) return found;
    const isScalar = binding.referencePaths.every(({ node: use, parent }) => {
      if (parent.type === 'VariableDeclarator')
        return parent.init === use && parent.id.type === 'ArrayPattern';
      if (parent.type !== 'MemberExpression' || parent.object !== use)
        return parent.type === 'ReturnStatement' || parent.type === 'SpreadElement';
      return parent.computed && parent.property.type === 'NumericLiteral';
    });
    return isScalar && !this.holdsEmpty(found, node)
      ? found
      : this.arrayOf(found, binding.identifier.name, node);
  }

  /** Whether something is in it that is empty, and so grows. */
  private holdsEmpty = ({ slots }: RecordMeaning, node: Node): boolean =>
    [...slots.values()].some((slot) => {
      const held = this.kept(slot, node);
      return held.tag === 'record' && held.isTuple && held.literal !== undefined;
    });

  /** The elements of a literal as an array. */
  protected override arrayOf(tuple: RecordMeaning, name: string, node: Node): Meaning {
    const elements = [...tuple.slots.keys()].map((key) => {
      const found = this.field(tuple, key, node);
      if (found.tag !== 'record' || !found.isTuple) return found;
      if (
        found.literal !== undefined &&
        found.slots.size === 0 &&
        !found.isNamed &&
        isNewTuple({ ...tuple, isHeld: false })
      ) {
        // The literal that held it is no more.
        found.isHeld = false;
        return found;
      }
      if (found.isFixed)
        return this.refuse(node, 'a tuple in an array', 'declare it as Float64Array');
      return this.arrayOf(found, '', node);
    });
    return this.listed(this.builder.constant(elements.length), 'number[]', name, node, (put) =>
      elements.forEach((element, k) => put(this.builder.constant(k), element)),
    );
  }

  /** A tuple as an array that is read later: nobody may write into the tuple meanwhile. */
  protected steadyArray(tuple: RecordMeaning, node: Node): Meaning {
    const isWritten = [...tuple.slots.keys()].some((name) => this.isFieldWritten(name));
    if (isWritten && (tuple.isNamed || tuple.isHeld))
      this.refuse(node, 'a tuple that may be written meanwhile', 'declare it as Float64Array');
    return this.arrayOf(tuple, '', node);
  }

  /** A new array of a length, of which `fill` puts each element; what it is made of shows then. */
  protected listed(
    length: Value,
    storage: Storage,
    name: string,
    node: Node,
    fill: (put: (i: Value, element: Meaning) => void) => void,
  ): Meaning {
    const hole = this.builder.hole();
    let rows: NewRows | null = null;
    let made: Value | null = null;
    let columns: ColumnsMeaning | null = null;
    fill((i, given) => {
      const { tag } = given;
      const isNumber = tag === 'value' ? !isArray(given.value.type) : tag === 'optional';
      if (storage !== 'number[]' && storage !== 'list' && !isNumber)
        this.refuse(node, 'a typed array of what is no number', 'write Array.from(xs, …)');
      if (isEmptyLiteral(given) && !this.remedies.of(given.literal)?.isReplaced) {
        rows ??= this.newRows(given.literal, name);
        this.putEmptyRow(rows.arrays, i);
        return;
      }
      if (given.tag === 'columns' && given.shape.isOne === true) {
        rows ??= this.newBools(given, name, node);
        this.putBools(rows.arrays, i, given);
        return;
      }
      if (this.isForColumns(given, node)) {
        columns ??= this.newColumns(given, name, node);
        // An object that has a name could be written under it.
        const isFresh = given.tag === 'record' && !given.isNamed;
        if (!isFresh && this.isShapeWritten(columns.shape))
          this.refuse(node, 'an object in an array that has another name', 'copy it');
        this.storeElement(columns, i, given, node);
        return;
      }
      const isTuple = given.tag === 'record' && given.isTuple;
      if (isTuple && given.isNamed)
        this.refuse(
          node,
          'a tuple in an array that has another name',
          'declare it as Float64Array',
        );
      const element = isTuple
        ? this.arrayOf(given, '', node)
        : given.tag === 'grown'
          ? this.copied('number[]', given, node)
          : given;
      const stored = this.realIn(this.valueOf(element, node));
      made ??= value(name, this.typeWith(storage, stored));
      this.put(made, i, stored, node);
    });
    const all = columns as ColumnsMeaning | null;
    const grown = rows as NewRows | null;
    if ([all, made, grown].filter((one) => one !== null).length > 1)
      return this.refuse(node, ...differentKinds);
    const array = made ?? value(name, { storage });
    const arrays = grown?.arrays ?? all?.arrays ?? [array];
    hole(() => {
      for (const one of arrays) {
        const type = one.type as ArrayType;
        this.builder.add({ tag: 'let', value: one, op: { tag: 'alloc', type, args: [length] } });
      }
    });
    return grown ? this.asRows(grown, length) : (all ?? meaning(array));
  }

  private typeWith = (storage: Storage, element: Value): ArrayType =>
    isArray(element.type) ? { storage: 'list', of: element.type } : { storage };

  private put(array: Value, i: Value, stored: Value, node: Node): void {
    const type = elementType(array.type as ArrayType);
    const isRight = isArray(type) ? sameType(stored.type, type) : !isArray(stored.type);
    if (!isRight || stored.type === 'bool') this.refuse(node, ...differentKinds);
    this.builder.store(array, i, stored);
  }

  /** Some elements of an array as a new one. */
  protected override copied(
    storage: Storage,
    of: Meaning,
    node: Node,
    part?: readonly [Value, Value],
  ): Meaning {
    const series =
      of.tag === 'record' && of.isTuple
        ? this.seriesOf(this.arrayOf(of, '', node), node)
        : this.seriesOf(of, node);
    if (series === null)
      return this.refuse(node, 'an array made of what is no array', 'give it an array');
    const [from, length] = part ?? [this.zero(), series.length];
    const at = (i: Value) => (part === undefined ? i : this.builder.prim('add', [from, i]));
    return this.listed(length, storage, '', node, (put) =>
      this.builder.each(this.zero(), length, this.one(), (i) => put(i, series.at(at(i)))),
    );
  }

  protected keyOf = (node: types.MemberExpression): string =>
    nameOfKey(node.property, node.computed) ?? '';
}

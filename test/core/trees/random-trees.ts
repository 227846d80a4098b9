/**
 * Random trees of reals, each with its own account of where its reals are. The accounts are put
 * together with the trees, so they do not depend on the code under test.
 */
import fc, { type Arbitrary } from 'fast-check';
import {
  List,
  Map as ImmutableMap,
  OrderedMap,
  Record,
  Seq,
  Set as ImmutableSet,
  Stack,
} from 'immutable';

export interface Grown {
  readonly tree: unknown;
  /** The reals of the tree, from left to right. */
  readonly reals: readonly number[];
  /** True if a part of it is neither a real nor a container. */
  readonly holdsLeaf: boolean;
  /**
   * The reals of another tree in the same places. Throws if the other is not of the same classes,
   * has other keys, or other leaves; where there are no reals, it must be the same object.
   */
  readonly read: (other: unknown) => readonly unknown[];
}

function insist(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not the same tree: ${what}`);
}

const classOf = (value: unknown): unknown => Object.getPrototypeOf(value);

/** Parts without reals are shared. */
const shared = (grown: Grown): Grown => ({
  ...grown,
  read: (other) => {
    if (grown.reals.length > 0) return grown.read(other);
    insist(Object.is(other, grown.tree), 'a part without reals was copied or changed');
    return [];
  },
});

const real = (x: number): Grown => ({
  tree: x,
  reals: [x],
  holdsLeaf: false,
  read: (other) => [other],
});
const leaf = (tree: unknown): Grown => shared({ tree, reals: [], holdsLeaf: true, read: () => [] });

/** A container, from its children in order, how to make it of them, and how to get them from it. */
function container<K>(
  children: readonly (readonly [K, Grown])[],
  tree: unknown,
  childrenOf: (value: never) => readonly (readonly [K, unknown])[],
): Grown {
  return shared({
    tree,
    reals: children.flatMap(([, child]) => child.reals),
    holdsLeaf: children.some(([, child]) => child.holdsLeaf),
    read: (other) => {
      insist(classOf(other) === classOf(tree), 'another class');
      const found = childrenOf(other as never);
      insist(found.length === children.length, 'another number of children');
      return children.flatMap(([key, child], k) => {
        insist(Object.is(found[k][0], key), 'another key');
        return child.read(found[k][1]);
      });
    },
  });
}

export class Particle {
  constructor(readonly state: unknown) {}
  get twice(): unknown {
    return [this.state, this.state];
  }
}
/** Classes derived from those of the language, with fields of their own. */
export class Row extends Array<unknown> {
  unit = {};
}
export class Table extends Map<unknown, unknown> {
  unit = {};
}
const Reading = Record<{ at: unknown; reading: unknown; unit: unknown }>(
  { at: undefined, reading: undefined, unit: undefined },
  'Reading',
);

const treesOf = (children: readonly Grown[]): unknown[] => children.map(({ tree }) => tree);
const numbered = <T>(items: readonly T[]) => items.map((item, k) => [k, item] as const);
const named = <T>(items: readonly T[]) => items.map((item, k) => [`key ${k}`, item] as const);
const pairs = (children: readonly Grown[], keys: readonly unknown[]) =>
  children.map(({ tree }, k): [unknown, unknown] => [keys[k], tree]);

type Grow = (children: readonly Grown[]) => Grown;

const array: Grow = (children) => container(numbered(children), treesOf(children), numbered);
const row: Grow = (children) => {
  const tree = Row.from(treesOf(children)) as Row;
  return container(numbered(children), tree, (other: Row) => {
    insist(other.unit === tree.unit, 'another field');
    return numbered([...other]);
  });
};
/** An array with holes, which is no array of undefined. */
const gaps: Grow = (children) => {
  const tree: unknown[] = [];
  children.forEach((child, k) => (tree[2 * k + 1] = child.tree));
  const entries = children.map((child, k) => [String(2 * k + 1), child] as const);
  return container(entries, tree, (other: unknown[]) => Object.entries(other));
};
const object: Grow = (children) =>
  container(named(children), Object.fromEntries(named(treesOf(children))), (other: object) =>
    Object.entries(other),
  );
const frozen: Grow = (children) => {
  const { tree, ...rest } = object(children);
  return { ...rest, tree: Object.freeze(tree) };
};
const particle: Grow = (children) => {
  const state = array(children);
  return container([['state', state]], new Particle(state.tree), (other: Particle) =>
    Object.entries(other),
  );
};

const keys: readonly unknown[] = ['b', 7, 'a', -1, true, null, undefined, {}, 'c', NaN, 10, 'd'];
const map =
  (make: (entries: [unknown, unknown][]) => Iterable<readonly [unknown, unknown]>): Grow =>
  (children) => {
    const tree = make(pairs(children, keys));
    const childAt = (key: unknown) => children[keys.findIndex((one) => Object.is(one, key))];
    const inOrder = [...tree].map(([key]) => [key, childAt(key)] as const);
    const { unit } = tree as { readonly unit?: object };
    return container(inOrder, tree, (other: Iterable<readonly [unknown, unknown]>) => {
      insist((other as { readonly unit?: object }).unit === unit, 'another field');
      return [...other];
    });
  };
const sequence =
  (make: (items: unknown[]) => Iterable<unknown>): Grow =>
  (children) =>
    container(numbered(children), make(treesOf(children)), (other: Iterable<unknown>) =>
      numbered([...other]),
    );
const reading: Grow = (children) => {
  const [at, value, unit] = [...children, leaf('none'), leaf(null), leaf('m')];
  const tree = Reading({ at: at.tree, reading: value.tree, unit: unit.tree });
  const inOrder = [['at', at] as const, ['reading', value] as const, ['unit', unit] as const];
  return container(inOrder, tree, (other: typeof tree) => Object.entries(other.toObject()));
};

export const grows: { readonly [name: string]: Grow } = {
  array,
  row,
  gaps,
  object,
  frozen,
  particle,
  map: map((entries) => new Map(entries)),
  table: map((entries) => new Table(entries)),
  immutableMap: map((entries) => ImmutableMap(entries)),
  orderedMap: map((entries) => OrderedMap(entries)),
  list: sequence((items) => List(items)),
  stack: sequence((items) => Stack(items)),
  seq: sequence((items) => Seq.Indexed(items)),
  reading,
};

/** Typed arrays hold numbers only; while duals stand in them they are arrays. */
const floats = (tree: Float64Array | Float32Array): Grown =>
  shared({
    tree,
    reals: [...tree],
    holdsLeaf: false,
    read: (other) => {
      insist(Array.isArray(other) || classOf(other) === classOf(tree), 'no array of reals');
      const found = [...(other as Iterable<unknown>)];
      insist(found.length === tree.length, 'another length');
      return found;
    },
  });

const leaves: readonly unknown[] = [
  ...['a string', '', true, false, 12n, null, undefined, Symbol('s')],
  ...[Math.sin, () => 1, class {}, new Date(0), /x/g, new Error('e'), new Uint8Array([1, 2])],
  ...[
    new Date(NaN),
    Promise.resolve(1),
    new WeakMap(),
    new Set(['a', 'b']),
    ImmutableSet(['a', 'b']),
  ],
];

/** Any real number, with its special cases. */
export const anyReal: Arbitrary<number> = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 1e-320),
);

/** Any tree whose root is a container. */
export const anyTree: Arbitrary<Grown> = fc.letrec<{ tree: Grown; any: Grown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    anyReal.map(real),
    fc.constantFrom(...leaves).map(leaf),
    fc.array(anyReal, { maxLength: 24 }).map((xs) => floats(new Float64Array(xs))),
    fc.array(anyReal, { maxLength: 4 }).map((xs) => floats(new Float32Array(xs))),
    tie('tree'),
  ),
  tree: fc
    .tuple(fc.constantFrom(...Object.values(grows)), fc.array(tie('any'), { maxLength: 12 }))
    .map(([grow, children]) => grow(children)),
})).tree;

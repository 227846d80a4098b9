/** Random programs of Source: reals, arrays of three elements, lets, pairs, operations, map, map2 and reduce. */
import fc from 'fast-check';
import {
  constant,
  iterate,
  letIn,
  op,
  proj,
  tuple,
  variable,
  arrayOf,
  real,
  choose,
  type Program,
  type Term,
  type Type,
} from '../../src/functional/language.js';

interface Scope {
  readonly reals: readonly string[];
  readonly arrays: readonly string[];
}

/** The terms that a grammar has beyond Fig. 2. */
export interface Beyond {
  readonly folds: boolean;
  /** Arrays and states of any ground type (A.5). */
  readonly general?: boolean;
}

type Grammar = (depth: number, scope: Scope, beyond: Beyond) => fc.Arbitrary<Term>;

/** The same grammar, which is made once for each depth and scope: their number does not grow with the depth. */
function remembered(grammar: Grammar): Grammar {
  const known = new Map<string, fc.Arbitrary<Term>>();
  return (depth, scope, beyond) => {
    const key = JSON.stringify([depth, scope.reals, scope.arrays, beyond]);
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = grammar(depth, scope, beyond)));
    return found;
  };
}

const bounded = (x: Term): Term => op('sin', x);

/** Names are drawn from few, so that they shadow each other. */
const names = ['u', 'v', 'w', 'x1'];

const realTerm = remembered((depth, scope, beyond) => {
  const leaf = fc.oneof(
    fc.integer({ min: -2, max: 2 }).map(constant),
    fc.constantFrom(...scope.reals).map(variable),
  );
  if (depth === 0) return leaf;
  const inner = (one = scope) => realTerm(depth - 1, one, beyond);
  const pairs = fc.tuple(inner(), inner());
  const shadowing = (one: Scope, name: string): Scope => ({
    reals: [...one.reals.filter((other) => other !== name), name],
    arrays: one.arrays.filter((other) => other !== name),
  });
  const own = beyond.folds ? scope : { reals: [], arrays: [] };
  const joined = ['p', 'q'].reduce(shadowing, own);
  const terms: fc.Arbitrary<Term>[] = [
    leaf,
    pairs.map(([x, y]) => op('add', x, y)),
    pairs.map(([x, y]) => op('mul', x, y)),
    pairs.map(([x, y]) => op('sub', x, y)),
    inner().map((x) => op('cos', x)),
    fc.tuple(pairs, fc.integer({ min: 0, max: 1 })).map(([[x, y], k]) => proj(k, 2, tuple(x, y))),
    fc
      .constantFrom(...names)
      .chain((name) =>
        fc
          .tuple(inner(), inner(shadowing(scope, name)))
          .map(([bound, body]) => letIn(name, bound, body)),
      ),
  ];
  if (scope.arrays.length > 0)
    terms.push(
      arrayTerm(depth - 1, scope, beyond).map((a) =>
        iterate('reduce', ['p', 'q'], op('add', variable('p'), variable('q')), constant(0), a),
      ),
      arrayTerm(depth - 1, scope, beyond).map((a) =>
        iterate('reduce', ['p', 'q'], op('mul', variable('p'), variable('q')), constant(1), a),
      ),
    );
  if (beyond.folds) {
    const fold = (name: 'foldl') =>
      fc
        .tuple(realTerm(depth - 1, joined, beyond), inner(), arrayTerm(depth - 1, scope, beyond))
        .map(([body, start, a]) => iterate(name, ['p', 'q'], bounded(body), start, a));
    terms.push(fold('foldl'));
    terms.push(
      fc
        .tuple(inner(), inner(), inner(), inner())
        .map(([x, y, a, b]) => choose(op('lt', x, y), a, b)),
      fc
        .tuple(arrayTerm(depth - 1, scope, beyond), fc.integer({ min: 0, max: 2 }))
        .map(([a, k]) => ({ tag: 'move', name: 'get', args: [a, constant(k)] })),
    );
  }
  if (beyond.general === true && scope.arrays.length > 0)
    terms.push(...generalTerms(depth, scope, beyond));
  return fc.oneof(...terms);
});

const closed: Scope = { reals: [], arrays: [] };
const also = (scope: Scope, ...names: readonly string[]): Scope => ({
  reals: [...scope.reals.filter((one) => !names.includes(one)), ...names],
  arrays: scope.arrays.filter((one) => !names.includes(one)),
});
const at = (name: string, k: number): Term => proj(k, 2, variable(name));
const sumOf = (a: Term): Term =>
  iterate('reduce', ['p', 'q'], op('add', variable('p'), variable('q')), constant(0), a);
/** An operation of pairs is associative; its unit. */
const monoids: readonly (readonly [Term, Term])[] = [
  // Complex numbers, and affine functions one after the other.
  [
    tuple(
      op('sub', op('mul', at('s', 0), at('t', 0)), op('mul', at('s', 1), at('t', 1))),
      op('add', op('mul', at('s', 0), at('t', 1)), op('mul', at('s', 1), at('t', 0))),
    ),
    tuple(constant(1), constant(0)),
  ],
  [
    tuple(
      op('mul', at('s', 0), at('t', 0)),
      op('add', at('s', 1), op('mul', at('s', 0), at('t', 1))),
    ),
    tuple(constant(1), constant(0)),
  ],
];

/** Reals from folds, scans and maps whose elements or states are pairs and arrays. */
function generalTerms(depth: number, scope: Scope, beyond: Beyond): fc.Arbitrary<Term>[] {
  const real = (one: Scope) => realTerm(depth - 1, one, beyond).map(bounded);
  const array = arrayTerm(depth - 1, scope, beyond);
  const own = beyond.folds ? scope : closed;
  const pairsOf = fc
    .tuple(real(also(own, 'p')), real(also(own, 'p')), array)
    .map(([x, y, a]) => iterate('map', ['p'], tuple(x, y), a));
  const rows = fc
    .tuple(real(also(own, 'p', 'q')), array, arrayTerm(0, scope, beyond))
    .map(([x, a, b]) => iterate('map', ['p'], iterate('map', ['q'], x, b), a));
  const component = fc.integer({ min: 0, max: 1 });
  const onArrays = iterate(
    'map2',
    ['p', 'q'],
    op('mul', variable('p'), variable('q')),
    variable('s'),
    variable('t'),
  );
  const terms = [
    fc
      .tuple(component, fc.constantFrom(...monoids), pairsOf)
      .map(([k, [e, unit], a]) => proj(k, 2, iterate('reduce', ['s', 't'], e, unit, a))),
    rows.map((m) => {
      const unit = iterate('map', ['p'], constant(1), variable(scope.arrays[0]));
      return sumOf(iterate('reduce', ['s', 't'], onArrays, unit, m));
    }),
  ];
  if (!beyond.folds) return terms;
  const inPairs = also(scope, 'p', 'q', 'u');
  const step = fc
    .tuple(real(inPairs), real(inPairs))
    .map(([x, y]) => letIn(['p', 'q'], variable('s'), tuple(x, y)));
  const start = fc.tuple(real(scope), real(scope)).map(([x, y]) => tuple(x, y));
  const fold = (name: 'foldl' | 'scanl' | 'scanr') =>
    fc.tuple(step, start, array).map(([body, v, a]) => iterate(name, ['s', 'u'], body, v, a));
  const ofRows = fc
    .tuple(real(also(scope, 'p', 'q')), arrayTerm(0, scope, beyond), rows)
    .map(([e, v, m]) =>
      sumOf(
        iterate(
          'foldl',
          ['s', 't'],
          iterate('map2', ['p', 'q'], e, variable('s'), variable('t')),
          v,
          m,
        ),
      ),
    );
  const scan = fc
    .tuple(
      fc.constantFrom('scanl' as const, 'scanr' as const).chain(fold),
      real(also(scope, 'p', 'q')),
    )
    .map(([states, e]) =>
      sumOf(iterate('map', ['s'], letIn(['p', 'q'], variable('s'), e), states)),
    );
  // Real states of elements that are pairs.
  const mixed = fc
    .tuple(real(also(scope, 'u', 'p', 'q')), real(scope), pairsOf)
    .map(([e, v, a]) => iterate('foldl', ['u', 's'], letIn(['p', 'q'], variable('s'), e), v, a));
  return [
    ...terms,
    fc.tuple(component, fold('foldl')).map(([k, state]) => proj(k, 2, state)),
    ofRows,
    scan,
    mixed,
  ];
}

const arrayTerm = remembered((depth, scope, beyond) => {
  const leaf = fc.constantFrom(...scope.arrays).map(variable);
  if (depth === 0) return leaf;
  const own = beyond.folds ? scope : { reals: [], arrays: [] };
  const scopeOf = (params: readonly string[]): Scope => ({
    reals: [...own.reals.filter((one) => !params.includes(one)), ...params],
    arrays: own.arrays,
  });
  const inner = () => arrayTerm(depth - 1, scope, beyond);
  const terms: fc.Arbitrary<Term>[] = [
    leaf,
    fc
      .tuple(realTerm(depth - 1, scopeOf(['p']), { ...beyond }), inner())
      .map(([body, a]) => iterate('map', ['p'], body, a)),
    fc
      .tuple(realTerm(depth - 1, scopeOf(['p', 'q']), beyond), inner(), inner())
      .map(([body, a, b]) => iterate('map2', ['p', 'q'], body, a, b)),
  ];
  if (beyond.folds) {
    const moved = (scan: 'scanl' | 'scanr', shift: 'shift1L' | 'shift1R') =>
      fc
        .tuple(
          realTerm(depth - 1, scopeOf(['p', 'q']), beyond),
          realTerm(depth - 1, scope, beyond),
          inner(),
        )
        .map(([body, start, a]): Term => ({
          tag: 'move',
          name: shift,
          args: [iterate(scan, ['p', 'q'], bounded(body), start, a)],
        }));
    terms.push(moved('scanl', 'shift1L'), moved('scanr', 'shift1R'));
    terms.push(
      realTerm(depth - 1, scopeOf(['p']), beyond).map((body) =>
        iterate('build', ['p'], body, constant(3)),
      ),
    );
  }
  return fc.oneof(...terms);
});

const inputs: readonly (readonly [string, Type])[] = [
  ['x1', real],
  ['x2', real],
  ['A', arrayOf(real)],
];

/** Programs in x₁, x₂ and an array A. */
export const functionalPrograms = (depth: number, beyond: Beyond): fc.Arbitrary<Program> =>
  realTerm(depth, { reals: ['x1', 'x2'], arrays: ['A'] }, beyond).map((term) => ({
    context: inputs,
    term,
  }));

export const points = fc.tuple(
  fc.double({ min: -2, max: 2, noNaN: true }),
  fc.double({ min: -2, max: 2, noNaN: true }),
  fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 3 }),
);

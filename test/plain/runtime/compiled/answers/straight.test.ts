/**
 * Small gradients are answered by code for the kind of arguments that came before. It asks all that entry asks, so that any
 * other arguments come to the usual way, and to what a run answers.
 */
import fc from 'fast-check';
import { calls } from '../../../../../src/plain/runtime/compiled/answers/straight.js';
import { countReady, readyCount } from '../../../../support/counted-ready.js';
import { load } from '../../../../support/plain.js';
import { readyDifference } from '../../../../support/tiers.js';
import { outcome, same, spoilt as spoiltAt, type F } from '../../../../support/spoilt-arguments.js';
import { testInTurn } from '../../../../support/sample.js';

countReady();

/** The parts of an argument. Each number is a factor of a summand. */
type Kind =
  | 'number'
  | 'numbers'
  | 'rows'
  | 'floats'
  | Data
  | { readonly [key: string]: Kind }
  | readonly Kind[];
/** The kinds of data that are mostly not inputs. */
type Data = 'text' | 'flag' | 'objects';

const { kind } = fc.letrec<{ kind: Kind }>((tie) => ({
  kind: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom<Kind>(
      'number',
      'number',
      'number',
      'numbers',
      'numbers',
      'rows',
      'floats',
      'flag',
    ),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '1', 'a b'), tie('kind'), {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
    fc.array(tie('kind'), { minLength: 2, maxLength: 3 }),
    tie('kind').map((both) => ({ x: both, y: both })),
  ),
}));

const data = fc.oneof(
  fc.constantFrom<Kind>('text', 'flag', 'objects'),
  fc.record({ a: fc.constantFrom<Kind>('text', 'objects'), b: kind }),
);

const types: Readonly<Record<Data, string>> = {
  text: "'s' | 't'",
  flag: 'boolean',
  objects: "{ u: number; t: 's' | 't'; of: number[] }[]",
};
const isData = (of: Kind): of is Data => typeof of === 'string' && of in types;

const typeOf = (of: Kind): string =>
  isData(of)
    ? types[of]
    : of === 'number'
      ? 'number'
      : of === 'numbers'
        ? 'number[]'
        : of === 'floats'
          ? 'Float64Array'
          : of === 'rows'
            ? 'number[][]'
            : Array.isArray(of)
              ? `[${of.map(typeOf).join(', ')}]`
              : `{ ${Object.entries(of)
                  .map(([key, inner]) => `${JSON.stringify(key)}: ${typeOf(inner as Kind)}`)
                  .join('; ')} }`;

/** Reads of all numbers in something. */
function readsOf(of: Kind, at: string): string[] {
  if (of === 'number') return [at];
  if (of === 'text') return [`(${at} === 's' ? 2 : 3)`];
  if (of === 'flag') return [`(${at} ? 2 : 3)`];
  if (of === 'objects') return [`(${at}[0].t === 's' ? ${at}[0].u : 2)`, `${at}[1].of[0]`];
  if (of === 'rows') return [`${at}[0][1]`, `${at}[1][0]`];
  if (typeof of === 'string') return [`${at}[0]`, `${at}[1]`];
  return Object.entries(of).flatMap(([key, inner]) =>
    readsOf(inner as Kind, `${at}[${Array.isArray(of) ? key : JSON.stringify(key)}]`),
  );
}

function valueOf(of: Kind, next: () => number): unknown {
  if (of === 'number') return next();
  if (of === 'text') return next() % 2 < 1 ? 's' : 't';
  if (of === 'flag') return next() % 2 < 1;
  if (of === 'objects')
    return [0, 1].map(() => ({ u: next(), t: valueOf('text', next), of: [next()] }));
  if (of === 'numbers') return [next(), next()];
  if (of === 'floats') return Float64Array.of(next(), next());
  if (of === 'rows') return [[next(), next()], [next()]];
  if (Array.isArray(of)) return of.map((inner: Kind) => valueOf(inner, next));
  return Object.fromEntries(
    Object.entries(of).map(([key, inner]) => [key, valueOf(inner as Kind, next)]),
  );
}

testInTurn(0, 3)(
  'Whatever is otherwise in arguments than in those before, the answer is that of a run.',
  () => {
    let spoilt = 0;
    const property = fc.property(
      fc
        .tuple(kind, fc.array(fc.oneof(kind, data, data), { maxLength: 2 }))
        .map(([one, more]) => [one, ...more]),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }),
      fc.constantFrom<unknown>(0, 0, [0], 'all'),
      (kinds, places, chosen) => {
        const wrt = chosen === 'all' ? kinds.map((_, k) => k) : chosen;
        const reads = kinds.flatMap((of, k) => readsOf(of, `p${k}`));
        const params = kinds.map((of, k) => `p${k}: ${typeOf(of)}`).join(', ');
        const terms = reads.map(
          (read, k) => `${read} * ${reads[(k + 1) % reads.length]} * ${k % 3}`,
        );
        const { f } = load<{ f: F }>(`const f = (${params}): number => ${terms.join(' + ')};
exports.f = f;`);
        const made = (): unknown[] => {
          let count = 0.5;
          return kinds.map((of) => valueOf(of, () => count++));
        };
        for (let k = 0; k < 3; k++) same(f, made, wrt);
        for (const [which, where, key] of places) {
          same(
            f,
            () => {
              const args = made();
              if (spoiltAt(args, which, where, key)) spoilt++;
              return args;
            },
            wrt,
          );
          same(f, made, wrt);
        }
      },
    );
    fc.assert(property, { numRuns: 150 });
    expect(spoilt).toBeGreaterThan(300);
    expect(readyCount.answered).toBeGreaterThan(400);
    expect(readyCount.asked - readyCount.answered).toBeGreaterThan(200);
  },
);

test('Code is made once the usual way has answered often enough, for each choice of arguments.', () => {
  const before = calls.untilReady;
  calls.untilReady = 4;
  try {
    const { f } = load<{ f: F }>(
      'const f = (x: number, y: number): number => x * y * y;\nexports.f = f;',
    );
    for (const wrt of [0, 1, [0, 1]])
      for (let k = 0; k < 6; k++) {
        const was = readyCount.answered;
        outcome(f, [2, 3], wrt);
        expect(readyCount.answered - was).toBe(k < 4 ? 0 : 1);
      }
    const list = [0, 1];
    expect(outcome(f, [2, 3], list)).toEqual({ value: 18, gradient: [9, 12] });
    list.reverse();
    expect(outcome(f, [2, 3], list)).toEqual({ value: 18, gradient: [12, 9] });
  } finally {
    calls.untilReady = before;
  }
});

test('An answer that differs is noticed.', () => {
  const found = { value: 1, cotangents: [2, 3], keys: null };
  const right = { value: 1, gradient: { a: 2, b: 3 } };
  const differs = (made: typeof right) => readyDifference(made, found, [{ a: 7, b: 8 }], 0);
  expect(differs(right)).toBeNull();
  expect(differs({ ...right, value: 2 })).toMatch(/value/);
  expect(differs({ ...right, gradient: { b: 2, a: 3 } })).toMatch(/shape/);
  expect(differs({ ...right, gradient: { a: 2, b: 4 } })).toMatch(/gradient/);
});

/**
 * Random functions without types, of numbers, objects and texts that may be missing, with arguments that they may be
 * given: as plain JavaScript asks for them.
 */
import fc from 'fast-check';

const leaf = fc.constantFrom(
  'x',
  '2.5',
  'p.a',
  'q',
  'w',
  'r.b',
  '(o.a ?? 2)',
  '(o.b || 3)',
  '(p.c || 0.5)',
  "(t === 'u' ? x : 2)",
  '(q === undefined ? x : q * x)',
  "(typeof q === 'number' ? q : 4)",
  '(o && o.k ? o.k : x)',
  '((p.c && p.c * x) || 1)',
  '(o?.e?.f ?? x)',
  '(null == q ? 1 : x)',
  '(m.z ?? 3)',
  '(m.a || x)',
  '(!o.k ? x : 2)',
  '(o.a !== undefined && o.a > 1 ? x * o.a : 2)',
);

const { term } = fc.letrec<{ term: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(
        fc.constantFrom(
          '(A + B)',
          '(A * B)',
          'Math.sin(A - B)',
          '(A > B ? A : B)',
          '(o.g ? A : B)',
          '(A || B)',
          '(A ?? B)',
          '[A, B].reduce((s, v) => s + v, 0)',
          '(({ a = A, b: z }) => a * z)({ b: B })',
          'twice(A, undefined)',
          'twice(A, o.a)',
          'named({ a: A, ...m })',
          'names.reduce((s, k) => s + p[k] * A, 0)',
        ),
        tie('term'),
        tie('term'),
      )
      .map(([form, a, b]) => form.replaceAll('A', () => a).replaceAll('B', () => b)),
  ),
}));

export const untypedPrograms = fc
  .record({
    head: fc.constantFrom('(x, p, q, o, t)', '(x, p, q, o = {}, t)', "(x, p, q = 2, o, t = 'u')"),
    first: fc.constantFrom('', 'if (q === undefined) q = x;', 'q = q || 2;', 'q ??= 3;'),
    second: fc.constantFrom('', 'o = o || {};', 'if (!o) o = { a: 1 };'),
    other: fc.constantFrom('{ a: 1 }', '{ a: 2, z: x }', 'p', 'r'),
    term,
  })
  .map(
    ({ head, first, second, other, term: whole }) => `const names = ['a', 'b'];
const twice = (u, v) => { if (v === undefined) v = 2; return u * v; };
const named = (s) => s.a * (s.b ?? 2);
export const f = ${head} => {
  ${first} ${second}
  const { a: w, ...r } = p;
  const m = x > 1 ? p : ${other};
  return ${whole};
};`,
  );

const number = fc.constantFrom(0, 1, 2, -1.5, 0.7, NaN, -0);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 1 });

export const untypedArguments = fc.tuple(
  number,
  fc.record({ a: number, b: number, c: maybe(number) }, { requiredKeys: ['a', 'b'] }),
  maybe(number),
  maybe(
    fc.record(
      {
        a: maybe(number),
        b: maybe(number),
        k: maybe(number),
        g: maybe(fc.boolean()),
        e: maybe(fc.record({ f: maybe(number) }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    ),
  ),
  maybe(fc.constantFrom('u', 'v', '')),
);

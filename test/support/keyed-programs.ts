/**
 * Programs, as text, that go through the keys of objects: loops, lists of keys, values and entries, spreads, rests, new
 * fields under computed names, and questions for keys. What they compute depends on the order of keys.
 */
import fc from 'fast-check';

/** Names of fields. Those of indices come first in every object. */
const names = ['b', 'a', 'c', '7', '3'] as const;
const key = fc.constantFrom(...names, 'a', 'b');
const objects = fc.constantFrom('p', 'q', 'm', 'w', 'n');
const own = fc.constantFrom('p', 'q', 'm', 'n');
const factor = fc.constantFrom('1.25', '-0.5', '0.75');

const read = (of: string, name: string): string => `${of}[${JSON.stringify(name)}]`;

/** Statements. `n` holds a new object, which others replace; `m` one that is made first. */
const statements = fc
  .record({ of: objects, by: objects, to: own, name: key, other: key, factor })
  .chain(({ of, by, to, name, other, factor: f }) => {
    const [one, two] = [JSON.stringify(name), JSON.stringify(other)];
    const at = (o: string, k: string) => `${o}[k${k} as 'a']`;
    const item = at(of, '');
    return fc.constantFrom(
      `for (const k in ${of}) s = s * ${f} + ${item};`,
      `for (const k of Object.keys(${of})) { if (k !== ${one}) s = Math.sin(s) + ${item}; else s *= ${f}; }`,
      `for (const k of Object.keys(${of}).filter((k) => k !== ${one}).sort()) s = s * ${f} + ${item};`,
      `Object.values(${of}).forEach((v, i) => { s = s * ${f} + v * (i + 1); });`,
      `for (const [k, v] of Object.entries(${of})) { s = s * ${f} + v * ${at(by, '')}; if (s > 9) break; }`,
      `s += Object.entries(${of}).reduce((t, [k, v], i) => t * ${f} + v * (k === ${two} ? 2 : i), 0);`,
      `n = Object.fromEntries(Object.entries(${of}).map(([k, v]) => [k, v * s])) as typeof n;`,
      `n = { ...${of}, ${one}: s, ...${by} };`,
      `n = { ${one}: s, ...${of} } as typeof n;`,
      `n = Object.assign({}, ${of}, { ${one}: s }, ${by});`,
      `{ const { ${one}: first, ...rest } = ${of}; n = rest as typeof n; s += first; }`,
      `{ const made = {} as typeof n; for (const k in ${of}) made[k as 'a'] = ${item} * s; n = made; }`,
      `{ const made = { ${one}: s } as typeof n; Object.keys(${of}).forEach((k) => { made[k as 'a'] = ${item}; }); if (s > 1) made.z = 2; n = made; }`,
      `for (const k in ${to}) if (${one} in ${by} && k !== ${two}) ${at(to, '')} *= ${f};`,
      `for (const k of Object.keys(m)) m[k as 'a'] += ${read(of, name)} * ${f};`,
      `s += Object.keys(${of}).length + (Object.hasOwn(${of}, ${one}) ? ${read(of, name)} : 3) + (${two} in ${by} ? 2 : 1);`,
      `n = s > 0.5 ? ${to} : m;`,
      `n = ${to}; n.a += s; s = total(n, s);`,
      `s += total(${of}, s) - Object.values(${of}).filter((v) => v > s).length;`,
      `while (s > 4) { s = s * 0.5; for (const k in ${of}) s -= Math.abs(${item}) * 0.1; }`,
      `{ const o: { a: number; b?: number } = { a: s }; o.b = s * ${f}; for (const k in o) s = s * 0.5 + o[k as 'a']; }`,
      `{ const o: { a?: number; b?: number } = { b: s }; n = { ...n, ...o } as typeof n; if (s > 1) o.a = 2; s += (o.a ?? 3) * (n.a ?? 1); }`,
      `{ const o: { a: number; c?: number } = { a: s }; for (let i = 0; i < 2; i++) { s += Object.values({ ...o }).length; o.c = s; } }`,
      `{ const g = (o: Partial<typeof n> = {}) => ({ ...n, ...o }); n = g({ ${one}: s }); s += total(g(), s); }`,
      `m.a = s; w = { ...m } as typeof w; n = { ...w, z: s } as typeof n;`,
    );
  });

/** The fields of an object, in an order. */
const fields = fc
  .shuffledSubarray(['c', '7', '3'], { minLength: 0 })
  .chain((more) => fc.shuffledSubarray(['b', 'a', ...more], { minLength: 2 + more.length }));

/** The programs, with the names of the fields of `p` and of `q`. */
export const keyedPrograms = fc
  .record({
    p: fields,
    q: fields,
    m: fields,
    w: fields,
    body: fc.array(statements, { minLength: 1, maxLength: 5 }),
  })
  .map(({ p, q, m, w, body }) => {
    const typeOf = (own: readonly string[]): string =>
      `{ ${own.map((name) => `${JSON.stringify(name)}: number`).join('; ')} }`;
    const literal = (own: readonly string[], of: (k: number) => string): string =>
      `{ ${own.map((name, k) => `${JSON.stringify(name)}: ${of(k)}`).join(', ')} }`;
    const text = [
      `const w0 = ${literal(w, (k) => String(0.5 + k))};`,
      `function total(o: Record<string, number>, s: number) { for (const k in o) s = s * 0.5 + o[k]; return s; }`,
      `export function f(p: ${typeOf(p)}, q: ${typeOf(q)}) {`,
      `let s = ${read('p', p[0])}; const m = ${literal(m, (k) => `s * ${k + 1}`)}; let w = w0; let n = { ...m };`,
      ...body,
      'return s + total(n, 1) * total(m, 2);',
      '}',
    ].join('\n');
    return { text, p, q };
  });

/** Objects with fields of some names, most of them as their type says. */
export const givenObjects = (own: readonly string[]) =>
  fc
    .record({
      how: fc.constantFrom(
        ...Array<'plain'>(12).fill('plain'),
        'shuffled',
        'more',
        'fewer',
        'hidden',
        'inherited',
        'undefined',
        'bare',
      ),
      numbers: fc.array(fc.constantFrom(0.5, -1.5, 2, 0.25, 1), { minLength: 9, maxLength: 9 }),
    })
    .map(({ how, numbers }) => (): object => {
      const entries = own.map((name, k) => [name, numbers[k]] as const);
      const made: Record<string, unknown> = Object.fromEntries(
        how === 'shuffled' ? entries.toReversed() : entries,
      );
      if (how === 'more') made.zz = 4;
      if (how === 'fewer') delete made[own[0]];
      if (how === 'undefined') made.u = undefined;
      if (how === 'hidden') Object.defineProperty(made, own[0], { enumerable: false });
      if (how === 'inherited') return Object.setPrototypeOf(made, { base: 3 }) as object;
      if (how === 'bare') return Object.setPrototypeOf(made, null) as object;
      return made;
    });

/**
 * Programs, as text, with options of which some are given: merged with defaults by spreads, `Object.assign`, patterns,
 * constructors and questions, in every order; and options of all kinds, some with fields that hold undefined.
 */
import fc from 'fast-check';

const names = ['rate', 'steps', 'bias'] as const;
const name = fc.constantFrom(...names);
const factor = fc.constantFrom('1.25', '-0.5', '0.75');
/** Objects of which any field may be missing. */
const some = (f: string, one: string, other: string) =>
  fc.constantFrom(
    ...['q', 'q', 'q', 'undefined', '{}', 'c', `(q ?? {})`],
    ...[`{ ${one}: s }`, `{ ${other}: ${f}, ${one}: 2 }`, `(s > 1 ? { ${one}: s } : {})`],
    ...[`(s > 0.5 ? { ${one}: s, ${other}: 2 } : { ${other}: s })`, `(s < 1 && { ${one}: ${f} })`],
    ...[`(s > 1 && q)`, `{ ...q, ${other}: s }`, `(s > 1 ? q : { ${one}: 3 })`],
  );

const statements = fc
  .record({ one: name, other: name, f: factor })
  .chain(({ one, other, f }) => fc.tuple(fc.constant({ one, other, f }), some(f, one, other)))
  .chain(([{ one, other, f }, o]) =>
    fc.constantFrom(
      `c = { ...DEFAULTS, ...${o} } as Config; s = s * c.rate + c.${other};`,
      `c = { ...DEFAULTS, ${one}: s, ...${o} } as Config;`,
      `c = { ...c, ...${o}, ${other}: s } as Config;`,
      `c = Object.assign({}, DEFAULTS, ${o}) as Config; s += c.${one} * ${f};`,
      `c = Object.assign({ ...c }, { ${one}: s }) as Config;`,
      `{ const d = { rate: s, ...${o} } as Partial<Config>; s += d.rate! * (d.${other} ?? ${f}); }`,
      `{ const { rate, ${other === 'rate' ? 'bias' : other}: other = s, ...more } = { ...DEFAULTS, ...${o} } as Config; s = s * rate + other * Object.keys(more).length; }`,
      `s += merged(s, ${o} as Partial<Config>);`,
      `s += patterned(s, ${o === '(s > 1 && q)' || o.includes('&&') ? 'q' : o} as Partial<Config>);`,
      `s += new Model(${o} as Partial<Config>).at(s);`,
      `for (const [k, v] of Object.entries({ ...DEFAULTS, ...${o} })) s = s * 0.5 + v * (k === '${one}' ? 2 : 1);`,
      `if (q && '${one}' in q) s *= ${f};`,
      `s += Object.hasOwn(q ?? {}, '${one}') ? 2 : s * ${f};`,
      `{ const d: Partial<Config> = { ...q }; d.${one} = s; s += ({ ...DEFAULTS, ...d }).${one} - ({ ...DEFAULTS, ...d }).${other}; }`,
      `for (let i = 0; i < Math.min(3, c.steps); i++) { const d = { ...c, ...${o} }; s = Math.sin(s + d.${one}!); }`,
      `s += q?.${one} ?? ${f};`,
    ),
  );

const types = fc.constantFrom('q?: Partial<Config>', 'q: Partial<Config> = {}', 'q: Options = {}');

export const optionPrograms = fc
  .record({
    param: types,
    defaults: fc.shuffledSubarray([...names], { minLength: 3 }),
    body: fc.array(statements, { minLength: 1, maxLength: 4 }),
  })
  .map(({ param, defaults, body }) =>
    [
      'interface Config { rate: number; steps: number; bias: number }',
      'interface Options { rate?: number; steps?: number; bias?: number }',
      `const DEFAULTS: Config = { ${defaults.map((one, k) => `${one}: ${k + 0.5}`).join(', ')} };`,
      'function merged(x: number, o: Partial<Config> = {}) { const { rate, bias } = { ...DEFAULTS, ...o }; return x * rate + bias; }',
      'function patterned(x: number, { rate = 0.5, bias = x * 2 }: Partial<Config> = {}) { return Math.sin(x * rate) + bias; }',
      'class Model { o: Config; constructor(o?: Partial<Config>) { this.o = { ...DEFAULTS, ...o }; } at(x: number) { return x * this.o.rate - this.o.bias; } }',
      `export function f(p: { a: number; b: number }, ${param}) {`,
      'let s = p.a; let c: Config = { rate: p.b, steps: 2, bias: s };',
      ...body,
      'return s + c.rate * c.bias * p.b;',
      '}',
    ].join('\n'),
  );

/** Options: mostly some of the fields that there are. */
export const givenOptions = fc
  .record({
    own: fc.shuffledSubarray([...names]),
    how: fc.constantFrom(
      ...Array<'plain'>(9).fill('plain'),
      ...(['none', 'undefined', 'more', 'hidden', 'inherited', 'getter', 'null', 'bare'] as const),
    ),
  })
  .map(({ own, how }) => (): object | undefined | null => {
    if (how === 'none') return undefined;
    if (how === 'null') return null;
    const made: Record<string, unknown> = Object.fromEntries(own.map((key, k) => [key, k + 1.5]));
    if (how === 'undefined') made[own[0] ?? 'bias'] = undefined;
    if (how === 'more') made.zz = 4;
    if (how === 'hidden') Object.defineProperty(made, own[0] ?? 'bias', { enumerable: false });
    if (how === 'getter')
      Object.defineProperty(made, own[0] ?? 'bias', { get: () => 3, enumerable: true });
    if (how === 'inherited') return Object.setPrototypeOf(made, { bias: 3 }) as object;
    if (how === 'bare') return Object.setPrototypeOf(made, null) as object;
    return made;
  });

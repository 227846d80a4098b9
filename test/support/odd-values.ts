/**
 * Functions of a few arguments, and random values for these, call by call: what they are made for, and values of other types,
 * objects with other keys, in another order, frozen, hidden, inherited or computed, sparse lists, and what is given twice.
 */
type Draw = (max: number) => number;

/** The kind of values that an argument is made for. */
type Kind =
  'number' | 'bool' | 'list' | 'floats' | 'point' | 'optional' | 'nested' | 'points' | 'tagged';

export const oddFunctions: readonly (readonly [text: string, ...kinds: Kind[]])[] = [
  ['(p: { a: number; b: number }, k: number) => p.a * p.a * k + Math.sin(p.b)', 'point', 'number'],
  ['(p, k) => p.a * p.a * k + Math.sin(p.b)', 'point', 'number'],
  [
    '(p: number[], k: number) => { let s = k; for (const x of p) s += x * x * k; return s; }',
    'list',
    'number',
  ],
  [
    '(p: number[], q: number[]) => { let s = p[0]; for (const x of q) s += x * p[1]; return s + Math.max(...q); }',
    'list',
    'list',
  ],
  [
    '(p: number, q: Float64Array) => { let s = p; for (const x of q) s += x * p; return s; }',
    'number',
    'floats',
  ],
  [
    '(p: number[], q: number[]) => { let s = 0; for (let i = 0; i < p.length; i++) s += p[i] * q[i]; return s; }',
    'list',
    'list',
  ],
  [
    '(p: number[], q: number[]) => { for (let i = 0; i < q.length; i++) q[i] *= 2; return p[0] * q[0] + p[1] * q[1]; }',
    'list',
    'list',
  ],
  [
    '(p: { a: number; c: number[] }, q: { a: number; c: number[] }) => p.a * q.a + p.c[0] * q.c[1] * p.c[1]',
    'nested',
    'nested',
  ],
  [
    '(p: { a: number; b?: number }, q?: number) => p.a * (p.b ?? 2) + (q ?? 1) * p.a',
    'optional',
    'number',
  ],
  [
    '({ a, b = 2, ...r }: { a: number; b?: number; c?: number }, q: number) => a * b * q + (r.c ?? 0) * a',
    'optional',
    'number',
  ],
  [
    '(p: { a: number; b?: number; c?: number }, q: number) => { const o = { ...p, a: q }; return o.a * p.a + (o.c ?? 1) * (o.b ?? 3); }',
    'optional',
    'number',
  ],
  [
    '(p: { a: number; b: number }[], q: number) => { let s = 0; for (const o of p) s += o.a * o.b * q; return s; }',
    'points',
    'number',
  ],
  [
    "(p: { a: number; m: 'sq' | 'id' }, q: number) => (p.m === 'sq' ? p.a * p.a * q : p.a * q)",
    'tagged',
    'number',
  ],
  ['(p: number, q = 3) => (p > 0 ? p * q : p * q * q)', 'number', 'number'],
  [
    '(p: { a: number; b: number }, q: { a: number; b: number }) => { q.b = q.a * 2; return p.a * q.b + p.b * q.a; }',
    'point',
    'point',
  ],
  ['(p: { a: number; b: number }, q: boolean) => (q ? p.a * p.b : p.a - p.b)', 'point', 'bool'],
  [
    "(p: Record<'a' | 'b', number>, q: number) => { let s = 0, k = 1; for (const n in p) { s += p[n] * k; k *= q; } return s; }",
    'point',
    'number',
  ],
  [
    '(p: Float64Array, q: Float64Array) => { let s = 0; for (let i = 0; i < p.length; i++) s += p[i] * p[i] * (q[i] ?? 1); return s; }',
    'floats',
    'floats',
  ],
];

export const oddChoices = [0, [0], [0, 1], [1, 0], 1, 'a', ['a'], ['b', 'a'], ['c']] as const;

/** Loops go through other elements than those that an array has. */
const iteratedAs = (of: object, others: readonly number[]): object =>
  Object.defineProperty(of, Symbol.iterator, { value: () => others.values() });

export class OddValues {
  constructor(
    private readonly draw: Draw,
    /** One of so many values is odd. */
    private readonly seldom: number,
  ) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private isOdd = (): boolean => this.draw(this.seldom - 1) === 0;

  private number = (): unknown =>
    this.isOdd()
      ? this.pick([0, -0, NaN, Infinity, 1e308, true, '2', null, undefined, 3n, {}, [4]])
      : (this.draw(400) - 200) / 100;

  private list(length: number): unknown {
    const made = Array.from({ length }, this.number);
    if (!this.isOdd()) return made;
    const zero = { get: () => 0.5, enumerable: true, configurable: true };
    return this.pick<() => unknown>([
      () => Object.freeze(made),
      () => Float64Array.from(made, Number),
      () => Int32Array.from(made, (x) => Number(typeof x === 'bigint' ? 1 : x)),
      () => Object.assign(made, { extra: 3 }),
      () => Object.seal(made),
      () => Object.assign(made, { length: length + 1 }),
      () => Object.defineProperty(made, '0', { writable: false }),
      () => Object.defineProperty([1, 2], '1', zero),
      () => Array.from({ length: length - 1 }, () => 2),
      () => Object.assign(new Array<unknown>(length), { 1: 2 }),
      () => iteratedAs(made, [7, 8, 9]),
    ])();
  }

  private object(fields: Readonly<Record<string, unknown>>): object {
    const entries = Object.entries(fields);
    if (!this.isOdd()) return { ...fields };
    const [[key, held]] = entries;
    return this.pick<() => object>([
      () => Object.fromEntries(entries.reverse()),
      () => Object.fromEntries(entries.slice(1)),
      () => ({ z: 1, ...fields }),
      () => ({ ...fields, z: this.pick(['x', null, undefined, true, [1]]) }),
      () => Object.freeze({ ...fields }),
      () => ({ ...fields, [Symbol('s')]: 3 }),
      () => Object.defineProperty({ ...fields }, key, { get: () => held }),
      () => Object.defineProperty({ ...fields }, key, { enumerable: false }),
      () => Object.defineProperty({ ...fields }, 'c', { value: 5, enumerable: false }),
      () => Object.defineProperty({ ...fields }, key, { writable: false }),
      () => Object.assign(Object.create(null) as object, fields),
      () => Object.create(fields) as object,
      () => Object.assign(Object.create({ a: 5, b: 6, c: 7 }) as object, fields),
    ])();
  }

  private value(kind: Kind): unknown {
    const [a, b] = [this.number(), this.number()];
    switch (kind) {
      case 'number':
        return a;
      case 'bool':
        return this.isOdd() ? this.pick([1, 0, undefined, 'x']) : this.pick([true, false]);
      case 'list':
        return this.list(2);
      case 'floats':
        return this.isOdd()
          ? this.pick([
              [1, 2],
              new Float64Array(0),
              new Float32Array(2),
              iteratedAs(Float64Array.of(1, 2), [3]),
            ])
          : Float64Array.of(Number(this.draw(9)), 0.5);
      case 'point':
        return this.object({ a, b });
      case 'optional':
        return this.object(this.pick([{ a }, { a, b }, { a, c: b }, { a, b, c: 0.5 }]));
      case 'nested':
        return this.object({ a, c: this.list(2) });
      case 'points':
        return Array.from({ length: this.draw(3) }, () => this.value('point'));
      case 'tagged':
        return this.object({ a, m: this.isOdd() ? this.pick(['zz', 3]) : this.pick(['sq', 'id']) });
    }
  }

  /** Arguments; the second may be the first one, or left out. */
  args(kinds: readonly Kind[]): unknown[] {
    const [first, second] = kinds.map((kind) => this.value(kind));
    if (this.isOdd()) return kinds[0] === kinds[1] ? [first, first] : [first];
    return [first, second];
  }
}

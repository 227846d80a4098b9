/**
 * Random functions that call themselves and each other with arrays, of which one may be given twice: sums whose ways
 * back may follow their steps, arrays of indices that are written around calls, returns from the middle, errors.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;
type Kind = 'number' | 'list' | 'pair' | 'object';

export interface RecursiveProgram {
  /** It exports `f`, which gives a number, and `g`, which gives more. */
  readonly text: string;
  readonly args: readonly [readonly number[], readonly number[], number];
}

interface Scope {
  readonly sums: readonly string[];
  readonly reals: readonly string[];
  readonly counters: readonly string[];
  readonly arrays: readonly string[];
  /** Arrays of indices. */
  readonly marks: readonly string[];
  readonly depth: number;
  /** True if the function calls itself, so that its calls count down. */
  readonly isInside: boolean;
}

const empty: Scope = {
  sums: ['s'],
  reals: [],
  counters: [],
  arrays: [],
  marks: [],
  depth: 2,
  isInside: true,
};

class Programs {
  private names = 0;
  private calls = 0;
  private kind: Kind = 'number';
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private fresh = (base: string): string => `${base}${this.names++}`;

  private index = ({ counters, marks }: Scope): string =>
    this.pick([
      ...['0', '1', '2', ...counters, ...counters],
      ...counters.map((i) => `(${i} + 1) % 3`),
      ...marks.map((m) => `${m}[${this.pick(['0', '1', ...counters])}]`),
    ]);

  private place = ({ counters }: Scope): string => this.pick(['0', '1', '2', ...counters]);

  private element = (s: Scope): string => `${this.pick(s.arrays)}[${this.index(s)}]`;

  private leaf = (s: Scope): string => {
    switch (this.draw(6)) {
      case 0:
        return this.pick(['0.5', '1.5', '2', '(-1)']);
      case 1:
      case 2:
      case 3:
        return this.element(s);
      case 4:
        if (s.marks.length > 0) return `${this.pick(s.marks)}[${this.place(s)}]`;
        return this.element(s);
      default:
        return this.pick([...s.reals, ...s.sums, ...s.counters, '0.75']);
    }
  };

  private real = (s: Scope, size: number): string => {
    if (size <= 0) return this.leaf(s);
    const inner = () => this.real(s, size - 1 - this.draw(1));
    switch (this.draw(9)) {
      case 0:
        return `(${inner()} + ${inner()})`;
      case 1:
        return `(${inner()} - ${inner()})`;
      case 2:
      case 3:
      case 4:
        return `${inner()} * ${inner()}`;
      case 5:
        return `Math.${this.pick(['sin', 'cos', 'tanh', 'atan', 'abs'])}(${inner()})`;
      case 6:
        return `Math.${this.pick(['max', 'min', 'hypot'])}(${inner()}, ${inner()})`;
      case 7:
        return `(${this.test(s)} ? ${inner()} : ${inner()})`;
      case 8:
        return s.depth > 0 ? this.call(s) : inner();
      default:
        return `${inner()} / (2 + ${this.leaf(s)} ** 2)`;
    }
  };

  private bounded = (s: Scope): string => `Math.${this.pick(['tanh', 'sin'])}(${this.real(s, 2)})`;

  private test = (s: Scope): string => {
    const one = `${this.leaf(s)} ${this.pick(['<', '>', '<=', '>='])} ${this.leaf(s)}`;
    return this.chance(5) ? `${one} ${this.pick(['&&', '||'])} ${this.leaf(s)} < 0.4` : one;
  };

  private down = ({ isInside }: Scope): string =>
    isInside ? this.pick(['k - 1', 'k - 1', 'k - 2']) : String(1 + this.draw(2));

  private call = (s: Scope): string => {
    if (this.calls <= 0) return this.leaf(s);
    this.calls--;
    const { arrays } = s;
    const array = () => this.pick([...arrays, ...arrays, `${this.pick(arrays)}.slice()`]);
    const mark = this.pick(s.marks.length > 0 ? s.marks : ['new Int32Array(3)']);
    const one = () => `one(${this.leaf(s)}, ${array()}, ${array()}, ${mark}, ${this.down(s)})`;
    switch (this.draw(5)) {
      case 0:
      case 1:
        return one();
      case 2:
        return `two(${array()}, ${this.leaf(s)}, ${mark}, ${this.down(s)})`;
      case 3:
        return `list(${array()}, ${this.leaf(s)}, ${this.down(s)})[${this.place(s)}]`;
      case 4:
        return `pair(${this.leaf(s)}, ${this.leaf(s)}, ${array()}, ${this.down(s)}).${this.pick(['u', 'v'])}`;
      default:
        return `Math.sin(${one()})`;
    }
  };

  private block = (s: Scope, count: number): string => {
    const lines: string[] = [];
    let now = s;
    for (let n = 0; n < count; n++) {
      const [line, next] = this.statement(now);
      lines.push(line);
      now = next;
    }
    return lines.join('\n');
  };

  private statement = (s: Scope): [string, Scope] => {
    const sum = this.pick(s.sums);
    const add: [string, Scope] = [`${sum} ${this.pick(['+=', '+=', '-='])} ${this.real(s, 3)};`, s];
    switch (this.draw(15)) {
      case 0: {
        const name = this.fresh('t');
        return [`const ${name} = ${this.real(s, 2)};`, { ...s, reals: [...s.reals, name] }];
      }
      case 1:
        return [`${sum} = ${this.bounded(s)};`, s];
      case 2:
      case 3: {
        const place = `${this.pick(s.arrays)}[${this.place(s)}]`;
        return [`${place} ${this.pick(['=', '+=', '*='])} ${this.bounded(s)};`, s];
      }
      case 4:
        return s.marks.length > 0 ? [this.marked(s), s] : add;
      case 5: {
        const name = this.fresh('w');
        const from = this.pick(s.arrays);
        const made = this.pick([
          'new Float64Array(3)',
          `${from}.slice()`,
          `Float64Array.of(${this.leaf(s)}, ${this.leaf(s)}, ${this.leaf(s)})`,
          `${from}.map((e, q) => e * ${this.leaf(s)} + q)`,
          ...(s.depth > 0 ? [`list(${from}, ${this.leaf(s)}, ${this.down(s)})`] : []),
        ]);
        const write = `${name}[${this.place(s)}] ${this.pick(['=', '+='])} ${this.bounded(s)};`;
        return [`const ${name} = ${made};\n${write}`, { ...s, arrays: [...s.arrays, name] }];
      }
      case 6: {
        const name = this.fresh('m');
        const text = `const ${name} = new Int32Array(3);\n${name}[1] = 2;`;
        return [text, { ...s, marks: [...s.marks, name] }];
      }
      case 7:
      case 8:
      case 9:
        return s.depth > 0 ? [this.loop(s), s] : add;
      case 10: {
        if (s.depth <= 0 || s.marks.length === 0) return add;
        const [j, m] = [this.fresh('j'), this.pick(s.marks)];
        const inner = { ...s, counters: [...s.counters, j], depth: s.depth - 1 };
        const step = this.pick(['1', `1 + (${m}[${j}] > 0 ? 1 : 0)`]);
        const body = `${this.block(inner, 1 + this.draw(1))}\n${sum} += ${this.real(inner, 2)};`;
        return [
          `let ${j} = 0;\nwhile (${j} < 3 && ${m}[${j}] < 2) {\n${body}\n${j} += ${step};\n}`,
          s,
        ];
      }
      case 11:
      case 12: {
        if (s.depth <= 0) return add;
        const inner = { ...s, depth: s.depth - 1 };
        const body = this.block(inner, 1 + this.draw(1));
        const other = this.chance(2) ? ` else {\n${this.block(inner, 1)}\n}` : '';
        const leave = this.chance(3)
          ? `if (${this.test(s)}) throw new RangeError('too far');`
          : `return ${this.result(s)};`;
        const early = this.chance(6) ? `\n${leave}` : '';
        return [`if (${this.test(s)}) {\n${body}${early}\n}${other}`, s];
      }
      case 13: {
        if (s.depth <= 0) return add;
        const [u, v] = [this.fresh('u'), this.fresh('v')];
        const call = `pair(${this.leaf(s)}, ${this.leaf(s)}, ${this.pick(s.arrays)}, ${this.down(s)})`;
        return [`const { u: ${u}, v: ${v} } = ${call};`, { ...s, reals: [...s.reals, u, v] }];
      }
      case 14:
        return s.depth > 0 ? [`${sum} += ${this.call(s)};`, s] : add;
      default:
        return add;
    }
  };

  /** An array of indices is written, perhaps once more behind a call that reads it. */
  private marked(s: Scope): string {
    const [m, i] = [this.pick(s.marks), this.place(s)];
    const first = this.pick([
      `${m}[${i}] = (${m}[${i}] + 1) % 3;`,
      `${m}[${i}] = ${this.draw(2)};`,
    ]);
    if (this.chance(2)) return first;
    const sum = `${this.pick(s.sums)} += ${this.real(s, 2)} * ${this.call(s)};`;
    return `${first}\n${sum}\n${m}[${i}] = ${this.draw(1)};`;
  }

  private loop(s: Scope): string {
    const i = this.fresh('i');
    const inner = { ...s, counters: [...s.counters, i], depth: s.depth - 1 };
    const head = this.pick([
      `let ${i} = 0; ${i} < 3; ${i}++`,
      `let ${i} = 2; ${i} >= 0; ${i}--`,
      `let ${i} = 0; ${i} < ${this.pick(s.arrays)}.length; ${i}++`,
      `let ${i} = 1; ${i} <= 2; ${i}++`,
    ]);
    const parts = [this.block(inner, 1 + this.draw(2))];
    parts.push(`${this.pick(s.sums)} += ${this.real(inner, 2)};`);
    if (this.chance(4))
      parts.unshift(`if (${this.test(inner)}) ${this.pick(['continue', 'break'])};`);
    if (this.chance(8)) parts.push(`if (${this.test(inner)}) return ${this.result(inner)};`);
    return `for (${head}) {\n${parts.join('\n')}\n}`;
  }

  private result = (s: Scope): string => {
    const array = this.pick(s.arrays);
    switch (this.kind) {
      case 'number':
        return this.bounded(s);
      case 'list':
        return this.pick([array, `${array}.map((e) => e * ${this.leaf(s)})`]);
      case 'pair':
        return `{ u: ${this.bounded(s)}, v: ${this.bounded(s)} }`;
      case 'object':
        return `{ v: ${this.bounded(s)}, w: ${array}.slice(), p: [${this.leaf(s)} * 1, ${this.bounded(s)}] }`;
    }
  };

  private body(kind: Kind, scope: Partial<Scope>, count: number, calls: number): string {
    [this.kind, this.calls] = [kind, calls];
    const s: Scope = { ...empty, ...scope };
    const first = this.leaf({ ...s, sums: [] });
    return `let s = ${first};\n${this.block(s, count)}\nreturn ${this.result(s)};\n}`;
  }

  program(): string {
    const { pick } = this;
    const one = { reals: ['a'], arrays: ['w', 'v'], marks: ['m'] };
    const two = { reals: ['a'], arrays: ['w'], marks: ['m'] };
    const list = { reals: ['a'], arrays: ['w'] };
    const pair = { reals: ['a', 'b'], arrays: ['w'] };
    const top = () => ({
      reals: ['z'],
      arrays: ['x', 'y'],
      marks: this.chance(2) ? ['m'] : [],
      isInside: false,
    });
    const params = 'x: Float64Array, y: Float64Array, z: number, m: Int32Array';
    return `function one(a: number, w: Float64Array, v: Float64Array, m: Int32Array, k: number): number {
if (k <= 0) return ${pick(['a', 'w[1] * a', 'v[2] + w[0]', 'w[m[1]] * v[0]'])};
${this.body('number', one, 2 + this.draw(2), 3)}
function two(w: Float64Array, a: number, m: Int32Array, k: number): number {
if (k < 1) return ${pick(['w[0] * w[1]', 'a * m[0]', 'Math.sin(a) * w[2]'])};
${this.body('number', two, 1 + this.draw(2), 2)}
function list(w: Float64Array, a: number, k: number): Float64Array {
if (k <= 0) return ${pick(['w', 'w.slice()', 'Float64Array.of(a, w[1], 2)'])};
${this.body('list', list, 1 + this.draw(1), 1)}
function pair(a: number, b: number, w: Float64Array, k: number): { u: number; v: number } {
if (k <= 0) return { u: ${pick(['a', 'w[0]'])}, v: ${pick(['b', 'a * b', 'w[1] * b'])} };
${this.body('pair', pair, 1 + this.draw(1), 1)}
export function f(${params}) {
${this.body('number', top(), 3 + this.draw(2), 4)}
export function g(${params}) {
${this.body(pick(['list', 'object']), top(), 3 + this.draw(2), 4)}`;
  }
}

export const recursivePrograms: fc.Arbitrary<RecursiveProgram> = fc.gen().map((g) => {
  const draw: Draw = (max) => g(fc.nat, { max });
  const real = () => (draw(256) - 128) / 64;
  const text = new Programs(draw).program();
  return { text, args: [[real(), real(), real()], [real(), real(), real()], real()] };
});

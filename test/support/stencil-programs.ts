/**
 * Random functions with loops in a row over arrays of one length: each reads what those before it made at the same place,
 * before it or behind it, in place or into another array; borders that are written apart, steps in time that swap
 * arrays, one array under two names, lengths down to 0, and arrays that cannot be made with them.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

export interface StencilProgram {
  readonly text: string;
  readonly args: readonly [readonly number[], readonly number[], number];
}

interface Scope {
  readonly arrays: readonly string[];
  readonly loops: number;
}

class Programs {
  private names = 0;
  constructor(
    private readonly draw: Draw,
    private readonly storage: string,
  ) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private fresh = (base: string): string => `${base}${this.names++}`;

  private shifted = (i: string): string =>
    this.pick([i, i, i, `${i} - 1`, `${i} - 1`, `${i} + 1`, `${i} - 2`, `2 - ${i}`, '0', '1']);

  private element = (arrays: readonly string[], i: string): string =>
    `${this.pick(arrays)}[${this.shifted(i)}]`;

  private real = (arrays: readonly string[], i: string): string => {
    const one = () => this.element(arrays, i);
    return this.pick([
      () => `${one()} * ${one()} + 0.5 * ${one()}`,
      () => `0.3 * (${one()} - ${one()})`,
      () => `Math.sin(${one()} + ${one()})`,
      () => `${one()} * 0.5 + s * 0.1`,
      () => `(${one()} > ${one()} ? ${one()} : 0.5 * ${one()})`,
      () => `${one()} + ${i} * 0.25`,
      () => `${one()} / (2 + ${one()} ** 2)`,
      () => one(),
    ])();
  };

  private made(): string {
    const isList = this.storage === 'number[]';
    const from = this.pick(['x', 'y']);
    if (isList)
      return this.pick([
        `new Array<number>(${from}.length).fill(0)`,
        `${from}.slice()`,
        `${from}.map((v, k) => v * 0.5 + k)`,
        'Array.from({ length: n }, () => 0.5)',
        `Array.from({ length: ${from}.length }, (_, k) => ${from}[k] * 2)`,
      ]);
    return this.pick([
      `new ${this.storage}(${from}.length)`,
      `new ${this.storage}(n)`,
      `new ${this.storage}(n - 1)`,
      `new ${this.storage}(4)`,
      `${from}.slice()`,
      `${from}.map((v, k) => v * 0.5 + k)`,
      `${this.storage}.from(${from})`,
    ]);
  }

  private body(arrays: readonly string[], i: string): string {
    // A list would grow for ever.
    const next = this.storage === 'number[]' ? i : `${i} + 1`;
    const place = `${this.pick(arrays)}[${this.pick([i, i, i, i, `${i} - 1`, next])}]`;
    const value = this.real(['x', 'y', ...arrays], i);
    const store = `${place} ${this.pick(['=', '=', '=', '+='])} ${value};`;
    switch (this.draw(7)) {
      case 0:
        return `s += ${value};`;
      case 1:
        return `if (${this.element(arrays, i)} > 0.3) ${store}`;
      case 2:
        return `const t = ${this.element(arrays, i)};\n${store}\ns += t * 0.5;`;
      case 3:
        return `${store}\n${this.pick(arrays)}[${i}] = ${this.real(arrays, i)};`;
      default:
        return store;
    }
  }

  private loop({ arrays }: Scope): string {
    const i = this.fresh('i');
    const end = this.pick([
      ...['x.length', 'x.length', 'x.length', 'y.length', 'n', 'n - 1', 'x.length - 1', '4'],
      `${this.pick(arrays)}.length`,
    ]);
    const begin = this.pick(['0', '0', '1', '1', '2']);
    const head = this.chance(8)
      ? `let ${i} = ${end} - 1; ${i} >= ${begin}; ${i}--`
      : `let ${i} = ${begin}; ${i} < ${end}; ${i}++`;
    const exit = this.chance(10) ? `if (s > 2) break;\n` : '';
    return `for (${head}) {\n${exit}${this.body(arrays, i)}\n}`;
  }

  private block(scope: Scope, count: number): string {
    return Array.from({ length: count }, () => this.statement(scope)).join('\n');
  }

  private statement(scope: Scope): string {
    const { arrays, loops } = scope;
    const [one, other] = [this.pick(arrays), this.pick(arrays)];
    const inner = { ...scope, loops: loops + 1 };
    switch (this.draw(12)) {
      case 0:
        return `${one}[${this.pick(['0', '1', 'n - 1'])}] = ${this.real([...arrays, 'x'], '2')};`;
      case 1:
        return `s += ${one}[${this.pick(['0', '1', '3', 'n - 1'])}];`;
      case 2: {
        const t = this.fresh('t');
        return `const ${t} = ${one};\n${one} = ${other};\n${other} = ${t};`;
      }
      case 3:
        return `${one} = ${this.pick([other, `${other}.slice()`, `smooth(${other})`])};`;
      case 4:
        return `s += step(${one}, ${other}, s);`;
      case 5: {
        if (loops > 0) return this.loop(scope);
        const t = this.fresh('k');
        return `for (let ${t} = 0; ${t} < 2; ${t}++) {\n${this.block(inner, 3)}\n}`;
      }
      case 6:
        if (loops > 1) return this.loop(scope);
        return `if (s > 0.1) {\n${this.block(inner, 2)}\n}`;
      default:
        return this.loop(scope);
    }
  }

  program(): string {
    const { storage } = this;
    const arrays = ['a', 'b', 'c'].slice(0, 2 + this.draw(1));
    const inStep = { arrays: ['a', 'b'], loops: 2 };
    const own = (text: string): string =>
      text.replace(/\b[xy]\b/g, 'a').replace(/\bn\b/g, 'a.length');
    const params = `a: ${storage}, b: ${storage}, s: number`;
    return `function step(${params}): number {
${own(`${this.loop(inStep)}\n${this.loop(inStep)}`)}
return s * 0.5 + a[1];
}
function smooth(a: ${storage}): ${storage} {
const b = a.slice();
let s = 0.1;
${own(`${this.loop(inStep)}\n${this.loop(inStep)}`)}
return b;
}
export function f(x: ${storage}, y: ${storage}, n: number): number {
let s = 0.25;
${arrays.map((name) => `let ${name} = ${this.made()};`).join('\n')}
${this.block({ arrays, loops: 0 }, 4 + this.draw(4))}
for (let i = 0; i < ${this.pick(arrays)}.length; i++) s += (i + 1) * ${arrays.map((name) => `${name}[i]`).join(' * ')} + a[i];
return s;
}`;
  }
}

const storages = ['Float64Array', 'Float64Array', 'number[]', 'Float32Array'];

export const stencilPrograms: fc.Arbitrary<StencilProgram> = fc.gen().map((g) => {
  const draw: Draw = (max) => g(fc.nat, { max });
  const text = new Programs(draw, storages[draw(3)]).program();
  const length = [5, 5, 5, 4, 3, 2, 1, 0][draw(7)];
  const reals = () => Array.from({ length }, () => (draw(256) - 128) / 64);
  return { text, args: [reals(), reals(), length] };
});

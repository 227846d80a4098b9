/**
 * Random functions with steps in time: each makes its arrays anew, or swaps, copies or changes those of the step before. Loops
 * in them carry numbers that are multiplied with each other, branch, and have loops inside; what they read is written before
 * them, in them, behind them, in a later step, or under another name.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

export interface TimeProgram {
  readonly text: string;
  readonly args: readonly [readonly number[], readonly number[], number];
}

class Programs {
  private names = 0;
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private fresh = (base: string): string => `${base}${this.names++}`;
  private times = (count: number, make: () => string): string =>
    Array.from({ length: count }, make).join('\n');

  private element = (i: string): string =>
    `${this.pick(['x', 'y', 'a', 'a', 'a', 'b', 'rows[1]'])}[${this.pick([i, i, i, `${i} - 1`, '0', '1'])}]`;

  private real(numbers: readonly string[], i: string): string {
    const one = () => (this.chance(2) ? this.pick(numbers) : this.element(i));
    return this.pick([
      () => `${one()} * ${one()} + 0.5 * ${one()}`,
      () => `0.3 * (${one()} - ${one()})`,
      () => `${one()} * ${one()}`,
      () => `${one()} / (2 + ${one()} * ${one()})`,
      () => `(${one()} > ${one()} ? ${one()} : 0.5 * ${one()})`,
      () => `Math.sqrt(2 + ${one()} * ${one()})`,
      () => (this.chance(4) ? `Math.sin(${one()})` : `Math.max(${one()}, ${one()})`),
      () => `${one()} + ${i} * 0.25`,
    ])();
  }

  private inLoop(numbers: readonly string[], i: string, depth: number): string {
    const value = () => this.real(numbers, i);
    const target = this.pick(numbers.filter((name) => /^[pq]/.test(name)));
    switch (this.draw(9)) {
      case 0:
        return `if (${value()} > 0.2) {\n${this.inLoop(numbers, i, depth)}\n}`;
      case 1: {
        if (depth > 0) return `${target} = 0.5 * ${value()};`;
        const j = this.fresh('j');
        const end = this.pick(['3', i, 'n']);
        return `for (let ${j} = 0; ${j} < ${end}; ${j}++) {\n${this.inLoop(numbers, j, 1)}\n}`;
      }
      case 2:
        return `${this.pick(['a', 'b', 'rows[0]', 'next', 'next'])}[${i}] ${this.pick(['=', '+='])} ${value()};`;
      case 3:
        return `s += 0.1 * ${value()};`;
      default:
        return `${target} = 0.5 * ${value()};`;
    }
  }

  private loop(): string {
    const i = this.fresh('i');
    const [p, q, u] = ['p', 'q', 'u'].map(this.fresh);
    const numbers = ['s', p, q, u];
    const begin = this.pick(['0', '1']);
    const head = this.chance(6)
      ? `let ${i} = n - 1; ${i} >= ${begin}; ${i}--`
      : `let ${i} = ${begin}; ${i} < ${this.pick(['n', 'x.length', 'n - 1'])}; ${i}++`;
    const exit = this.chance(8) ? `if (${q} > 2) break;\n` : '';
    return `let ${p} = ${this.pick(['0.5', 'a[0]', 's', 'x[1]'])};
let ${q} = ${this.pick(['0.25', 'b[1]', 's * 0.5'])};
for (${head}) {
${exit}const ${u} = ${this.real(['s', p, q], i)};
next[${i}] = ${this.real(numbers, i)};
${this.times(1 + this.draw(2), () => this.inLoop(numbers, i, 0))}
${p} = 0.5 * ${u} + ${this.real(numbers, i)} * 0.25;
}`;
  }

  private between(): string {
    return this.pick([
      () => `s += next[1] * 0.5;`,
      () => `a[${this.pick(['0', '1', 'n - 1'])}] = ${this.real(['s'], '1')};`,
      () => `for (let k = 0; k < n; k++) ${this.pick(['a', 'b', 'next'])}[k] *= 0.5 + 0.1 * s;`,
      () => `b.set(${this.pick(['a', 'next'])});`,
      () => `rows[${this.draw(1)}] = ${this.pick(['a', 'b', 'next'])};`,
      () => `rows[1][0] = s;`,
      () => `s = damped(${this.pick(['a', 'b', 'next'])}, s);`,
      () => `if (s > 0.5) {\n${this.loop()}\n}`,
      () => '',
    ])();
  }

  program(): string {
    const loops = 1 + this.draw(1);
    return `function damped(a: Float64Array, s: number): number {
for (let i = 1; i < a.length; i++) a[i] = a[i] * 0.5 + a[i - 1] * s;
return 0.5 * s + a[1];
}
export function f(x: Float64Array, y: Float64Array, n: number): number {
let s = 0.25;
let a = ${this.pick(['new Float64Array(n)', 'x.slice()', 'x.map((v) => v * 0.5)'])};
let b = ${this.pick(['new Float64Array(n)', 'y.slice()', 'a'])};
const rows = [x.slice(), y.slice()];
for (let t = 0; t < ${this.pick(['2', '3', 'n'])}; t++) {
const next = new Float64Array(n);
${this.times(loops, () => `${this.between()}\n${this.loop()}`)}
${this.between()}
${this.pick(['a = next;', 'a = next;', 'b = a;\na = next;', 'a = b;\nb = next;', 'if (s > 0) a = next;', ''])}
}
for (let i = 0; i < n; i++) s += (i + 1) * a[i] + b[i] * rows[1][i];
return s;
}`;
  }
}

export const timePrograms: fc.Arbitrary<TimeProgram> = fc.gen().map((g) => {
  const draw: Draw = (max) => g(fc.nat, { max });
  const text = new Programs(draw).program();
  const length = [5, 5, 4, 3, 2][draw(4)];
  const reals = () => Array.from({ length }, () => (draw(256) - 128) / 64);
  return { text, args: [reals(), reals(), length] };
});

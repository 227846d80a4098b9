/**
 * Random functions that mix code of the numeric tier with calls of functions that are none: generators, Maps, regular
 * expressions, caught errors, accessors, dictionaries and texts. These take numbers, arrays, objects and texts, give numbers,
 * arrays, objects and parts of what they were given, throw half way, count what they did, and are called in loops that are left,
 * beside arrays that the function writes.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

export interface ExoticProgram {
  readonly text: string;
  readonly x: number;
  readonly xs: readonly number[];
}

/** What all programs may use; the last ones change what was there before, so that runs answer for them. */
const helpers = `
const table = new Map([['one', 1], ['two', 2]]);
const grid = [0.5, -0.25, 1.5];
const words = 'a=1;b=2;a=0.5';
let calls = 0;
const kept: number[][] = [];
function* steps(n: number, h: number) { for (let i = 0; i < n; i++) yield i * h; }
function* pairs(n: number, x: number): Generator<[number, number]> { for (let i = 0; i < n; i++) yield [i / n, x / (i + 1)]; }
function caught(x: number) { try { if (x > 0.9) throw new Error('large'); return x * x; } catch { return Math.sin(x); } }
function thrown(x: number) { try { return Math.cos(x); } finally { if (x > 1.6) throw new RangeError('far'); } }
function looked(k: number) { return table.get(k > 1 ? 'two' : 'one') ?? 0; }
function parsed(name: string) { let s = 0; for (const [, key, value] of words.matchAll(/(\\w)=([\\d.]+)/g)) if (key === name) s += Number(value); return s; }
class Degrees { #r = 0; get value() { return this.#r * 50; } set value(d: number) { this.#r = d / 50; } get sin() { return Math.sin(this.#r); } static [Symbol.hasInstance]() { return true; } }
function degrees(d: number) { const a = new Degrees(); a.value = d; a.value = a.value * d; return a.sin; }
function total(xs: readonly number[]) { return [...new Set(xs.keys())].reduce((s, k) => s + xs[k] * (k + 1), 0); }
function scaled(xs: number[], x: number) { return Object.entries({ ...xs }).map(([k, y]) => y * x + Number(k)); }
function split(xs: number[], x: number) { const parts: Record<string, number> = {}; for (const [k, y] of xs.entries()) { const key = k % 2 ? 'odd' : 'even'; parts[key] = (parts[key] ?? x) * y; } return { odd: parts.odd ?? 0, even: parts.even ?? 0, both: [parts.odd ?? 1, x] }; }
function same(xs: number[]) { return JSON.parse('true') ? xs : []; }
function shown({ a, b }: { a: number; b: number }) { return [\`\${a > b}\`].includes('true') ? a * b : a - b; }
function searched(x: number, at: readonly number[]) { for (const [k, y] of at.entries()) if (x < y) return k + x * y; return x; }
function* weighted(xs: readonly number[], x: number) { for (const [k, y] of xs.entries()) yield y * x + k; }
function distinct(xs: number[], ys: number[]) { return new Set([xs, ys]).size; }
function deep(x: number, n: number): number { return [...\`\${n}\`].length > 1 || n < 1 ? x : Math.sin(deep(x, n - 1)) + x; }
function counted(x: number) { calls++; return [...'ab'].length * x + calls * 0; }
function keeping(xs: number[]) { kept.push(xs); return [...kept[kept.length - 1]].length; }
function written(xs: number[], x: number) { xs[0] = x; return [...'a'].length * x; }
`;

class Programs {
  private names = 0;
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private fresh = (base: string): string => `${base}${this.names++}`;

  private list = (): string => this.pick(['xs', 'ys', 'ys', 'grid', '[x, 0.5]']);

  /** A call of one of the functions that do not lower; seldom of one that changes something. */
  private exotic(reals: readonly string[], size: number): string {
    const x = () => this.real(reals, size - 1);
    if (this.chance(60))
      return this.pick([
        `counted(${x()})`,
        `keeping(ys)`,
        `written(ys, ${x()})`,
        `distinct(ys, ys)`,
        `distinct(ys, xs)`,
      ]);
    switch (this.draw(13)) {
      case 0:
        return `caught(${x()})`;
      case 1:
        return this.chance(4) ? `thrown(${x()})` : `thrown(Math.sin(${x()}))`;
      case 2:
        return `looked(${this.draw(3)})`;
      case 3:
        return `parsed('${this.pick(['a', 'b', 'c'])}')`;
      case 4:
        return `degrees(${x()})`;
      case 5:
        return `total(${this.list()})`;
      case 6:
        return `scaled(${this.list()}, ${x()})[${this.draw(1)}]`;
      case 7:
        return `split(${this.list()}, ${x()}).${this.pick(['odd', 'even', 'both[1]'])}`;
      case 8:
        return `${this.chance(4) ? 'same' : 'scaled'}(${this.list()}, 1)[1]`;
      case 9:
        return `shown({ a: ${x()}, b: ${x()} })`;
      case 10:
        return `searched(${x()}, ${this.list()})`;
      case 11:
        return `deep(${x()}, ${this.draw(4)})`;
      case 12:
        return `[...steps(3, ${x()})][2]`;
      default:
        return `Math.max(...scaled(ys, ${x()}))`;
    }
  }

  real(reals: readonly string[], size: number): string {
    if (size <= 0) return this.pick([...reals, 'xs[0]', 'ys[1]', '0.75', 'x']);
    const inner = () => this.real(reals, size - 1 - this.draw(1));
    switch (this.draw(7)) {
      case 0:
        return `(${inner()} + ${inner()})`;
      case 1:
        return `${inner()} * ${inner()}`;
      case 2:
        return `Math.${this.pick(['sin', 'tanh', 'abs', 'sqrt'])}(${inner()})`;
      case 3:
        return `(${inner()} > ${inner()} ? ${inner()} : ${inner()})`;
      default:
        return this.exotic(reals, size);
    }
  }

  statements(reals: readonly string[], size: number, loops: number): string {
    let known = reals;
    const all = Array.from({ length: 1 + this.draw(2) }, () => {
      const real = () => this.real(known, 2);
      switch (this.draw(9)) {
        case 0:
        case 1: {
          const name = this.fresh('t');
          const text = `const ${name} = ${real()};`;
          known = [...known, name];
          return text;
        }
        case 2:
          return `ys[${this.draw(1)}] = ${real()};`;
        case 3: {
          if (!this.chance(4)) return `s += ${real()};`;
          const name = this.fresh('r');
          return `const ${name} = same(ys); ys[1] = ${real()}; s += ${name}[1] * 0.5;`;
        }
        case 4:
          if (size <= 0) return `s += ${real()};`;
          return `if (${real()} > 0.3) { ${this.statements(known, size - 1, loops)} } else { s -= ${real()}; }`;
        case 5: {
          if (size <= 0 || loops > 1) return `s = s * 0.5 + ${real()};`;
          const i = this.fresh('i');
          const leave = this.chance(2) ? `if (s > ${real()}) break;` : '';
          const body = this.statements([...known, i], size - 1, loops + 1);
          return `for (let ${i} = 0; ${i} < 3; ${i}++) { ${leave} ${body} }`;
        }
        case 6: {
          if (loops > 1) return `s -= ${real()};`;
          const [u, w] = [this.fresh('u'), this.fresh('w')];
          const leave = this.chance(3) ? `if (${u} > 0.3) break;` : '';
          if (this.chance(3)) {
            const write = this.chance(3) ? `ys[1] = ${this.real([...known, u], 1)};` : '';
            return `for (const ${u} of weighted(ys, ${real()})) { ${leave} ${write} s += ${u} * ${real()}; }`;
          }
          return `for (const [${u}, ${w}] of pairs(3, ${real()})) { ${leave} s += ${w} * ${this.real([...known, u, w], 1)}; }`;
        }
        case 7: {
          const name = this.fresh('o');
          const text = `const ${name} = split(${this.list()}, ${real()});`;
          known = [...known, `${name}.odd`, `${name}.both[0]`];
          return text;
        }
        case 8:
          return `ys = scaled(ys, ${real()});`;
        default:
          return `s += ${real()};`;
      }
    });
    return all.join(' ');
  }

  program(): string {
    return `${helpers}
export const f = (x: number, xs: number[]): number => {
  let s = 0;
  let ys = ${this.pick(['[x, xs[1]]', 'xs.map((y) => y * x)', 'xs.slice()'])};
  ${this.statements(['s'], 2, 0)}
  ${this.statements(['s'], 1, 0)}
  return s + xs[0] * x;
};`;
  }
}

const real = fc.double({ min: -2, max: 2, noNaN: true }).map((x) => Math.round(x * 100) / 100);

export const exoticPrograms: fc.Arbitrary<ExoticProgram> = fc
  .record({
    tape: fc.array(fc.nat(), { minLength: 150, maxLength: 150 }),
    x: real,
    xs: fc.array(real, { minLength: 3, maxLength: 3 }),
  })
  .map(({ tape, x, xs }) => {
    let next = 0;
    const draw: Draw = (max) => tape[next++ % tape.length] % (max + 1);
    return { text: new Programs(draw).program(), x, xs };
  });

/**
 * Random arrays of functions with what they capture, by `map` and `Array.from`: numbers, arrays, variables that change, objects
 * with methods and getters, functions beside them; objects and variables that are the same for all; constants of the
 * module with methods that call each other.
 */
import fc from 'fast-check';
import { randomNumber } from './random-number.js';

type Draw = (max: number) => number;

class Programs {
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private literal = (): string => this.pick(['0.5', '1.5', '2', '-1', '0.25']);

  /** A number made of others, and of calls of functions of one number. */
  private number = (
    size: number,
    reals: readonly string[],
    calls: readonly string[] = [],
  ): string =>
    randomNumber({ draw: this.draw, pick: this.pick, literal: this.literal }, size, reals, calls);

  private constant = (): string =>
    `const held = { k: ${this.literal()}, one(x: number): number { return ${this.number(2, ['x', 'this.k'])}; }, two(x: number): number { return ${this.number(2, ['x', 'this.k'], ['this.one', 'held.one'])}; }, inner: { at: (x: number): number => ${this.number(2, ['x'])} } };
${this.chance(2) ? 'exports.held = held;' : ''}
const made = (() => { const s = Math.sqrt(${this.pick(['2', '5'])}); const own = (x: number): number => ${this.number(2, ['x', 's'])}; return { own, both: (x: number): number => ${this.number(2, ['x', 's'], ['own'])} }; })();`;

  private outer = ['held.one', 'held.two', 'held.inner.at', 'made.both', 'made.own'];

  /** A change in a function of an array. */
  private change = (names: readonly string[], reals: readonly string[]): string => {
    const name = this.pick(names);
    const by = this.number(1, [...reals, name], this.outer);
    return this.pick([
      `${name} = ${by};`,
      `${name} += 0.5 * ${by};`,
      `${name} *= 0.5; ${name} += ${by};`,
    ]);
  };

  /** A function that makes an element of its parameters `w` and `k`, and of what all share. */
  private maker = (name: string): string => {
    const reals = ['w', 'k', 'z', 'n', 'x', 'total', 'common.level'];
    const names = [
      'z',
      'n',
      ...(this.chance(3) ? ['total'] : []),
      ...(this.chance(4) ? ['common.level'] : []),
    ];
    const changes = (count: number): string =>
      Array.from({ length: this.draw(count) }, () => this.change(names, reals)).join(' ');
    const begin = `let z = ${this.number(1, ['w', 'k'])}; let n = 0; const row = [w, k, ${this.literal()}]; const beside = (x: number): number => { ${changes(1)} return ${this.number(2, reals)}; };`;
    const body = (): string =>
      `${changes(2)} return ${this.number(2, [...reals, 'row[1]'], [...this.outer, 'beside'])};`;
    if (this.chance(2))
      return `const ${name} = (w: number, k: number) => { ${begin} return (x: number): number => { ${body()} }; };`;
    const field = this.pick(['level', 'gain']);
    return `const ${name} = (w: number, k: number) => { ${begin} return { ${field}: w, call(x: number): number { this.${field} = ${this.number(1, ['w', 'x', `this.${field}`])}; ${body()} }, get now(): number { return ${this.number(1, ['z', 'w'])} + this.${field}; }, direct: (x: number): number => { ${body()} } }; };`;
  };

  private calls = (name: string, isObject: boolean): string => {
    const of = (one: string): string =>
      isObject ? this.pick([`${one}.call(y)`, `${one}.direct(y)`, `${one}.now`]) : `${one}(y)`;
    switch (this.draw(4)) {
      case 0:
        return `for (const one of ${name}) y = Math.tanh(${of('one')});`;
      case 1:
        return `y = ${name}.reduce((y, one) => Math.sin(${of('one')}) + 0.1 * y, y);`;
      case 2:
        return `y += ${of(`${name}[${this.pick(['0', '1', `${name}.length - 1`])}]`)};`;
      case 3:
        return `total += 0.1 * y; common.level *= 0.5; ${name}.forEach((one, k) => { y += ${of('one')} * 0.1 * k; });`;
      default:
        return `for (let i = 0; i < ${name}.length; i++) { const one = ${name}[i]; y = Math.tanh(${of('one')} + ${of('one')}); }`;
    }
  };

  module = (): string => {
    const makers = [this.maker('first'), this.maker('second')];
    const areObjects = makers.map((text) => text.includes('get now'));
    const lists = [
      'const all = xs.map(first);',
      this.pick([
        'const others = xs.map((w) => second(w, 0.5));',
        'const others = Array.from({ length: 2 }, (_, k) => second(xs[k], y));',
      ]),
    ];
    const steps = Array.from({ length: 2 + this.draw(3) }, () => {
      const k = this.draw(1);
      const call = this.calls(['all', 'others'][k], areObjects[k]);
      return this.chance(3) ? `for (let t = 0; t < 2; t++) { ${call} }` : call;
    });
    return `${this.constant()}
function f(xs: number[]): number {
  let y = 0.3; let total = 0.2; const common = { level: 0.7 };
  ${makers.join('\n  ')}
  ${lists.join('\n  ')}
  ${steps.join('\n  ')}
  return y + total * common.level;
}
exports.f = f;`;
  };
}

/** Modules that export `f`, a function of a list of at least two numbers. */
export const heldPrograms: fc.Arbitrary<string> = fc.gen().map((g) => {
  const draw: Draw = (max) => g(fc.nat, { max });
  return new Programs(draw).module();
});

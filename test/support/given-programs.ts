/**
 * Random functions that make functions of functions: they compose them, choose among them, hold them in objects, and give
 * them to others, in types or without; what leaves capture changes between calls.
 */
import fc from 'fast-check';
import { randomNumber } from './random-number.js';

type Draw = (max: number) => number;

export interface GivenProgram {
  /** A module that exports `made`, functions of one number, and `change`, which changes what some capture. */
  readonly text: string;
  readonly x: number;
}

class Programs {
  private readonly isTold: boolean;
  constructor(private readonly draw: Draw) {
    this.isTold = this.chance(2);
  }

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private literal = (): string => this.pick(['0.5', '1.5', '2', '-1', '0.25']);
  private readonly real = this.typed('number');
  private readonly f = this.typed('(x: number) => number');

  private typed(type: string): string {
    return this.isTold === true ? `: ${type}` : '';
  }

  /** A number made of others, and of calls. */
  private number = (size: number, reals: readonly string[], calls: readonly string[]): string =>
    randomNumber({ draw: this.draw, pick: this.pick, literal: this.literal }, size, reals, calls);

  private makers = (): string => {
    const typed = ` (x${this.real}) =>`;
    const over = (reals: readonly string[], calls: readonly string[]) =>
      this.number(3, ['x', 'x', ...reals], calls);
    return `let shared = 0.5; const held = { k: 2, at: (x: number): number => ${over([], [])} };
const leaf = (x: number): number => ${over(['shared'], [])};
const scaled = (k: number) => (x: number): number => ${over(['k', 'shared'], [])};
const ofHeld = (x: number): number => held.k * x;
const both = (f${this.f}, g${this.f}) =>${typed} ${over([], ['f', 'g'])};
const one = (f${this.f}) => { const twice = (x: number): number => ${over([], ['f'])}; return (x: number): number => ${over([], ['twice', 'f'])}; };
const chosen = (f${this.f}, g${this.f}, k: number) => (x: number): number => (x > k ? f : g)(x) + k;
const summed = (f${this.f}, xs: number[]) => (x: number): number => xs.map((y) => f(y * x)).reduce((a, b) => a + b, 0);
const walked = (f${this.f}, n: number) => (x: number): number => { let y = x; for (let i = 0; i < n; i++) { y = ${this.number(2, ['y', 'x'], ['f'])}; if (y > 3) break; } return y; };
const inside = (o) => (x: number): number => o.at(x) + ${over([], [])};
const boxed = (f${this.f}) => ({ at: (x: number): number => ${over([], ['f'])} });
const shadowed = (f${this.f}) => (x: number): number => { const g = (f: (x: number) => number) => f(x); return g(Math.sin) + f(x); };
`;
  };

  /** An expression of a function. */
  private made = (depth: number): string => {
    if (depth <= 0)
      return this.pick([
        'leaf',
        'ofHeld',
        `scaled(${this.literal()})`,
        'Math.sin',
        `(x: number) => ${this.number(2, ['x'], ['leaf'])}`,
      ]);
    const inner = (): string => this.made(depth - 1 - this.draw(1));
    return this.pick([
      () => `both(${inner()}, ${inner()})`,
      () => `one(${inner()})`,
      () => `chosen(${inner()}, ${inner()}, ${this.literal()})`,
      () => `summed(${inner()}, [1, 0.5])`,
      () => `walked(${inner()}, 3)`,
      () => `inside(boxed(${inner()}))`,
      () => 'inside(held)',
      () => `shadowed(${inner()})`,
    ])();
  };

  text(): string {
    const tops = Array.from({ length: 3 }, (_, k) => `const top${k} = ${this.made(2)};`);
    const calls = ['top0', 'top1', 'top2'];
    const roots = [
      ...calls,
      this.made(2),
      `(x: number): number => ${this.number(3, ['x'], calls)}`,
    ];
    return `${this.makers()}${tops.join('\n')}
function build() { const k = shared; return ${this.made(2)}; }
const last = ${roots.at(-1)};
exports.made = [top0, top1, top2, last, ${roots[3]}, build()];
exports.change = () => { shared = -0.75; held.k = 3; held.at = leaf; };
`;
  }
}

export const givenPrograms: fc.Arbitrary<GivenProgram> = fc.gen().map((g) => {
  const draw: Draw = (max) => g(fc.nat, { max });
  return { text: new Programs(draw).text(), x: (draw(256) - 128) / 64 };
});

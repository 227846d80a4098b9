/**
 * Random functions with derivatives inside: in every mixture, to a depth of three, with variables of all levels in each,
 * with loops, branches, arrays, recursion, exact zeros and kinks, where the result of a derivative may be used or not.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

class Programs {
  private names = 0;
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private fresh = (base: string): string => `${base}${this.names++}`;

  /** An expression of variables; `depth` is how many derivatives may stand inside each other. */
  real(scope: readonly string[], size: number, depth: number): string {
    const inner = (): string => this.real(scope, size - 1 - this.draw(1), depth);
    if (size <= 0) return this.pick([...scope, ...scope, '0.5', '1.25']);
    if (depth > 0 && this.draw(3) === 0) return this.derivative(scope, size, depth);
    switch (this.draw(9)) {
      case 0:
        return `(${inner()} + ${inner()})`;
      case 1:
      case 2:
        return `${inner()} * ${inner()}`;
      case 3:
        return `Math.${this.pick(['sin', 'cos', 'tanh', 'atan', 'abs'])}(${inner()})`;
      case 4:
        return `${inner()} / (2 + Math.sin(${inner()}))`;
      case 5:
        return `(${inner()} ${this.pick(['<', '>'])} ${inner()} ? ${inner()} : ${inner()})`;
      case 6:
        return `Math.${this.pick(['max', 'hypot', 'min'])}(${inner()}, ${inner()})`;
      case 7:
        return `${this.draw(11) === 0 ? 'bent' : 'part'}(${inner()}, ${this.draw(2)})`;
      case 8:
        return this.pick([
          `0 * ${inner()}`,
          `Math.abs(${inner()} - ${inner()})`,
          `count(3) * ${inner()}`,
        ]);
      default:
        return `(${inner()} - ${inner()})`;
    }
  }

  private derivative(scope: readonly string[], size: number, depth: number): string {
    const [x, y] = [this.fresh('x'), this.fresh('y')];
    const at = (): string => this.real(scope, size - 1, depth - 1);
    const one = (): string => `(${x}: number) => ${this.body([...scope, x], size, depth - 1)}`;
    const two = (): string =>
      `(${x}: number, ${y}: number) => ${this.body([...scope, x, y], size, depth - 1)}`;
    const ofList = (): string =>
      `(${x}: number[]) => ${this.body([...scope, `${x}[0]`, `${x}[1]`], size, depth - 1)}`;
    const pair = (): string =>
      `(${x}: number[]) => [${this.real([...scope, `${x}[0]`, `${x}[1]`], size - 1, depth - 1)}, ${this.real([...scope, `${x}[1]`], size - 1, depth - 1)}]`;
    const mapped = (): string =>
      `(${x}: number[]) => ${x}.map((${y}) => ${this.real([...scope, y, `${x}[0]`], size - 1, depth - 1)})`;
    const list = (): string => `[${at()}, ${at()}]`;
    const [i, j] = [this.draw(1), this.draw(1)];
    switch (this.draw(13)) {
      case 8:
        return `vjp(${this.pick([pair, mapped])()})(${list()}).pullback(${list()})[${i}]`;
      case 9:
        return `linearize(${two()})(${at()}, ${at()}).pushforward(${at()})`;
      case 10:
        return `linearize(${mapped()})(${list()}).pushforward(${list()})[${i}]`;
      case 11:
        return `jacobian(${this.pick([pair, mapped])()})(${list()})[${i}][${j}]`;
      case 12:
        return `beside(valueAndGrad((${x}: number) => [${this.real([...scope, x], size - 1, depth - 1)}, ${this.real([...scope, x], size - 1, depth - 1)}], { aux: true })(${at()}))`;
      case 13:
        return `vjp(${one()})(${at()}).value`;
      case 0:
        return `derivative(${one()})(${at()})`;
      case 1:
        return `grad(${one()})(${at()})`;
      case 2:
        return `jvp(${two()})([${at()}, ${at()}], [${at()}, ${this.pick(['undefined', '1'])}]).tangent`;
      case 3:
        return `hvp(${one()})(${at()}, ${at()})`;
      case 4:
        return `both(valueAndGrad(${one()})(${at()}))`;
      case 5:
        return `grad(${two()}, { wrt: ${this.pick(['[0, 1]', '[1, 0]'])} })(${at()}, ${at()})[1]`;
      case 6:
        return `grad(${ofList()})([${at()}, ${at()}])[${this.draw(1)}]`;
      default:
        return `hvp(${ofList()})([${at()}, ${at()}], [${at()}, 1])[${this.draw(1)}]`;
    }
  }

  /** The body of a function. */
  body(scope: readonly string[], size: number, depth: number): string {
    const [p, q] = [this.fresh('p'), this.fresh('q')];
    const of = (more: readonly string[], given = size - 1): string =>
      this.real([...scope, ...more], given, depth);
    switch (this.draw(6)) {
      case 5: {
        if (depth === 0) return this.real(scope, size, depth);
        const given = this.real([...scope, 'e', `${q}[0]`], size - 2, depth - 1);
        return `{ const ${q} = [${of([])}, ${of([])}]; const { value, pullback } = vjp((v: number[]) => v.map((e) => e * ${given}))(${q}); ${q}[0] = ${of([])}; const ${p} = pullback([${of([])}, ${q}[0]]); return ${p}[0] * value[1] + ${p}[1]; }`;
      }
      case 0:
        return `{ let ${p} = ${of([])}; for (let i = 0; i < 3; i++) ${p} = Math.sin(${of([p])} + ${p}); return ${p} * ${of([p])}; }`;
      case 1:
        return `{ let ${p} = 0; for (let i = 0; i < 3; i++) ${p} += ${of([p, 'i'])} * i; return ${p}; }`;
      case 2:
        return `{ const ${q} = [${of([])}, ${of([])}]; for (let i = 0; i < 2; i++) ${q}[i] = Math.tanh(${of([`${q}[0]`, `${q}[1]`])}); return ${q}[0] * ${of([`${q}[1]`])}; }`;
      case 3:
        return `{ let ${p} = ${of([])}; let n = 0; while (n < 3 && ${p} < 2) { ${p} = ${p} + 0.3 * Math.cos(${of([p])}); n++; } ${of([])}; return ${p}; }`;
      default:
        return this.real(scope, size, depth);
    }
  }
}

/** Modules with a function f of two numbers. */
export const nestedPrograms = fc.infiniteStream(fc.nat({ max: 999_999 })).map((stream) => {
  const draw: Draw = (max) => stream.next().value! % (max + 1);
  const programs = new Programs(draw);
  return `const { derivative, grad, hvp, jacobian, jvp, linearize, valueAndGrad, vjp } = require('delta-tape'); exports.f = f;
function part(a: number, n: number): number { return n < 1 ? a : Math.sin(a) * part(a * 0.5, n - 1) + 0.1; }
function bent(a: number, n: number): number { return n < 1 ? a * Math.sin(a) : derivative((z: number) => bent(z, n - 1))(a) + 0.1; }
function count(n: number): number { 'use no grad'; let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
const beside = (of: { value: number; gradient: number; aux: number }): number => of.value * of.gradient + of.aux;
const both = (of: { value: number; gradient: number }): number => of.value + of.gradient;
function f(a: number, b: number): number ${block(programs.body(['a', 'b'], 3, 3))}`;
});

const block = (body: string): string => (body.startsWith('{') ? body : `{ return ${body}; }`);

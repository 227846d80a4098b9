/**
 * The text that the translation makes of telling functions: what a person reads who follows a
 * derivative version against the original. `npx jest test/plain/general/golden -u` writes it anew.
 */
import { translate } from '../../../src/plain/translate.js';
import { version } from '../../../src/errors/version.js';

const functions: Readonly<Record<string, string>> = {
  'the function of Rosenbrock: a loop that only adds is one binding': `
    export function rosenbrock(x: Float64Array) {
      let sum = 0;
      for (let i = 0; i + 1 < x.length; i++) {
        const a = 1 - x[i];
        const b = x[i + 1] - x[i] * x[i];
        sum += a * a + 100 * b * b;
      }
      return sum;
    }`,
  'an inner product of arrays of floats: one binding': `
    export function neuron(weights: Float64Array, from: number, input: Float64Array) {
      let sum = weights[from];
      for (let j = 0; j < input.length; j++) sum += weights[from + 1 + j] * input[j];
      return Math.tanh(sum);
    }`,
  'a layer of a network: elements of other arrays may be getters, and each product has a binding': `
    export function layer(weights: number[][], biases: number[], input: number[]) {
      return weights.map((row: number[], k: number) => {
        let sum = biases[k];
        for (let j = 0; j < row.length; j++) sum += row[j] * input[j];
        return Math.tanh(sum);
      });
    }`,
  'straight-line code: one binding for what is returned': `
    export const energy = (x: number, v: number, k: number, m: number) => {
      const potential = 0.5 * k * x * x;
      const kinetic = 0.5 * m * v * v;
      return potential + kinetic;
    };`,
  'a closure': `
    export const scale = (a: number) => {
      const square = a * a;
      return (x: number) => square * x + 1;
    };`,
  'a class with private fields': `
    export class Spring {
      #k;
      constructor(k: number) { this.#k = k * 2; }
      energy(x: number) { return 0.5 * this.#k * x ** 2; }
      get stiffness() { return this.#k + 0; }
    }`,
  'a generator': `
    export function* powers(x: number, n: number) {
      let p = 1;
      for (let i = 0; i < n; i++) { yield p; p *= x; }
    }`,
  'traps in the order of evaluation': `
    export const trap = (f: (x: number) => number, o: { x: number }, xs: number[]) => {
      let x = o.x;
      x = f(x) + x++;
      xs[x++ | 0] += f((x *= 2));
      o.x -= xs[0] = x;
      return x;
    };`,
  'optional chains': `
    export const deep = (o: any, k: string) => (o?.a?.[k]?.(o.b) ?? 1) * o.f?.();`,
  'recursion, with a branch': `
    export function power(n: number, x: number): number {
      return n === 0 ? 1 : x * power(n - 1, x);
    }`,
  'destructuring, defaults and spreads': `
    export function sum({ a, b = a * 2 }: { a: number; b?: number }, [c, ...rest]: number[]) {
      const largest = Math.max(c, ...rest);
      return a + b! + largest;
    }`,
  'functions within a function, handed to the library': `
    import { grad } from 'delta-tape';
    export function fit(data: number[]) {
      const loss = (w: Float64Array) => w[0] * w[0] + data[0];
      return [grad(loss), grad((w: Float64Array) => w[0] * w[1])];
    }`,
  'nothing to differentiate: no version at all': `
    export const label = (name: string, n: number[]) => name + n.length;`,
};

/** The text of any version. Lowered forms are data, which their own tests show as a person reads them. */
const readable = (code: string): string =>
  code.replace(`"${version}"`, '"…"').replace(/(\$(?:lowered|partials)\(.*?)`.*?`/g, '$1`…`');

describe('The translation of a module shows', () => {
  test.each(Object.entries(functions))('%s.', (_, text) => {
    const { code } = translate(text, { filename: 'program.ts' });
    expect(readable(code)).toMatchSnapshot();
  });

  test('the same text each time.', () => {
    for (const text of Object.values(functions)) {
      const [once, again] = [1, 2].map(() => translate(text, { filename: 'program.ts' }).code);
      expect(again).toBe(once);
    }
  });

  test('nothing of the runtime where there is nothing to differentiate.', () => {
    const { code } = translate(Object.values(functions).at(-1)!, { filename: 'program.ts' });
    expect(code).not.toContain('delta-tape');
  });
});

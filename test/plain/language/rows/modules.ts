/** Modules, and what TypeScript adds. */
import type { Group } from '../row.js';

export const modules: Group = {
  title: 'Modules and foreign code',
  rows: [
    {
      name: '`import`, `export`',
      source: `import g, { square, k as two } from './other'; import * as other from './other'; export function f(x: number) { return g(x) * square(x) * two + other.square(x); }`,
      modules: {
        './other':
          'export const k = 2; export function square(x: number) { return x * x; } export default (x: number) => x * 3;',
      },
    },
    {
      name: 'functions exported again',
      source: `export { g as f } from './other'; export * from './more';`,
      modules: {
        './other': 'export function g(x: number) { return x * x; }',
        './more': 'export const h = 1;',
      },
    },
    {
      name: 'default exports without a name',
      source: `import g from './other'; import H from './third'; export const f = (x: number) => g(x) * new H(x).square();`,
      modules: {
        './other': 'export default function (x: number) { return x * x + x; }',
        './third':
          'export default class { constructor(readonly x: number) {} square() { return this.x * this.x; } }',
      },
    },
    {
      name: 'CommonJS',
      source: `const { g } = require('./other'); function f(x) { return g(x) * x; } exports.f = f;`,
      only: 'js',
      modules: { './other': 'exports.g = function (x) { return x * x; };' },
    },
    {
      name: 'functions of `delta-tape`',
      source: `import { grad, mul, sin } from 'delta-tape'; export const f = (x: number) => mul(x, x) * sin(x) + grad((y: number) => mul(mul(y, y), x) as number)(x);`,
    },
    {
      name: 'foreign code that calls functions and moves data',
      status: 'passed through',
      source: `import { twice, boxed } from './foreign-native'; export const f = (x: number) => twice((y: number) => y * y, x) * boxed(x).value;`,
      modules: {
        './foreign-native':
          'export const twice = (g: any, x: number) => g(g(x)); export const boxed = (value: number) => ({ value, list: [value] });',
      },
    },
    {
      name: 'arithmetic in foreign code',
      status: 'refused',
      source: `import { energy } from './foreign-native'; export const f = (x: number) => energy(x) * 2;`,
      modules: { './foreign-native': 'export function energy(v: number) { return 0.5 * v * v; }' },
      error: 'a dual number met a native operator or function',
    },
    {
      name: '`===`, truth, `typeof`, `Set`, `Map` in foreign code',
      status: 'passed through',
      at: 0.3,
      source: `import { isHalf } from './foreign-native'; export const f = (x: number) => (isHalf(x) ? 1 : x) * x;`,
      modules: { './foreign-native': 'export const isHalf = (v: number) => v === 0.5;' },
      remark:
        'no error is possible: there a dual is an object, which is true and equal only to itself; translate such code, or give it `primalOf(x)`',
    },
    {
      name: "`'use no grad'` in a function",
      status: 'passed through',
      source: `function report(x: any) { 'use no grad'; return { kept: x }; } export const f = (x: number) => report(x * x).kept * x;`,
    },
    {
      name: "arithmetic under `'use no grad'`",
      status: 'refused',
      source: `function g(x: number) { 'use no grad'; return x * x; } export const f = (x: number) => g(x) * x;`,
      error: 'a dual number met a native operator',
    },
    {
      name: "`'use no grad'` for a module, `'use grad'` in a function",
      source: `'use no grad'; export function f(x: number) { 'use grad'; return x * x; }`,
    },
    {
      name: "`'use no grad'` around functions",
      status: 'refused',
      source: `'use no grad'; export function f(x: number) { const g = (y: number) => y * y; return g(x); }`,
      error: 'a dual number met a native operator',
    },
  ],
};

export const typescript: Group = {
  title: 'TypeScript',
  rows: [
    {
      name: 'annotations, generics, `as`, `satisfies`, `!`',
      only: 'ts',
      source:
        'type Pair<T> = readonly [T, T]; interface P { readonly x: number; k?: number } const id = <T,>(v: T): T => v; export function f(x: number): number { const p = { x, k: 2 } satisfies P; const q: P = p as P; const [a, b] = [x, x * x] as Pair<number>; return id(q.x) * q.k! * a + (b as unknown as number) * id<number>(x) + (q.k ?? 1); }',
    },
    {
      name: 'overloads, `declare`, type-only imports',
      only: 'ts',
      source: `import type { Real } from 'delta-tape'; declare const somewhere: number; function g(x: number): number; function g(x: string): string; function g(x: any) { return typeof x === 'string' ? x : x * x; } export const f = (x: number & {}): Real => g(x as number);`,
    },
    {
      name: '`enum`',
      only: 'ts',
      source:
        'enum Kind { Linear = 1, Square, Cube = Square + 1 } const enum Fast { Two = 2 } const by = (kind: Kind, x: number) => { switch (kind) { case Kind.Linear: return x; case Kind.Square: return x * x; default: return x ** kind; } }; export const f = (x: number) => by(Kind.Square, x) * by(Kind.Cube, x) * Kind.Cube * Fast.Two * Kind[1].length;',
    },
    {
      name: '`namespace`',
      only: 'ts',
      source:
        'namespace Physics { export const g = 9.81; const half = 0.5; export const energy = (v: number) => half * v * v; export function fall(t: number) { return energy(t) * g; } export class Body { constructor(readonly m: number) {} weight() { return this.m * g; } squared() { return this.m * this.m; } } export namespace Deeper { export const tens = { of(x: number) { return 10 * x; } }; } } export const f = (x: number) => Physics.fall(x) + Physics.energy(x) + new Physics.Body(x).weight() * new Physics.Body(x).squared() * Physics.Deeper.tens.of(x);',
    },
    {
      name: 'types that the module declares twice or hides',
      only: 'ts',
      source:
        'type T = boolean; const g = <T,>(x: T, y: T) => x === y; function h() { type N = boolean; const n: N = true; return n; } type N = number; export const f = (x: number) => (g<number>(x / x, 1) ? x * x : x) * (h() ? x : 1) * ((x: N) => (x === 1 ? x : 2))(x / x);',
    },
    {
      name: 'decorators',
      // Here esbuild removes them with the types, as the loaders have it do.
      only: 'js',
      remark: 'TypeScript or esbuild of the project compiles them first; a loader sees to it',
      source:
        'function doubled(target: any, key: string, d: PropertyDescriptor) { const original = d.value; d.value = function (...args: any[]) { return original.apply(this, args) * 2; }; } function tagged(C: any) { C.k = 3; } @tagged class C { static k: number; constructor(readonly s: number) {} @doubled area() { return this.s * this.s; } } export const f = (x: number) => new C(x).area() * C.k;',
    },
    {
      name: 'JSX',
      source:
        'const h = (type: any, props: any, ...children: any[]) => typeof type === "function" ? type({ ...props, children }) : { type, props, children }; const Disc = ({ r }: any) => <circle area={r * r * 3} {...{ r }}>{r * 2}{r > 0 && <b>{r}</b>}</circle>; export function f(x: number) { const { props, children } = (<Disc r={x * x} />) as any; return props.area * children[0] * children[1].children[0] * props.r; }',
    },
  ],
};

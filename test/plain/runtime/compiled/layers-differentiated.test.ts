/** All derivatives by objects that hold arrays of objects, also inside of functions, are those of runs; there are no files of them. */
import { derivative, hessian, hvp, jacobian, jvp, taylor, valueAndGrad, vjp } from 'delta-tape';
import { gradientSource } from 'delta-tape/compile';
import {
  gradientOf,
  layers,
  layerTypes,
  outcome,
  tree,
  type Call,
} from '../../../support/layers.js';
import type { F } from '../../../support/linked-modules.js';
import { load } from '../../../support/plain.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';

const own = load<Record<string, Call>>(
  `${layerTypes.replace(/export /g, '')}
exports.walk = walk; exports.loss = loss; exports.list = list; exports.first = first; exports.held = held;
function walk(n: Node): number { let s = Math.sin(n.value); for (const c of n.children) s += c.value * walk(c); return s; }
function loss(layers: Layer[]): number {
  let s = 0.4;
  for (const l of layers) for (const m of l.neurons) { s = Math.tanh(s * m.b + l.bias) * m.w[0]; for (const t of m.taps) s += t.x * t.y; }
  return s;
}
function list(layers: Layer[]): number[] { return layers.map((l) => l.neurons.reduce((s, m) => s + m.b * m.b * l.bias, 0)); }
const layers: Layer[] = JSON.parse('${JSON.stringify(layers())}');
const root: Node = JSON.parse('${JSON.stringify(tree())}');
function held(x: number): number {
  let s = x;
  for (const l of layers) for (const m of l.neurons) { s = Math.tanh(s * m.b + l.bias); for (const t of m.taps) s += t.x * t.y; }
  return s * walk(root) * root.children.length;
}
function first(n: Node): Point { return { x: n.value * n.children[0].value, y: n.children.length }; }
`,
);
const like = (of: unknown): unknown =>
  typeof of === 'number'
    ? of + 1
    : Array.isArray(of)
      ? of.map(like)
      : typeof of === 'object' && of !== null
        ? Object.fromEntries(Object.entries(of).map(([key, value]) => [key, like(value)]))
        : of;

const operators: Readonly<Record<string, (f: Call, arg: () => unknown) => unknown>> = {
  grad: (f, arg) => gradientOf(f)(arg()),
  valueAndGrad: (f, arg) => (valueAndGrad as unknown as (f: Call) => Call)(f)(arg()),
  'grad by names': (f, arg) => gradientOf(f, { wrt: ['value'] })(arg()),
  'grad by names of arrays': (f, arg) => gradientOf(f, { wrt: ['children'] })(arg()),
  jvp: (f, arg) => (jvp as unknown as (f: Call) => Call)(f)([arg()], [like(arg())]),
  vjp: (f, arg) => {
    const { value, pullback } = (vjp as unknown as (f: Call) => Call)(f)(arg()) as {
      value: unknown;
      pullback: Call;
    };
    return [value, pullback(like(value))];
  },
  hvp: (f, arg) => (hvp as unknown as (f: Call) => Call)(f)(arg(), like(arg())),
  hessian: (f, arg) => (hessian as unknown as (f: Call) => Call)(f)(arg()),
  jacobian: (f, arg) => (jacobian as unknown as (f: Call) => Call)(f)(arg()),
};

describe.each(Object.entries(operators))('%s answers as a run does', (_, operate) => {
  test.each<[name: string, arg: () => unknown]>([
    ['walk', tree],
    ['loss', layers],
    ['list', layers],
    ['first', tree],
  ])('for %s.', (name, arg) => {
    const work = () => outcome(() => operate(own[name], arg));
    expect(work()).toBe(withoutCompiled(work));
  });
});

test.each<[name: string, work: (f: Call) => unknown]>([
  ['taylor', (f) => (taylor as unknown as (f: Call, n: number) => Call)(f, 3)(0.4)],
  ['derivative', (f) => (derivative as unknown as (f: Call) => Call)(f)(0.4)],
  ['grad', (f) => gradientOf(f)(0.4)],
  ['hessian', (f) => (hessian as unknown as (f: Call) => Call)(f)(0.4)],
])('Beside such objects that are captured, %s answers as a run does.', (_, operate) => {
  const work = () => outcome(() => operate(own.held));
  expect(work()).toBe(withoutCompiled(work));
  expect(answer(own.held as F, [0.4], 0)).not.toBeNull();
});

test.each<[title: string, body: string, args: () => unknown[]]>([
  ['by a number', 'return grad((y: number) => y * walk(n) * y)(x);', () => [tree(), 1.3]],
  [
    'by the tree',
    'return grad((m: Node) => walk(m))(n).children[0].value * x;',
    () => [tree(), 1.3],
  ],
  [
    'by a copy',
    'return grad((m: Node) => walk(m) * x)({ ...n, value: x }).value;',
    () => [tree(), 1.3],
  ],
  [
    'along the tree',
    'return jvp((m: Node) => walk(m))([n], [n]).tangent * x;',
    () => [tree(), 1.3],
  ],
  [
    'by the children',
    'return grad((m: Node[]) => m.reduce((s, c) => s + c.value ** 2, 0))(n.children)[0].value * x;',
    () => [tree(), 1.3],
  ],
])('A derivative inside, %s, is that of a run.', (_, body, args) => {
  const { f } = load<{ f: Call }>(`const { grad, jvp } = require('delta-tape'); exports.f = f;
interface Node { value: number; children: Node[] }
function walk(n: Node): number { let s = Math.sin(n.value); for (const c of n.children) s += c.value * walk(c); return s; }
function f(n: Node, x: number): number { ${body} }`);
  for (const wrt of [0, 1]) {
    const work = () => outcome(() => gradientOf(f, { wrt })(...args()));
    expect(work()).toBe(withoutCompiled(work));
  }
});

test.each([
  [
    'a tree',
    'export function f(n: Node): number { let s = n.value; for (const c of n.children) s += f(c); return s; }',
  ],
  [
    'objects with arrays',
    'export function f(a: Layer[]): number { let s = 0; for (const l of a) for (const m of l.neurons) s += m.b * l.bias; return s; }',
  ],
  [
    'objects whose arrays it only counts',
    'export function f(a: Layer[]): number { return a[0].neurons.length * a[0].bias; }',
  ],
])('There is no file for %s, and a sentence says so.', (_, text) => {
  for (const kind of ['gradient', 'jvp', 'vjp', 'hvp', 'jacobian'] as const)
    expect(() => gradientSource(`${layerTypes}\n${text}`, { kind })).toThrow(
      /trees, arrays in objects of an array/,
    );
});

test('Instances of classes in arrays are left to runs.', () => {
  class Made {
    children: object[] = [];
    constructor(public value: number) {}
  }
  const args = () => [{ value: 2, children: [new Made(3)] }];
  expect(answer(own.walk as F, args(), 0)).toBeNull();
  const work = () => outcome(() => gradientOf(own.walk)(...args()));
  expect(work()).toBe(withoutCompiled(work));
});

/** Trees and linked lists, walked by recursion and by loops: compiled code has their values and gradients, or leaves. */
import { compareTiers, type Temptation } from '../../../support/temptations.js';

interface Tree {
  value: number;
  left: Tree | null;
  right: Tree | null;
}
const t = (value: number, left: Tree | null = null, right: Tree | null = null): Tree => ({
  value,
  left,
  right,
});
const tree = () => t(1.5, t(2, t(0.5), t(0.25, null, t(3))), t(-1, null, t(0.7)));
const list = (n: number): object => (n === 1 ? { v: 0.3 } : { v: n / 3, next: list(n - 1) });
const num = (value: number) => ({ kind: 'num', value });
const of = (kind: string, left: object, right: object) => ({ kind, left, right });

const f = (params: string, body: string): string => `
interface Tree { value: number; left: Tree | null; right: Tree | null }
interface List { v: number; next?: List }
type Chain = { v: number; then: Chain } | null;
type Expr = { kind: 'num'; value: number } | { kind: 'var' } | { kind: 'add' | 'mul'; left: Expr; right: Expr };
interface Even { v: number; odd: Odd | null }
interface Odd { w: number; even: Even | null }
interface Many { value: number; children: readonly Many[] }
interface Node { w: number[]; on: boolean; name: string; at: { x: number }; next: [Node | null, Node | null] }
const sum = (n: Tree | null): number => n === null ? 0 : Math.sin(n.value) * (1 + sum(n.left)) + n.value * sum(n.right);
function value(e: Expr, x: number): number {
  switch (e.kind) {
    case 'num': return e.value;
    case 'var': return x;
    case 'add': return value(e.left, x) + value(e.right, x);
    case 'mul': return value(e.left, x) * value(e.right, x);
  }
}
function deep(n: Node | null): number {
  if (n === null) return 0;
  let s = n.at.x;
  for (const w of n.w) s += w * w;
  return (n.on ? s : s * s) * (n.name === 'a' ? 2 : 3) + deep(n.next[0]) * 2 + deep(n.next[1]);
}
exports.f = f;
function f(${params}): number { 'use strict'; ${body} }`;
const path =
  'let at: Tree | null = n, s = x; while (at !== null) { s = Math.tanh(s * at.value); at = s > 0.5 ? at.left : at.right; } return s * x;';
const along =
  'let s = 1; for (let at: List | undefined = head; at; at = at.next) s = Math.sin(s + at.v * x); return s;';
const node = (x: number, on: boolean, name: string, ...next: (object | null)[]) => ({
  w: [x, 2 * x],
  on,
  name,
  at: { x },
  next: [next[0] ?? null, next[1] ?? null],
});

const many = (value: number, ...children: object[]): object => ({ value, children });

const rows: readonly Temptation[] = [
  {
    title: 'nodes with arrays of nodes',
    text: f(
      'n: Many',
      'let s = Math.sin(n.value); for (const c of n.children) s += c.value * f(c); return s;',
    ),
    args: () => [many(1, many(2, many(0.5), many(3)), many(0.7))],
    isCompiled: true,
  },
  {
    title: 'a child at what is nearly a whole number',
    text: f(
      'n: Many, x: number',
      'try { return n.children[x].value * n.value; } catch { return n.value; }',
    ),
    args: () => [many(1, many(2)), 1e-17],
    isCompiled: false,
  },
  {
    title: 'a tree walked by recursion',
    text: f('n: Tree', 'return sum(n) ** 2;'),
    args: () => [tree()],
    isCompiled: true,
  },
  {
    title: 'a tree that is not there',
    text: f('n: Tree | null, x: number', 'return n ? sum(n) : x * x;'),
    args: () => [null, 3],
    wrt: 1,
    isCompiled: true,
  },
  {
    title: 'a path through a tree',
    text: f('n: Tree, x: number', path),
    args: () => [tree(), 2],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'the last node',
    text: f(
      'n: Tree',
      'let at = n; while (at.right !== null) at = at.right; return at.value * n.value;',
    ),
    args: () => [tree()],
    isCompiled: true,
  },
  {
    title: 'a list walked by a loop',
    text: f('head: List, x: number', along),
    args: () => [list(9), 2],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'a type that may be missing by itself',
    text: f('c: Chain', 'return c === null ? 1 : Math.sin(c.v) * f(c.then);'),
    args: () => [{ v: 1, then: { v: 2, then: null } }],
    isCompiled: true,
  },
  {
    title: 'a union with links',
    text: f('e: Expr, x: number', 'return value(e, x) * x;'),
    args: () => [of('add', of('mul', num(2), { kind: 'var' }), num(3)), 0.7],
    wrt: [0, 1],
    isCompiled: true,
  },
  {
    title: 'types that contain each other',
    text: f(
      'n: Even',
      'return n.v * (n.odd === null ? 2 : n.odd.w * (n.odd.even === null ? 3 : f(n.odd.even)));',
    ),
    args: () => [{ v: 1, odd: { w: 2, even: { v: 3, odd: null } } }],
    isCompiled: true,
  },
  {
    title: 'nodes with arrays, bools, texts and objects',
    text: f('n: Node', 'return deep(n);'),
    args: () => [node(1, true, 'a', node(2, false, 'z'), node(3, true, 'b', node(0.5, true, 'a')))],
    isCompiled: true,
  },
  {
    title: 'two trees beside numbers in an object',
    text: f(
      'm: { a: number; one: Tree; b: number; other: Tree | null }',
      'return m.a * sum(m.one) + m.b * sum(m.other);',
    ),
    args: () => [{ a: 2, one: tree(), b: 3, other: t(1, t(2)) }],
    isCompiled: true,
  },
  {
    title: 'keys in another order',
    text: f('n: Tree', 'return n.value ** 2 + (n.left === null ? 0 : n.left.value ** 3);'),
    args: () => [{ left: { right: null, left: null, value: 2 }, right: null, value: 3 }],
    isCompiled: true,
  },
  {
    title: 'values of nodes that are written',
    text: f(
      'n: Tree',
      'n.value *= 2; if (n.left) n.left.value += n.value; return n.value * (n.left?.value ?? 1);',
    ),
    args: () => [tree()],
    isCompiled: true,
  },
  {
    title: 'values of nodes that are written, and are no inputs',
    text: f('x: number, n: Tree', 'n.value *= 2; return n.value * x;'),
    args: () => [3, tree()],
    isCompiled: false,
  },
  {
    title: 'a tree that has another copy of its root',
    text: f(
      'n: Tree',
      'return sum({ ...n, value: n.value * 2 }) * sum({ value: n.value, left: null, right: n.right });',
    ),
    args: () => [tree()],
    isCompiled: true,
  },
  ...(
    [
      [
        'with a getter',
        () => ({
          v: 1,
          get next() {
            return { v: 2 };
          },
        }),
      ],
      ['that has null for undefined', () => ({ v: 1, next: null })],
      ['of which a value is no number', () => ({ v: 1, next: { v: '2' } })],
    ] as const
  ).map(([what, made]) => ({
    title: `a list ${what}`,
    text: f(
      'x: number, head: List',
      'let s = x; let at: List | undefined = head; for (let k = 0; k < 5 && at; k++) { s += at.v * x; at = at.next; } return s;',
    ),
    args: () => [2, made()],
    isCompiled: false,
  })),
  {
    title: 'a list with a cycle',
    text: f(
      'x: number, head: List',
      'let s = x; let at: List | undefined = head; for (let k = 0; k < 5 && at; k++) { s += at.v * x; at = at.next; } return s;',
    ),
    args: () => {
      const first: { v: number; next?: object } = { v: 1 };
      first.next = { v: 2, next: first };
      return [2, first];
    },
    isCompiled: true,
  },
  ...[0, 1].map((wrt) => ({
    title: `a node with two parents, by argument ${wrt}`,
    text: f('x: number, n: Tree', 'return x * sum(n);'),
    args: () => {
      const shared = t(3);
      return [2, t(1, shared, shared)];
    },
    wrt,
    isCompiled: wrt === 0,
  })),
  {
    title: 'a tree that is given twice',
    text: f('a: Tree, b: Tree', 'return sum(a) * sum(b);'),
    args: () => {
      const both = tree();
      return [both, both];
    },
    isCompiled: true,
  },
  {
    title: 'a tree with numbers that its type does not tell',
    text: f('n: Tree', 'return sum(n);'),
    args: () => [{ ...tree(), more: 3 }],
    isCompiled: false,
  },
];

describe('Compiled code and runs agree on', () => {
  test.each(rows)('$title.', compareTiers);
});

/** Programs with objects as people write them: several classes in one list, trees that grow, methods as functions, queues in fields. */
import { areCompiled } from '../../../support/temptations.js';

const programs: readonly (readonly [string, string, () => unknown[]])[] = [
  [
    'a queue whose elements are read before any is put',
    `interface Order { due: number; qty: number }
class W1 { private q: Order[] = []; s = 0;
  put(d: number, x: number) { this.q.push({ due: d, qty: x }); }
  take(d: number) { while (this.q.length > 0 && this.q[0].due <= d) this.s += this.q.shift()!.qty; } }
exports.f = f; function f(x: number): number { const w = new W1(); for (let k = 0; k < 10; k++) { w.take(k); w.put(k + 2, Math.sin(x * k)); } return w.s; }`,
    () => [0.4],
  ],
  [
    'a tree of instances into which a method inserts',
    `class T1 { left: T1 | null = null; right: T1 | null = null; constructor(public v: number) {}
  insert(v: number) { if (v < this.v) { if (this.left) this.left.insert(v); else this.left = new T1(v); } else { if (this.right) this.right.insert(v); else this.right = new T1(v); } }
  sum(d: number): number { return this.v / d + (this.left ? this.left.sum(d + 1) : 0) + (this.right ? this.right.sum(d + 1) : 0); } }
exports.f = f; function f(p: number[]): number { const root = new T1(p[0]); for (let i = 1; i < p.length; i++) root.insert(p[i]); return root.sum(1); }`,
    () => [[3, 1, 4, 1.5, 5, 9, 2.6]],
  ],
  [
    'a method as a function with its object',
    `class M1 { k: number; constructor(k: number) { this.k = k; } f(x: number) { return this.k * x * x; } all(xs: number[]) { return xs.map(this.f, this).reduce((a, b) => a + b, 0); } bound(xs: number[]) { const g = this.f.bind(this); let s = 0; for (const x of xs) s += g(x); return s; } }
exports.f = f; function f(p: number[]): number { const m = new M1(p[0]); const g = m.f.bind(m); return m.all(p) * m.bound(p) + [2, 3].map(g)[1] + m.f.call(m, p[1]); }
`,
    () => [[1, 2, 3]],
  ],
  [
    'instances of several classes in one list',
    `abstract class Shape { abstract area(): number; }
class Circle extends Shape { constructor(public r: number) { super(); } area() { return Math.PI * this.r ** 2; } }
class Box extends Shape { constructor(public w: number, public h: number) { super(); } area() { return this.w * this.h; } }
exports.f = f; function f(p: number[]): number { const shapes: Shape[] = []; for (let i = 0; i < p.length; i++) if (i % 2) shapes.push(new Circle(p[i])); else shapes.push(new Box(p[i], 2)); let s = 0; for (const c of shapes) s += c.area(); return s; }`,
    () => [[1, 2, 3, 4]],
  ],
  [
    'a quadtree whose children an insert makes',
    `interface Cell { cx: number; cy: number; half: number; mass: number; mx: number; my: number; kids: Cell[] | null; body: number }
const make = (cx: number, cy: number, half: number): Cell => ({ cx, cy, half, mass: 0, mx: 0, my: 0, kids: null, body: -1 });
function insert(c: Cell, i: number, xs: number[], ys: number[], m: number[], depth = 0): void {
  c.mx += m[i] * xs[i]; c.my += m[i] * ys[i];
  c.mass += m[i];
  if (c.kids === null && c.body < 0) { c.body = i; return; }
  if (depth > 8) return;
  if (c.kids === null) {
    const h = c.half / 2;
    c.kids = [make(c.cx - h, c.cy - h, h), make(c.cx + h, c.cy - h, h), make(c.cx - h, c.cy + h, h), make(c.cx + h, c.cy + h, h)];
    const old = c.body; c.body = -1;
    insert(c.kids[(xs[old] > c.cx ? 1 : 0) + (ys[old] > c.cy ? 2 : 0)], old, xs, ys, m, depth + 1);
  }
  insert(c.kids[(xs[i] > c.cx ? 1 : 0) + (ys[i] > c.cy ? 2 : 0)], i, xs, ys, m, depth + 1);
}
function potential(c: Cell, x: number, y: number): number {
  if (c.mass === 0) return 0;
  const dx = c.mx / c.mass - x, dy = c.my / c.mass - y, d = Math.sqrt(dx * dx + dy * dy + 1e-2);
  if (c.kids === null || c.half / d < 0.4) return -c.mass / d;
  let s = 0;
  for (const k of c.kids) s += potential(k, x, y);
  return s;
}
exports.f = f; function f(m: number[]): number {
  const xs = m.map((_, i) => Math.sin(i * 2.1)), ys = m.map((_, i) => Math.cos(i * 3.7));
  const root = make(0, 0, 1);
  for (let i = 0; i < m.length; i++) insert(root, i, xs, ys, m);
  return potential(root, 0.3, 0.2) + potential(root, -0.5, 0.1);
}

`,
    () => [Array.from({ length: 12 }, (_, i) => 1 + 0.3 * Math.sin(i))],
  ],
  [
    'an object that a fold hands on and a list holds',
    `class Pose {
  constructor(public x = 0, public y = 0, public heading = 0) {}
  turn(a: number) { this.heading += a; return this; }
  forward(d: number) { this.x += d * Math.cos(this.heading); this.y += d * Math.sin(this.heading); return this; }
  copy() { return new Pose(this.x, this.y, this.heading); }
  distance(o: Pose) { return Math.hypot(this.x - o.x, this.y - o.y); }
}
const goal = new Pose(1.2, 1.9), obstacles = [new Pose(0.8, 0.8), new Pose(2, 1)];
exports.f = f; function f(angles: number[]): number {
  const joints: Pose[] = [];
  const end = angles.reduce((pose, a) => { const p = pose.copy().turn(a).forward(0.7); joints.push(p); return p; }, new Pose());
  let cost = end.distance(goal) ** 2;
  for (const j of joints) for (const o of obstacles) cost += 0.05 * Math.exp(-4 * j.distance(o) ** 2);
  return cost + 0.01 * angles.reduce((s, a) => s + a * a, 0);
}

`,
    () => [[0.4, 0.3, -0.2, 0.6, 0.1]],
  ],
  [
    'a tree of nodes with lists of children',
    `class SceneNode {
  children: SceneNode[] = [];
  constructor(public x: number, public y: number, public angle: number) {}
  add(child: SceneNode): this { this.children.push(child); return this; }
  visit(px: number, py: number, a: number, f: (x: number, y: number) => void): void {
    const c = Math.cos(a), s = Math.sin(a);
    const wx = px + c * this.x - s * this.y, wy = py + s * this.x + c * this.y;
    f(wx, wy);
    for (const ch of this.children) ch.visit(wx, wy, a + this.angle, f);
  }
}
exports.f = f; function f(a: number[]): number {
  const root = new SceneNode(0, 0, a[0]).add(new SceneNode(1, 0, a[1]).add(new SceneNode(1, 0, a[2]))).add(new SceneNode(0, 1, a[3]));
  let s = 0;
  root.visit(0, 0, 0.1, (x, y) => { s += x * x + 0.5 * y; });
  return s;
}`,
    () => [[0.1, 0.2, 0.3, 0.4]],
  ],
  [
    'expressions of several classes',
    `abstract class Expr {
  abstract eval(env: Record<string, number>): number;
  plus(o: Expr): Expr { return new Add(this, o); }
  times(o: Expr): Expr { return new Mul(this, o); }
  sin(): Expr { return new Sin(this); }
}
class Const extends Expr { constructor(private v: number) { super(); } eval() { return this.v; } }
class Var extends Expr { constructor(private name: string) { super(); } eval(env: Record<string, number>) { return env[this.name]; } }
class Add extends Expr { constructor(private a: Expr, private b: Expr) { super(); } eval(env: Record<string, number>): number { return this.a.eval(env) + this.b.eval(env); } }
class Mul extends Expr { constructor(private a: Expr, private b: Expr) { super(); } eval(env: Record<string, number>): number { return this.a.eval(env) * this.b.eval(env); } }
class Sin extends Expr { constructor(private a: Expr) { super(); } eval(env: Record<string, number>): number { return Math.sin(this.a.eval(env)); } }
exports.f = f; function f(p: { x: number; y: number }): number {
  const x = new Var('x'), y = new Var('y');
  const e = x.times(y).plus(x.sin()).times(new Const(2)).plus(y);
  return e.eval({ x: p.x, y: p.y });
}`,
    () => [{ x: 1.1, y: 0.7 }],
  ],
  [
    'visitors',
    `interface Visitor { circle(c: Circ): void; rect(r: Rect): void }
abstract class Fig { abstract accept(v: Visitor): void }
class Circ extends Fig { constructor(readonly r: number) { super(); } accept(v: Visitor) { v.circle(this); } }
class Rect extends Fig { constructor(readonly w: number, readonly h: number) { super(); } accept(v: Visitor) { v.rect(this); } }
class AreaVisitor implements Visitor { total = 0; circle(c: Circ) { this.total += Math.PI * c.r ** 2; } rect(r: Rect) { this.total += r.w * r.h; } }
exports.f = f; function f(p: number[]): number {
  const figs: Fig[] = [];
  p.forEach((v, i) => figs.push(i % 2 === 0 ? new Circ(v) : new Rect(v, 2)));
  const v = new AreaVisitor();
  for (const f of figs) f.accept(v);
  return v.total;
}`,
    () => [[1, 2, 3, 4]],
  ],
  [
    'states that give the next one',
    `interface Mode { update(m: Machine, x: number): Mode; readonly name: string }
class Idle implements Mode { readonly name = 'idle'; update(m: Machine, x: number): Mode { m.out += 0.1 * x; return x > 0.5 ? new Active(x) : this; } }
class Active implements Mode { readonly name = 'active'; constructor(private level: number) {} update(m: Machine, x: number): Mode { m.out += this.level * x; this.level *= 0.8; return this.level < 0.3 ? new Idle() : this; } }
class Machine { out = 0; mode: Mode = new Idle(); feed(x: number) { this.mode = this.mode.update(this, x); } }
exports.f = f; function f(p: number[]): number { const m = new Machine(); for (const x of p) m.feed(x); return m.out; }`,
    () => [[0.3, 0.7, 0.6, 0.5, 0.2]],
  ],
  [
    'objects of several classes in objects of a list',
    `interface Payoff { at(s: number): number }
class Call implements Payoff { constructor(private k: number) {} at(s: number) { return Math.max(s - this.k, 0); } }
class Put implements Payoff { constructor(private k: number) {} at(s: number) { return Math.max(this.k - s, 0); } }
class Portfolio implements Payoff { private parts: { q: number; p: Payoff }[] = []; add(q: number, p: Payoff) { this.parts.push({ q, p }); return this; } at(s: number): number { let v = 0; for (const { q, p } of this.parts) v += q * p.at(s); return v; } }
exports.f = f; function f(p: number[]): number { const pf = new Portfolio().add(p[0], new Call(p[1])).add(2, new Put(p[2])); let v = 0; for (let s = 0.5; s < 2; s += 0.25) v += pf.at(s); return v; }`,
    () => [[1, 0.9, 1.3]],
  ],
];

test.each(programs)('%s', (_, text, args) => {
  expect(areCompiled({ text, args })).toBe(true);
});

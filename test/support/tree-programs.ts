/**
 * Random functions of trees with arrays of nodes, and of arrays of objects with arrays of objects inside; and trees that tempt:
 * with nodes that are met twice, cycles, getters, holes, instances of classes, other keys, and numbers that are not finite.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

export interface TreeProgram {
  /** A module that exports f. */
  readonly text: string;
  /** The same arguments, new each time. */
  readonly args: () => unknown[];
  readonly wrt: number | number[];
}

const types = `
interface Point { x: number; y: number }
interface Node {
  value: number; children: Node[]; kids?: readonly Node[]; next: Node | null; w: number[]; on: boolean; kind: 'a' | 'b';
  at: Point; points: Point[]; edges: { weight: number; to: Node }[]; rows: { cells: Point[]; z: number }[];
}
`;
/** The first field of an object decides what its first column is. */
const layerTypes = [
  'interface Layer { bias: number; neurons: { b: number; w: number[]; taps: Point[] }[]; more?: Point[] }',
  'interface Layer { neurons: { taps: Point[]; b: number; w: number[] }[]; bias: number; more?: Point[] }',
  'interface Layer { more?: Point[]; neurons: { w: number[]; taps: Point[]; b: number }[]; bias: number }',
];

class Programs {
  private names = 0;
  constructor(
    private readonly draw: Draw,
    /** Arguments whose objects may take what depends on inputs: those that are inputs themselves. */
    private readonly written: readonly number[],
  ) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private fresh = (base: string): string => `${base}${this.names++}`;

  text(): string {
    const walk = `function walk(n: Node, x: number): number {
  let s = ${this.pick(['0', 'n.value', 'Math.sin(n.value) * x', 'n.at.x - x'])};
  ${this.statements('n', 1 + this.draw(3), true)}
  return ${this.pick(['s', 's * n.value', 'Math.tanh(s)', 'n.on ? s : s * s', "n.kind === 'a' ? s : -s"])};
}`;
    return `${types}${this.pick(layerTypes)}
${walk}
exports.f = f;
function f(root: Node, layers: readonly Layer[], x: number): number { 'use strict';
  let s = x;
  ${this.statements('root', this.draw(2), true)}
  ${this.chance(2) ? this.layers() : ''}
  return s;
}`;
  }

  private statements = (n: string, count: number, isDeep: boolean): string =>
    Array.from({ length: count }, () => this.statement(n, isDeep)).join('\n  ');

  private value = (n: string): string =>
    this.pick([
      `${n}.value`,
      `walk(${n}, ${this.pick(['x', 's', `${n}.value`])})`,
      `walk(${n}, x)`,
      `${n}.at.y * ${n}.value`,
      `${n}.children.length`,
      `${n}.w[0]`,
      `${n}.points.reduce((t, p) => t + p.x * p.y, 0)`,
      `(${n}.kids?.length ?? 2)`,
      `(${n}.on ? ${n}.value : x)`,
    ]);

  private statement(n: string, isDeep: boolean): string {
    const c = this.fresh('c');
    const add = this.pick([
      (e: string) => `s += ${e};`,
      (e: string) => `s = s * 0.5 + Math.sin(${e});`,
      (e: string) => `if (${e} > 0.3) s -= ${e};`,
    ]);
    const all = this.pick([`${n}.children`, `${n}.children`, `(${n}.kids ?? ${n}.children)`]);
    const inner = () => (isDeep && this.chance(3) ? this.statement(c, false) : '');
    const one = () => this.value(c);
    switch (this.draw(20)) {
      case 0:
      case 1:
        return `for (const ${c} of ${all}) { ${add(one())} ${inner()} }`;
      case 2:
        return `for (let i = 0; i < ${n}.children.length; i++) { const ${c} = ${n}.children[i]; ${add(one())} ${inner()} }`;
      case 3:
        return add(`${all}.reduce((t, ${c}) => t + ${one()}, 0)`);
      case 4:
        return `const ${c}s = ${all}.map((${c}, i) => ${one()} + i); for (const v of ${c}s) { ${add('v')} }`;
      case 5:
        return `${all}.forEach((${c}, i) => { ${add(`${one()} * (i + 1)`)} });`;
      case 6:
        return `if (${n}.children.length > ${this.draw(2)}) { ${add(this.value(`${n}.children[${this.draw(2)}]`))} }`;
      case 7:
        return add(
          this.value(
            `${n}.children[${this.pick(['0', `${n}.children.length - 1`, '0.5', '-1', 's'])}]`,
          ),
        );
      case 8:
        return `for (const [i, ${c}] of ${n}.children.entries()) { ${add(`i * ${one()}`)} }`;
      case 9:
        return `for (const { weight, to: ${c} } of ${n}.edges) { ${add(`weight * ${one()}`)} ${inner()} }`;
      case 10:
        return `if (${n}.kids) { for (const ${c} of ${n}.kids) { ${add(one())} } } else { ${add('x')} }`;
      case 11:
        return `let ${c} = ${n}; for (let k = 0; k < 4 && ${c}.children.length > 0; k++) { ${add(`${c}.value`)} ${c} = ${c}.children[k % ${c}.children.length]; } ${add(`${c}.value * 2`)}`;
      case 12:
        return `for (let i = 0; i < ${n}.points.length; i++) { const p = ${n}.points[i], q = ${n}.points[(i + 1) % ${n}.points.length]; ${add('p.x * q.y - q.x * p.y')} }`;
      case 13:
        return `for (const { cells, z } of ${n}.rows) { for (const p of cells) { ${add('p.x * z + p.y')} } ${add('cells.length * z')} }`;
      case 14:
        return this.chance(2) || !this.written.includes(0)
          ? `${n}.value *= 1.5;`
          : `for (const p of ${n}.points) { p.x += s; p.y *= 2; }`;
      case 15:
        return `for (const ${c} of ${n}.children) { ${c}.value += ${this.written.includes(0) ? this.pick(['1', 's', 'x']) : '1'}; ${add(`${c}.value`)} }`;
      case 16:
        return `if (${n}.next) { ${add(this.value(`${n}.next`))} }`;
      case 17:
        return `const ${c} = ${n}.children.find((one) => one.value > ${this.pick(['0', '1', 'x'])}); if (${c}) { ${add(one())} }`;
      case 18:
        return `if (${n}.children.some((one) => one.value > x) ${this.pick(['&&', '||'])} ${n}.children.every((one) => one.on)) { ${add('x')} }`;
      case 19:
        return `const ${c} = s > 0 ? ${n}.children : ${this.pick([`${n}.children`, `(${n}.kids ?? ${n}.children)`])}; ${add(`${c}.length * x`)} for (const d of ${c}) { ${add('d.value')} }`;
      default:
        return `const { children: [${c}], value: ${c}v } = ${n}; ${add(`${c}v * x`)} ${n}.children.length && (s += ${c}.value);`;
    }
  }

  private layers(): string {
    return this.pick([
      'for (const l of layers) for (const m of l.neurons) { s = Math.tanh(s * m.b + l.bias); for (const t of m.taps) s += t.x * t.y; }',
      'for (let i = 0; i < layers.length; i++) { const { neurons } = layers[i]; s += neurons.map((m) => m.w.reduce((t, w) => t + w * s, m.b)).reduce((t, u) => t + Math.tanh(u), layers[i].bias); }',
      'for (const l of layers) { s += l.more ? l.more.reduce((t, p) => t + p.x * p.y, 0) : l.bias; }',
      'for (const l of layers) { for (const m of l.neurons) m.b *= 2; s += l.neurons.length > 0 ? l.neurons[l.neurons.length - 1].b : l.bias; }',
      's += layers.reduce((t, l) => t + l.neurons.filter((m) => m.b > 0).reduce((u, m) => u + m.b * m.w.length, 0), 0);',
      's += layers.length * x; for (let i = 0; i < layers.length; i++) s += layers[i].neurons.length * x;',
      'const last = layers.find((l) => l.neurons.length === 0); if (last) s += last.bias * layers.length;',
      'if (layers.length > 1) s += layers[1].neurons[0].taps[s > 0 ? 0 : 1].x * layers[0].bias;',
      'if (layers.length > 0) { let most = layers[0].neurons; for (const l of layers) if (l.neurons.length >= most.length) most = l.neurons; for (const m of most) s += m.b * most.length; }',
      'if (layers.length > 1) { const l = x > 0 ? layers[0] : layers[layers.length - 1]; s += l.neurons.length; for (const m of l.neurons) for (const t of m.taps) s += t.x * t.y; }',
      'for (const l of layers) for (const m of l.neurons) for (const t of m.taps) { t.x *= 2; s += t.x; } for (const l of layers) for (const m of l.neurons) s += m.taps.reduce((u, t) => u + t.x * t.y, 0);',
      'const go = (all: typeof layers, i: number): number => i >= all.length ? x : all[i].neurons.length * all[i].bias + go(all, i + 1); s += go(layers, 0);',
      'const flat = layers.flatMap((l) => l.neurons.map((m) => m.b * l.bias)); for (const b of flat) s += b * b;',
    ]);
  }
}

class Treed {
  constructor(readonly value: number) {}
}

/** Makes arguments by a sequence of draws. */
class Data {
  private readonly made: object[] = [];
  constructor(
    private readonly draw: Draw,
    private readonly isOdd: boolean,
  ) {}

  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private odd = (): boolean => this.isOdd && this.chance(12);

  private number = (): number => {
    if (this.odd()) return [NaN, Infinity, -0, 1e300, -1][this.draw(4)];
    return (this.draw(40) - 18) / 8;
  };
  private list = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: this.draw(most) }, make);
  private point = (): object => {
    const [x, y] = [this.number(), this.number()];
    return this.odd() ? { y, x } : { x, y };
  };

  node(depth: number): object {
    if (this.odd() && this.made.length > 0) return this.made[this.draw(this.made.length - 1)];
    const node: Record<string, unknown> = { value: this.number(), children: [] };
    this.made.push(node);
    const most = depth > 0 ? 2 : 0;
    const children: unknown[] = this.list(most, () => this.node(depth - 1));
    if (this.odd()) children.length += 1;
    if (this.odd()) children.push([null, undefined, 3, this.point(), new Treed(1)][this.draw(4)]);
    node.children = children;
    if (this.chance(3))
      node.kids = this.odd() ? children : this.list(most, () => this.node(depth - 1));
    node.next = depth > 0 && this.chance(3) ? this.node(depth - 1) : this.odd() ? undefined : null;
    node.w = this.list(2, this.number);
    node.on = this.chance(2);
    node.kind = this.odd() ? 'c' : this.chance(2) ? 'a' : 'b';
    node.at = this.point();
    node.points = this.odd() ? [node.at] : this.list(3, this.point);
    node.edges = this.list(depth > 0 ? 1 : 0, () => ({
      weight: this.number(),
      to: this.node(depth - 1),
    }));
    node.rows = this.list(2, () => ({ cells: this.list(2, this.point), z: this.number() }));
    if (this.odd()) node.more = this.number();
    if (this.odd()) Object.defineProperty(node, 'value', { get: () => 0.5, enumerable: true });
    if (this.odd()) return Object.freeze(node);
    if (this.odd()) return Object.assign(new Treed(1), node);
    return this.odd() ? Object.fromEntries(Object.entries(node).reverse()) : node;
  }

  layers = (): unknown[] =>
    this.list(3, () => ({
      bias: this.number(),
      neurons: this.list(3, () => ({
        b: this.number(),
        w: this.list(2, this.number),
        taps: this.list(2, this.point),
      })),
      ...(this.chance(2) && { more: this.list(2, this.point) }),
    }));

  args = (): unknown[] => [this.node(2), this.layers(), this.number()];
}

const drawFrom = (seeds: readonly number[]): Draw => {
  let k = 0;
  return (max) => seeds[k++ % seeds.length] % (max + 1);
};

const seeds = fc.array(fc.nat({ max: 5039 }), { minLength: 40, maxLength: 160 });

export const treePrograms: fc.Arbitrary<TreeProgram> = fc
  .record({
    program: seeds,
    data: seeds,
    isOdd: fc.boolean(),
    wrt: fc.constantFrom<number | number[]>(0, 0, 1, 2, [0, 2], [0, 1, 2]),
  })
  .map(({ program, data, isOdd, wrt }) => ({
    text: new Programs(drawFrom(program), [wrt].flat()).text(),
    args: () => new Data(drawFrom(data), isOdd).args(),
    wrt,
  }));

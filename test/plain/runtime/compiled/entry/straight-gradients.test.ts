/**
 * Gradients by lists of objects, trees, and objects with any keys are written by code for the keys that came before. Where
 * anything in the arguments is otherwise, the answer is still that of a run.
 */
import fc from 'fast-check';
import { countReady, readyCount } from '../../../../support/counted-ready.js';
import { load } from '../../../../support/plain.js';
import { outcome, same, spoilt, type F } from '../../../../support/spoilt-arguments.js';
import { sampled } from '../../../../support/sample.js';

countReady();

type Next = () => number;

const programs: readonly (readonly [
  name: string,
  text: string,
  args: (next: Next) => readonly unknown[],
])[] = [
  [
    'a list of objects',
    `const f = (ps: { x: number; y: number }[], k: number): number => {
      let s = 0;
      for (const p of ps) s += p.x * p.y * k;
      return s;
    };`,
    (next) => [
      [
        { x: next(), y: next(), tag: 'a' },
        { x: next(), y: next(), tag: 'b' },
      ],
      next(),
    ],
  ],
  [
    'lists in an object',
    `interface Model { rate: number; layers: { name: string; w: number; at: { x: number } }[]; bias: number[] }
    const f = (m: Model, k: number): number => {
      let s = m.rate;
      for (const l of m.layers) s += l.w * l.at.x * (l.name === 'a' ? 2 : k);
      for (const b of m.bias) s *= b;
      return s;
    };`,
    (next) => [
      {
        rate: next(),
        layers: ['a', 'b', 'c'].map((name) => ({ name, w: next(), at: { x: next() } })),
        bias: [next(), next()],
      },
      next(),
    ],
  ],
  [
    'matrices',
    `interface Net { w: number[][]; layers: { rows: number[][]; floats: Float64Array; name: string }[]; scale: number }
    const f = (n: Net, x: number[][]): number => {
      let s = n.scale;
      for (const l of n.layers)
        l.rows.forEach((row, i) => row.forEach((w, j) => (s += w * x[i][j] * l.floats[i] * (l.name === 'a' ? 2 : 3))));
      for (let i = 0; i < n.w.length; i++) for (const w of n.w[i]) s += w * x[i][0] * s;
      return s;
    };`,
    (next) => {
      const rows = () => [
        [next(), next()],
        [next(), next()],
      ];
      const layer = (name: string) => ({ rows: rows(), floats: Float64Array.of(next(), 1), name });
      return [{ w: rows(), layers: [layer('a'), layer('b')], scale: next() }, rows()];
    },
  ],
  [
    'instances',
    `class Layer {
      constructor(readonly w: number[][], readonly bias: number, public kind: 'a' | 'b') {}
      run(x: number): number {
        let s = this.bias;
        for (const row of this.w) for (const w of row) s += w * x;
        return this.kind === 'a' ? Math.tanh(s) : s;
      }
      get size(): number { return this.w.length; }
    }
    class Net {
      readonly layers: Layer[];
      constructor(layers: Layer[], readonly first: Layer, readonly scale: number) { this.layers = layers; }
      run(x: number): number { return this.layers.reduce((h, l) => l.run(h) / l.size, this.first.run(x)) * this.scale; }
    }
    const dress = ([n, x]) => {
      const layer = (l) => Object.assign(new Layer(), l);
      return [Object.assign(new Net(), { ...n, layers: n.layers.map(layer), first: layer(n.first) }), x];
    };
    exports.dress = dress;
    const f = (n: Net, x: number): number => n.run(x);`,
    (next) => {
      const layer = (kind: string) => ({ w: [[next(), next()], [next()]], bias: next(), kind });
      return [{ layers: [layer('a'), layer('b')], first: layer('b'), scale: next() }, next() / 50];
    },
  ],
  [
    'a dictionary of numbers',
    `const f = (d: Record<string, number>, names: string[]): number => {
      let s = 0;
      for (const name of names) s += d[name] * d[name];
      for (const key in d) s += Math.sin(d[key]);
      return s;
    };`,
    (next) => [{ one: next(), two: next(), three: next() }, ['two', 'one', 'two']],
  ],
  [
    'a dictionary of objects',
    `const f = (d: Record<string, { x: number; y: number }>, links: { a: string; b: string }[]): number => {
      let s = 0;
      for (const { a, b } of links) s += (d[a].x - d[b].x) * d[b].y;
      return s;
    };`,
    (next) => [
      { p: { x: next(), y: next() }, q: { x: next(), y: next() } },
      [
        { a: 'p', b: 'q' },
        { a: 'q', b: 'p' },
      ],
    ],
  ],
  [
    'a tree',
    `interface T { w: number; left: T | null; right: T | null }
    const total = (t: T | null): number => (t === null ? 1 : t.w * total(t.left) + total(t.right) ** 2);
    const f = (t: T, k: number): number => total(t) * k;`,
    (next) => {
      const leaf = () => ({ w: next(), left: null, tag: 'leaf', right: null });
      return [{ w: next(), left: { ...leaf(), right: leaf() }, right: leaf() }, next()];
    },
  ],
  [
    'a tree of lists',
    `interface T { w: number; parts: T[]; note: string }
    const total = (t: T): number => {
      let s = t.w;
      for (const p of t.parts) s = s * total(p) + t.w;
      return s;
    };
    const f = (k: number, t: T): number => total(t) * k;`,
    (next) => {
      const leaf = () => ({ w: next(), parts: [], note: 'leaf' });
      return [next(), { w: next(), parts: [leaf(), { ...leaf(), parts: [leaf()] }], note: 'root' }];
    },
  ],
  [
    'an expression',
    `type E = { op: 'n'; value: number } | { op: 'v'; name: string } | { op: '+' | '*'; a: E; b: E };
    function run(e: E, of: Record<string, number>): number {
      if (e.op === 'n') return e.value;
      if (e.op === 'v') return of[e.name];
      return e.op === '+' ? run(e.a, of) + run(e.b, of) : run(e.a, of) * run(e.b, of);
    }
    const f = (e: E, of: Record<string, number>): number => run(e, of);`,
    (next) => {
      const variable = (name: string) => ({ op: 'v', name });
      const both = (op: string, a: unknown, b: unknown) => ({ op, a, b });
      const number = { op: 'n', value: next() };
      return [
        both('+', both('*', variable('x'), number), both('*', variable('y'), variable('x'))),
        { x: next(), y: next() },
      ];
    },
  ],
];

type Args = readonly unknown[];
interface Module {
  readonly f: F;
  /** Makes instances of what is given. */
  readonly dress?: (args: Args) => Args;
}

const twice =
  (of: (next: Next) => Args, start: number, { dress }: Partial<Module> = {}) =>
  (): Args => {
    let count = start;
    const made = of(() => count++ / 4);
    return dress === undefined ? made : dress(made);
  };

const loaded = (text: string): Module => load<Module>(`${text}\nexports.f = f;`);

test.each(programs)('Gradients by what holds %s are those of runs.', (_, text, args) => {
  const module = loaded(text);
  const { f } = module;
  const all = [0, 1, [0, 1]];
  const [before, were] = [readyCount.answered, readyCount.asked];
  for (const wrt of all) {
    const refused = String(outcome(f, twice(args, 2, module)(), wrt)).includes('Error');
    for (let k = 0; k < 3 && !refused; k++) same(f, twice(args, k + 2, module), wrt);
  }
  expect(readyCount.asked - were).toBeGreaterThan(0);
  expect(readyCount.answered - before).toBeGreaterThan(1);
});

test('Gradients by instances are instances, whatever the class has besides.', () => {
  const { f, made } = load<{ f: F; made: (x: number) => object }>(`
    class A {
      x: number;
      constructor(x: number) { this.x = x; }
      twice(): number { return this.x * 2; }
    }
    exports.made = (x: number) => new A(x);
    const f = (a: A, k: number): number => a.twice() * k * a.x;
    exports.f = f;`);
  const usual = () => [made(2), 3];
  for (let k = 0; k < 3; k++) same(f, usual);
  const before = readyCount.answered;
  const prototype = Object.getPrototypeOf(made(1)) as object;
  const { gradient } = outcome(f, usual(), 0) as { gradient: object };
  expect(gradient).toStrictEqual(made(24));
  expect(readyCount.answered).toBe(before + 1);
  // A date is no tree, whatever its class.
  same(f, () => [
    Object.assign(Object.setPrototypeOf(new Date(0), prototype) as object, { x: 2 }),
    3,
  ]);
  same(f, () => [
    Object.assign(Object.setPrototypeOf(new Float64Array(0), prototype) as object, { x: 2 }),
    3,
  ]);
  expect(readyCount.answered).toBe(before + 1);
  same(f, () => [
    Object.assign(Object.setPrototypeOf(new Map(), prototype) as object, { x: 2 }),
    3,
  ]);
  const calls: unknown[] = [];
  Object.defineProperty(Object.getPrototypeOf(prototype), 'x', {
    set: (x) => calls.push(x),
    configurable: true,
  });
  try {
    const given = () => [
      Object.defineProperty(Object.create(prototype) as object, 'x', {
        value: 2,
        enumerable: true,
        configurable: true,
        writable: true,
      }),
      3,
    ];
    same(f, given);
    expect(
      Object.getOwnPropertyNames((outcome(f, given(), 0) as { gradient: object }).gradient),
    ).toEqual(['x']);
    expect(calls).toEqual([]);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'x');
  }
});

test('An exact 0 wins over what is not finite.', () => {
  const [[, text, args]] = programs;
  const { f } = load<{ f: F }>(`${text}\nexports.f = f;`);
  for (let k = 0; k < 3; k++) same(f, twice(args, k + 2), 0);
  const before = readyCount.answered;
  same(f, twice(args, 2), 0);
  expect(readyCount.answered).toBe(before + 1);
  const infinite = [[{ x: Infinity, y: 1, tag: 'a' }], 0];
  same(f, () => infinite, 0);
  expect(outcome(f, infinite, 0)).toMatchObject({ gradient: [{ x: 0, y: 0, tag: 'a' }] });
  expect(readyCount.answered).toBe(before + 1);
});

test('A node that is given twice is two inputs, as in a run.', () => {
  const [, text, args] = programs.find(([name]) => name === 'a tree')!;
  const { f } = load<{ f: F }>(`${text}\nexports.f = f;`);
  for (let k = 0; k < 3; k++) same(f, twice(args, k + 2), 0);
  const before = readyCount.answered;
  const shared = (): readonly unknown[] => {
    const [root, k] = twice(args, 2)() as [{ left: unknown; right: unknown }, number];
    root.left = root.right;
    return [root, k];
  };
  same(f, shared, 0);
  expect(readyCount.answered).toBe(before);
  // Data may be.
  for (let k = 0; k < 3; k++) same(f, shared, 1);
  expect(readyCount.answered).toBeGreaterThan(before);
});

test('Whatever is otherwise than before, the answer is that of a run.', () => {
  const modules = programs.map(([, text]) => loaded(text));
  const wrts = programs.map(([, , args], k) =>
    [0, 1, [0, 1]].filter(
      (wrt) => !String(outcome(modules[k].f, twice(args, 2, modules[k])(), wrt)).includes('Error'),
    ),
  );
  const [before, were] = [readyCount.answered, readyCount.asked];
  let changed = 0;
  const property = fc.property(
    fc.nat(programs.length - 1),
    fc.nat(),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }),
    (which, chosen, places) => {
      const [module, [, , args]] = [modules[which], programs[which]];
      const { f } = module;
      const wrt = wrts[which][chosen % wrts[which].length];
      for (const [kind, where, key] of places) {
        const made = (): readonly unknown[] => {
          const given = twice(args, 2, module)();
          if (spoilt(given, kind, where, key)) changed++;
          return given;
        };
        same(f, made, wrt);
        same(f, twice(args, 3, module), wrt);
      }
    },
  );
  fc.assert(property, { numRuns: sampled(800) });
  expect(changed).toBeGreaterThan(500);
  expect(readyCount.answered - before).toBeGreaterThan(300);
  expect(readyCount.asked - were - (readyCount.answered - before)).toBeGreaterThan(100);
});

test('Texts that are others than in the call before, and trees of other sizes, are read anew.', () => {
  const { f } = load<{ f: F }>(`
    interface Node { kind: string; w: number; parts: { name: string; share: number }[]; next?: Node }
    const walk = (d: Record<string, number>, n: Node): number => {
      let s = n.kind === 'square' ? n.w * n.w : n.w;
      for (const { name, share } of n.parts) s += share * (d[name] ?? 1) * (name === n.kind ? 3 : 1);
      return n.next === undefined ? s : s * Math.cos(walk(d, n.next));
    };
    const f = (d: Record<string, number>, root: Node): number => walk(d, root);
    exports.f = f;`);
  const names = ['a', 'b', 'square', 'no key'];
  const before = readyCount.answered;
  const turn = fc.tuple(fc.nat(20), fc.array(fc.nat(3), { maxLength: 9 }), fc.boolean());
  const property = fc.property(fc.array(turn, { minLength: 8, maxLength: 14 }), (turns) => {
    // The same objects in all calls.
    const parts = Array.from({ length: 9 }, (_, k) => ({ name: 'a', share: 0.1 + k }));
    for (const [size, texts, isOther] of turns) {
      texts.forEach((text, k) => (parts[k].name = names[text]));
      let root: object | undefined;
      for (let k = 0; k <= size; k++) {
        const own = { kind: names[(k + size) % 4], w: 0.5 + k / 30 };
        root = { ...own, parts: parts.slice(0, (k * size) % 9), ...(root && { next: root }) };
      }
      same(f, () => [isOther ? { b: 0.7, a: 0.3 } : { a: 0.3, b: 0.7, square: 1.1 }, root]);
    }
  });
  fc.assert(property, { numRuns: 40 });
  expect(readyCount.answered - before).toBeGreaterThan(100);
});

test.each([
  ['a list', 'number[]', () => [3, 4]],
  ['a typed array', 'Float64Array', () => Float64Array.of(3, 4)],
  ['a list of objects', '{ x: number }[]', () => [{ x: 3 }, { x: 4 }]],
])('Loops go through %s by an iterator of its own.', (_, type, made) => {
  const element = type.includes('x') ? 'one.x' : 'one';
  const { f } = load<{ f: F }>(`const f = (p: number[], q: ${type}): number => {
    let s = p[0];
    for (const one of q) s += ${element} * p[1];
    return s;
  };
  exports.f = f;`);
  for (let k = 0; k < 3; k++) same(f, () => [[1, 2], made()]);
  const before = readyCount.answered;
  same(f, () => [[1, 2], made()]);
  expect(readyCount.answered).toBe(before + 1);
  const turned = (): readonly unknown[] => {
    const q = made();
    const others = [...q, ...q] as readonly unknown[];
    Object.defineProperty(q, Symbol.iterator, { value: () => others.values() });
    return [[1, 2], q];
  };
  same(f, turned);
  expect(outcome(f, turned(), 0)).toMatchObject({ value: 29, gradient: [1, 14] });
  expect(readyCount.answered).toBe(before + 1);
});

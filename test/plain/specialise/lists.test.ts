/** Objects in lists, maps and sets of specialised functions are those of the program, whatever is odd about them. */
import fc from 'fast-check';
import { gradientOf } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { verdictOn } from '../../support/both-roads.js';
import { loaded, program } from '../../support/known-programs.js';
import { sampled } from '../../support/sample.js';

const five = [1.5, -0.5, 0.25, 2, 1];
const judged = (body: string, args: () => readonly unknown[] = () => [[...five]]): string => {
  const names = args().length === 1 ? 'xs' : 'xs, gs';
  const found = verdictOn(`export function f(${names}) { ${body} }`, 'f', args);
  return found.tag === 'wrong' ? found.complaint : found.tag;
};

describe('Objects in lists', () => {
  const made = 'const ps = []; for (const x of xs) ps.push({ x, y: 0 });';
  test.each([
    ['one object in two lists', `${made} const qs = [ps[1]]; qs[0].x = 7; return ps[1].x * xs[0];`],
    [
      'an object that was pushed under its own name',
      'const o = { x: xs[0] }; const ps = []; for (let i = 0; i < 3; i++) ps.push(o); o.x *= 2; return ps[2].x + ps.length;',
    ],
    [
      'objects that are swapped',
      `${made} for (let i = 0; i < 4; i++) { const t = ps[i]; ps[i] = ps[4 - i]; ps[4 - i] = t; } return ps[0].x * ps[1].x;`,
    ],
    [
      'a write to what a branch chose',
      `${made} const o = xs[1] > 0 ? ps[0] : ps[3]; o.x = xs[2] * 2; return ps[3].x * ps[0].x;`,
    ],
    [
      'rows that grow',
      'const rows = [[], [], []]; for (let i = 0; i < xs.length; i++) rows[i % 3].push(xs[i]); rows[0] = rows[1]; rows[1].push(5); let s = 0; for (const row of rows) for (const x of row) s = s * 0.5 + x; return s + rows[0].length;',
    ],
    [
      'lists of objects in objects that grow',
      'const hubs = xs.map((x) => ({ x, all: [] })); for (let i = 0; i < xs.length; i++) { hubs[(i * 2) % 5].all.push(hubs[i]); hubs[i].all.push({ x: i, all: [] }); } hubs[0].all.pop(); let s = 0; for (const h of hubs) for (const o of h.all) s = s * 0.5 + o.x; return s;',
    ],
    [
      'a list that is made shorter',
      `${made} ps.length = xs.length - 2; let s = 0; for (const p of ps) s = s * 0.5 + p.x; return s + ps.length;`,
    ],
    [
      'a list that is pushed into itself',
      'const ys = xs.slice(); ys.push(...ys); return ys.length * ys[7];',
    ],
    [
      'identity',
      `${made} let n = 0; for (const p of ps) if (p === ps[2] || p === ps.at(-1)) n += p.x; return n;`,
    ],
    [
      'a list whose objects hold each other',
      `${made.replace('y: 0', 'next: null')} for (let i = 1; i < ps.length; i++) ps[i].next = ps[i - 1]; let s = 0; for (const p of ps) if (p.next !== null) s += p.next.x * p.x; return s;`,
    ],
    [
      'an object that holds itself',
      'const o = { x: xs[0], of: null }; o.of = o; const ps = []; for (let i = 0; i < 2; i++) ps.push(o); ps[1].of.x = xs[1]; return o.x * 2;',
    ],
    [
      'objects of two kinds',
      "const ps = []; for (const x of xs) ps.push(x > 0 ? { kind: 'a', r: x } : { kind: 'b', w: x, h: 2 }); let s = 0; for (const p of ps) s += p.kind === 'a' ? p.r * p.r : p.w * p.h; return s;",
    ],
    [
      'instances of classes',
      `${made} let s = 0; const f = (p) => p.x * 2; for (const x of ps.map(f)) s += x; return s;`,
    ],
    [
      'objects that may be one',
      'let a = { v: xs[0] }, b = a; for (let i = 0; i < xs[3]; i++) b = { v: i }; b.v = xs[1]; return a.v * b.v;',
    ],
    [
      'missing elements',
      `${made} const p = ps[xs.length - 1]; const q = ps.find((o) => o.x > 100); return p.x + (q === undefined ? 1 : q.x);`,
    ],
  ])('take %s as they are.', (_, body) => {
    expect(judged(body)).toBe('right');
  });

  test.each([
    ['at an index that is none', `${made} return ps[xs[1]] === undefined ? 1 : xs[0];`],
    ['at an index behind the last', `${made} return (ps[xs.length] ?? { x: xs[0] }).x;`],
    ['at NaN', `${made} return (ps[xs[1] * NaN] ?? { x: xs[0] }).x;`],
    ['of a list that was made shorter', `${made} ps.length = 2; return ps[1].x + ps.length;`],
    ['that were deleted', `${made} delete ps[1]; return ps[1] === undefined ? xs[0] : 2;`],
    [
      'of a list with holes',
      'const ps = new Array(3); ps[1] = { x: xs[0] }; return ps[1].x + (ps[0] === undefined ? 1 : 2);',
    ],
    [
      'that are frozen',
      `${made} Object.freeze(ps[0]); try { ps[0].x = 5; } catch {} return ps[0].x + xs[0];`,
    ],
    [
      'with a getter',
      'const ps = []; for (const x of xs) ps.push({ get x() { return x * 2; } }); return ps[0].x + ps[1].x;',
    ],
    [
      'with a new field',
      `${made} ps[0].z = xs[1]; let s = 0; for (const p of ps) s += p.z ?? p.x; return s;`,
    ],
    ['without a field that they had', `${made} delete ps[0].x; return (ps[0].x ?? 3) * xs[0];`],
    ['that are given, and written', 'gs[0].x = xs[0]; return gs[1].x * 2;'],
    [
      'that are given, and written among others',
      'const ps = [{ x: xs[0] }]; for (const g of gs) ps.push(g); ps[xs.length - 4].x = 3; return gs[0].x + ps[1].x;',
    ],
    [
      'that are given, and compared',
      'let n = 0; for (const g of gs) if (g === gs[0]) n += g.x; return n * xs[0];',
    ],
    [
      'of a list that a closure captured, too',
      'const all = gs; const h = () => all[0].x; return h() + gs.reduce((s, g) => s + g.x, xs[0]);',
    ],
  ])('are never wrong %s.', (_, body) => {
    const twice = { x: 0.5 };
    const args = () => [[...five], [twice, { x: 2 }, twice]];
    expect(judged(body, args)).toMatch(/^(right|leaves|refused)$/);
  });

  test('are read again at each call, however many there are.', () => {
    const text =
      "export const f = (gs) => gs.reduce((s, g) => s + g.x * (g.kind === 'a' ? 2 : g.of.w), 0);";
    const { f } = loaded<Record<string, (...args: unknown[]) => unknown>>(text);
    const list = (...xs: number[]) =>
      xs.map((x, k) => ({ x, kind: k % 2 ? 'a' : 'b', of: { w: k } }));
    const gradient = gradientOf(specialise(program, f, [list(1, 2, 3)], 0, undefined, true));
    expect(gradient([list(4, 5)])).toEqual({
      value: 10,
      gradient: [
        { x: 0, kind: 'b', of: { w: 4 } },
        { x: 2, kind: 'a', of: { w: 0 } },
      ],
    });
    expect(gradient([[...list(1, 2), null]])).toBeNull();
    expect(gradient([list(1, 2).map(({ x, kind }) => ({ x, kind }))])).toBeNull();
    expect(gradient([list(1).map((one) => ({ ...one, kind: 'c' }))])).toBeNull();
    expect(gradient([list(1).map((one) => ({ ...one, x: '1' }))])).toBeNull();
    const odd = list(1, 2);
    let reads = 0;
    Object.defineProperty(odd[1], 'x', { get: () => ++reads, enumerable: true });
    expect([gradient([odd]), reads]).toEqual([null, 0]);
    // Properties of lists are not looked at.
    expect(gradient([Object.assign(list(1, 2), { more: 1 })])).toEqual(gradient([list(1, 2)]));
    // The first code for few objects knows how many there are, and what their texts are.
    const first = gradientOf(specialise(program, f, [list(4, 5)]));
    expect([first([list(4, 5)]), first([list(4)]), first([odd]), reads]).toEqual([
      gradient([list(4, 5)]),
      null,
      null,
      0,
    ]);
    expect(first([list(4, 5).map((one) => ({ ...one, [Symbol.iterator]: 3 }))])?.gradient).toEqual(
      list(4, 5).map((_, k) => ({
        x: 2 * k,
        kind: k ? 'a' : 'b',
        of: { w: k ? 0 : 4 },
        [Symbol.iterator]: 0,
      })),
    );
  });
});

describe('Sorting', () => {
  const order = fc.constantFrom(
    '(a, b) => a.x - b.x',
    '(a, b) => b.x - a.x',
    '(a, b) => (a.x < b.x ? -1 : 1)',
    '(a, b) => a.y - b.y || b.x - a.x',
    '(a, b) => (a.x > b.x) - (a.x < b.x)',
    '(a, b) => a.x * a.y - b.x * b.y',
    '(a, b) => Math.round(a.x - b.x)',
    '(a, b) => a.x + b.x',
    '() => -1',
  );
  const number = fc.constantFrom(0, -0, 1, 1, 2.5, -3, 0.4, Infinity, -Infinity, NaN);

  test('orders as JavaScript does, with ties and with comparators that contradict themselves.', () => {
    fc.assert(
      fc.property(
        order,
        fc.array(number, { minLength: 1, maxLength: 9 }),
        fc.boolean(),
        (by, xs, isNew) => {
          const body = `const ps = xs.map((x, i) => ({ x, y: i % 3 }));
          const qs = ${isNew ? `ps.toSorted(${by})` : `ps.sort(${by})`};
          let s = 0; for (const q of qs) s = s * 0.5 + q.x * 0.25 + q.y; return s + ps[0].y + xs[0] * 0.125;`;
          expect(judged(body, () => [xs])).toMatch(/^(right|leaves|refused)$/);
        },
      ),
      { numRuns: sampled(120) },
    );
    expect(judged('return xs.slice().sort((a, b) => b - a)[1] * 2;')).toBe('right');
    expect(judged('return new Float64Array(xs).sort()[1] * 2;')).toBe('right');
    expect(judged('return xs.map((x) => x).sort()[0];')).toBe('refused');
  });
});

describe('Maps and sets', () => {
  test.each([
    [
      'known keys',
      "const m = new Map([['a', xs[0]], ['b', 2]]); m.set('c', xs[1]); m.delete('a'); m.set('a', 3); let s = 0; for (const [k, v] of m) s = s * 0.5 + v * k.charCodeAt(0); return s + m.size;",
    ],
    [
      'keys that are computed',
      'const m = new Map(); for (let i = 0; i < xs.length; i++) m.set(i % 3, (m.get(i % 3) ?? 0) + xs[i]); let s = 0; for (const [k, v] of m) s = s * 0.5 + v * (k + 1); return s;',
    ],
    [
      'objects as keys',
      'const ps = xs.map((x) => ({ x })); const m = new Map(); for (const p of ps) m.set(p, p.x * 2); m.set(ps[1], xs[0]); let s = 0; for (const p of ps) s = s * 0.9 + m.get(p); return s + (m.has({ x: 1 }) ? 1 : 0);',
    ],
    [
      'zeros and NaN as keys',
      'const m = new Map([[0, xs[0]], [NaN, xs[1]]]); for (const k of [-0, NaN]) m.set(k, xs[2] + m.size); let s = m.size; for (const k of m.keys()) s += m.get(k) + 1 / (k + 2); return s;',
    ],
    [
      'weak keys',
      'const a = {}, b = {}; const w = new WeakMap(); w.set(a, xs[0]); w.set(b, xs[1]); return w.get(a) * 2 - w.get(b) + (w.has({}) ? 1 : 0);',
    ],
    [
      'sets',
      'const seen = new Set([1, 2, 2]); for (let i = 0; i < 4; i++) seen.add(i); let s = 0; for (const k of seen) s = s * 0.5 + k * xs[0]; return s + seen.size;',
    ],
    [
      'iterators of arrays',
      'let s = 0; for (const [i, x] of xs.entries()) s += i * x; for (const i of xs.keys()) s += i; return s + [...xs.values()][1];',
    ],
  ])('have %s.', (_, body) => {
    expect(judged(body)).toBe('right');
  });

  test.each([
    [
      'an array is written',
      'const ys = [xs[0], 2]; for (const [i, v] of ys.entries()) if (i < 1) ys[1] += v; return ys[1];',
    ],
    [
      'keys are added',
      'const m = new Map([[1, xs[0]]]); let s = 0; for (const [k, v] of m) { s += k * v; if (k < 4) m.set(k + 1, xs[k]); } return s;',
    ],
    [
      'keys are taken away',
      "const m = new Map([['a', xs[0]], ['b', xs[1]], ['c', xs[2]]]); let s = 0; for (const [k, v] of m) { s += v; m.delete('b'); } return s;",
    ],
    [
      'values change',
      "const m = new Map([['a', xs[0]], ['b', xs[1]]]); let s = 0; for (const v of m.values()) { s += v; m.set('b', 5); } return s;",
    ],
    [
      'one iterator is used twice',
      'const it = xs.values(); let s = 0; for (const x of it) { s += x; if (s > 0) break; } for (const x of it) s += x; return s;',
    ],
    [
      'an array grows',
      'const ys = [xs[0], xs[1]]; let s = 0; for (const [i, y] of ys.entries()) { s += y; if (i < 2) ys.push(y * 2); } return s;',
    ],
  ])('are never wrong where %s while they are gone through.', (_, body) => {
    expect(judged(body)).toMatch(/^(right|leaves|refused)$/);
  });
});

/** Arrays that grow in counting loops get their room before them, and no bit changes. */
import { improved, passes } from '../../../src/plain/improve/improved.js';
import type { Func } from '../../../src/plain/ir/ir.js';
import { linked } from '../../../src/plain/runtime/compiled/code/linked.js';
import { emit, funcOf, interpret, verify } from '../../support/numeric.js';

const others = Object.entries(passes).filter(([name]) => name !== 'ahead');
const without = (f: Func): Func => others.reduce((made, [, pass]) => pass(made), f);
/** The number of times that the code asks whether there is room. */
const questions = (f: Func) => emit(f).code.split('Math.max(').length - 1;

const program = (loop: string, end = 'xs.length') => `function f(xs: number[], n: number): number {
    const out: number[] = [];
    const more: number[] = [1];
    for (let i = 0; i < ${end}; i++) { ${loop} }
    let sum = out.length + 100 * more.length;
    for (const x of out) sum = 2 * sum + x;
    for (const x of more) sum = 3 * sum + x;
    return sum;
  }`;

test.each([
  ['push', 'out.push(2 * xs[i]);', 0],
  ['push, and read what is there', 'more.push(more[i] + xs[i]);', 0],
  ['push several', 'out.push(xs[i], 1); more.push(xs[i]); out.push(2);', 0],
  ['store at the end', 'out[i] = xs[i] + 1;', 0],
  ['store at the end, and read it', 'out[i] = xs[i]; more.push(out[i]);', 0],
  ['push in some steps', 'if (xs[i] > 0) out.push(xs[i]);', 1],
  ['push until they end', 'out.push(xs[i]); if (xs[i] < 0) break;', 1],
  ['push and pop', 'out.push(xs[i]); out.push(1); out.pop();', 2],
  ['store before the end', 'out.push(1); out[i] = xs[i];', 2],
])('Steps that %s.', (_, loop, asked) => {
  const f = funcOf(program(loop));
  const made = improved(f);
  expect(verify(made)).toEqual([]);
  expect(questions(made)).toBe(asked);
  if (asked === 0) expect(questions(without(f))).toBeGreaterThan(0);
  for (const length of [0, 1, 3, 4, 5, 9]) {
    const xs = Array.from({ length }, (__, k) => Math.sin(k + 1));
    expect(interpret(made, [xs, length])).toEqual(interpret(f, [xs, length]));
  }
});

test('Steps to a number that is not whole, or none, have room.', () => {
  const f = funcOf(program('out.push(xs[i]);', 'n'));
  expect(questions(improved(f))).toBe(0);
  const xs = [1, 2, 3, 4, 5, 6, 7, 8];
  for (const n of [NaN, -1, 0, 0.5, 6.5, 7])
    expect(interpret(improved(f), [xs, n])).toEqual(interpret(f, [xs, n]));
});

test.each([
  ['', 3],
  ['more[0] = n; const y = n + 1; more[0] += y;', 4],
  ['more[0] = n;', 3],
  ['if (n > 3) more[0] = n;', 4],
])(
  'Arrays are made with their room, unless something is read before the loop: %s',
  (between, loops) => {
    const text = program('more.push(2 * xs[i]);').replace('for (', `${between} for (`);
    const f = funcOf(text);
    const made = improved(f);
    expect(verify(made)).toEqual([]);
    expect(emit(made).code.split('for (').length - 1).toBe(loops);
    for (const length of [0, 2, 7]) {
      const xs = Array.from({ length }, (_, k) => Math.sin(k + 1));
      for (const n of [0, 5]) expect(interpret(made, [xs, n])).toEqual(interpret(f, [xs, n]));
    }
  },
);

test('A careless rule is noticed: with room for three steps less, what is put there last is lost.', () => {
  const emitted = emit(improved(funcOf(program('out.push(xs[i]);', 'n'))));
  const code = emitted.code.replace('Math.ceil(', '-3 + Math.ceil(');
  expect(code).not.toBe(emitted.code);
  const given = [[1, 2, 3, 4, 5, 6, 7, 8], 6.5];
  expect(linked({ ...emitted, code })(...given)).not.toEqual(linked(emitted)(...given));
});

test('A list that many loops push to is not copied by each of them.', () => {
  const text = `function f(n: number, m: number): number {
    const out: number[] = [];
    for (let i = 0; i < n; i++) for (let k = 0; k < m; k++) out.push(i + k);
    return out.length + out[n * m - 1];
  }`;
  const { code } = emit(improved(funcOf(text)));
  let room = 0;
  const array = (length: number): Float64Array => {
    room += length;
    return new Float64Array(length);
  };
  const pools = { borrow: () => ({ array }), giveBack: () => undefined };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- code that the compiler emitted
  const make = new Function('$pools', '$leave', `${code} return f;`) as (
    of: unknown,
  ) => typeof Math.max;
  const f = make(pools);
  for (const [n, m] of [
    [100, 3],
    [1000, 3],
  ]) {
    room = 0;
    expect(f(n, m)).toBe(n * m + n - 1 + m - 1);
    expect(room).toBeGreaterThanOrEqual(n * m);
    expect(room).toBeLessThan(4 * n * m);
  }
});

test.each([
  ['two elements', 'out.push(a, 2);', 0],
  ['two elements in a branch', 'if (a > 1) { out.push(a); out.push(3); }', 0],
  ['three elements', 'out.push(a); out.push(2, 3);', 1],
])('Behind a loop there is room for %s.', (_, after, asked) => {
  const f = funcOf(`function f(xs: number[], n: number, a: number): number {
    const out = [a];
    for (let i = 1; i < n; i++) out.push(xs[i] * a);
    ${after}
    let sum = out.length;
    for (const x of out) sum = 2 * sum + x;
    return sum;
  }`);
  const made = improved(f);
  expect(verify(made)).toEqual([]);
  expect(questions(made)).toBe(asked);
  const xs = Array.from({ length: 9 }, (__, k) => Math.sin(k + 1));
  for (const n of [-20, -3, 0, 1, 2, 3.5, 4, 5, 6, 8, 9, NaN])
    expect([linked(emit(made))(xs, n, 2)]).toEqual(interpret(f, [xs, n, 2]));
});

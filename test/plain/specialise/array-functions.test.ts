/** Functions of arrays in specialised code: calls of NumPy stay as they are, inside of one run that records them. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import * as nn from 'delta-tape/nn';
import { difference } from '../../../src/plain/runtime/specialised/agreement.js';
import { gradientOf, type Positions } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { Refusal } from '../../../src/plain/specialise/values/abstract.js';
import { array } from '../../numpy/support.js';
import { program } from '../../support/known-programs.js';
import { modules, type F, type Module } from '../../support/linked-modules.js';
import { numpyPrograms, type NumpyProgram } from '../../support/numpy-programs.js';
import { sampled } from '../../support/sample.js';
import { withoutCompiled } from '../../support/tiers.js';

interface Found {
  readonly value: unknown;
  readonly gradient: unknown;
}

const others = {
  'delta-tape/numpy': np as unknown as Module,
  'delta-tape/nn': nn as unknown as Module,
};
const head = `import * as np from 'delta-tape/numpy';\nimport * as nn from 'delta-tape/nn';\n`;
const functionOf = (text: string): F => modules({ program: text }, others)('program').f as F;

/** A complaint about specialised code at arguments, or the reason that there is none; null if it is right. */
function complaintAbout(f: F, args: () => readonly unknown[], wrt: Positions): string | null {
  let code;
  try {
    code = gradientOf(specialise(program, f, args(), wrt), wrt);
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.message}`;
    throw error;
  }
  const found = code(args());
  if (found === null) return 'leaves';
  const expected = withoutCompiled(() =>
    (valueAndGrad as unknown as (f: F, options: object) => (...args: unknown[]) => Found)(f, {
      wrt,
    })(...args()),
  );
  const value = Number(f(...args()));
  if (!Object.is(found.value, value)) return `the value ${found.value}, not ${value}`;
  return difference(found, { ...expected, value });
}

const v = () => array([0.3, -0.2, 0.5]);
const w = () =>
  array([
    [0.1, 0.2, 0.3],
    [0.4, -0.5, 0.6],
    [0.7, 0.8, -0.9],
  ]);

const rows: readonly [
  what: string,
  text: string,
  args: () => readonly unknown[],
  wrt?: Positions,
][] = [
  ['a number that goes in and out', '(x) => np.tanh(x) * x', () => [0.4]],
  [
    'numbers in an array',
    '(x) => np.sum(np.array([x, x * x, 1])) - np.mean(np.array([[x, 1], [2, x]]))',
    () => [0.4],
  ],
  [
    'lists of numbers',
    '(xs, ys) => np.mean(np.square(np.array(xs))) * np.max(np.array(ys))',
    () => [[1, 2, 3], Float64Array.of(1, 2)],
    [0, 1],
  ],
  ['an array, with a constant one', '(x) => np.sum(np.matmul(data, np.square(x)))', () => [v()]],
  [
    'elements, and the shape',
    '(x) => { let s = 0; for (let i = 0; i < x.shape[0]; i++) s += x.get([i]) ** 2 * i; return s; }',
    () => [v()],
  ],
  [
    'what a loop carries, and a branch takes',
    '(x, k) => { let h = x; for (let i = 0; i < 4; i++) h = np.sum(h) > k ? np.tanh(np.multiply(h, k + i)) : np.negative(h); return h.sum() * k; }',
    () => [v(), 0.3],
    [0, 1],
  ],
  [
    'methods, members and destructuring',
    "(x) => { const [n, m] = x.shape; return x.T.reshape([n * m]).slice('1:4').sum() * n; }",
    () => [w()],
  ],
  [
    'options',
    "(x) => np.sum(np.sum(x, 1, true)) + np.sum(nn.crossEntropy(x, np.array([0, 1, 2]), { reduction: 'none' }))",
    () => [w()],
  ],
  ['a member of a member', '(x) => np.linalg.det(x) + np.linalg.norm(x)', () => [w()]],
  [
    'objects that hold arrays',
    '(p) => { const q = { h: np.matmul(p.w, np.array([1, p.b, 2])), k: p.b }; return np.sum(q.h) * q.k; }',
    () => [{ w: w(), b: 0.3 }],
  ],
  [
    'rows that are gone through',
    '(x) => { let s = 0; for (const row of x) s += Math.sin(np.sum(row)); return s; }',
    () => [w()],
  ],
  [
    'a condition that asks an array',
    '(x) => { let k = 1; while (np.sum(np.multiply(x, k)) < 2 && k < 9) k++; return np.sum(x) * k; }',
    () => [v()],
  ],
  [
    'what may be absent',
    '(x, mask, k) => { const by = mask === null ? np.ones([3]) : mask; return np.sum(np.multiply(x, by)) + (k === undefined ? 1 : np.sum(k)) + np.sum(nn.relu(x) ?? x); }',
    () => [v(), null, undefined],
  ],
  [
    'a number that becomes one of an array',
    '(x) => { let s = 0; for (let i = 0; i < 3; i++) s = np.add(s, x.get([i])); return s * s; }',
    () => [v()],
  ],
  [
    'an array that is written between calls',
    '(xs) => { const a = new Float64Array(3); let s = 0; for (let i = 0; i < 3; i++) { a[i] = xs[i] * 2; s += np.sum(np.square(np.array(a))); } return s; }',
    () => [Float64Array.of(1, 2, 3)],
  ],
  [
    'places that are counted',
    '(xs, x) => xs[np.argmax(x)] * np.sum(x)',
    () => [[1, 2, 3], v()],
    [0, 1],
  ],
];

test.each(rows)('Specialised code hands on %s.', (_, text, args, wrt = 0) => {
  const f = functionOf(`${head}const data = np.ones([2, 3]);\nexport const f = ${text};`);
  expect(complaintAbout(f, args, wrt)).toBeNull();
});

test.each([
  ['draws numbers', '(x) => np.sum(np.multiply(np.random.random([2]), x))', /random, which/],
  [
    'writes arrays',
    '(x) => { const a = np.zeros([2]); a.set([0], 1); return np.sum(a) * x; }',
    /a method of an array/,
  ],
  [
    'is given a function',
    '(x) => np.sum(np.apply_along_axis((r) => r, 0, np.array([x])))',
    /apply_along_axis, which/,
  ],
])('What %s is refused.', (_, text, why) => {
  const f = functionOf(`${head}export const f = ${text};`);
  expect(complaintAbout(f, () => [0.3], 0)).toMatch(why);
});

test('Random functions with arrays of NumPy have the values of the source and the gradients of runs.', () => {
  const argsOf =
    ({ x, v: of, xs }: NumpyProgram) =>
    (): unknown[] => [
      x,
      array([...of]),
      Float64Array.from(xs),
      { w: array([...xs].reverse()), b: of[0] - x },
    ];
  const counts = { right: 0, refused: 0 };
  fc.assert(
    fc.property(
      numpyPrograms,
      fc.constantFrom<Positions[]>(0, 1, [0, 1], 2, 3, [0, 1, 2, 3]),
      (one, wrt) => {
        const f = functionOf(one.text);
        try {
          f(...argsOf(one)());
        } catch {
          return;
        }
        const complaint = complaintAbout(f, argsOf(one), wrt);
        if (complaint === null) counts.right++;
        else if (/^(refused|leaves)/.test(complaint)) counts.refused++;
        else throw new Error(`${complaint}\n${one.text}\n${JSON.stringify([wrt, one])}`);
      },
    ),
    { numRuns: sampled(120), endOnFailure: true },
  );
  expect(counts.right).toBeGreaterThan(counts.refused);
});

/** Functions that mix numbers with functions of arrays: compiled code hands arrays on, and one run records the calls. */
import { grad, hessian, jacobian, jvp, trace, valueAndGrad, vjp } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import * as nn from 'delta-tape/nn';
import { insideRun } from '../../../../src/core/open-runs.js';
import { translate } from '../../../../src/plain/translate.js';
import { why } from '../../../../src/plain/why.js';
import { P, array, type Array_ } from '../../../numpy/support.js';
import { modules, type F, type Module } from '../../../support/linked-modules.js';
import { answer, differenceBeside, withAux, withoutCompiled } from '../../../support/tiers.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';

const others = {
  'delta-tape/numpy': np as unknown as Module,
  'delta-tape/nn': nn as unknown as Module,
};
const head = `import { stopGradient } from 'delta-tape';\nimport * as np from 'delta-tape/numpy';\nimport * as nn from 'delta-tape/nn';\n`;

/** The exports of a module that may call functions of arrays. */
const load = (text: string, more: Record<string, string> = {}): Record<string, F> =>
  modules({ program: head + text, ...more }, others)('program') as Record<string, F>;

const functionOf = (text: string): F => load(`export const f = ${text};`).f;

type Wrt = Parameters<typeof answer>[2];

/** True if compiled code answers; `grad` compares its answer with a run. */
function answers(f: F, args: readonly unknown[], wrt: Wrt = 0): boolean {
  const found = answer(f as never, args, wrt);
  if (found !== null) (valueAndGrad(f as never, { wrt: wrt as 0 }) as unknown as F)(...args);
  return found !== null;
}

const v = () => array([0.3, -0.2, 0.5]);
const w = () =>
  array([
    [0.1, 0.2, 0.3],
    [0.4, -0.5, 0.6],
    [0.7, 0.8, -0.9],
  ]);

const programs: readonly [what: string, text: string, args: () => unknown[], wrt?: Wrt][] = [
  ['a number that goes in and out', '(x: number) => np.tanh(x) * x', () => [0.4]],
  ['numbers in an array', '(x: number) => np.sum(np.array([x, x * x, 1]))', () => [0.4]],
  ['a list of numbers', '(xs: number[]) => np.mean(np.square(np.array(xs)))', () => [[1, 2, 3]]],
  [
    'a typed array',
    '(xs: Float64Array) => np.max(np.array(xs)) * xs[0]',
    () => [Float64Array.of(1, 2)],
  ],
  ['an array', '(x: np.NDArray) => np.sum(np.square(x))', () => [v()]],
  [
    'an array under another name of its type',
    '(x: ReturnType<typeof np.array>) => np.sum(np.exp(x))',
    () => [v()],
  ],
  ['an array without a type', '(x) => np.sum(np.matmul(x, x))', () => [w()]],
  [
    'elements in a loop',
    `(x: np.NDArray) => {
    let s = 0;
    for (let i = 0; i < x.shape[0]; i++) s += x.get([i]) ** 2 * i;
    return s;
  }`,
    () => [v()],
  ],
  [
    'an array that a loop carries',
    `(x: np.NDArray, k: number) => {
    let h = x;
    for (let i = 0; i < 4; i++) h = np.tanh(np.multiply(h, k + i));
    return np.sum(h);
  }`,
    () => [v(), 0.3],
    [0, 1],
  ],
  [
    'an array that a branch takes',
    `(x: np.NDArray, k: number) => {
    const h = np.sum(x) > k ? np.exp(x) : np.negative(x);
    return h.sum() * k;
  }`,
    () => [v(), 0.3],
    [0, 1],
  ],
  [
    'methods, members and destructuring',
    `(x: np.NDArray) => {
    const [n, m] = x.shape;
    return x.T.reshape([n * m]).slice('1:4').sum() * n;
  }`,
    () => [w()],
  ],
  [
    'options',
    `(x: np.NDArray) => np.sum(np.sum(x, 1, true)) + np.sum(nn.crossEntropy(x, np.array([0, 1, 2]), { reduction: 'none' }))`,
    () => [w()],
  ],
  ['a member of a member', '(x: np.NDArray) => np.linalg.det(x) + np.linalg.norm(x)', () => [w()]],
  [
    'objects that hold arrays',
    `(p: { w: np.NDArray; b: number }) => {
    const q = { h: np.matmul(p.w, np.array([1, p.b, 2])), k: p.b };
    return np.sum(q.h) * q.k;
  }`,
    () => [{ w: w(), b: 0.3 }],
  ],
  [
    'rows of an array',
    `(x: np.NDArray) => {
    let s = 0;
    for (const row of x) s += Math.sin(np.sum(row));
    return s;
  }`,
    () => [w()],
  ],
  [
    'a condition that asks an array',
    `(x: np.NDArray) => {
    let k = 1;
    while (np.sum(np.multiply(x, k)) < 2 && k < 9) k++;
    return np.sum(x) * k;
  }`,
    () => [v()],
  ],
  [
    'what may be absent',
    `(x: np.NDArray, mask: np.NDArray | null, k?: np.NDArray) => {
      const helper = (h: np.NDArray, by = np.ones([3])) => np.multiply(h, by);
      const kept = mask === null ? helper(x) : helper(x, mask);
      return np.sum(kept) + (k === undefined ? 1 : np.sum(k)) + np.sum(nn.relu(x) ?? x);
    }`,
    () => [v(), null],
  ],
  [
    'a number that becomes one of an array in a loop',
    `(x: np.NDArray) => {
      let s = 0;
      for (let i = 0; i < 3; i++) s = np.add(s, x.get([i]));
      return s * s;
    }`,
    () => [v()],
  ],
  [
    'an array of which only members tell what it is',
    `(x, k) => {
      let s = 0;
      for (let i = 0; i < x.shape[0]; i++) s += x.get([i]) * k;
      return s;
    }`,
    () => [v(), 0.3],
    [0, 1],
  ],
  [
    'an array that is written between calls',
    `(xs: Float64Array) => {
    const a = new Float64Array(3);
    let s = 0;
    for (let i = 0; i < 3; i++) {
      a[i] = xs[i] * 2;
      s += np.sum(np.square(np.array(a)));
    }
    return s;
  }`,
    () => [Float64Array.of(1, 2, 3)],
  ],
  [
    'a list of arrays that grows',
    `(x: np.NDArray, k: number) => {
      const hs = [];
      for (let i = 0; i < 4; i++) {
        if (i > 2) hs.push(x);
        else hs.push(np.tanh(np.multiply(x, k + i)));
      }
      return np.sum(np.multiply(np.stack(hs), np.array([[1], [2], [3], [k]])));
    }`,
    () => [v(), 0.3],
    [0, 1],
  ],
  [
    'a list that holds an array at first, and is read while it grows',
    `(x: np.NDArray, k: number) => {
      const hs = [np.multiply(x, k)];
      for (let i = 0; i < 3; i++) {
        const last = hs[hs.length - 1];
        hs.push(np.tanh(np.add(last, hs[0])));
      }
      let s = 0;
      for (const h of hs) s += np.sum(np.square(h)) * k;
      return s + hs[1].get([0]);
    }`,
    () => [v(), 0.3],
    [0, 1],
  ],
  [
    'lists of arrays, and of numbers of arrays, that loops make',
    `(x: np.NDArray, k: number) => {
      let s = 0;
      for (let i = 0; i < 3; i++) {
        const hs: np.NDArray[] = [];
        const ls = [];
        for (let j = 0; j <= i; j++) {
          hs.push(np.sin(np.multiply(x, j + k)), x);
          ls.push(np.sum(x), k * j);
        }
        s += np.sum(np.concatenate(hs)) * ls[i];
        s += np.mean(np.array(ls));
      }
      return s;
    }`,
    () => [v(), 0.3],
    [0, 1],
  ],
  [
    'a list of numbers of arrays that methods take',
    `(x: np.NDArray, k: number) => {
      const ls: number[] = [];
      const ms = [];
      for (let i = 0; i < 3; i++) {
        ls.push(np.sum(np.multiply(x, i)));
        ms.push(np.mean(x) * i);
      }
      return ls.reduce((a, b) => a + b * k, 0) + ms.map((m) => m * k)[1];
    }`,
    () => [v(), 0.3],
    [0, 1],
  ],
];

describe('Compiled code answers for', () => {
  test.each(programs)('%s.', (_, text, args, wrt = 0) => {
    expect(answers(functionOf(text), args(), wrt)).toBe(true);
  });

  test('arguments that change what others hold, as they are when the function is called.', () => {
    const f = functionOf(`(x: number) => {
      const o = { axis: 0 };
      const a = [x, 2 * x];
      const first = np.sum(np.array([a[0], (a[0] = 3), a[0]]));
      return first * np.sum(np.sum(np.array([a, [1, x]]), (o.axis = 1, o.axis)));
    }`);
    expect(answers(f, [0.3])).toBe(true);
  });

  test('functions of other modules that call functions of arrays.', () => {
    const { f } = load(
      `import { energy } from './energy';\nexport const f = (x: np.NDArray, k: number) => energy(x, k) * k;`,
      {
        energy: `${head}export const energy = (x: np.NDArray, k: number): number => np.sum(np.multiply(x, k));`,
      },
    );
    expect(answers(f, [v(), 0.3], [0, 1])).toBe(true);
  });

  test('functions that are made for data.', () => {
    const { make } = load(
      `export const make = (data: np.NDArray) => (x: number) => np.sum(np.multiply(data, x));`,
    );
    expect(answers(make(v()) as unknown as F, [0.3])).toBe(true);
  });

  test('constants of the module that are arrays.', () => {
    const { f } = load(
      `const data = np.ones([2, 3]).reshape([3, 2]);\nexport const f = (x: number) => np.sum(np.multiply(data, x));`,
    );
    expect(answers(f, [0.3])).toBe(true);
  });
});

type WithAux = (...args: unknown[]) => { value: number; gradient: unknown; aux: unknown };
const withAuxOf = (f: F, wrt: unknown = 0): WithAux =>
  valueAndGrad(f as never, { wrt: wrt as 0, aux: true }) as never;

describe('What stands beside the number is that of a run', () => {
  test.each<[what: string, text: string, args: () => unknown[], wrt?: Wrt]>([
    ['if it is an array', '(x) => { const h = np.tanh(x); return [np.sum(h), h]; }', () => [v()]],
    ['if it is the input', '(x: np.NDArray) => [np.sum(np.square(x)), x]', () => [v()]],
    [
      'if it holds numbers, arrays of both kinds, shapes and bools',
      `(w: np.NDArray, x: number, xs: Float64Array, p: { b: number }) => {
        const h = np.tanh(np.multiply(w, x));
        let s = 0;
        const squares: number[] = [];
        const sums = new Float64Array(3);
        for (let i = 0; i < xs.length; i++) {
          s += xs[i] * h.get([i]) * p.b;
          squares.push(s * s);
          sums[i] = s;
        }
        sums[0] = x;
        return [s, { h, n: np.sum(h), squares, sums, s, shape: h.shape, isBig: s > 0, at: [np.argmax(h), 2], list: h.tolist() }];
      }`,
      () => [v(), 0.4, Float64Array.of(1, 2, 3), { b: 0.3 }],
      [0, 1, 2, 3],
    ],
    [
      'if an array is written that a call was given',
      `(xs: Float64Array) => {
        const a = xs.map((x) => x * x);
        const s = np.sum(np.exp(np.array(a)));
        a[1] = 3 * s;
        for (let i = 0; i < 3; i++) a[i] *= a[i];
        return [s * a[2], a];
      }`,
      () => [Float64Array.of(0.1, 0.2, 0.3)],
    ],
    [
      'if it is what a loop carries',
      `(x: np.NDArray, k: number) => {
        let h = x;
        for (let i = 0; i < 3; i++) h = k > 0 ? np.tanh(np.multiply(h, k)) : np.negative(h);
        return [np.sum(h), { h, twice: [h, h], k }];
      }`,
      () => [v(), 0.4],
      [0, 1],
    ],
    ['if it is nothing', '(x: np.NDArray) => [np.sum(x), {}]', () => [v()]],
  ])('%s.', (_, text, args, wrt = 0) => {
    const f = functionOf(text);
    // Compared with a run whenever it is asked for.
    expect(compiled.withAux(f as never, args(), wrt)).not.toBeNull();
    withAuxOf(f, wrt)(...args());
  });

  test('and the comparison notices what is another.', () => {
    const f = functionOf('(x: np.NDArray) => [np.sum(np.square(x)), { h: np.exp(x), k: 1 }]');
    const found = withAux(f as never, [v()], 0)!;
    const complaint = (change: object) =>
      differenceBeside({ ...found, ...change }, f as never, [v()], 0);
    const { h } = found.aux!.tree as { h: unknown };
    expect(complaint({})).toBeNull();
    expect(complaint({ aux: { tree: { h, k: 2 } } })).toContain('beside the number');
    expect(complaint({ aux: { tree: { h: v(), k: 1 } } })).toContain('beside the number');
    expect(complaint({ leaves: [v()] })).toContain('the gradient');
  });

  test('and is usable when the gradient is there.', () => {
    const f = functionOf('(x: np.NDArray) => [np.sum(np.square(x)), np.exp(x)]');
    const { aux } = withAuxOf(f)(v());
    expect((P.sum(aux) as Array_).valueOf()).toBeCloseTo(
      Math.exp(0.3) + Math.exp(-0.2) + Math.exp(0.5),
      12,
    );
  });

  test('and grad without the option throws as elsewhere.', () => {
    const f = functionOf('(x: np.NDArray) => [np.sum(x), x]');
    expect(answer(f as never, [v()], 0)).toBeNull();
    expect(() => (grad(f as never) as unknown as F)(v())).toThrow();
  });

  test('where a function of another module gives a number beside one.', () => {
    const { f } = load(
      `import { both } from './both';\nexport const f = (x: np.NDArray) => { const [s, m] = both(x); return s * m; };`,
      {
        both: `${head}export const both = (x: np.NDArray): [number, number] => [np.sum(x), np.mean(np.square(x))];`,
      },
    );
    expect(answers(f, [v()])).toBe(true);
  });
});

describe('A run answers, and why says so, for', () => {
  test.each([
    [
      'numbers that are drawn',
      '(x: number) => np.sum(np.multiply(np.random.random([2]), x))',
      'random, which',
    ],
    [
      'arrays that are written',
      '(x: number) => { const a = np.zeros([2]); a.set([0], 1); return np.sum(a) * x; }',
      'set, which',
    ],
    [
      'functions that are given',
      '(x: np.NDArray) => np.sum(np.apply_along_axis((r) => r, 0, x))',
      'apply_along_axis, which',
    ],
    [
      'a sum without its gradient',
      '(x: np.NDArray) => np.sum(np.multiply(x, stopGradient(np.sum(x))))',
      'stopGradient of an array',
    ],
    [
      'an element that is assigned',
      '(x: number) => { const a = np.zeros([2]); a[0] = 1; return np.sum(a) * x; }',
      'a write into an array of NumPy',
    ],
    [
      'lists of arrays with another name',
      '(x: np.NDArray) => { const hs = []; const gs = hs; gs.push(x); hs.push(x); return np.sum(np.stack(hs)); }',
      'a list of arrays of NumPy that does more',
    ],
    [
      'lists of arrays that a function fills',
      '(x: np.NDArray) => { const hs = []; const fill = () => { hs.push(x); }; fill(); return np.sum(np.stack(hs)); }',
      'a list of arrays of NumPy that does more',
    ],
    [
      'lists of arrays that grow while they are gone through',
      '(x: np.NDArray) => { const hs = [x]; for (const h of hs) { if (hs.length < 3) hs.push(h); } return np.sum(np.stack(hs)); }',
      'a list of arrays of NumPy that does more',
    ],
    [
      'lists of arrays and of what changes',
      '(x: np.NDArray) => { const hs = []; hs.push(x); hs.push(new Float64Array(3)); return np.sum(np.stack(hs)); }',
      'an element beside arrays of NumPy',
    ],
  ])('%s.', (_, text, what) => {
    const f = functionOf(text);
    const { versions } = why(f as never);
    const { exists, obstacle } = versions.find(({ version }) => version === 'compiled')!;
    expect(exists).toBe(false);
    expect(obstacle?.what).toContain(what);
  });

  test('other derivatives.', () => {
    const f = functionOf('(x: number) => np.sum(np.square(np.array([x, 2 * x])))');
    expect((jvp(f as never) as unknown as F)([3], [1])).toEqual({ value: 45, tangent: 30 });
    expect((hessian(f as never) as unknown as F)(3)).toBe(10);
    const g = functionOf('(x: np.NDArray) => np.square(x)');
    expect(
      (jacobian(g as never) as unknown as (x: unknown) => Array_)(array([1, 2])).tolist(),
    ).toEqual([
      [2, 0],
      [0, 4],
    ]);
    const { pullback } = (vjp(f as never) as unknown as (x: number) => { pullback: F })(3);
    expect([pullback(1)].flat()).toEqual([30]);
    expect(
      (trace(f as never) as unknown as (x: number) => { counts: { bindings: number } })(3).counts
        .bindings,
    ).toBeGreaterThan(0);
  });

  test('what is no number.', () => {
    const f = functionOf('(x: np.NDArray) => np.sum(x) + np.square(x)');
    expect(answer(f as never, [v()], 0)).toBeNull();
    expect(() => (grad(f as never) as unknown as F)(v())).toThrow();
  });
});

describe('Where code with functions of arrays ends half way,', () => {
  const { f } = load(`export const f = (x: np.NDArray, k: number) => {
    const h = np.multiply(x, k);
    if (k > 1) return np.sum(np.add(h, np.ones([5])));
    return np.sum(h);
  };`);
  const both = valueAndGrad(f as never, { wrt: [0, 1] as const }) as unknown as (
    ...args: unknown[]
  ) => { value: number; gradient: [Array_, number] };

  test('the error is that of the source, nothing stays open, and the next gradient is right.', () => {
    const message = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return String(error);
      }
      return null;
    };
    for (let round = 0; round < 3; round++) {
      expect(message(() => both(v(), 2))).toBe(message(() => withoutCompiled(() => both(v(), 2))));
      expect(insideRun()).toBe(false);
      const { value, gradient } = both(array([1, 2]), 0.5);
      expect([value, gradient[0].tolist(), gradient[1]]).toEqual([1.5, [0.5, 0.5], 3]);
    }
  });
});

test('Gradients by arrays and their values leave no memory behind.', () => {
  const f = functionOf(`(p: { w: np.NDArray; b: number }, x: np.NDArray) => {
    let s = 0;
    for (let i = 0; i < 3; i++) s += np.sum(np.tanh(np.add(np.matmul(x, p.w), p.b * i)));
    return s;
  }`);
  const args = [{ w: v(), b: 0.3 }, w()];
  expect(answers(f, args)).toBe(true);
  const once = () =>
    np.tidy(() => {
      answer(f as never, args, 0);
    });
  once();
  const before = P.wasmFreeBytes();
  for (let k = 0; k < 2000; k++) once();
  expect(P.wasmFreeBytes()).toBe(before);
});

test('What is 0 wins over what is not finite.', () => {
  const f = functionOf(
    '(x: number) => { const r = Math.sqrt(x); return np.sum(np.multiply(np.array([r, 2]), np.array([0, 1]))) + x; }',
  );
  expect((grad(f as never) as unknown as F)(0)).toBe(1);
});

test('Each function of arrays is captured by itself, so that bundlers leave out the others.', () => {
  const { code } = translate(
    `${head}export const f = (x: number) => np.tanh(np.exp(x)) * np.linalg.norm(np.array([x]));`,
    { filename: 'program.ts' },
  );
  const captured = /\(\) => \[([^\]]*)\]/.exec(code.slice(code.indexOf('$lowered')))?.[1];
  expect(captured?.split(/,\s*/).sort()).toEqual(['np.array', 'np.exp', 'np.linalg', 'np.tanh']);
});

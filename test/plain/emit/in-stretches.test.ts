/** Code that is longer than V8 optimises is cut into stretches, which give the bits of the whole. */
import { cut } from '../../../src/plain/emit/cut-up.js';
import { inStretches } from '../../../src/plain/emit/in-stretches.js';
import { largestIn } from '../../../src/plain/runtime/compiled/answers/run-code.js';
import { linked } from '../../../src/plain/runtime/compiled/code/linked.js';
import type { Func } from '../../../src/plain/ir/ir.js';
import {
  adjoint,
  emit,
  funcOf,
  improved,
  partials,
  source,
  verify,
} from '../../support/numeric.js';
import { range } from '../../support/range.js';

/** Statements that ask for what stands far above, for bools, for arrays that are made and written, and branches. */
const statement = (k: number): string => {
  const [last, far] = [`a${k}`, `a${(k * 7) % (k + 1)}`];
  const next = `const a${k + 1} =`;
  switch (k % 6) {
    case 0:
      return `${next} ${last} * x[${k % 3}] + Math.sin(${far});`;
    case 1:
      return `const isLess${k} = ${last} < ${far}; ${next} isLess${k} ? ${last} * 0.5 : Math.tanh(${far});`;
    case 2:
      return `const v${k} = new Float64Array(2); v${k}[0] = ${last}; v${k}[1] = x[1] * ${far}; ${next} v${k}[0] - 0.5 * v${k}[1];`;
    case 3:
      return `let s${k} = 0; if (${far} > ${last}) { s${k} = Math.cos(${far}); b[2] = ${last} * 0.25; } ${next} s${k} + 0.5 * ${last};`;
    case 4:
      return `let t${k} = ${last}; for (let i = 0; i < 3; i++) t${k} = Math.sin(t${k}) * b[i] + 0.1 * ${far}; ${next} t${k};`;
    default: {
      const above = k - 6 * (Math.floor(k / 6) >> 1);
      const held = `v${above - 3}[0] * (isLess${above - 4} ? 0.1 : 0.2)`;
      return `${next} ${last} / (1 + ${far} * ${far}) + ${held};`;
    }
  }
};

const straight = (count: number): string => `function f(x) {
  const b = x.slice();
  const a0 = x[0];
  ${range(count).map(statement).join('\n  ')}
  return a${count} + a${count >> 1};
}`;
const typed = (text: string): string => text.replace('(x)', '(x: Float64Array)');

/** The same in each step of a loop. */
const looped = (count: number): string => `function f(x) {
  const b = x.slice();
  let h = x[0];
  for (let n = 0; n < 3; n++) {
    const a0 = h;
    ${range(count).map(statement).join('\n    ')}
    h = h * 0.5 + a${count};
  }
  return h;
}`;

function gradient(f: Func): Func {
  const made = adjoint(f, f.region.params, { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  return improved(made.func);
}

/** The results, and all arrays as they are left; three times, since arrays and frames are lent again. */
const results = (f: Func, mayCut: boolean): unknown[] => {
  const run = linked(emit(f, mayCut));
  return range(3).map((k) => {
    const arrays = f.region.params.map((_, j) =>
      j === 0 ? Float64Array.from([0.3 + k, -0.7, 1.1]) : new Float64Array(3),
    );
    return [run(...arrays), ...arrays];
  });
};

describe.each([
  ['Statements in a row', straight(600)],
  ['Steps of a loop', looped(450)],
])('%s', (_, text) => {
  const f = improved(funcOf(typed(text)));
  const both: [string, Func][] = [
    ['values', f],
    ['gradients', gradient(f)],
  ];

  test.each(both)('are cut into stretches that give the bits of the whole: %s.', (_, func) => {
    const made = cut(func).f;
    expect(made.functions!.length).toBeGreaterThan(1);
    expect(largestIn(made)).toBeLessThanOrEqual(2000);
    expect(results(func, true)).toEqual(results(func, false));
  });

  test('give what the source gives.', () => {
    const x = Float64Array.from([0.3, -0.7, 1.1]);
    const [own, expected] = [x.slice(), x.slice()];
    expect(linked(emit(f, true))(own)).toBe(source(text)(expected));
    expect(own).toEqual(expected);
  });
});

test('A function that is called is cut, too, and each call has a frame of its own while it runs.', () => {
  const text = `
    ${typed(straight(450)).replace('function f', 'function g')}
    function f(x: Float64Array) { return g(x) * 2 + g(x.map((a) => 0.5 * a)); }`;
  const f = gradient(improved(funcOf(text)));
  expect(f.functions!.length).toBeGreaterThan(1);
  expect(cut(f).frames.size).toBeGreaterThan(1);
  expect(results(f, true)).toEqual(results(f, false));
});

test('What an array does not have is missing in a later stretch, too.', () => {
  const asked = (count: number): string =>
    straight(count)
      .replace('const a0', 'const [none, some] = [x[7], x[1]]; let one = x[9]; const a0')
      .replace('const a300', 'if (x[0] > 9) one = x[2]; const a300')
      .replace('return', 'return (none ?? 1.5) * (some ?? 2.5) + (one ?? 0.25) +');
  const f = improved(funcOf(typed(asked(600))));
  expect(cut(f).frames.size).toBe(1);
  const given = [0.3, -0.7, 1.1];
  const expected = source(asked(600))(Float64Array.from(given));
  expect(expected).not.toBeNaN();
  expect(linked(emit(f, true))(Float64Array.from(given))).toBe(expected);
  expect(results(gradient(f), true)).toEqual(results(gradient(f), false));
});

test('A stretch that hands on another number is noticed.', () => {
  const text = typed(straight(600));
  const f = improved(funcOf(text));
  const wrong = improved(funcOf(text.replace('const a300 = a299', 'const a300 = 0.5 + a299')));
  expect(cut(f).frames.size).toBe(1);
  expect(results(wrong, true)).not.toEqual(results(f, false));
});

test('Small functions stay whole.', () => {
  const f = improved(funcOf(typed(straight(20))));
  verify(f);
  expect(inStretches(f, () => new Set()).frame).toBeNull();
  expect(emit(f, true).code).toBe(emit(f).code);
});

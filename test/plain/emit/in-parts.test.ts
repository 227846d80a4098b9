/** Large functions are cut into parts, which give the bits of the whole. */
import { adjoint } from '../../../src/plain/differentiate/adjoint/adjoint.js';
import { emit as emitted } from '../../../src/plain/emit/javascript.js';
import { inParts } from '../../../src/plain/emit/in-parts.js';
import { improved } from '../../../src/plain/improve/improved.js';
import type { Func } from '../../../src/plain/ir/ir.js';
import { linked } from '../../../src/plain/runtime/compiled/code/linked.js';
import { funcOf, partials } from '../../support/numeric.js';
import { range } from '../../support/range.js';

/** A step that makes an array, keeps numbers, writes into an array from before, and carries a number. */
const step = (k: number): string => `
  const t${k} = new Float64Array(2);
  t${k}[0] = Math.sin(h * p[i]) + a[${k % 3}];
  t${k}[1] = Math.exp(-t${k}[0] * t${k}[0]) * h;
  a[${(k + 1) % 3}] = t${k}[1] * p[${k % 3}];
  h = h * 0.9 + t${k}[0] * t${k}[1];`;

const program = (steps: number): Func =>
  funcOf(`function f(p: Float64Array, h0: number) {
    const a = new Float64Array(3);
    let h = h0;
    for (let i = 0; i < p.length; i++) { ${range(steps).map(step).join('')} }
    return h + a[0] + a[1] * a[2];
  }`);

function gradient(f: Func): Func {
  const made = adjoint(f, f.region.params, { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  return improved(made.func);
}

const results = (f: Func, mayCut: boolean): unknown[] => {
  const run = linked(emitted(f, mayCut));
  // The second time arrays come from the pool.
  return range(3).map((k) => {
    const [p, pBar] = [Float64Array.from([0.3, -0.7, 1.1]), new Float64Array(3)];
    const made = run(p, 0.5 + k, pBar) as number[];
    return [...made, ...pBar];
  });
};

test('Both ways of a large loop are parts, which take the stack and the pool of the whole.', () => {
  const f = gradient(program(12));
  expect(inParts(f).parts).toHaveLength(2);
  const { code } = emitted(f, true);
  expect(code.match(/^function /gm)).toHaveLength(3);
  expect(code).toMatch(/function f_adjoint_part_1\(\$stack, \$pool, /);
  expect(code.match(/\.borrow\(\)/g)).toHaveLength(2);
  expect(results(f, true)).toEqual(results(f, false));
});

test('A part that gives another carried number is noticed.', () => {
  const f = gradient(program(12));
  const wrong = gradient(program(11));
  expect(results(wrong, true)).not.toEqual(results(f, false));
});

test('Small functions stay whole.', () => {
  const f = gradient(program(2));
  expect(inParts(f).parts).toEqual([]);
  expect(emitted(f, true).code).toBe(emitted(f).code);
});

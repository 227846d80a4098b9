/** Loops that select a number: only the step that selected is taken back, and only where nothing else depends on it. */
import { activityOf } from '../../../../src/plain/analyse/activity.js';
import { selectionsIn } from '../../../../src/plain/analyse/selections.js';
import { rootsOf } from '../../../../src/plain/analyse/roots.js';
import { statementsOf, type ForStmt, type Func } from '../../../../src/plain/ir/ir.js';
import {
  adjoint,
  compiled,
  emit,
  funcOf,
  improved,
  interpret,
  partials,
} from '../../../support/numeric.js';

function adjointOf(text: string) {
  const f = improved(funcOf(text));
  const made = adjoint(f, f.region.params.slice(0, 1), { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  return improved(made.func);
}

const program = (before: string, step: string, result = 'm'): string =>
  `function f(x: Float64Array) { ${before} for (let i = 0; i < x.length; i++) { ${step} } return ${result}; }`;

/** All numbers but those of tests and places. */
const activityIn = (f: Func) => activityOf(f, rootsOf(f), f.region.params);

const gradientAt = (text: string, ...x: number[]): number[] => {
  const func = adjointOf(text);
  const [shadow, other] = [new Float64Array(x.length), new Float64Array(x.length)];
  compiled(func)(Float64Array.from(x), shadow);
  interpret(func, [Float64Array.from(x), other]);
  expect(other).toEqual(shadow);
  return [...shadow];
};

test.each([
  ['a branch', 'let m = -Infinity;', 'if (x[i] > m) m = x[i];'],
  ['a choice', 'let m = x[0];', 'm = x[i] < m ? m : x[i];'],
  ['`max`', 'let m = x[0];', 'm = Math.max(m, x[i]);'],
  ['`max` the other way round', 'let m = x[0];', 'm = Math.max(x[i], m);'],
  ['a branch with a place', 'let m = 0, at = 0;', 'if (x[i] > m) { m = x[i]; at = i; }'],
])('A maximum by %s keeps nothing, and its way back has no loop.', (_, before, step) => {
  const { code } = emit(adjointOf(program(before, step)));
  expect(code).not.toContain('$kept');
  expect(code.match(/for \(/g)).toHaveLength(1);
  expect(gradientAt(program(before, step), 0.5, 2, -1, 1.5, 1)[1]).toBe(1);
});

test('What the step that selected needs is remembered, and its loops are taken back once.', () => {
  const text = program(
    'let m = Infinity;',
    'let d = 0; for (let k = 0; k < 3; k++) d += (x[i] - k) ** 2; const e = Math.exp(d); if (e < m) m = e;',
  );
  const { code } = emit(adjointOf(text));
  expect(code).not.toContain('$kept');
  expect(code.match(/Math\.exp/g)).toHaveLength(1);
  const [slope] = gradientAt(text, 0.75, 3);
  const [d, half] = [0.75 ** 2 + 0.25 ** 2 + 1.25 ** 2, 0.75 - 0.25 - 1.25];
  expect(slope).toBeCloseTo(2 * half * Math.exp(d), 10);
});

test('Where a number meets NaN, no gradient flows to what was there before, and to what follows it does.', () => {
  const text = program('let m = x[0] * 3;', 'm = Math.max(m, x[i]); if (i === 2) m = x[i];');
  expect(gradientAt(program('let m = x[0] * 3;', 'm = Math.max(m, x[i]);'), 1, NaN, 2)).toEqual([
    0, 0, 0,
  ]);
  expect(gradientAt(text, 1, NaN, 2)).toEqual([0, 0, 1]);
});

test.each([
  ['a sum of what is selected', 'if (x[i] > m) m = x[i]; s += m;'],
  ['a second one', 'if (x[i] > m) { s = m; m = x[i]; }'],
  ['what another number of the loop leads to', 's = s * x[i]; if (x[i] > 1) m = s;'],
  ['a number that is only made smaller', 'if (x[i] > m) m = m * 0.5;'],
  ['what begins with a sum of what is selected', 'if (x[i] > m) m = x[i] + s; s += m;'],
])('%s is no selection.', (_, step) => {
  const f = improved(funcOf(program('let m = 0, s = x[0];', step, 'm * s')));
  const [loop] = [...statementsOf(f)].filter((stmt): stmt is ForStmt => stmt.tag === 'for');
  expect(selectionsIn(loop, activityIn(f))).toEqual([]);
});

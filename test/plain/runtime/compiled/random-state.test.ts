/** Functions that assign variables of their module: values, gradients and what is left are those of runs, over several calls. */
import fc from 'fast-check';
import { comparedState } from '../../../support/compared-state.js';
import { modules } from '../../../support/linked-modules.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { statePrograms } from '../../../support/state-programs.js';

testInTurn(1, 3)('Functions that assign variables of their module leave what runs leave.', () => {
  let [all, answered] = [0, 0];
  fc.assert(
    fc.property(statePrograms, ({ text, calls }) => {
      const made = () => modules({ program: text })('program');
      const found = comparedState(made(), made(), calls);
      if (found.complaint !== null) throw new Error(`${found.complaint}\n${text}`);
      all++;
      if (found.answered > 0) answered++;
    }),
    { numRuns: sampled(60) },
  );
  expect(answered / all).toBeGreaterThan(0.5);
});

test('The comparison notices a variable that is assigned twice, later, or not at all.', () => {
  const text = (body: string) =>
    `let n = 0; export function f(x: number[]): number { ${body} } export const state = () => n;`;
  const right = text('n++; return x[0] * x[0] * n;');
  const made = (of: string) => modules({ program: of })('program');
  const calls = [
    ['f', [2]],
    ['f', [3]],
  ] as const;
  expect(comparedState(made(right), made(right), calls)).toEqual({ answered: 2, complaint: null });
  for (const wrong of ['n++; n++; return x[0] * x[0] * (n - 1);', 'return x[0] * x[0] * (n + 1);'])
    expect(comparedState(made(right), made(text(wrong)), calls).complaint).toMatch('the state');
  const later = 'n++; return x[0] * x[0] * (n - 1);';
  expect(comparedState(made(right), made(text(later)), calls).complaint).toMatch('the value');
});

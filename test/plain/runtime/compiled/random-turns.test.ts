/**
 * Functions that go through generators, and that take the rest of their arguments: what compiled code answers is what the
 * function gives and what a run differentiates.
 */
import fc from 'fast-check';
import { complaintAbout } from '../../../support/complaint.js';
import { modules } from '../../../support/linked-modules.js';
import { loweredText, source } from '../../../support/numeric.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { turnPrograms } from '../../../support/turn-programs.js';

type F = (p: number[]) => number;
const point = (): [number[]] => [[0.7, -1.3, 2.1]];

testInTurn(2, 3)(
  'Functions in turns with generators have the values and the gradients of runs.',
  () => {
    let [all, inTurns] = [0, 0];
    fc.assert(
      fc.property(turnPrograms, (text) => {
        const f = modules({ program: text })('program').f as F;
        const complaint = complaintAbout(f, source(text) as F, point);
        if (complaint !== null) throw new Error(`${complaint}\n${text}`);
        const lowered = loweredText(text);
        all++;
        if (lowered.tag === 'lowered' && lowered.runs.length === 0) inTurns++;
      }),
      { numRuns: sampled(150) },
    );
    expect(inTurns / all).toBeGreaterThan(0.8);
  },
);

test('The comparison notices a generator that is taken at once, and one that goes on behind the end of its loop.', () => {
  const given =
    'function* g(y: number[]) { for (let i = 0; i < 3; i++) { yield y[i]; y[2] += 1; } }';
  const text = `${given} export function f(p: number[]) { const y = [...p]; let s = 0; for (const a of g(y)) { if (a > 2) break; s += a * y[2]; y[1] = 0.5; } return s * y[2]; }`;
  const f = modules({ program: text })('program').f as F;
  expect(complaintAbout(f, source(text) as F, point)).toBeNull();
  for (const [from, to] of [
    ['of g(y)', 'of [...g(y)]'],
    ['if (a > 2) break;', 'if (a > 2) continue;'],
  ] as const)
    expect(complaintAbout(f, source(text.replace(from, to)) as F, point)).toMatch('another value');
});

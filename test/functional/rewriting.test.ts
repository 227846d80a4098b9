/** The work of rewriting: it is linear in the literal derivative, however deep the program is. */
import fc from 'fast-check';
import { gradientSteps, read, rewritten, type Program } from '../../src/functional/index.js';
import type { Term } from '../../src/functional/language.js';
import { passes } from '../../src/functional/rewrite.js';
import { partsOf } from '../../src/functional/traversal.js';
import { sampled } from '../support/sample.js';
import { functionalPrograms } from './programs.js';

const size = (term: Term): number => partsOf(term).reduce((sum, { of }) => sum + size(of), 1);

/** Counts the terms that rules are tried on, for each term of the literal derivative. */
function workOn(program: Program): number {
  const [literal] = gradientSteps(program);
  let tried = 0;
  passes.reduce((term, [, rules]) => {
    const counting = { group: '', text: '', isMove: true, apply: () => (tried++, null) } as const;
    return rewritten(term, [counting, ...rules]);
  }, literal.term);
  return tried / size(literal.term);
}

/** sin(z) z, so many times. */
const chain = (count: number) =>
  read(
    `(z) => { ${Array.from({ length: count }, (_, k) => `const z${k} = Math.sin(${k === 0 ? 'z' : `z${k - 1}`}) * z;`).join(' ')} return z${count - 1}; }`,
  );
const nested = (count: number) =>
  read(`(x, y) => ${'Math.sin('.repeat(count)}x${' + y) * x'.repeat(count)}`);
const folds = (count: number) =>
  read(
    `(A) => { ${Array.from({ length: count }, (_, k) => `const A${k} = map((x) => Math.sin(x) * x, A${k === 0 ? '' : k - 1});`).join(' ')} return sum(A${count - 1}); }`,
  );

describe('Rewriting', () => {
  test.each([
    ['lets in a row', chain],
    ['maps in a row', folds],
    ['operations in each other', nested],
  ])('of %s tries the rules a few times on each term, at any depth.', (_, family) => {
    for (const count of [8, 16, 32, 64]) expect(workOn(family(count))).toBeLessThan(5);
  });

  test('of random programs of depth 5 takes as little.', () => {
    fc.assert(
      fc.property(functionalPrograms(5, { folds: true }), (program) => {
        expect(workOn(program)).toBeLessThan(8);
      }),
      { numRuns: sampled(200) },
    );
  });
});

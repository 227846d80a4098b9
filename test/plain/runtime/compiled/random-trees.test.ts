/** Random functions of trees and of objects in objects: compiled code has the values and the gradients of runs, or leaves. */
import fc from 'fast-check';
import { sampled } from '../../../support/sample.js';
import { areCompiled } from '../../../support/temptations.js';
import { treePrograms } from '../../../support/tree-programs.js';

test('Compiled code and runs agree on random functions of trees.', () => {
  const runs = sampled(80);
  let compiled = 0;
  fc.assert(
    fc.property(treePrograms, (program) => {
      if (areCompiled(program)) compiled++;
    }),
    { numRuns: runs },
  );
  expect(compiled).toBeGreaterThan(runs / 4);
});

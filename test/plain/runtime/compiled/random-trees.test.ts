/** Random functions of trees and of objects in objects: compiled code has the values and the gradients of runs, or leaves. */
import fc from 'fast-check';
import { Stretches } from '../../../../src/plain/lower/objects/stretches.js';
import { sampled } from '../../../support/sample.js';
import { areCompiled } from '../../../support/temptations.js';
import { treePrograms } from '../../../support/tree-programs.js';

/** The methods that make elements, and ask whether indices are in an array. */
const lowering = Stretches.prototype as unknown as {
  elementOfStretch: (of: { readonly from: object }, index: object) => unknown;
  isWithin: () => unknown;
  countOf: (of: { readonly arrays: readonly object[] }) => unknown;
};

afterEach(() => jest.restoreAllMocks());

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

test.each([
  ['takes elements of the first array for those of any', 'elementOfStretch'],
  ['takes elements behind an array for its own', 'isWithin'],
  ['counts what ends the last array as one of the objects', 'countOf'],
] as const)('Lowering that %s is noticed.', (_, name) => {
  const { elementOfStretch } = lowering;
  if (name === 'isWithin')
    jest.spyOn(lowering, name).mockImplementation(function (this: unknown) {
      return (this as { builder: { constant: (of: boolean) => unknown } }).builder.constant(true);
    });
  else if (name === 'countOf')
    jest.spyOn(lowering, name).mockImplementation(function (this: unknown, { arrays }) {
      return (this as { builder: { length: (of: object) => unknown } }).builder.length(arrays[0]);
    });
  else
    jest.spyOn(lowering, name).mockImplementation(function (this: unknown, of, index) {
      return elementOfStretch.call(
        this as never,
        { ...of, from: (this as { zero: () => object }).zero() },
        index,
      );
    });
  expect(() =>
    fc.assert(
      fc.property(treePrograms, (program) => void areCompiled(program)),
      {
        numRuns: sampled(300),
        endOnFailure: true,
      },
    ),
  ).toThrow();
});

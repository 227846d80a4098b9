/**
 * What a sweep leaves in an accumulator is added to a later, unrelated gradient: there must be nothing, ever. And the compiler
 * has no errors of its own.
 */
import { defects } from '../../src/plain/general/defects.js';
import { unswept } from '../../src/tape/column-run.js';

afterEach(() => {
  expect(unswept()).toEqual([]);
  expect(defects.splice(0)).toEqual([]);
});

/**
 * Checks that a sweep leaves nothing in an accumulator, where it would be added to a later, unrelated
 * gradient. And the compiler has no errors of its own.
 */
import { defects } from '../../src/plain/general/defects.js';
import { unswept } from '../../src/tape/unswept.js';

afterEach(() => {
  expect(unswept()).toEqual([]);
  expect(defects.splice(0)).toEqual([]);
});

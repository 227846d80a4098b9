/** What a sweep leaves in an accumulator is added to a later, unrelated gradient: there must be nothing, ever. */
import { unswept } from '../../src/tape/column-run.js';

afterEach(() => {
  expect(unswept()).toEqual([]);
});

/** Checks that a sweep leaves nothing in an accumulator, where it would be added to a later, unrelated gradient. */
import { unswept } from '../../src/tape/unswept.js';

afterEach(() => expect(unswept()).toEqual([]));

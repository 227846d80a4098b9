/** The multiplication of the calculus, which every set of function symbols has. */
import { mul } from '../../core/primitives/table.js';
import { call, type Lambda } from './lambda-terms.js';

/** left · right */
export const multiplied = (left: Lambda, right: Lambda): Lambda => call(mul.primitive, left, right);

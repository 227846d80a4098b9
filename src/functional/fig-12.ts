/** The optimizations of Fig. 12 as a table, in the order of the figure. */
import type { Rule } from './rule.js';
import {
  beta,
  constantArray,
  constantLet,
  copy,
  deadLet,
  forward,
  letOfLet,
  letOut,
  result,
  tupleLet,
  tuples,
} from './rules-of-lets.js';
import { rulesOfJacobians } from './rules-of-jacobians.js';
import { rulesOfValues } from './rules-of-values.js';

const valuesIn = (...groups: readonly string[]): readonly Rule[] =>
  rulesOfValues.filter(({ group }) => groups.some((name) => group.startsWith(name)));

/**
 * The rules in the order of the figure, with two rules of §5.1 the steps of A.6 and those for general arrays (A.5).
 *
 * @example fig12[0].text.slice(0, 4) // (fun
 */
export const fig12: readonly Rule[] = [
  beta,
  deadLet,
  copy,
  constantLet,
  result,
  ...valuesIn('Algebraic', 'Array', 'Classic'),
  tuples,
  tupleLet,
  letOfLet,
  letOut,
  ...valuesIn('Conditionals', 'Steps of A.6'),
  constantArray,
  forward,
  ...rulesOfJacobians,
];

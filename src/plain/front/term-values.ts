/** Terms as numbers, by the rows themselves. */
import * as table from '../../core/primitives/table.js';
import * as comparisons from '../../core/comparisons.js';
import type { AnyOperator } from '../../core/primitives/row.js';
import type { Term, Test } from './terms.js';

const operators = table as unknown as Readonly<Record<string, AnyOperator>>;

function holds(test: Test): boolean {
  if (test.tag === 'compare') {
    const [x, y] = test.args.map(valueOf);
    return comparisons[test.op](x, y);
  }
  const [one, other] = test.sides.map(holds);
  return test.tag === 'both' ? one && other : one || other;
}

/** The number that a term without inputs and code stands for. O(size of the term). */
export function valueOf(term: Term): number {
  switch (term.tag) {
    case 'constant':
      return term.value;
    case 'apply': {
      const apply = operators[term.op] as unknown as (...args: number[]) => number;
      return apply(...term.args.map(valueOf));
    }
    case 'choice':
      return valueOf(holds(term.test) ? term.then : term.otherwise);
    default:
      return NaN;
  }
}

/**
 * The gradient of a term with respect to its inputs, as terms. This is reverse mode at translation time: from
 * the output to the inputs, each shared term once. O(size of the term). There is no tape.
 *
 * A factor of exactly 0 wins over an infinite one, as in the sweep of a tape; a product of this kind is an
 * application of `times`.
 */
import type { TablePartials } from './table-partials.js';
import {
  apply,
  isActive,
  isConstant,
  one,
  partsOf,
  simplified,
  zero,
  type Application,
  type Input,
  type Term,
} from './terms.js';

export type Partials = ReadonlyMap<Input | Application, Term>;

/**
 * @param tablePartials the partials of all operations of the term
 * @param isInput tells which other terms count as inputs
 */
export function gradientOf(
  output: Term,
  tablePartials: TablePartials,
  isInput: (term: Term) => boolean,
): Partials {
  const cotangents = new Map<Term, Term>([[output, one]]);
  const partials = new Map<Input | Application, Term>();
  for (const term of fromOutput(output, isInput)) {
    const cotangent = cotangents.get(term);
    if (cotangent === undefined || isConstant(cotangent, 0)) continue;
    if (term.tag === 'input' || (term.tag === 'apply' && term !== output && isInput(term))) {
      partials.set(term, cotangent);
      continue;
    }
    if (term.tag !== 'apply') continue;
    const rowPartials = tablePartials.of(term.op)!;
    term.args.forEach((arg, k) => {
      if (!isActive(arg)) return;
      const share = product(cotangent, rowPartials[k](term.args, term));
      if (isConstant(share, 0)) return;
      const before = cotangents.get(arg);
      cotangents.set(arg, before === undefined ? share : simplified('add', [before, share]));
    });
  }
  return partials;
}

/** A product in which an exact 0 wins. */
function product(x: Term, y: Term): Term {
  if (isConstant(x, 0) || isConstant(y, 0)) return zero;
  if (x === y) return simplified('mul', [x, y]);
  if (x.tag === 'constant' && isFiniteFactor(x)) return simplified('mul', [x, y]);
  if (y.tag === 'constant' && isFiniteFactor(y)) return simplified('mul', [y, x]);
  return apply('times', [x, y]);
}

const isFiniteFactor = (term: Term): boolean =>
  term.tag === 'constant' && Number.isFinite(term.value);

/** The active terms below an output, each after all that use it. */
function fromOutput(output: Term, isInput: (term: Term) => boolean): Term[] {
  const order: Term[] = [];
  const seen = new Set<Term>();
  const visit = (term: Term) => {
    if (seen.has(term) || !isActive(term)) return;
    seen.add(term);
    if (term === output || !isInput(term)) partsOf(term).forEach(visit);
    order.push(term);
  };
  visit(output);
  return order.reverse();
}

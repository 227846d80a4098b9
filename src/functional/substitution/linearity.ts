/** Table 1 of Brunel, Mazza and Pagani, as far as it says what "occurs linearly" means: Γ ⊢_z t. */
import { notLinear } from '../errors.js';
import { occurs, partsOf, type Lambda } from './lambda-terms.js';

/** True if Γ ⊢_z t, for a t of a Euclidean type. An empty sum, which is 0, has every z. O(size · depth). */
export function isLinearIn(z: string, t: Lambda): boolean {
  const isIn = (part: Lambda) => isLinearIn(z, part);
  switch (t.tag) {
    case 'variable':
      return t.name === z;
    case 'numeral':
      return t.value === 0;
    case 'lambda':
      return false;
    case 'pair':
    case 'sum':
      return isIn(t.left) && isIn(t.right);
    case 'application':
      return !occurs(z, t.left) && isIn(t.right);
    case 'call': {
      const [left, right] = t.args;
      if (t.symbol.name !== 'mul') return false;
      return occurs(z, left) ? isIn(left) && !occurs(z, right) : isIn(right);
    }
    case 'substitution':
      return t.isLinear ? isIn(t.of) && !occurs(z, t.body) : !occurs(z, t.of) && isIn(t.body);
    case 'unpairing':
      return !occurs(z, t.of) && isIn(t.body);
  }
}

/** Refuses a term in which a linear variable does not occur linearly, since (17) would be wrong for it. */
export function insistOnLinearity(t: Lambda): void {
  if ((t.tag === 'lambda' || t.tag === 'substitution') && t.isLinear && !isLinearIn(t.name, t.body))
    throw notLinear(t.name);
  for (const [part] of partsOf(t)) insistOnLinearity(part);
}

/** The parameters of a formula in which it is linear, all at once, so that a fit can solve for them. */
import { add, div, mul, neg, sub } from '../../core/primitives/table.js';
import type { Formula } from './formula.js';

type Dependence = 'none' | 'linear' | 'other';

/** Takes parameters in the order of the formula, each if it is linear in all that are taken then. O(parameters · steps). */
export function linearParameters(
  { names, steps }: Formula,
  candidates: readonly string[],
): readonly string[] {
  const taken: string[] = [];
  const dependence = (): Dependence => {
    const found: Dependence[] = [];
    for (const step of steps) {
      if ('constant' in step) found.push('none');
      else if ('name' in step) found.push(taken.includes(names[step.name]) ? 'linear' : 'none');
      else {
        const args = step.args.map((arg) => found[arg]);
        found.push(args.every((arg) => arg === 'none') ? 'none' : byOperator(step.operator, args));
      }
    }
    return found.at(-1)!;
  };
  for (const name of candidates) {
    taken.push(name);
    if (dependence() === 'other') taken.pop();
  }
  return taken;
}

function byOperator(operator: unknown, [one, other]: readonly Dependence[]): Dependence {
  if (one === 'other' || other === 'other') return 'other';
  if (operator === add || operator === sub || operator === neg) return 'linear';
  if (operator === mul) return one === 'none' || other === 'none' ? 'linear' : 'other';
  return operator === div && other === 'none' ? 'linear' : 'other';
}

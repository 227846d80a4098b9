/**
 * The derivative of a trace as a trace: W.R_V(x. C) of Fig. 6 (Abadi and Plotkin). Its rules are these,
 * where the rule for `let` is followed from the last binding to the first, so that no derivative of a body
 * is written twice, and cotangents are added up once:
 *
 *     W.R_V(x. xᵢ)       = W in the place of xᵢ       W.R_V(x. r) = 0
 *     W.R_V(x. op(D))    = let y = W.op_r(D) in y.R_V(x. D)
 *     W.R_V(x. let y = D in E) = W.R_V(x. E) + (let ȳ = W.R_y(y. E) in ȳ.R_V(x. D))
 */
import { realProduct, realSum } from '../../delta/exact-zero.js';
import type { Real } from '../../core/real.js';
import { run, valueIn } from './evaluate.js';
import { symbolically } from './symbolic-run.js';
import { isVariable, type TraceTerm } from './trace-term.js';

/** Names for the cotangents of the outputs, which no input has. */
function cotangentNames({ inputs, outputs }: TraceTerm): string[] {
  let letter = 'w';
  while (inputs.some(({ name }) => name.startsWith(letter))) letter += 'w';
  return outputs.map((_, k) => (outputs.length === 1 ? letter : `${letter}${k}`));
}

/** A partial of exactly 1, as those of sums, multiplies nothing. */
const share = (partial: Real, cotangent: Real): Real =>
  partial === 1 ? cotangent : realProduct(partial, cotangent);

/**
 * The derivative of a trace, transposed, as a trace: from the inputs and a cotangent for each output, w or
 * w0, w1, …, to the cotangents of the inputs. It can be differentiated again. What rows ask to choose their
 * partials are guards of it. It multiplies as it is written: an exact 0 times an infinity is NaN. O(length
 * of the trace), and so is what it gives.
 *
 * @example evaluateTrace(differentiateTrace(traceTerm((x: Real) => mul(x, x))(3)))([5, 1]).values // [10]
 */
export function differentiateTrace(term: TraceTerm): TraceTerm {
  const { inputs, bindings, outputs } = term;
  const count = inputs.length;
  const all = [...inputs, ...cotangentNames(term).map((name) => ({ name, primal: 1 }))];
  const primals = all.map(({ primal }) => primal);
  return symbolically(all, primals, (reals) => {
    const { values } = run(term, reals.slice(0, count));
    const cotangents = new Array<Real>(values.length).fill(0);
    outputs.forEach((one, k) => {
      if (isVariable(one)) cotangents[one.id] = realSum(cotangents[one.id], reals[count + k]);
    });
    for (let k = bindings.length - 1; k >= 0; k--) {
      const cotangent = cotangents[count + k + 1];
      if (cotangent === 0) continue;
      const { operation, args } = bindings[k];
      const given = args.map((one) => valueIn(values, one));
      const partials = operation.partials(given, values[count + k + 1], args.map(isVariable));
      args.forEach((one, j) => {
        if (isVariable(one))
          cotangents[one.id] = realSum(cotangents[one.id], share(partials[j], cotangent));
      });
    }
    return cotangents.slice(1, count + 1);
  });
}

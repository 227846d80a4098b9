/** `delta-tape grad`: value and gradient. */
import { valueAndGrad, type ValueAndGradient } from '../../derivatives/grad.js';
import { called, exits, type Exit } from '../failure.js';
import { holdsNaN, json, shown } from '../streams.js';
import { questionOf, wrtOf, type Loose } from '../named-function.js';
import type { Asked } from '../asked.js';

export async function grad(asked: Asked): Promise<Exit> {
  const [f, args] = await questionOf(asked);
  const { value, gradient } = called(asked.subject, () =>
    (valueAndGrad as Loose<Both>)(f, { wrt: wrtOf(asked) })(...args),
  );
  const { out } = asked;
  out.write(
    asked.options.json === true
      ? json({ value, gradient })
      : `value     ${shown(value, out)}\ngradient  ${shown(gradient, out)}\n`,
  );
  if (!holdsNaN([value, gradient])) return exits.good;
  asked.err.write(
    `delta-tape: ${asked.subject} is not a number here (NaN): see whether --at gives all that it reads.\n`,
  );
  return exits.no;
}

type Both = ValueAndGradient<unknown>;

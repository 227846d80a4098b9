/** `delta-tape grad`: value and gradient. */
import { valueAndGrad, type ValueAndGradient } from '../../derivatives/grad.js';
import { called, exits, type Exit } from '../failure.js';
import { json, shown } from '../streams.js';
import { argumentsOf, functionOf, wrtOf, type Loose } from '../named-function.js';
import type { Asked } from '../asked.js';

export async function grad(asked: Asked): Promise<Exit> {
  const args = argumentsOf(asked);
  const f = await functionOf(asked);
  const { value, gradient } = called(asked.subject, () =>
    (valueAndGrad as Loose<Both>)(f, { wrt: wrtOf(asked) })(...args),
  );
  const { out } = asked;
  out.write(
    asked.options.json === true
      ? json({ value, gradient })
      : `value     ${shown(value, out)}\ngradient  ${shown(gradient, out)}\n`,
  );
  return exits.good;
}

type Both = ValueAndGradient<unknown>;

/** `delta-tape explain`: the Let-bindings of one run, as text, as data, or drawn. */
import { explain as explained, trace, type Trace } from '../../derivatives/trace.js';
import { drawing } from '../drawing.js';
import { called, exits, type Exit } from '../failure.js';
import { json } from '../streams.js';
import { argumentsOf, functionOf, wrtOf, type Loose } from '../named-function.js';
import { image } from '../terminal/image.js';
import { written } from '../write-file.js';
import type { Asked } from '../asked.js';

export async function explain(asked: Asked): Promise<Exit> {
  const args = argumentsOf(asked);
  const f = await functionOf(asked);
  const { options, out, subject } = asked;
  const wrt = wrtOf(asked);
  const traced = () => called(subject, () => (trace as Loose<Trace<unknown>>)(f, { wrt })(...args));
  if (options.svg !== undefined) {
    const file = options.svg as string;
    written(file, await drawing(traced()));
    out.write(`${file} shows the Let-bindings.\n`);
  } else if (options.json === true) out.write(json(traced()));
  else {
    out.write(`${called(subject, () => (explained as Loose<string>)(f, { wrt })(...args))}\n`);
    if (out.isTTY === true) out.write((await image(() => drawing(traced()), out)) ?? '');
  }
  return exits.good;
}

/** `delta-tape explain`: the Let-bindings of one run, as text, as data, or drawn. */
import { explain as explained, trace, type Trace } from '../../derivatives/trace.js';
import { drawing } from '../drawing.js';
import { called, exits, type Exit } from '../failure.js';
import { json } from '../streams.js';
import { questionOf, wrtOf, type Loose } from '../named-function.js';
import { image } from '../terminal/image.js';
import { writable, written } from '../write-file.js';
import type { Asked } from '../asked.js';

export async function explain(asked: Asked): Promise<Exit> {
  const [f, args] = await questionOf(asked);
  const { options, out, subject } = asked;
  const wrt = wrtOf(asked);
  const svg = options.svg as string | undefined;
  if (svg !== undefined) writable(svg);
  const traced = () => called(subject, () => (trace as Loose<Trace<unknown>>)(f, { wrt })(...args));
  if (svg !== undefined) written(svg, await drawing(traced()));
  if (options.json === true) out.write(json(traced()));
  else if (svg !== undefined) out.write(`${svg} shows the Let-bindings.\n`);
  else {
    out.write(`${called(subject, () => (explained as Loose<string>)(f, { wrt })(...args))}\n`);
    if (out.isTTY === true) out.write((await image(() => drawing(traced()), out)) ?? '');
  }
  return exits.good;
}

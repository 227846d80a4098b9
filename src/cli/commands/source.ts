/** `delta-tape source`: the text of the derivative versions. */
import { derivativeSource } from '../../plain/derivative-source.js';
import { called, exits, type Exit } from '../failure.js';
import { json } from '../streams.js';
import { functionOf } from '../subject.js';
import type { Asked } from '../asked.js';

export async function source(asked: Asked): Promise<Exit> {
  const f = await functionOf(asked);
  const text = called(asked.subject, () => derivativeSource(f));
  asked.out.write(asked.options.json === true ? json({ source: text }) : `${text}\n`);
  return exits.good;
}

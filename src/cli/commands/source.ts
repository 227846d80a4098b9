/** `delta-tape source`: the text of derivative versions, of a monadic program, or of a derivative that stands alone. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { derivativeSource } from '../../plain/derivative-source.js';
import { neighboursOf } from '../../plain/loaders/neighbours.js';
import { monadicSource } from '../../plain/monadic/monadic-source.js';
import { gradientSource } from '../../plain/source/gradient-source.js';
import { kinds, type SourceKind } from '../../plain/source/options.js';
import { called, didYouMean, exits, Failure, type Exit } from '../failure.js';
import { fileAt } from '../load.js';
import { json } from '../streams.js';
import { functionOf, partsOf, wrtOf } from '../named-function.js';
import { writable, written } from '../write-file.js';
import type { Asked } from '../asked.js';

async function textOf(asked: Asked): Promise<string> {
  const { subject, options } = asked;
  const { kind = 'versions' } = options;
  const others = ['versions', 'monadic'];
  if (others.includes(kind as string))
    for (const option of ['wrt', 'cost'])
      if (options[option] !== undefined)
        throw new Failure(`--${option} needs --kind: ${kinds.join(', ')}.`);
  if (kind === 'versions') {
    const f = await functionOf(asked);
    return `${called(subject, () => derivativeSource(f))}\n`;
  }
  const all = [...others, ...kinds];
  if (!all.includes(kind as string))
    throw new Failure(
      `--kind ${kind as string} is none of ${all.join(', ')}.${didYouMean(kind as string, all)}`,
    );
  const [file, name] = partsOf(subject);
  const read = () => readFileSync(fileAt(file), 'utf8');
  if (kind === 'monadic') {
    const text = read();
    return called(subject, () => monadicSource(text, { name, filename: basename(file) }));
  }
  const wrt = wrtOf(asked);
  if (typeof wrt === 'string')
    throw new Failure(`--wrt ${wrt} is not the place of an argument: write 0, or 0,1.`);
  const text = read();
  const wanted = {
    name,
    wrt,
    kind: kind as SourceKind,
    cost: options.cost === true,
    filename: basename(file),
    modules: neighboursOf(file),
  };
  return called(subject, () => gradientSource(text, wanted), ['invalid-option']);
}

export async function source(asked: Asked): Promise<Exit> {
  const { out, json: isJson } = asked.options;
  if (typeof out === 'string') writable(out);
  const text = await textOf(asked);
  if (typeof out === 'string') written(out, text);
  else asked.out.write(isJson === true ? json({ source: text.trimEnd() }) : text);
  return exits.good;
}

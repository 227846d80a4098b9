/** `delta-tape why`: the versions of a function, and the obstacles to those that it has not. */
import { why as reasons, type Obstacle, type VersionOf } from '../../plain/why.js';
import { called, exits, type Exit } from '../failure.js';
import { json } from '../streams.js';
import { functionOf } from '../named-function.js';
import type { Asked } from '../asked.js';

export async function why(asked: Asked): Promise<Exit> {
  const f = await functionOf(asked);
  const found = called(asked.subject, () => reasons(f));
  const lines = found.versions.map((version) => lineOf(version, version.version === found.answers));
  asked.out.write(asked.options.json === true ? json(found) : `${lines.join('\n')}\n`);
  return exits.good;
}

function lineOf(
  { version, exists, obstacle, signatures, runs }: VersionOf,
  answers: boolean,
): string {
  const name = version.padEnd(10);
  const kinds = (signatures ?? []).map(
    ({ takes, isGuess, because }) =>
      `\n${' '.repeat(11)}for ${takes}${isGuess ? ', unless calls give others' : ''}${
        because === undefined ? '' : `; not at the last call: ${because}`
      }`,
  );
  const calls = (runs ?? []).map(
    (run) => `\n${' '.repeat(11)}calls ${run.name} in a run: ${reasonOf(run)}`,
  );
  if (exists)
    return `${name} yes${answers ? ', and it answers' : ''}${[...kinds, ...calls].join('')}`;
  return obstacle === undefined ? `${name} no` : `${name} no: ${reasonOf(obstacle)}`;
}

function reasonOf({ what = 'it is not compiled', instead, line }: Partial<Obstacle>): string {
  const place = line === undefined ? '' : `line ${line}: `;
  return `${place}${what}${instead === undefined ? '' : `; ${instead}`}`;
}

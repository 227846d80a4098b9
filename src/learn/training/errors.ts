/** Errors of training. */
import { DeltaTapeError } from '../../errors/errors.js';
import type { Culprit, Culprits } from './not-finite.js';

const culpritText = ({ operation, values, result, source }: Culprit): string =>
  `${operation}${values.length === 0 ? '' : `(${values.slice(0, 5).join(', ')}${values.length > 5 ? ', …' : ''})`}` +
  `${source === undefined ? '' : ` at ${source}`} gave ${result}`;

function story({ nan, infinite }: Culprits): string {
  if (nan !== undefined) {
    const before = infinite === undefined ? '' : `; before that, ${culpritText(infinite)}`;
    return `The first operation that gave NaN: ${culpritText(nan)}${before}`;
  }
  if (infinite !== undefined) return `The first operation: ${culpritText(infinite)}`;
  return (
    'No operation on what depends on the parameters gave such a number, so it comes from the data, or from a ' +
    'derivative at an edge, such as that of sqrt at 0'
  );
}

export const lossNotFinite = (what: string, value: number, step: number, culprits: Culprits) =>
  new DeltaTapeError(
    'loss-not-finite',
    `training stopped before step ${step + 1}: the ${what} is ${value}. ${story(culprits)}. ` +
      'Look there, or try a smaller learning rate.',
  );

const otherTraining = (
  problem: string,
  advice = 'Use the same options, or another place for the checkpoint.',
) =>
  new DeltaTapeError(
    'other-training',
    `the checkpoint belongs to another training: ${problem}. ${advice}`,
  );

export const otherSetting = (name: string, saved: unknown, given: unknown) =>
  otherTraining(
    `its ${name} is ${JSON.stringify(saved)}, but that of this training is ${JSON.stringify(given)}`,
  );

export const otherFormat = (saved: unknown, known: number) =>
  otherTraining(
    `its format is ${JSON.stringify(saved)}, but this version of the library knows ${known}`,
    'Go on with the version that wrote it, or choose another place for the checkpoint.',
  );

export const otherShapes = (problem: string) =>
  otherTraining(
    `its parameters, or the state of its optimizer, do not fit those given: ${problem}`,
  );

export const damagedCheckpoint = () =>
  new DeltaTapeError(
    'damaged-checkpoint',
    'the checkpoint is damaged, or was not written by a training. Delete it, or choose another place for checkpoints.',
  );

/** What can be wrong with what an optimizer is given. */
import { DeltaTapeError } from '../../core/errors.js';

export const otherState = (size: unknown, expected: number) =>
  new DeltaTapeError(
    'other-state',
    `the state of an optimizer is that of ${String(size)} parameters, but there are ${expected}. ` +
      'Begin with optimizer.init(params), and give each step the state that the one before returned.',
  );

export const unknownGroup = (group: string, name: string, known: readonly string[]) =>
  new DeltaTapeError(
    'unknown-group',
    `the parameters ${name} are to be in the group ${JSON.stringify(group)}, which has no optimizer; ` +
      `those that have one are ${known.map((one) => JSON.stringify(one)).join(', ')}.`,
  );

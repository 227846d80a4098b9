/** Errors of the arguments of optimizers. */
import { DeltaTapeError } from '../../errors/errors.js';

export const otherState = (what: string) =>
  new DeltaTapeError(
    'other-state',
    `the state of an optimizer belongs to ${what}. ` +
      'Begin with optimizer.init(params), and give each step the state that the step before returned.',
  );

export const unknownGroup = (group: string, name: string, known: readonly string[]) =>
  new DeltaTapeError(
    'unknown-group',
    `the parameters ${name} were put into the group ${JSON.stringify(group)}, which has no optimizer. ` +
      `The groups that have one are ${known.map((one) => JSON.stringify(one)).join(', ')}.`,
  );

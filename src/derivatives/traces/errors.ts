/** Errors of traces as programs. */
import { DeltaTapeError } from '../../errors/errors.js';

export const wrongInputs = (expected: number, found: number) =>
  new DeltaTapeError(
    'trace-inputs',
    `the trace has ${expected} inputs, but it was given ${found}. Give it one for each name of its inputs, in order.`,
  );

export const notATrace = (place: string, expected: string) =>
  new DeltaTapeError(
    'not-a-trace',
    `${place} is not ${expected}, so the text is not a trace. Read what traceToJSON wrote.`,
  );

export const unknownOperation = (name: string) =>
  new DeltaTapeError(
    'unknown-trace-operation',
    `the trace has the operation ${name}, which is none of the table. ` +
      'Give its operator, which definePrimitive made, as the second argument.',
  );

export const notWritable = (name: string) =>
  new DeltaTapeError(
    'unnamed-operation',
    `the trace has the operation ${name}, which has no row of its own: a name does not tell what it is. ` +
      'Trace a function without custom rules, or give a primitive of yours a name that the table does not have.',
  );

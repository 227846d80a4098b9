/** What a thread of the pool runs. */
import { constraintsOf } from '../inference/constraints/made.js';
import { FreeParameters } from '../inference/constraints/free-parameters.js';
import { drawn } from '../inference/sampling/sample.js';
import { Parameters } from '../optimizers/parameter-vector.js';
import { sumsBy, type BatchLoss } from '../training/batch-gradient.js';
import { failure, loaded, type Answer, type Outcome, type Task } from './tasks.js';

async function answerOf(task: Task): Promise<Answer> {
  const f = await loaded(task.of);
  if (task.kind === 'gradients') {
    const { params, chunks, first, count } = task;
    const sums = sumsBy(f as BatchLoss<unknown, unknown>, new Parameters(params));
    return sums(params, chunks, first, count);
  }
  const { start, constraints, plan, chain, args } = task;
  const parameters = new FreeParameters(plan.kind, start, constraintsOf(constraints));
  return drawn(f, parameters, plan, chain, { args });
}

/**
 * Does one task. Answers are copied: once a thread has given away a buffer, V8 asks at each access of a typed array whether its own is
 * there, and the thread takes twice as long.
 */
export default async function work(task: Task): Promise<Outcome> {
  try {
    return { tag: 'done', answer: await answerOf(task) };
  } catch (error) {
    return failure(error);
  }
}

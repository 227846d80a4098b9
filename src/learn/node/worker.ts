/** What a thread of the pool runs. */
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { constraintsOf } from '../inference/constraints/made.js';
import { FreeParameters } from '../inference/constraints/free-parameters.js';
import { drawn } from '../inference/sampling/sample.js';
import { sumsBy, type BatchLoss, type Sum } from '../training/batch-gradient.js';
import { failure, loaded, type Answer, type Outcome, type Task } from './tasks.js';

async function answerOf(task: Task): Promise<Answer> {
  const f = await loaded(task.of);
  if (task.kind === 'gradients') {
    const { params, chunks, first, count } = task;
    return sumsBy(f as BatchLoss<unknown, unknown>)(params, chunks, first, count);
  }
  const { start, constraints, plan, chain, args } = task;
  const parameters = new FreeParameters(plan.kind, start, constraintsOf(constraints));
  return drawn(f, parameters, plan, chain, { args });
}

const isList = (answer: Answer): answer is readonly Sum[] => Array.isArray(answer);

/** Does one task. What an answer holds of numbers is moved, not copied. */
export default async function work(task: Task): Promise<unknown> {
  try {
    const answer = await answerOf(task);
    const outcome: Outcome = { tag: 'done', answer };
    const moved = isList(answer) ? answer.map(({ gradient }) => gradient.buffer) : [];
    return move({ [transferableSymbol]: moved, [valueSymbol]: outcome });
  } catch (error) {
    return failure(error);
  }
}

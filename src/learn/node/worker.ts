/** The program of a thread of the pool. */
import { constraintsOf } from '../inference/constraints/made.js';
import { FreeParameters } from '../inference/constraints/free-parameters.js';
import { drawn } from '../inference/sampling/sample.js';
import { Parameters } from '../optimizers/parameter-vector.js';
import { sumsBy, type BatchLoss } from '../training/batch-gradient.js';
import { datasetOf } from '../training/data.js';
import {
  failure,
  loaded,
  type Answer,
  type ChainTask,
  type GradientsTask,
  type KeptTraining,
  type Outcome,
  type PartSums,
  type SentChunk,
  type Task,
} from './tasks.js';

/** The training as this thread knows it. */
interface Training {
  readonly parameters: Parameters;
  readonly sums: ReturnType<typeof sumsBy>;
  readonly batch: (chunk: SentChunk) => unknown;
}

const trainings = new Map<number, Training>();

async function begun({ of, params, examples }: KeptTraining): Promise<Training> {
  const f = (await loaded(of)) as BatchLoss<unknown, unknown>;
  const parameters = new Parameters(params);
  const data = examples === null ? null : datasetOf(examples, 'data');
  const batch = ({ examples: sent }: SentChunk) =>
    data === null ? sent : data.batch(sent as readonly number[]);
  return { parameters, sums: sumsBy(f, parameters), batch };
}

/** Null if the training is not known here. */
async function gradients(task: GradientsTask): Promise<PartSums | null> {
  for (const key of trainings.keys()) if (!task.open.includes(key)) trainings.delete(key);
  let known = trainings.get(task.key);
  if (known === undefined) {
    if (task.training === null) return null;
    trainings.set(task.key, (known = await begun(task.training)));
  }
  const { parameters, sums, batch } = known;
  const { numbers, room, first, count } = task;
  const params = parameters.rebuild(numbers.slice());
  const chunks = task.chunks.map((chunk) => ({ ...chunk, positions: [], batch: batch(chunk) }));
  const found = sums(params, chunks, first, count);
  if ('tag' in found) return found;
  return found.map(({ gradient, ...part }, k) => {
    room.set(gradient, k * gradient.length);
    return part;
  });
}

async function chain({ of, start, constraints, plan, chain, args }: ChainTask): Promise<Answer> {
  const parameters = new FreeParameters(plan.kind, start, constraintsOf(constraints));
  return drawn(await loaded(of), parameters, plan, chain, { args });
}

/**
 * Does one task. Answers are copied: once a thread has given away a buffer, V8 asks at each access of a typed array whether its own is
 * there, and the thread takes twice as long.
 *
 * There is no default export: Node wraps a required module that has one, and ends the process if its thread is ended meanwhile.
 */
export async function work(task: Task): Promise<Outcome> {
  try {
    const answer = task.kind === 'chain' ? await chain(task) : await gradients(task);
    return answer === null ? { tag: 'unknown' } : { tag: 'done', answer };
  } catch (error) {
    return failure(error);
  }
}

/** The program of a thread of the pool. */
import { reproducibly } from '../../functions/reproducible.js';
import { loaded } from '../executors/loaded.js';
import type { Act } from '../executors/executor.js';
import { insistOnCrossing } from './crossing.js';
import { failure, type Outcome, type Task } from './tasks.js';
import { works } from './works.js';

const known = new Map<number, Act>();

/**
 * Does one task. Answers are copied: once a thread has given away a buffer, V8 asks at each access of a typed array whether its own is
 * there, and the thread takes twice as long.
 *
 * There is no default export: Node wraps a required module that has one, and ends the process if its thread is ended meanwhile.
 */
export async function work({ key, open, work: sent, input, began }: Task): Promise<Outcome> {
  try {
    for (const other of known.keys()) if (!open.includes(other)) known.delete(other);
    let act = known.get(key);
    if (act === undefined && sent === null) return { tag: 'unknown' };
    const f = act === undefined ? await loaded(sent!.of) : null;
    began?.fill(Date.now());
    if (act === undefined) {
      act = works[sent!.kind](f!, sent!.shared);
      known.set(key, act);
    }
    const answer = await reproducibly(() => act(input));
    insistOnCrossing(answer, 'the answer');
    return { tag: 'done', answer };
  } catch (error) {
    return failure(error);
  }
}

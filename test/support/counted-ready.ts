/** Counts how often the code of small gradients is asked, and how often it answers, while the tests of a file run. */
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import { answer, compared, ready } from './tiers.js';

export const readyCount = { asked: 0, answered: 0 };

/** From now on the usual way is not compared. */
export function countReady(): void {
  beforeAll(() => {
    compiled.answer = answer;
    compiled.ready = (...of) => {
      const found = ready(...of);
      readyCount.asked++;
      if (found !== null) readyCount.answered++;
      return found;
    };
  });
  afterAll(() => {
    Object.assign(compiled, { answer: compared, ready: () => null });
  });
}

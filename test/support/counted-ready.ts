/** Counts how often compiled code is asked for a gradient, and how often it answers, while the tests of a file run. */
import { compiled } from './compiled.js';
import { answer, compared } from './tiers.js';

export const readyCount = { asked: 0, answered: 0 };

/** From now on answers are not compared. */
export function countReady(): void {
  beforeAll(() => {
    compiled.answer = (...of) => {
      const found = answer(...of);
      readyCount.asked++;
      if (found !== null) readyCount.answered++;
      return found;
    };
  });
  afterAll(() => {
    compiled.answer = compared;
  });
}

/** Fetches the compiler of a page once runs have taken as long as that is worth. */
import { mode } from '../../core/open-runs.js';
import {
  answerBehind,
  asItIs,
  codeBehind,
  LeftToRun,
} from '../../functions/translated-functions.js';
import { FORBIDDEN, mayMakeCode } from './code-of-texts.js';

/** Milliseconds of runs. A page that takes few derivatives never fetches it. */
const PATIENCE = 30;

/**
 * Translated modules tell where the compiler is, if it is a chunk of its own.
 *
 * @param fetch loads `delta-tape/compiler`, which answers from then on
 */
export function compilerBy(fetch: () => Promise<unknown>): void {
  if (codeBehind !== null) return;
  let spent = 0;
  let why = 'the compiler is fetched once derivatives have taken 30 ms';
  let isAsked = false;
  const ask = (): void => {
    isAsked = true;
    why = mayMakeCode() ? 'the compiler is being fetched' : FORBIDDEN;
    if (why === FORBIDDEN) return;
    fetch().catch((error: unknown) => {
      why = `the compiler could not be fetched: ${String(error)}`;
    });
  };
  answerBehind({
    recorded: () => undefined,
    answer: () => {
      if (isAsked || mode.on) return asItIs();
      const begin = Date.now();
      return new LeftToRun((answer) => {
        spent += Date.now() - begin;
        if (spent >= PATIENCE && !isAsked) ask();
        return answer;
      });
    },
    outcome: () => ({ isTried: true, exists: false, reason: { what: why } }),
  });
}

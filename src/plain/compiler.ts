/**
 * The compiler of derivatives. A program that imports it has them by code that is specialised for the values of its calls,
 * where runs would take long. Under Node all translated modules bring it; a page imports `delta-tape/compiler` if it wants it.
 */
import { answerBehind, answerBy } from '../functions/translated-functions.js';
import { behindRuns, operators } from './runtime/specialised/behind-runs.js';

answerBy(operators);
answerBehind(behindRuns);

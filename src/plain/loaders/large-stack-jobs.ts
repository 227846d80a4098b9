/** The jobs that a thread with a larger stack can do. */
import type { Job } from '../large-stack.js';
import { rebuiltText } from '../from-text/rebuild.js';
import { capturesOf } from '../from-text/captures.js';
import { innerVersion, printedFunction } from '../from-text/inner-version.js';
import { compiled } from '../translate.js';
import { transformed } from './jest-transformers.js';

type Work = (...args: never[]) => unknown;

export const jobs: Readonly<Record<Job, Work>> = {
  compile: compiled,
  captures: capturesOf,
  rebuild: rebuiltText,
  innerVersion,
  print: printedFunction,
  transform: transformed,
};

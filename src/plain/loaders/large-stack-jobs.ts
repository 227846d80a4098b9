/** What can be done in a thread with a larger stack. */
import type { Job } from '../large-stack.js';
import { makingOf } from '../from-text/rebuild.js';
import { readingOf } from '../from-text/captures.js';
import { versionIn, wholeOf } from '../from-text/inner-version.js';
import { compiled } from '../translate.js';
import { handed } from './jest-transformers.js';

type Work = (...args: never[]) => unknown;

export const jobs: Readonly<Record<Job, Work>> = {
  compile: compiled,
  read: readingOf,
  make: makingOf,
  show: versionIn,
  print: wholeOf,
  hand: handed,
};

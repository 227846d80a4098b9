/** What can be done in a thread with a larger stack. */
import type { Job } from '../deeply.js';
import { makingOf } from '../making.js';
import { readingOf } from '../reading.js';
import { versionIn, wholeOf } from '../showing.js';
import { compiled } from '../translate.js';
import { handed } from './transformers.js';

type Work = (...args: never[]) => unknown;

export const jobs: Readonly<Record<Job, Work>> = {
  compile: compiled,
  read: readingOf,
  make: makingOf,
  show: versionIn,
  print: wholeOf,
  hand: handed,
};

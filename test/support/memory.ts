/**
 * Each file of tests reserves columns of its own, which V8 does not count as memory in use. So files are granted less than
 * users are, and what the files before left is collected first. Where the columns of many files lie side by side, Linux takes
 * them for more than there is, and starts no program.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MOST = 2 ** 27;

setFlagsFromString('--expose-gc');
(runInNewContext('gc') as () => void)();

globalThis.SharedArrayBuffer = class extends SharedArrayBuffer {
  constructor(bytes: number) {
    if (bytes > MOST) throw new RangeError('Array buffer allocation failed');
    super(bytes);
  }
} as SharedArrayBufferConstructor;

/**
 * Tests are granted less memory at once than users are. Each file of tests reserves columns of its own. Where those of
 * many files lie side by side, Linux takes them for more than there is, and starts no program.
 */
const MOST = 2 ** 26;

globalThis.SharedArrayBuffer = class extends SharedArrayBuffer {
  constructor(bytes: number) {
    if (bytes > MOST) throw new RangeError('Array buffer allocation failed');
    super(bytes);
  }
} as SharedArrayBufferConstructor;

export {};

/** On which versions of Node the hooks run in the thread of the program. */
import { hooksRunInProgram } from '../../../src/plain/loaders/hook-thread.js';

describe('The hooks run in the thread of the program', () => {
  test.each(['22.23.0', '22.30.1', '24.12.0', '25.2.0', '26.0.0', '27.1.0', '30.0.0-nightly'])(
    'on Node %s.',
    (version) => expect(hooksRunInProgram(version)).toBe(true),
  );

  test.each(['20.19.0', '20.20.2', '21.7.0', '22.12.0', '22.22.3', '23.11.0', '24.11.1', '25.1.0'])(
    'but not on Node %s.',
    (version) => expect(hooksRunInProgram(version)).toBe(false),
  );
});

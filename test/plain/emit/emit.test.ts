/** Emitted code has the values of the interpreter, bit for bit; an emitter with a mistake is noticed. */
import fc from 'fast-check';
import type { Code } from '../../../src/plain/emit/code.js';
import { linked } from '../../../src/plain/runtime/compiled/code/linked.js';
import { arrayPrograms, type ArrayProgram } from '../../support/array-programs.js';
import { emit, improved, interpret, loweredText } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

/** The results of a function, and its errors. */
function outcome(run: (args: (number | Float64Array)[]) => unknown, program: ArrayProgram) {
  const { args } = program;
  const arrays = [Float64Array.from(args[2]), Float64Array.from(args[3])];
  try {
    return [run([args[0], args[1], ...arrays, 3])].flat()[0];
  } catch (error) {
    return (error as Error).constructor;
  }
}

/** True if emitted code, which `change` may spoil, does what the function does. */
function isRight(program: ArrayProgram, change: (code: string) => string): boolean {
  const lowered = loweredText(program.text);
  if (lowered.tag === 'refused') return true;
  const f = improved(lowered.func);
  const made: Code = emit(f);
  const run = linked({ ...made, code: change(made.code) });
  return Object.is(
    outcome((args) => interpret(f, args), program),
    outcome((args) => run(...args), program),
  );
}

test('Emitted code does what the interpreter does.', () => {
  fc.assert(
    fc.property(arrayPrograms, (program) => isRight(program, (code) => code)),
    { numRuns: sampled(60) },
  );
});

test.each([
  ['takes x + y for x - y', (code: string) => code.replaceAll(' - ', ' + ')],
  ['takes <= for <', (code: string) => code.replace(/ < (?=.*; \w+\+\+)/g, ' <= ')],
  [
    'forgets parentheses',
    (code: string) => code.replace(/([*/]) \(([^()]* [+-] [^()]*)\)/g, '$1 $2'),
  ],
  [
    'forgets that an element may be missing',
    (code: string) => code.replace(/!== undefined/g, '=== undefined'),
  ],
])('An emitter that %s is noticed.', (_, change) => {
  const programs = fc.sample(arrayPrograms, { seed: 1, numRuns: 40 });
  expect(programs.some((program) => !isRight(program, change))).toBe(true);
});

/** Gradients of random functions as files: in strict TypeScript, with the numbers of the library. A mistake is noticed. */
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { gradientSource } from 'delta-tape/compile';
import { arrayPrograms, type ArrayProgram } from '../../support/array-programs.js';
import { load, run } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import { loweredText } from '../../support/numeric.js';
import { complaints } from './strict.js';

type F = (...args: readonly unknown[]) => number;
interface Answer {
  readonly value: number;
  readonly gradient: readonly unknown[];
}

const wrt = [0, 1, 2, 3];
const argsOf = ({ text, args: [x, y, xs, ys] }: ArrayProgram): unknown[] => {
  const array = (list: readonly number[]) =>
    text.includes(ofLists) ? [...list] : Float64Array.from(list);
  return [x, y, array(xs), array(ys), 3];
};
const written = ({ text }: ArrayProgram): string =>
  gradientSource(text, { name: 'f', wrt, exactZeros: true });

function expected(program: ArrayProgram): Answer {
  const text = program.text.replace('export function f', 'exports.f = f; function f');
  const { f } = load<{ f: F }>(text);
  return valueAndGrad(f, { wrt })(...argsOf(program)) as Answer;
}

/** Null where the code says that it has no derivative. */
function found(program: ArrayProgram, text: string): Answer | null {
  const name = /export function ([^\s(]+)\(/.exec(text)![1];
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs' });
  try {
    return run<Record<string, (...args: unknown[]) => Answer>>(code)[name](...argsOf(program));
  } catch (error) {
    expect(String(error)).toContain('there is no derivative there');
    return null;
  }
}

const numbersIn = ({ value, gradient }: Answer): number[] =>
  [value, ...gradient].flatMap((part) =>
    typeof part === 'object'
      ? Object.entries(part as object)
          .flat()
          .map(Number)
      : [part],
  ) as number[];
const areNear = (numbers: readonly number[], others: readonly number[]): boolean => {
  const size = Math.max(1, ...others.filter(Number.isFinite).map(Math.abs));
  return numbers.every((x, k) => Object.is(x, others[k]) || Math.abs(x - others[k]) <= 1e-9 * size);
};

/** Every other program takes lists. */
const ofLists = 'xs: readonly number[], ys: readonly number[]';
const programs = fc
  .sample(arrayPrograms, { seed: Number(process.env['SEED'] ?? 1), numRuns: sampled(60) })
  .map((program, k) =>
    k % 2 === 0
      ? program
      : { ...program, text: program.text.replace('xs: Float64Array, ys: Float64Array', ofLists) },
  )
  .filter(({ text }) => loweredText(text).tag === 'lowered');

test('They have the value and the gradient of the library.', () => {
  let compared = 0;
  for (const program of programs) {
    const answer = found(program, written(program));
    if (answer === null) continue;
    const [numbers, others] = [answer, expected(program)].map(numbersIn);
    expect({ text: program.text, numbers, others, isNear: areNear(numbers, others) }).toMatchObject(
      {
        isNear: true,
      },
    );
    compared++;
  }
  expect(compared).toBeGreaterThan(programs.length / 2);
});

test('They are strict TypeScript.', () => {
  const texts = new Map(programs.map((program, k) => [`random-${k}.ts`, written(program)]));
  expect(complaints(texts, false)).toEqual([]);
});

test('A slope that is stored instead of added is noticed.', () => {
  const isNoticed = programs.some((program) => {
    const text = written(program).replace(/(Bar\d*(?:\[[^\]]+\])?) \+= /g, '$1 = ');
    const answer = found(program, text);
    return answer !== null && !areNear(numbersIn(answer), numbersIn(expected(program)));
  });
  expect(isNoticed).toBe(true);
});

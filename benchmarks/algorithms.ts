/**
 * The cost of gradients of named algorithms, beside the algorithms: `npm run bench:algorithms`. It
 * takes two minutes. The rows say which version of a function answers. `valueAndGrad` is timed, so that
 * entry and the gradient's shape count.
 */
import { valueAndGrad } from 'delta-tape';
import { algorithms, type Algorithm } from './algorithms/all.js';
import { answering } from './answered.js';
import { timeInTurns } from './timing.js';

const SIZES = [8, 40];
const MILLISECONDS = 2500;

function ratioOf({ f, inputs }: Algorithm, size: number): string {
  const args = inputs(size) as never[];
  const derived = valueAndGrad(f as (x: number) => number) as unknown as (...given: never[]) => {
    readonly value: number;
  };
  const tasks = [() => f(...args), () => derived(...args).value];
  const [plain, gradient] = timeInTurns(tasks, MILLISECONDS);
  return (gradient / plain).toFixed(1);
}

console.log(`| gradient ÷ function | version | ${SIZES.map((n) => `n = ${n}`).join(' | ')} |`);
console.log(`| --- | --- | ${SIZES.map(() => '---').join(' | ')} |`);
for (const [name, algorithm] of Object.entries(algorithms)) {
  const ratios = SIZES.map((size) => ratioOf(algorithm, size));
  console.log(`| ${[name, answering(algorithm.f), ...ratios].join(' | ')} |`);
}

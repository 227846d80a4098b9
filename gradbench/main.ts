/** The tool that GradBench runs: `npm run --silent gradbench`. Speaks on standard input and output. */
import { createInterface } from 'node:readline';
import { evals } from './evals.js';
import { answer } from './protocol.js';

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${await answer(line, evals)}\n`);
}

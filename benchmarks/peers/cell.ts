/**
 * One cell of the comparison in a process of its own: `node cell.js <peer> <eval> <size> <seconds>`
 * prints a Launch as JSON.
 */
import { inputOf, type Eval, type Size } from './inputs.js';
import { explained, measured, type Launch } from './launch.js';
import type { Peer } from './peer.js';

const [, , peer, name, size, seconds] = process.argv;

async function launch(): Promise<Launch> {
  const input = inputOf(name as Eval, JSON.parse(size) as Size);
  const start = performance.now();
  const { load, answers } = (await import(`./${peer}.js`)) as Peer;
  const evaluate = await load(name as Eval, input);
  if (evaluate === undefined) return { failure: 'not written' };
  const setUp = performance.now() - start;
  const found = measured(evaluate, input, Number(seconds));
  // In kibibytes, on all systems.
  const peakBytes = 1024 * process.resourceUsage().maxRSS;
  return { ...found, setUp, peakBytes, answers: await answers?.(name as Eval) };
}

const result = await launch().catch((error: unknown): Launch => ({ failure: explained(error) }));
process.stdout.write(JSON.stringify(result));

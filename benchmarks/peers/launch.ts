/** The findings of a launch of a cell. */
import type { Evaluate } from '../../gradbench/timed.js';
import { median } from '../timing.js';
import { numbersOf } from './peer.js';

export interface Measurement {
  /** Milliseconds of the first run, and the median of the later half. */
  readonly first: number;
  readonly steady: number;
  readonly gradient: readonly number[];
  /** Milliseconds of loading, translating and compiling, where that is known. */
  readonly setUp?: number;
  readonly peakBytes?: number;
  /** The version of a translated function that answers. */
  readonly answers?: string | undefined;
}

export interface Failure {
  readonly failure: string;
}

export type Launch = Measurement | Failure;

/** From the output of a function and how many nanoseconds its runs took. */
export function summarised(output: unknown, nanoseconds: readonly number[]): Measurement {
  const later = nanoseconds.slice(Math.floor(nanoseconds.length / 2));
  return {
    first: nanoseconds[0] / 1e6,
    steady: median(later) / 1e6,
    gradient: numbersOf(output),
  };
}

/** Runs a function for some seconds. Inputs that say how long are heard; others are given again. */
export function measured(evaluate: Evaluate, input: unknown, seconds: number): Measurement {
  const asked = typeof input === 'object' ? { ...input, min_runs: 1, min_seconds: seconds } : input;
  const times: number[] = [];
  const end = performance.now() + 1000 * seconds;
  let output: unknown;
  do {
    const found = evaluate(asked);
    for (const { nanoseconds } of found.timings) times.push(nanoseconds);
    output = found.output;
  } while (performance.now() < end);
  return summarised(output, times);
}

/** In few words, what went wrong in a process. */
export function explained(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes('call stack')) return 'stack overflow';
  if (/local count too large|maximum function size/.test(text)) return 'too large for WebAssembly';
  if (text === 'unreachable') return 'crash in WebAssembly';
  if (/out of memory|allocation failed|invalid array length|Cannot enlarge memory/i.test(text)) {
    return 'out of memory';
  }
  return text.split('\n')[0].slice(0, 80);
}

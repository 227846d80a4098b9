/** The processor time that each thread of this process has had, where the system tells (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessorTimes {
  /** Milliseconds of the main thread. */
  readonly main: number;
  /** Those of the other threads, the busiest first. */
  readonly others: readonly number[];
  /** By thread. */
  readonly all: ReadonlyMap<string, number>;
}

/** @param since counts from then on */
export function processorTimes(since?: ProcessorTimes): ProcessorTimes {
  const all = new Map<string, number>();
  for (const thread of threadsOfProcess()) {
    try {
      const text = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8');
      all.set(thread, Number(text.split(' ')[0]) / 1e6);
    } catch {
      // It has ended meanwhile.
    }
  }
  const taken = [...all].map(
    ([thread, time]) => [thread, time - (since?.all.get(thread) ?? 0)] as const,
  );
  const own = String(process.pid);
  const others = taken.flatMap(([thread, time]) => (thread === own ? [] : [time]));
  const main = taken.find(([thread]) => thread === own)?.[1] ?? NaN;
  return { main, others: others.sort((x, y) => y - x), all };
}

function threadsOfProcess(): string[] {
  try {
    return readdirSync('/proc/self/task');
  } catch {
    return [];
  }
}

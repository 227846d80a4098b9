/** Launches of cells: those in JavaScript, and those of native tools of GradBench. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inputOf, type Row } from './inputs.js';
import { summarised, type Launch } from './launch.js';
import { output, type Limits } from './process.js';
import { GRADIENTS } from './suite.js';
import type { Tool } from './tools.js';

export interface Settings {
  readonly seconds: number;
  readonly limits: Limits;
  /** A checkout of GradBench with built tools. */
  readonly native: string | undefined;
}

/** One launch of a cell. */
export const launched = (tool: Tool, row: Row, settings: Settings): Promise<Launch> =>
  tool.native ? nativeLaunch(tool, row, settings) : cellLaunch(tool, row, settings);

async function cellLaunch({ id }: Tool, row: Row, { seconds, limits }: Settings): Promise<Launch> {
  const cell = fileURLToPath(new URL('./cell.js', import.meta.url));
  const heap = `--max-old-space-size=${Math.floor(limits.bytes / 2 ** 20)}`;
  // Only plain TypeScript is translated when it is loaded.
  const translation = id === 'plain' ? ['--import', 'delta-tape/register'] : [];
  const subject = [id, row.name, JSON.stringify(row.size), String(seconds)];
  const found = await output(process.execPath, [heap, ...translation, cell, ...subject], limits);
  return 'failure' in found ? found : (JSON.parse(found.text) as Launch);
}

/** A tool of the suite reads its input from a file, and prints its output and a timing per line. */
async function nativeLaunch({ id }: Tool, row: Row, settings: Settings): Promise<Launch> {
  const own = GRADIENTS[row.name];
  const program = join(settings.native!, 'tools', id, 'bin', row.name);
  if (own === undefined || !existsSync(program)) return { failure: 'not written' };
  const folder = mkdtempSync(join(tmpdir(), 'gradbench-'));
  try {
    const input = inputOf(row.name, row.size);
    const asked =
      typeof input === 'object' ? { ...input, min_runs: 1, min_seconds: settings.seconds } : input;
    const file = join(folder, 'input.json');
    writeFileSync(file, JSON.stringify(asked));
    const found = await output(program, [file, own], settings.limits);
    if ('failure' in found) return found;
    const [result, ...timings] = found.text.trim().split('\n');
    const runs = timings
      .map((line) => JSON.parse(line) as { name: string; nanoseconds: number })
      .filter(({ name }) => name === 'evaluate');
    const summary = summarised(
      JSON.parse(result),
      runs.map(({ nanoseconds }) => nanoseconds),
    );
    return found.peakBytes === 0 ? summary : { ...summary, peakBytes: found.peakBytes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

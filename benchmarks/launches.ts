/**
 * Measurements in fresh processes, since the same code can run at different speeds in two of them.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** One process of its own: program, subject of the measurement, time for it in milliseconds. */
function launch(program: string, subject: string, milliseconds: number, node: string): unknown {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const args = [...process.execArgv, path, subject, String(milliseconds)];
  // What a launch has to complain about goes to the console, and ends everything.
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  return JSON.parse(execFileSync(node, args, { encoding: 'utf8', stdio }));
}

/** The version that a Node prints: `v24.11.1`. */
export const versionOf = (node: string): string =>
  execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();

/** Launches for every subject, interleaved: all subjects once, all subjects again, … */
export function interleaved<T>(
  program: string,
  subjects: readonly string[],
  launches: number,
  milliseconds: number,
  progress: () => void,
  node = process.execPath,
): T[][] {
  const results: T[][] = subjects.map(() => []);
  for (let k = 0; k < launches; k++) {
    subjects.forEach((subject, at) => {
      results[at].push(launch(program, subject, milliseconds, node) as T);
      progress();
    });
  }
  return results;
}

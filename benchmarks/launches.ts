/**
 * Measurements in fresh processes, since the same code can run at different speeds in two of them.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** One process of its own: program, subject of the measurement, time for it in milliseconds. */
function launch(program: string, subject: string, milliseconds: number): unknown {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const args = [...process.execArgv, path, subject, String(milliseconds)];
  // What a launch has to complain about goes to the console, and ends everything.
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio }));
}

/** Launches for every subject, interleaved: all subjects once, all subjects again, … */
export function interleaved<T>(
  program: string,
  subjects: readonly string[],
  launches: number,
  milliseconds: number,
  progress: () => void,
): T[][] {
  const results: T[][] = subjects.map(() => []);
  for (let k = 0; k < launches; k++) {
    subjects.forEach((subject, at) => {
      results[at].push(launch(program, subject, milliseconds) as T);
      progress();
    });
  }
  return results;
}

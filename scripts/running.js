/** Programs that scripts run in this repository, and what tests count. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '..');
export const jest = join(repository, 'node_modules/jest/bin/jest.js');

/** What a program prints, which is shown as it comes, and whether it ended well. */
export function run(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 2] });
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
      process.stdout.write(text);
    });
    child.on('close', (status) => resolve({ printed, isGood: status === 0 }));
  });
}

/** The counts of the last closing line; a run without one has failed. */
export function counts({ printed, isGood }) {
  const lines = [...printed.matchAll(/^(\d+) passed, (\d+) failed/gm)];
  const [, passed, failed] = (lines.at(-1) ?? [0, 0, 0]).map(Number);
  return { passed, failed: isGood ? failed : Math.max(failed, 1) };
}

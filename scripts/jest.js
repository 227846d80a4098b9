/** The tests, with what Node needs for them: `npm test` ends with it. Arguments are those of Jest. */
import { jest, repository } from './running.js';
import { spawnSync } from 'node:child_process';

const args = [...jest, ...process.argv.slice(2)];
process.exitCode =
  spawnSync(process.execPath, args, { cwd: repository, stdio: 'inherit' }).status ?? 1;

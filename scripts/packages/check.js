/**
 * Gradients of the functions of public packages, which nobody wrote for this library, against differences:
 * `node scripts/packages/check.js`. It takes the packages from npm, and minutes. With --spoilt, it has to find wrong ones.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packages } from './list.js';

const repository = join(import.meta.dirname, '../..');
const isSpoilt = process.argv.includes('--spoilt');
const folder = mkdtempSync(join(tmpdir(), 'packages-'));
// What packages say of strange arguments is shown only with an error.
const run = (program, ...args) =>
  execFileSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: Infinity,
  });

const manifest = {
  type: 'module',
  private: true,
  dependencies: packages,
  'delta-tape': { include: ['node_modules'] },
};
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
run('npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts');
symlinkSync(repository, join(folder, 'node_modules/delta-tape'));
for (const file of ['list', 'values', 'differences', 'derivatives'])
  cpSync(join(import.meta.dirname, `${file}.js`), join(folder, `${file}.js`));

const all = { right: 0, wrong: 0, refused: 0 };
const names = isSpoilt ? Object.keys(packages).slice(0, 3) : Object.keys(packages);
for (const name of names) {
  run(process.execPath, 'differences.js', name, 'calls.json');
  const asked = ['derivatives.js', name, 'calls.json', ...(isSpoilt ? ['spoilt'] : [])];
  const lines = run(process.execPath, '--import', 'delta-tape/register', ...asked)
    .trim()
    .split('\n');
  const counts = JSON.parse(lines.pop());
  for (const line of lines) if (line.startsWith('wrong')) console.log(line);
  for (const kind of Object.keys(all)) all[kind] += counts[kind];
}
rmSync(folder, { recursive: true });
console.log(`${names.length} packages, ${all.refused} calls refused`);
console.log(`${all.right} passed, ${all.wrong} failed`);
process.exitCode = all.wrong === 0 ? 0 : 1;

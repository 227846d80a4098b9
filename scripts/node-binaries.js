/**
 * Other versions of Node, from the packages of npm that hold their binaries, in a folder of their own
 * between the temporary files: `{ '22': '/tmp/…/bin/node' }`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cache = join(tmpdir(), 'delta-tape-nodes');

/** The package with the binaries for this machine; the names are not all made alike. */
function binaries({ platform, arch }) {
  const system = platform === 'win32' ? 'win' : platform;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${system}-${arch}`;
}

/** Runs npm, under the Node that stands first in the path. */
export function npm(args, options = {}) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const shell = process.platform === 'win32';
  return execFileSync(command, args, { encoding: 'utf8', shell, ...options });
}

/** The programs of the newest releases of these versions, such as '22' or '24.12.0'. */
export function nodes(versions) {
  mkdirSync(cache, { recursive: true });
  const wanted = versions.map((version) => `node-${version}@npm:${binaries(process)}@${version}`);
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  npm(['install', '--prefix', cache, ...quiet, ...wanted], { cwd: cache });
  return Object.fromEntries(
    versions.map((version) => {
      const folder = join(cache, 'node_modules', `node-${version}`);
      const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return [version, join(folder, bin.node)];
    }),
  );
}

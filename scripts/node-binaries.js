/**
 * Other versions of Node, from the packages of npm that hold their binaries. They are kept between the temporary files,
 * in a folder each.
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

/** The program of the newest release of a version such as '22' or '24.12.0'. */
export function nodeOf(version) {
  const folder = join(cache, version);
  mkdirSync(folder, { recursive: true });
  const wanted = `node@npm:${binaries(process)}@${version}`;
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  npm(['install', '--prefix', folder, ...quiet, wanted], { cwd: folder });
  const installed = join(folder, 'node_modules/node');
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  return join(installed, bin.node);
}

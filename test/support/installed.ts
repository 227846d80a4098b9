/** The package as a user gets it: packed, and installed into a project of its own. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const repository = join(__dirname, '../..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program and returns what it prints; fails with its whole output. */
export async function ran(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Printed> {
  return promisify(execFile)(program, args, { cwd, env }).catch((error: Error & Printed) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
}

export interface Installed {
  /** The folder of the user's project. */
  readonly project: string;
  /** What is in the package. */
  readonly files: readonly string[];
  readonly remove: () => void;
}

const nothing = (): void => undefined;

/**
 * Packs the build, which has to be there, and installs it. Where `INSTALLED` tells of an installed
 * package, as `scripts/nodes.js` does, that is used.
 */
export async function installed(): Promise<Installed> {
  const before = process.env['INSTALLED'];
  if (before !== undefined) {
    return { ...(JSON.parse(before) as Pick<Installed, 'project' | 'files'>), remove: nothing };
  }
  const temporary = mkdtempSync(join(tmpdir(), 'delta-tape-'));
  const project = join(temporary, 'project');
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', temporary];
  const [packed] = JSON.parse((await ran(npm, packing, repository)).stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  const tarball = join(temporary, packed.filename);
  await ran(npm, ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], project);
  return {
    project,
    files: packed.files.map(({ path }) => path),
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

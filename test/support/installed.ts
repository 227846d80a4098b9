/** The package as a user gets it: packed, and installed into a project of its own. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Tests and scripts run in the folder of the repository. */
const repository = process.cwd();
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

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

/** Takes a folder away, in which a program may just be ending. */
const removed = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

export interface Packed {
  readonly tarball: string;
  /** What is in the package. */
  readonly files: readonly string[];
  /** A temporary folder of its own. */
  readonly folder: string;
  readonly remove: () => void;
}

/** Packs the build, which has to be there. */
export async function packed(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'delta-tape-'));
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse((await ran(npm, packing, repository)).stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  return {
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    folder,
    remove: () => removed(folder),
  };
}

/** Installs what the package.json of a project says, and more packages. */
export const install = (project: string, ...more: string[]) =>
  ran(npm, ['install', '--prefer-offline', '--no-audit', '--no-fund', ...more], project);

/**
 * Packs the build, which has to be there, and installs it. Where `INSTALLED` tells of an installed
 * package, as `scripts/nodes.js` does, that is copied.
 */
export async function installed(): Promise<Installed> {
  const before = process.env['INSTALLED'];
  if (before !== undefined) {
    const { project: original, files } = JSON.parse(before) as Pick<Installed, 'project' | 'files'>;
    const project = mkdtempSync(join(tmpdir(), 'delta-tape-'));
    cpSync(original, project, { recursive: true });
    return { project, files, remove: () => removed(project) };
  }
  const { tarball, files, folder, remove } = await packed();
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await install(project, tarball);
  return { project, files, remove };
}

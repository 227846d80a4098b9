/** The package as a user gets it: packed, and installed into a project of its own. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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
  /** The contents of the package. */
  readonly files: readonly string[];
  readonly remove: () => void;
}

/** Takes a folder away, in which a program may just be ending. */
const removed = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

export interface Packed {
  readonly tarball: string;
  /** The contents of the package. */
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

/** The command that installs what the package.json of a project says, and more packages. */
export const installing = (...more: string[]): readonly string[] => [
  ...[npm, 'install', '--prefer-offline', '--no-audit', '--no-fund'],
  ...more,
];

export const install = (project: string, ...more: string[]) => {
  const [program, ...args] = installing(...more);
  return ran(program, args, project);
};

/** The contents of the package, in short. */
function contents(): string {
  const hash = createHash('sha256');
  const dist = readdirSync(join(repository, 'dist'), { recursive: true, encoding: 'utf8' }).sort();
  const files = ['package.json', 'README.md', 'LICENSE', ...dist.map((path) => join('dist', path))];
  for (const file of files) {
    const path = join(repository, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest('hex');
}

interface Original {
  readonly project: string;
  readonly files: readonly string[];
}

const cache = join(repository, 'node_modules/.cache/delta-tape-installed');

/** Installs the package once for all tests, and for as long as it stays as it is. */
async function original(): Promise<Original> {
  const place = join(cache, contents());
  const told = join(place, 'files.json');
  if (!existsSync(told)) {
    const { tarball, files, folder, remove } = await packed();
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    await install(project, tarball);
    const made = `${place}-${process.pid}`;
    const before = existsSync(cache) ? readdirSync(cache).filter((name) => !/-/.test(name)) : [];
    cpSync(project, join(made, 'project'), { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(made, 'files.json'), JSON.stringify(files));
    try {
      renameSync(made, place);
    } catch {
      // Another test was faster.
      removed(made);
    }
    remove();
    for (const name of before) if (name !== basename(place)) removed(join(cache, name));
  }
  return {
    project: join(place, 'project'),
    files: JSON.parse(readFileSync(told, 'utf8')) as string[],
  };
}

/**
 * A copy of a project in which the package is installed. Where `INSTALLED` tells of one, as
 * `scripts/nodes.js` does, it is of that; otherwise of the build, which has to be there.
 */
export async function installed(): Promise<Installed> {
  const told = process.env['INSTALLED'];
  const { project: source, files } =
    told === undefined ? await original() : (JSON.parse(told) as Original);
  const project = mkdtempSync(join(tmpdir(), 'delta-tape-'));
  cpSync(source, project, { recursive: true, verbatimSymlinks: true });
  return { project, files, remove: () => removed(project) };
}

/**
 * Installs each example project by itself, runs it, and writes what was found into docs/loaders.md.
 * Names choose: `npm run verify:loaders -- tsx bun`; `--page` only writes the page.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installing, npm, packed, ran } from '../test/support/installed.js';
import { copyProject, projectsIn, type Project } from '../test/plain/loaders/projects.js';
import { loadersPage, resultsFile, resultsIn, type Result } from './loaders-page.js';

const repository = process.cwd();

function versionOf(folder: string, tool: string | undefined): { version?: string } {
  const path = join(folder, 'node_modules', tool ?? '', 'package.json');
  if (tool === undefined || !existsSync(path)) return {};
  return JSON.parse(readFileSync(path, 'utf8')) as { version: string };
}

const npx = npm.replace('npm', 'npx');

/** Name and version of who installs a project, if that is not npm. */
const managerOf = ({ packageManager }: Project) => packageManager?.split('@');

/** The commands that install a project, and at last the one that starts it. */
function commandsOf(project: Project, tarball: string): readonly (readonly string[])[] {
  const manager = managerOf(project);
  if (manager === undefined) return [installing(tarball), [npm, 'start']];
  const [name, version] = manager;
  const runs = [npx, '--yes', `${name === 'yarn' ? '@yarnpkg/cli-dist' : name}@${version}`];
  const here = name === 'pnpm' ? ['--workspace-root'] : [];
  return [
    [...runs, 'add', ...here, `delta-tape@file:${tarball}`],
    [...runs, 'install'],
    [...runs, 'start'],
  ];
}

/** Fails with all that was printed if the project does not run, or prints something else. */
async function run(project: Project, folder: string, tarball: string): Promise<Result> {
  const { name, example } = project;
  mkdirSync(folder, { recursive: true });
  copyProject(repository, name, folder);
  const tested = { node: process.versions.node, date: new Date().toISOString().slice(0, 10) };
  try {
    const commands = commandsOf(project, tarball);
    const [start, ...starting] = commands.at(-1)!;
    for (const [program, ...args] of commands.slice(0, -1)) await ran(program, args, folder);
    // With the version range back in package.json, which Deno reads.
    copyProject(repository, name, folder);
    const { stdout, stderr } = await ran(start, starting, folder);
    const passed = (stdout + stderr).includes(example.prints);
    if (!passed) console.error(stdout + stderr);
    const version = managerOf(project)?.[1] ?? versionOf(folder, example.tool).version;
    return { passed, ...(version === undefined ? {} : { version }), ...tested };
  } catch (error) {
    console.error(String(error));
    return { passed: false, ...tested };
  }
}

const wanted = process.argv.slice(2);
const isWanted = ({ name }: Project) =>
  wanted.length === 0 || wanted.includes(name.replace('plain-', ''));
const results = { ...resultsIn(repository) };

if (!wanted.includes('--page')) {
  const { tarball, folder, remove } = await packed();
  let failed = 0;
  for (const project of projectsIn(repository).filter(isWanted)) {
    const place = join(folder, project.name);
    const result = await run(project, place, tarball);
    results[project.name] = result;
    failed += result.passed ? 0 : 1;
    console.log(`${result.passed ? 'passed' : 'FAILED'} ${project.name} ${result.version ?? ''}`);
    rmSync(place, { recursive: true, force: true });
    writeFileSync(join(repository, resultsFile), `${JSON.stringify(results, null, 2)}\n`);
  }
  remove();
  if (failed > 0) process.exitCode = 1;
}
writeFileSync(join(repository, 'docs/loaders.md'), loadersPage(repository, results));

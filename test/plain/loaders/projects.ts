/** The example projects of the loaders, with the fields of their package.json. */
import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Project {
  /** Its folder in examples. */
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** Who installs it, with the version; npm without this. */
  readonly packageManager?: string;
  readonly example: {
    readonly loader: string;
    /** The package of the loader, and the files that configure it; without these, `start` does. */
    readonly tool?: string;
    readonly shows?: readonly string[];
    /** The folder of the program that it shares with others; `program` without this. */
    readonly program?: string;
    /** A part of the output of `npm start`. */
    readonly prints: string;
    readonly note?: string;
  };
}

/** All projects, by the names of their folders. */
export const projectsIn = (repository: string): Project[] =>
  readdirSync(join(repository, 'examples'))
    .filter((name) => name.startsWith('plain-'))
    .map((name) => {
      const manifest = join(repository, 'examples', name, 'package.json');
      return { ...(JSON.parse(readFileSync(manifest, 'utf8')) as Omit<Project, 'name'>), name };
    });

/** A project by itself, with the program that it shares with others if it has none. */
export function copyProject(repository: string, name: string, folder: string): void {
  const examples = join(repository, 'examples');
  const has = (file: string) => existsSync(join(examples, name, file));
  if (!['src', 'packages', 'session.js'].some(has)) {
    const { example } = projectsIn(repository).find((project) => project.name === name)!;
    cpSync(join(examples, example.program ?? 'program'), join(folder, 'src'), { recursive: true });
  }
  cpSync(join(examples, name), folder, { recursive: true });
}

/** Models of posteriordb (stan-dev), whose reference draws come from Stan: their data, densities and references. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadFile } from '../../support/plain.js';

interface Reference {
  readonly mean: number;
  readonly sd: number;
}
export interface Model {
  readonly density: (params: never, data: never) => number;
  readonly start: (data: never) => unknown;
  readonly constraints: unknown;
  /** The quantities that have references, by their names there. */
  readonly quantities: (draw: never) => Readonly<Record<string, number | readonly number[]>>;
}
export interface Posterior {
  readonly data: never;
  readonly reference: Readonly<Record<string, Reference>>;
}

const { models: loaded } = loadFile<{ models: Readonly<Record<string, Model>> }>(
  join(__dirname, 'posteriors.ts'),
);
export const models = loaded;

/** Where data of tests lie that do not belong to the repository: beside it, or beside the folder of its worktrees. */
const folder = ['../shared', '../../shared']
  .map((path) => join(__dirname, '../../..', path, 'data/posteriordb'))
  .find((path) => existsSync(path));

/** Undefined where the data are not there. */
export const posteriorOf = (name: string): Posterior | undefined =>
  folder === undefined
    ? undefined
    : (JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Posterior);

/** Finds the settings of TypeScript that a file is compiled with. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export interface Settings {
  readonly path: string;
  readonly text: string;
}

const known = new Map<string, readonly Settings[]>();

/** The tsconfig.json that is nearest to a folder, and then those that it extends. O(depth of the folder), once. */
export function settingsFor(folder: string): readonly Settings[] {
  const found = known.get(folder) ?? look(folder);
  known.set(folder, found);
  return found;
}

function look(folder: string): readonly Settings[] {
  const path = join(folder, 'tsconfig.json');
  if (existsSync(path)) return withBases(path, new Set());
  const parent = dirname(folder);
  return parent === folder ? [] : settingsFor(parent);
}

function withBases(path: string, met: Set<string>): Settings[] {
  if (met.has(path) || !existsSync(path)) return [];
  met.add(path);
  const text = readFileSync(path, 'utf8');
  const [, bases = ''] = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/.exec(text) ?? [];
  const paths = Array.from(bases.matchAll(/"([^"]+)"/g), ([, base]) => pathOf(base, path));
  return [{ path, text }, ...paths.flatMap((base) => withBases(base, met))];
}

/** The path that `extends` names in the settings at a path; the empty path for a package that is missing. */
function pathOf(base: string, path: string): string {
  const file = base.endsWith('.json') ? base : `${base}.json`;
  if (/^[./]/.test(base)) return resolve(dirname(path), file);
  const require = createRequire(path);
  for (const name of [base, file, `${base}/tsconfig.json`]) {
    try {
      return require.resolve(name);
    } catch {
      // One of the next may be there.
    }
  }
  return '';
}

/**
 * True if a file's fields are assigned after the parameters of the constructor, and only if they have a
 * value.
 */
export function assignsFields(file: string): boolean {
  const settings = settingsFor(dirname(file));
  const said = (name: string) =>
    settings
      .map(({ text }) => new RegExp(`"${name}"\\s*:\\s*"?(\\w+)`, 'i').exec(text)?.[1])
      .find((value) => value !== undefined)
      ?.toLowerCase();
  const defined = said('useDefineForClassFields');
  if (defined !== undefined) return defined === 'false';
  const target = said('target') ?? 'esnext';
  return /^es(\d+)$/.test(target) && !/^es20(2[2-9]|[3-9]\d)$/.test(target);
}

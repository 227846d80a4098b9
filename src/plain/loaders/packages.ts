/** Finds the package.json that a file belongs to. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { invalidOption } from '../../errors/errors.js';
import type { Selection } from './options.js';

interface Package {
  readonly folder: string;
  readonly type?: unknown;
  readonly selection: Selection;
  /** True if delta-tape/register also translates the functions that `new Function` makes. */
  readonly newFunction: boolean;
  /** The packages that it imports. */
  readonly imports: readonly string[];
}

interface Manifest {
  readonly type?: unknown;
  readonly 'delta-tape'?: Settings;
  readonly dependencies?: object;
  readonly peerDependencies?: object;
}

/** The settings in the field `delta-tape`. */
interface Settings extends Selection {
  readonly newFunction?: unknown;
}

const none = (folder: string): Package => ({
  folder,
  selection: {},
  newFunction: false,
  imports: [],
});

const known = new Map<string, Package>();

function read(folder: string): Package | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const manifest = JSON.parse(text) as Manifest;
  const { newFunction = false, ...selection } = manifest['delta-tape'] ?? {};
  if (typeof newFunction !== 'boolean')
    throw invalidOption('newFunction', 'true or false', newFunction);
  const imports = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  return { folder, type: manifest.type, selection, newFunction, imports };
}

/** The package that a folder belongs to. O(depth of the folder), once. */
export function packageOf(folder: string): Package {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const parent = dirname(folder);
  const isTop = parent === folder || basename(folder) === 'node_modules';
  const found = read(folder) ?? (isTop ? none(folder) : packageOf(parent));
  known.set(folder, found);
  return found;
}

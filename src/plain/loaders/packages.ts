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
}

/** The settings in the field `delta-tape`. */
interface Settings extends Selection {
  readonly newFunction?: unknown;
}

const known = new Map<string, Package>();

function read(folder: string): Package | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const manifest = JSON.parse(text) as { type?: unknown; 'delta-tape'?: Settings };
  const { newFunction = false, ...selection } = manifest['delta-tape'] ?? {};
  if (typeof newFunction !== 'boolean')
    throw invalidOption('newFunction', 'true or false', newFunction);
  return { folder, type: manifest.type, selection, newFunction };
}

/** The package that a folder belongs to. O(depth of the folder), once. */
export function packageOf(folder: string): Package {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const parent = dirname(folder);
  const isTop = parent === folder || basename(folder) === 'node_modules';
  const found =
    read(folder) ?? (isTop ? { folder, selection: {}, newFunction: false } : packageOf(parent));
  known.set(folder, found);
  return found;
}

/** Finds the package.json that a file belongs to. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Selection } from './options.js';

interface Package {
  readonly folder: string;
  readonly type?: unknown;
  readonly selection: Selection;
}

const known = new Map<string, Package>();

function read(folder: string): Package | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const manifest = JSON.parse(text) as { type?: unknown; 'delta-tape'?: Selection };
  return { folder, type: manifest.type, selection: manifest['delta-tape'] ?? {} };
}

/** The package that a folder belongs to. O(depth of the folder), once. */
export function packageOf(folder: string): Package {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const parent = dirname(folder);
  const isTop = parent === folder || basename(folder) === 'node_modules';
  const found = read(folder) ?? (isTop ? { folder, selection: {} } : packageOf(parent));
  known.set(folder, found);
  return found;
}

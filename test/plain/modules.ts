/**
 * Modules from files, such as those of packages, with all that they import: translated, or as they
 * are. Both ways they become CommonJS by the same plugin, so that only the translation differs.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as library from 'delta-tape';
import * as runtime from 'delta-tape/runtime';
import * as solve from 'delta-tape/solve';
import plugin from '../../src/plain/plugin.js';
import { modulesCommonjs, transformSync, typescript } from '../../src/vendor/babel.js';

type Exports = Record<string, unknown>;
type Entry = string | { readonly [condition: string]: Entry };

const own: Readonly<Record<string, unknown>> = {
  'delta-tape': library,
  'delta-tape/runtime': runtime,
  'delta-tape/solve': solve,
};
const root = join(__dirname, '../..');

/** The file that a package is entered by, in the modern form if it has one. */
function entryOf(name: string): string {
  const folder = join(root, 'node_modules', name);
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports?: Entry;
    readonly module?: string;
    readonly main?: string;
  };
  let entry: Entry | undefined = about.exports ?? about.module ?? about.main ?? 'index.js';
  while (typeof entry === 'object')
    entry = entry['.'] ?? entry.import ?? entry.default ?? entry.require;
  return join(folder, entry);
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

export class Modules {
  private readonly loaded = new Map<string, { exports: Exports }>();

  constructor(private readonly isTranslated: boolean) {}

  /** The exports of a package, or of one of its files. */
  of<T = Record<string, never>>(name: string, file?: string): T {
    const path = file === undefined ? entryOf(name) : join(root, 'node_modules', name, file);
    return this.load(path) as T;
  }

  /** The exports of a file. */
  load(path: string): Exports {
    const known = this.loaded.get(path);
    if (known !== undefined) return known.exports;
    const module: { exports: Exports } = { exports: {} };
    this.loaded.set(path, module);
    const need = (name: string): unknown => own[name] ?? this.load(this.resolve(path, name));
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
    const run = new Function('module', 'exports', 'require', this.codeOf(path)) as (
      ...args: unknown[]
    ) => void;
    run(module, module.exports, need);
    return module.exports;
  }

  /** The text of a file as a script. */
  private codeOf(filename: string): string {
    const typed = filename.endsWith('.ts') ? [typescript] : [];
    const result = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      configFile: false,
      babelrc: false,
      compact: false,
      sourceType: 'unambiguous',
      plugins: [...(this.isTranslated ? [plugin] : []), ...typed, modulesCommonjs],
    });
    return result!.code!;
  }

  private resolve(from: string, name: string): string {
    if (!name.startsWith('.')) return entryOf(name);
    const path = join(dirname(from), name);
    const found = [path, `${path}.js`, join(path, 'index.js')].find(isFile);
    if (found === undefined) throw new Error(`${from} needs ${name}, which is not there`);
    return found;
  }
}

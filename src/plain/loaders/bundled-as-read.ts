/**
 * Checks that a bundler resolves each import of a program to the file that was read for it. Aliases,
 * endings of their own and plugins may lead elsewhere. A module without classes hands out nothing in a
 * bundle, so code cannot ask for that when it runs.
 */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReadModule } from '../joined/read-modules.js';
import { importsIn } from './program-modules.js';

/** Gives the file that an import stands for, if that is known. */
type Resolve = (source: string, importer: string) => Promise<string | null | undefined>;

interface Factory {
  create(
    what: object,
    done: (error: unknown, found?: { readonly module?: { readonly resource?: string } }) => void,
  ): void;
}

/** The settings that bundlers give to the plugin, as far as they are used here. */
interface Given {
  readonly resolve?: (
    source: string,
    importer: string,
  ) => Promise<{ readonly id: string } | null | undefined>;
  readonly getNativeBuildContext?: () => {
    readonly build?: {
      resolve?(source: string, options: object): Promise<{ readonly path: string }>;
    };
    readonly compilation?: { readonly params?: { readonly normalModuleFactory?: Factory } };
    readonly loaderContext?: {
      getResolve(options: object): (folder: string, source: string) => Promise<string | undefined>;
    };
  };
}

/** By Rollup, Rolldown and Vite, by esbuild, or by webpack and Rspack; null by others. */
function resolveBy(given: Given): Resolve | null {
  if (given.resolve !== undefined)
    return async (source, importer) => (await given.resolve!(source, importer))?.id;
  const { build, compilation, loaderContext } = given.getNativeBuildContext?.() ?? {};
  if (build?.resolve !== undefined)
    return async (source, importer) => {
      const how = { importer, resolveDir: dirname(importer), kind: 'import-statement' };
      return (await build.resolve!(source, how)).path;
    };
  const factory = compilation?.params?.normalModuleFactory;
  // Plugins of webpack that put other modules in the place of some are asked by its factory alone.
  if (factory !== undefined) return (source, importer) => madeBy(factory, source, importer);
  if (loaderContext === undefined) return null;
  const resolve = loaderContext.getResolve({ dependencyType: 'esm' });
  return (source, importer) => resolve(dirname(importer), source);
}

const madeBy = (factory: Factory, request: string, importer: string) =>
  new Promise<string | undefined>((done, fail) => {
    const what = {
      context: dirname(importer),
      contextInfo: { issuer: importer, issuerLayer: null, compiler: undefined },
      resolveOptions: {},
      dependencies: [{ request, category: 'esm' }],
    };
    factory.create(what, (error, found) => {
      if (error == null) done(found?.module?.resource);
      else fail(error as Error);
    });
  });

const real = (path: string): string => realpathSync(path.replace(/[?#].*$/, ''));

/**
 * Checks all that a module imports, and all that these import. O(length of all), once for each import.
 */
export class BundledAsRead {
  private known = new Map<string, Promise<boolean>>();

  constructor(private readonly read: ReadModule) {}

  /** Forgets what was found: another build begins. */
  begin(): void {
    this.known = new Map();
  }

  async asks(given: object, filename: string, text: string): Promise<boolean> {
    const resolve = resolveBy(given as Given);
    const met = new Set<string>();
    const left = [{ filename, text }];
    for (let of = left.pop(); of !== undefined; of = left.pop()) {
      if (met.has(of.filename)) continue;
      met.add(of.filename);
      for (const source of importsIn(of.text)) {
        const file = this.read(source, of.filename);
        if (file === undefined) continue;
        if (resolve === null) return false;
        if (!(await this.isSame(resolve, source, of.filename, file.filename))) return false;
        left.push(file);
      }
    }
    return true;
  }

  private isSame(
    resolve: Resolve,
    source: string,
    importer: string,
    path: string,
  ): Promise<boolean> {
    const name = JSON.stringify([source, importer, path]);
    const found =
      this.known.get(name) ??
      resolve(source, importer).then(
        (found) => found != null && real(found) === real(path),
        () => false,
      );
    this.known.set(name, found);
    return found;
  }
}

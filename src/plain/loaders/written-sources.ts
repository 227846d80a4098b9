/** Source files of derivatives that a bundler writes when a build begins, or when the module of a function changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { invalidOption } from '../../errors/errors.js';
import type { GradientSourceOptions } from '../source/gradient-source.js';
import { neighboursOf } from './neighbours.js';
import type { Selection } from './options.js';

/** A derivative, as for `gradientSource`: the module that has the function, and the file that is written. */
interface WrittenSource extends Omit<GradientSourceOptions, 'filename' | 'modules'> {
  readonly from: string;
  readonly to: string;
}

/** The options of the plugins of bundlers. */
export interface BundlerOptions extends Selection {
  /** Derivatives to write as files that import nothing. Paths are relative to the working folder. */
  readonly sources?: readonly WrittenSource[];
  /**
   * The functions of which other files take derivatives, as `src/model.ts#loss`. All else that such a file exports
   * has no compiled derivatives then, which makes the bundle smaller. Paths are relative to the working folder.
   */
  readonly gradients?: readonly string[];
}

const isList = (of: unknown): boolean => Array.isArray(of);

/** Returns a function that writes derivatives: all of them, or those of functions in a file. */
export function sourceWriter(
  sources: readonly WrittenSource[],
  folder: string,
): (file?: string) => Promise<void> {
  const isComplete = ({ from, to }: Partial<WrittenSource>) =>
    typeof from === 'string' && typeof to === 'string';
  if (!isList(sources) || !sources.every(isComplete))
    throw invalidOption('sources', 'a list of objects with from and to', sources);
  /** The files that each was written from. */
  const read = new Map<WrittenSource, Set<string>>();
  return async (file) => {
    const asked = sources.filter(
      (one) =>
        file === undefined ||
        resolve(folder, one.from) === file ||
        read.get(one)?.has(file) === true,
    );
    if (asked.length === 0) return;
    const { gradientSource } = await import('../source/gradient-source.js');
    for (const one of asked) {
      const { from, to, ...options } = one;
      const [source, target] = [resolve(folder, from), resolve(folder, to)];
      const files = new Set([source]);
      read.set(one, files);
      const made = gradientSource(readFileSync(source, 'utf8'), {
        ...options,
        filename: basename(source),
        modules: neighboursOf(source, (path) => files.add(path)),
      });
      // What is written without need would be built again by those who watch.
      const isThere = existsSync(target) && readFileSync(target, 'utf8') === made;
      if (!isThere) writeFileSync(target, made);
    }
  };
}

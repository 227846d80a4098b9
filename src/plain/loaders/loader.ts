/**
 * A webpack loader, for tools that take loaders of webpack but not its plugins, for example Turbopack of Next.
 * Name it as the first loader of a file, so that it sees the file as it was written.
 */
import { translatedFile } from './bundler.js';
import type { Selection } from './options.js';
import { selector } from './selection.js';

interface Loader {
  readonly resourcePath: string;
  getOptions(): Selection;
  addDependency(path: string): void;
  callback(error: Error | null, code?: string, map?: object): void;
}

/** @throws DeltaTapeError if there are options other than `include` and `exclude`. */
export default function loader(this: Loader, code: string, map?: object): void {
  const selects = selector(this.getOptions(), process.cwd());
  const result = translatedFile(this.resourcePath, code, selects, {}, { isSmall: true }, (path) =>
    this.addDependency(path),
  );
  this.callback(null, result?.code ?? code, result?.map ?? map);
}

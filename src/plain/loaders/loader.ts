/**
 * A webpack loader, for tools that take loaders of webpack but not its plugins, for example Turbopack of Next.
 * Name it as the first loader of a file, so that it sees the file as it was written.
 */
import { translatedFile } from './bundler.js';
import { compilerIn } from './way-of-compiler.js';
import { selectorIn } from './selection.js';
import type { BundlerOptions } from './written-sources.js';

interface Loader {
  readonly resourcePath: string;
  getOptions(): Omit<BundlerOptions, 'sources'>;
  async(): (error: Error | null, code?: string, map?: object) => void;
}

/** @throws DeltaTapeError if there are options other than `include`, `exclude` and `compiler`. */
export default function loader(this: Loader, code: string, map?: object): void {
  const { compiler, ...selection } = this.getOptions();
  const selects = selectorIn(process.cwd(), selection, { compiler: true });
  const steps = { compiler: compilerIn(compiler) };
  const result = translatedFile(this.resourcePath, code, selects, {}, steps);
  this.async()(null, result?.code ?? code, result?.map ?? map);
}

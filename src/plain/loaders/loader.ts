/**
 * A webpack loader, for tools that take loaders of webpack but not its plugins, for example Turbopack of Next.
 * Name it as the first loader of a file, so that it sees the file as it was written.
 */
import { BundledAsRead } from './bundled-as-read.js';
import { isSelected, translatedFile } from './bundler.js';
import type { Selection } from './options.js';
import { programModules } from './program-modules.js';
import { selectorIn } from './selection.js';

interface Loader {
  readonly resourcePath: string;
  getOptions(): Selection;
  addDependency(path: string): void;
  /** Returns a function that resolves a name from a folder to a file. */
  getResolve?(options: object): (folder: string, source: string) => Promise<string | undefined>;
  async(): (error: Error | null, code?: string, map?: object) => void;
}

/** @throws DeltaTapeError if there are options other than `include` and `exclude`. */
export default function loader(this: Loader, code: string, map?: object): void {
  const { resourcePath } = this;
  const selects = selectorIn(process.cwd(), this.getOptions());
  const done = this.async();
  const around = programModules((file, text) => isSelected(file, text, selects));
  const loaderContext = this.getResolve === undefined ? undefined : this;
  const given = { getNativeBuildContext: () => ({ loaderContext }) };
  const translated = async (): Promise<void> => {
    const isAsRead =
      isSelected(resourcePath, code, selects) &&
      (await new BundledAsRead(around.read).asks(given, resourcePath, code));
    const small = { isSmall: true, isAlone: !isAsRead };
    const result = translatedFile(resourcePath, code, selects, {}, small, (path) =>
      this.addDependency(path),
    );
    done(null, result?.code ?? code, result?.map ?? map);
  };
  translated().catch(done);
}

/**
 * Loaders of `require` that others put in place later. Most pass on what a loader before them gives, and so get the
 * translation. Others, such as tsx, read a file themselves, or make an ES module of CommonJS, as ts-node does without a
 * tsconfig.json: then the translation takes the place of what they made. They are not asked for the library itself, of
 * which they would make a second copy.
 */
import { normalized } from './file-patterns.js';
import { library } from './library-state.js';
import { isTypeScript } from './treatment.js';

export type Loader = (module: Compiling, file: string) => void;

interface Compiling {
  /** A full stop if the program starts here. */
  readonly id: string;
  _compile: (code: string, file: string) => void;
}

/** The files that are being loaded, and whether the loaders have got the translation. */
const loading = new Map<string, boolean>();

/** The translation as later loaders get it: ts-node would miss the types in it. */
export function given(file: string, translation: string): string {
  if (!loading.has(file)) return translation;
  loading.set(file, true);
  return isTypeScript(file) ? `// @ts-nocheck\n${translation}` : translation;
}

const isModule = (code: string): boolean => /^\s*(?:import|export)\b/m.test(code);
const own = normalized(library);

/** Has `translated` say what the files are that it translates, whatever loaders come later for these endings. */
export function keepLast(
  loaders: Record<string, Loader>,
  endings: readonly string[],
  isHooked: (file: string) => boolean,
  translated: (code: string, file: string) => string,
): void {
  const native = loaders['.js'];
  const guarded =
    (loader: Loader): Loader =>
    (module, file) => {
      if (normalized(file).startsWith(own)) return native(module, file);
      if (loading.has(file) || !isHooked(file)) return loader(module, file);
      const compile = module._compile;
      module._compile = (code, name) => {
        module._compile = compile;
        const isRight = loading.get(file) === true && !isModule(code);
        module._compile(isRight ? code : translated(code, file), name);
      };
      loading.set(file, false);
      try {
        loader(module, file);
      } finally {
        loading.delete(file);
      }
    };
  for (const ending of endings) {
    const { enumerable = true } = Object.getOwnPropertyDescriptor(loaders, ending) ?? {};
    let current = loaders[ending];
    Object.defineProperty(loaders, ending, {
      enumerable,
      configurable: true,
      get: () => current,
      set: (loader: Loader) => {
        if (loader !== current) current = guarded(loader);
      },
    });
  }
}

/** The loader by which this program was translated, as far as it is known. */

/** The name of the bundler. Its plugin writes the name in here if the library is part of the bundle. */
const bundler: string = '';

type Environment = Readonly<Record<string, string | undefined>>;
type Host = Readonly<Record<string, { readonly env?: Environment } | undefined>>;

const environment = (): Environment => (globalThis as unknown as Host)['process']?.env ?? {};

const registered = Symbol.for('delta-tape.register');

/** delta-tape/register says what becomes of functions that `new Function` makes. */
export function newFunctionsAre(what: 'translated' | 'alone'): void {
  Reflect.set(globalThis, registered, what);
}

export const newFunctions = (): unknown => Reflect.get(globalThis, registered);

export const isJest = (): boolean => environment()['JEST_WORKER_ID'] !== undefined;

/** The name of the bundler, for example `vite`. */
export const bundlerName = (): string | undefined => (bundler === '' ? undefined : bundler);

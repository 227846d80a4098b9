/** By which way in this program was translated, as far as it is known. */

/** The plugin of a bundler writes its name in here, where the library is part of the bundle. */
const bundler: string = '';

type Environment = Readonly<Record<string, string | undefined>>;
type Host = Readonly<Record<string, { readonly env?: Environment } | undefined>>;

const environment = (): Environment => (globalThis as unknown as Host)['process']?.env ?? {};

export const isJest = (): boolean => environment()['JEST_WORKER_ID'] !== undefined;

/** Such as `vite`. */
export const bundlerName = (): string | undefined => (bundler === '' ? undefined : bundler);

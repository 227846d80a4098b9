/** The part of picomatch that is used here; the package brings no types. */
declare module 'picomatch' {
  interface Picomatch {
    (globs: readonly string[], options: { readonly dot: boolean }): (path: string) => boolean;
    scan(glob: string): { readonly isGlob: boolean };
  }
  const picomatch: Picomatch;
  export default picomatch;
}

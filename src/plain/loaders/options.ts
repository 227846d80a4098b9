/** The options of all loaders, which also stand in the field `delta-tape` of a package.json. */

/** Folders, files, globs (against the folder of the configuration) or expressions. */
export type Patterns = readonly (string | RegExp)[];

export interface Selection {
  /** Only these files. Files in node_modules are among them if a pattern mentions node_modules. */
  readonly include?: Patterns;
  /** Not these files. */
  readonly exclude?: Patterns;
}

/** Emitted code, and what it needs beside the language. */

export type Needed =
  | { readonly what: 'row'; readonly row: string }
  | { readonly what: 'partial'; readonly row: string; readonly by: number }
  | { readonly what: 'times' | 'column' | 'leave' };

export interface Code {
  readonly code: string;
  /** What the code names that JavaScript has not. */
  readonly needed: ReadonlyMap<string, Needed>;
}

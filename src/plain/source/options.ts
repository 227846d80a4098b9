/** The options of derivatives as source. */

/** The derivatives that are written. */
export type SourceKind = 'gradient' | 'jvp' | 'vjp' | 'hvp' | 'jacobian';
export const kinds: readonly SourceKind[] = ['gradient', 'jvp', 'vjp', 'hvp', 'jacobian'];

/** The name of a derivative in a sentence. */
export const wordOf = (kind: SourceKind): string => (kind === 'jacobian' ? 'Jacobian' : kind);

export interface GradientSourceOptions {
  /** The function, by its name at the top of the text. It may be left out if there is only one. */
  readonly name?: string;
  /** The file of the text, for the first line of the result. */
  readonly filename?: string;
  /**
   * Gives a module whose functions are called, by what its import says and the filename of the importing module;
   * undefined if there is none. Modules of one filename are one module. Without, functions of other modules are refused.
   */
  readonly modules?: (
    source: string,
    from: string,
  ) => { readonly text: string; readonly filename: string } | undefined;
  /**
   * The derivative that is written: `gradient` with the value, unless it is given; `jvp`, the tangent
   * along a direction; `vjp`, the cotangent of the argument for one of the result; `hvp`, the change of
   * the gradient along a direction; `jacobian`.
   */
  readonly kind?: SourceKind;
  /** The argument that the derivative is taken by, or several of them. 0 unless it is given. */
  readonly wrt?: number | readonly number[];
  /**
   * The plan of a Jacobian: `forward` runs once for each real of the argument, `reverse` for each real
   * of the result. The better one unless it is given.
   */
  readonly plan?: 'forward' | 'reverse';
  /**
   * True if every product asks for an exact 0, so that it wins over slopes that are not finite.
   * Without, code that meets a derivative with NaN throws an error. Not for `hvp`.
   */
  readonly exactZeros?: boolean;
  /**
   * True if a comment at the top gives the static cost, before and after each pass that makes the code
   * smaller.
   */
  readonly cost?: boolean;
  /** True if the project's compiler has the option of this name. */
  readonly noUncheckedIndexedAccess?: boolean;
}

export type ReadModule = NonNullable<GradientSourceOptions['modules']>;

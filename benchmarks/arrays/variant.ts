/** The variants that are timed: the same gradient, made in different ways. */

/** Who makes the gradient. */
export interface Variant {
  readonly name: string;
  /** Once from the inputs to value and gradient. The number is kept, so that the work is done. */
  run(this: void): number;
  /** The numbers of the gradient; null where the variant gives no gradient, such as a plain call. */
  gradient(this: void): ArrayLike<number> | null;
}

/** Variants that take turns in one process. */
export interface Case {
  readonly name: string;
  /** The distance that gradients may have from the first one, relative to its length. */
  readonly tolerance: number;
  /** A variant that cannot be had (a package that is not installed) is left out. */
  variants(this: void): Promise<readonly Variant[]>;
}

const lengthOf = (xs: ArrayLike<number>): number => Math.hypot(...Array.from(xs, Number));

/** @throws Error if gradients differ: what is timed must be the same thing. */
export function assertAlike({ name, tolerance }: Case, variants: readonly Variant[]): void {
  const [first, ...others] = variants.flatMap((variant) => {
    const gradient = variant.gradient();
    return gradient === null ? [] : [{ variant: variant.name, gradient }];
  });
  for (const { variant, gradient } of others) {
    const differences = Float64Array.from(gradient, (x, k) => x - first.gradient[k]);
    const apart = lengthOf(differences) / lengthOf(first.gradient);
    if (gradient.length !== first.gradient.length || !(apart <= tolerance))
      throw new Error(
        `${name}: the gradient of ${variant} is ${apart} from that of ${first.variant}`,
      );
  }
}

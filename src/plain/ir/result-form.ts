/** What becomes of the values that a lowered function yields. */

/** The place of a value among those that are yielded, or a tuple or an object of such forms; null for nothing. */
export type ResultForm =
  number | null | readonly ResultForm[] | { readonly [name: string]: ResultForm };

/** The form of a result that is one number or one array. */
export const ONE: ResultForm = 0;

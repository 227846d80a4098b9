/** The place of a value among those that a function yields, or a tuple or an object of such forms; null for nothing. */
export type ResultForm =
  number | null | readonly ResultForm[] | { readonly [name: string]: ResultForm };

/** The form of a result, made of the values that a lowered function yields. */

/** The place of a value among those that are yielded, or a tuple or an object of such forms; null for nothing. */
export type ResultForm =
  number | null | readonly ResultForm[] | { readonly [name: string]: ResultForm };

/** The form of a result that is one number or one array. */
export const ONE: ResultForm = 0;

/** True if a result is a number, or an array, with something beside it. */
export const isWithAux = (form: ResultForm): boolean =>
  Array.isArray(form) && form.length === 2 && form[0] === 0;

/**
 * The newness of the objects of a result: `new` if all are made for it, and `part` if one may have more
 * fields than the form has, as an argument or an object of another module may. Arrays are not asked:
 * code shows which they are.
 */
export type Gives = 'new' | 'shared' | 'part';

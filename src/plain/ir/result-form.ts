/** What becomes of the values that a lowered function yields. */

/** The place of a value among those that are yielded, or a tuple or an object of such forms; null for nothing. */
export type ResultForm =
  number | null | readonly ResultForm[] | { readonly [name: string]: ResultForm };

/** The form of a result that is one number or one array. */
export const ONE: ResultForm = 0;

/** Whether a result is a number, or an array, with something beside it. */
export const isWithAux = (form: ResultForm): boolean =>
  Array.isArray(form) && form.length === 2 && form[0] === 0;

/**
 * What the objects of a result are: `new` if all are made for it, and `part` if one may have more fields than the form
 * tells, as an argument or what another module gives. Arrays are not asked: code shows which they are.
 */
export type Gives = 'new' | 'shared' | 'part';

/** The result of a function as a tree of expressions: its value, or the tangents of that. */
import { rootsOf } from '../analyse/roots.js';
import type { Helper } from '../emit/source/helpers.js';
import { typescriptOf } from '../emit/source/typescript.js';
import {
  isArray,
  isWholeStorage,
  type ArrayType,
  type Func,
  type Type,
  type Value,
} from '../ir/ir.js';
import type { ResultForm } from '../ir/result-form.js';
import type { Field } from './frame.js';
import { stored } from './gradients.js';
import { insistIn, insistOn } from './insisting.js';
import { partText, treeText, treeType } from '../emit/source/key-text.js';

/** Which arrays that a function yields are nobody else's: neither arguments, nor yielded before. */
export function ownResults(f: Func): (place: number) => boolean {
  const { params, yields } = f.region;
  const roots = rootsOf(f);
  const taken = new Set<Value>(params);
  const own = yields.map((value) => {
    const found = [...roots(value)];
    const isOwn = !found.some((root) => taken.has(root));
    found.forEach((root) => taken.add(root));
    return isOwn;
  });
  return (place) => own[place];
}

type Names = (helper: Helper) => string;

/** The parts of a form, by name or by position; null for a number or an array. */
export function partsOfForm(form: ResultForm): readonly (readonly [string, ResultForm])[] | null {
  return typeof form === 'number' ? null : (Object.entries(form ?? {}) as [string, ResultForm][]);
}

/** A type of a result's form; `leaf` gives the type for the place of what is yielded. */
export function treeTypeOfResult(form: ResultForm, leaf: (place: number) => string): string {
  const parts = partsOfForm(form);
  if (parts === null) return leaf(form as number);
  return treeType(
    parts.map(([key, inner]) => [key, treeTypeOfResult(inner, leaf)]),
    Array.isArray(form),
  );
}

/** The type of a result. */
export const typeOfResult = (form: ResultForm, types: readonly Type[]): string =>
  treeTypeOfResult(form, (place) => typescriptOf(types[place]));

/** A tree of a result's form; `leaf` gives the expression for the place of what is yielded. */
export function treeOfResult(form: ResultForm, leaf: (place: number) => string): string {
  const parts = partsOfForm(form);
  if (parts === null) return leaf(form as number);
  return treeText(
    parts.map(([key, inner]) => [key, treeOfResult(inner, leaf)]),
    Array.isArray(form),
  );
}

/** The places of a form, each with the way to it. */
export function placesOf(form: ResultForm, path: string): [place: number, path: string][] {
  const parts = partsOfForm(form);
  if (parts === null) return [[form as number, path]];
  return parts.flatMap(([key, inner]) => placesOf(inner, partText(path, key, Array.isArray(form))));
}

/** The value of a function, whose arrays are nobody else's. */
export function valueField(
  form: ResultForm,
  types: readonly Type[],
  textOf: (place: number) => string,
  isOwn: (place: number) => boolean,
): Field {
  return {
    key: 'value',
    type: typeOfResult(form, types),
    tree: treeOfResult(form, (place) => {
      const type = types[place];
      return isArray(type) && !isOwn(place) ? copied(textOf(place), type) : textOf(place);
    }),
    insisting: () => [],
  };
}

const copied = (array: string, { of }: ArrayType): string =>
  of === undefined ? `${array}.slice()` : `${array}.map((row) => ${copied('row', of)})`;

/** A tangent of something that a function yields. */
interface Change {
  readonly text: string;
  /** True if an array is one of code, and not of the caller. */
  readonly isOwn: boolean;
}

/** The tangents of a result; what has none is still. */
export function tangentField(
  form: ResultForm,
  types: readonly Type[],
  changeOf: (place: number) => Change | null,
  value: (place: number) => string,
  helper: Names,
): Field {
  return {
    key: 'tangent',
    type: typeOfResult(form, types),
    tree: treeOfResult(form, (place) => {
      const type = types[place];
      const change = changeOf(place);
      if (change === null) return still(value(place), type, helper);
      if (!isArray(type)) return change.text;
      const made = stored(change.text, type, true, helper);
      return made === change.text && !change.isOwn ? copied(made, type) : made;
    }),
    insisting: (path) => {
      const moving = placesOf(form, path).flatMap(([place, at]) => {
        const change = changeOf(place);
        return change === null ? [] : [{ type: types[place], at, text: change.text }];
      });
      const numbers = moving.filter(({ type }) => !isArray(type));
      return [
        ...moving.flatMap(({ type, text }) =>
          isArray(type) ? [insistIn(text, type, () => helper('insist'))] : [],
        ),
        ...insistOn(
          numbers.map(({ at }) => at),
          () => helper('insist'),
        ),
      ];
    },
  };
}

/** The tangent of what does not depend on the arguments. */
function still(value: string, type: Type, helper: Names): string {
  if (type === 'bool') return value;
  if (!isArray(type)) return '0';
  const { storage, of } = type;
  if (of !== undefined) return `${value}.map((row) => ${still('row', of, helper)})`;
  if (isWholeStorage(storage)) return `${value}.slice()`;
  return storage === 'number[]'
    ? `${helper('zeros')}(${value}.length)`
    : `new ${storage}(${value}.length)`;
}

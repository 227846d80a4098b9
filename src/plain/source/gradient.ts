/** The value and the gradient of a function, as a function of a file; and its pullback. */
import { asksBeyond } from '../analyse/beyond.js';
import type { Value } from '../ir/ir.js';
import type { ResultForm } from '../ir/result-form.js';
import { value } from '../ir/build.js';
import type { SourceFile } from './file.js';
import { Frame, type Field } from './frame.js';
import { Gradients } from './gradients.js';
import { barOf } from '../differentiate/adjoint/cotangents.js';
import type { Part } from './argument-parts.js';
import { partsOfForm, typeOfResult } from './result-tree.js';

/**
 * Makes the arrays in which gradients are added up.
 *
 * @param shadowOf what code calls the one of an array; undefined where it adds nothing
 */
export function begun(
  file: SourceFile,
  frame: Frame,
  shadowOf: (array: Value) => Value | undefined,
  nameOf = barOf,
) {
  const { subject, helper } = file;
  const gradients = new Gradients({
    scopes: frame.scopes,
    helper,
    textOf: frame.textOf,
    isIndexChecked: subject.options.noUncheckedIndexedAccess ?? false,
    nameOf,
    insist: subject.options.kind === 'hvp' ? 'insistTwice' : 'insist',
  });
  // A list would get an element where code asks for one that is not there; floats have none to get.
  const isBeyond = asksBeyond(subject.func);
  const needsFloats = (shadow: Value) => isBeyond || frame.handing.holdsHandedOn(shadow);
  for (const { part } of subject.chosen) gradients.begin(part, shadowOf, needsFloats);
  frame.add(...gradients.lines);
  return gradients;
}

/** The field for the value of a function, beside its derivative. */
export const numberField = (text: string): Field => ({
  key: 'value',
  type: 'number',
  tree: text,
  insisting: () => [],
});

export function gradientText(file: SourceFile): string {
  const { subject } = file;
  const f = subject.adjoint();
  const frame = new Frame(file, f, subject.arrays);
  const shadows = f.region.params.slice(subject.func.region.params.length);
  const gradients = begun(file, frame, (array) => shadows[subject.arrays.indexOf(array)]);
  const { results } = frame.body(true, gradients.params);
  subject.numbers.forEach((number, k) => gradients.number(number, results[k + 1]));
  const lasts = subject.lastsFrom(1 + subject.numbers.length);
  frame.putBack(lasts.map(([argument, place]) => [argument, results[place].text]));
  const { name } = subject;
  return frame.returns(
    {
      name: `${name}Gradient`,
      about: `The value of ${name}, and its gradient with respect to ${subject.by}.`,
    },
    [numberField(results[0].text), gradients.field('gradient', subject)],
  );
}

/** The parts of a cotangent of a result. */
function partOf(form: ResultForm, seeds: ReadonlyMap<number, Value>): Part {
  const parts = partsOfForm(form);
  if (parts === null) return { tag: 'leaf', value: seeds.get(form as number) ?? value('', 'f64') };
  return {
    tag: 'record',
    isTuple: Array.isArray(form),
    parts: new Map(parts.map(([key, inner]) => [key, partOf(inner, seeds)])),
  };
}

/** The cotangent of the arguments for one of the result. */
export function pullbackText(file: SourceFile, isExported = true): string {
  const { subject } = file;
  const { params } = subject.func.region;
  const yields = subject.results;
  const f = subject.adjoint(true);
  const frame = new Frame(file, f, subject.arrays);
  const more = f.region.params.slice(params.length);
  const { arrays, numbers, name, result } = subject;
  const seeds = more.slice(arrays.length);
  const places = subject.realPlaces;
  frame.take(
    'resultBar',
    typeOfResult(
      result,
      yields.map(({ type }) => type),
    ),
    partOf(result, new Map(places.map((place, k) => [place, seeds[k]]))),
  );
  const gradients = begun(file, frame, (array) => more[arrays.indexOf(array)]);
  const { results } = frame.body(true, gradients.params);
  numbers.forEach((number, k) => gradients.number(number, results[k]));
  return frame.returnsOnly(
    {
      name: `${name}Vjp`,
      about: `The cotangent of ${subject.by}, for a cotangent of what ${name} gives.`,
      isExported,
    },
    gradients.field('gradient', subject),
  );
}

/** The value of a function and its tangent along a direction; and how the gradient changes along one. */
import { barOf, dotOf } from '../differentiate/adjoint/cotangents.js';
import { variable, type Text } from '../emit/text.js';
import { value } from '../ir/build.js';
import type { ArrayType, Value } from '../ir/ir.js';
import type { SourceFile } from './file.js';
import { Frame } from './frame.js';
import { begun, numberField } from './gradient.js';
import type { Part } from './argument-parts.js';
import { ownResults, tangentField, valueField } from './result-tree.js';

/** The parts of a direction: those of the arguments, with tangents in the place of what moves. */
function directionOf(part: Part, tangentOf: (value: Value) => Value | undefined): Part {
  if (part.tag === 'leaf')
    return { tag: 'leaf', value: tangentOf(part.value) ?? value('', part.value.type) };
  if (part.tag === 'columns') return { tag: 'columns', of: directionOf(part.of, tangentOf) };
  const parts = [...part.parts].map(
    ([key, inner]) => [key, directionOf(inner, tangentOf)] as const,
  );
  return { ...part, parts: new Map(parts) };
}

/** Takes a direction for each argument that the derivative is taken by. */
function taken(
  file: SourceFile,
  frame: Frame,
  tangentOf: (value: Value) => Value | undefined,
): Map<Value, Text> {
  const { chosen, arrays } = file.subject;
  for (const { name, type, part } of chosen)
    frame.take(dotOf(name), type, directionOf(part, tangentOf));
  // Code has tangents as Float64Arrays; where it hands them on, they have to be some.
  const params = new Map<Value, Text>();
  for (const array of arrays) {
    const moving = tangentOf(array)!;
    const type = array.type as ArrayType;
    if (!hasPlainRows(type) || !frame.handing.holdsHandedOn(moving)) continue;
    const name = frame.scopes.fresh(moving.name);
    frame.add(`  const ${name} = ${floats(frame.paramText(moving), type)};`);
    params.set(moving, variable(name));
  }
  return params;
}

const hasPlainRows = ({ storage, of }: ArrayType): boolean =>
  of === undefined ? storage !== 'Float64Array' : hasPlainRows(of);

const floats = (text: string, { of }: ArrayType): string =>
  of === undefined ? `Float64Array.from(${text})` : `${text}.map((row) => ${floats('row', of)})`;

export function tangentText(file: SourceFile, isExported = true): string {
  const { subject, helper } = file;
  const { params, yields } = subject.func.region;
  const { func: f, moving, places } = subject.tangent();
  const frame = new Frame(file, f);
  const tangents = f.region.params.slice(params.length);
  const directions = taken(file, frame, (of) => tangents[moving.indexOf(of)]);
  const { results } = frame.body(false, directions);
  const types = yields.map(({ type }) => type);
  const lasts = subject.lastsFrom(subject.results.length);
  frame.putBack(lasts.map(([argument, place]) => [argument, results[place].text]));
  const isOwn = ownResults(f);
  const { name, result } = subject;
  const textOf = (place: number) => results[place].text;
  const changeOf = (place: number) => {
    const at = places[place];
    return at === null ? null : { text: textOf(at), isOwn: isOwn(at) };
  };
  return frame.returns(
    {
      name: `${name}Jvp`,
      about: `The value of ${name}, and how it changes along a direction of ${subject.by}.`,
      isExported,
    },
    [
      valueField(result, types, textOf, isOwn),
      tangentField(result, types, changeOf, textOf, helper),
    ],
  );
}

/** The tangent of the gradient. */
export function productText(file: SourceFile): string {
  const { subject } = file;
  const { arrays, numbers, name } = subject;
  const adjoint = subject.adjoint(false, true);
  const { params } = adjoint.region;
  const shadows = params.slice(params.length - arrays.length);
  const { func: f, moving, places } = subject.product(adjoint);
  const tangents = f.region.params.slice(params.length);
  const tangentOf = (of: Value) => tangents[moving.indexOf(of)] as Value | undefined;
  const shadowOf = (array: Value) => shadows[arrays.indexOf(array)];
  const frame = new Frame(file, f, arrays);
  const directions = taken(file, frame, tangentOf);
  const gradients = begun(file, frame, shadowOf);
  const products = begun(
    file,
    frame,
    (array) => tangentOf(shadowOf(array)),
    (of) => dotOf(barOf(of)),
  );
  const { results } = frame.body(
    true,
    new Map([...directions, ...gradients.params, ...products.params]),
  );
  numbers.forEach((number, k) => {
    gradients.number(number, results[k + 1]);
    const at = places[k + 1];
    products.number(number, at === null ? variable('0') : results[at]);
  });
  const lasts = subject.lastsFrom(1 + numbers.length);
  frame.putBack(lasts.map(([argument, place]) => [argument, results[place].text]));
  return frame.returns(
    {
      name: `${name}Hvp`,
      about: `The value of ${name}, its gradient with respect to ${subject.by}, and the change of that along a direction.`,
    },
    [
      numberField(results[0].text),
      gradients.field('gradient', subject),
      products.field('product', subject),
    ],
  );
}

/** Arrays like others, and what is asked of arrays. The code takes O(elements). */
import { value, type Builder } from '../../ir/build.js';
import { elementType, isArray, type ArrayType, type Region, type Value } from '../../ir/ir.js';

const none: Region = { params: [], body: [], yields: [] };

/** Goes through the elements of an array. */
function each(array: Value, builder: Builder, step: (i: Value) => void): void {
  builder.each(builder.constant(0), builder.length(array), builder.constant(1), step);
}

/** Adds what makes `zeros`: an array of zeros, or a list of as many such arrays as there are in a list. */
export function addZeros(zeros: Value, like: Value, builder: Builder): void {
  const type = zeros.type as ArrayType;
  const op = { tag: 'alloc', type, args: [builder.length(like)] } as const;
  builder.add({ tag: 'let', value: zeros, op });
  const inner = elementType(type);
  if (isArray(inner))
    each(like, builder, (i) =>
      builder.store(zeros, i, zerosLike(builder.element(like, i), inner, builder)),
    );
}

/** A new array of zeros of the length of another one, and so are the arrays that stand in it. */
export function zerosLike(array: Value, type: ArrayType, builder: Builder): Value {
  const made = value(array.name, type);
  addZeros(made, array, builder);
  return made;
}

/** A copy of an array, and of all that stands in it; the storage may be another one. */
export function copyOf(array: Value, builder: Builder, type = array.type as ArrayType): Value {
  const made = builder.let({ tag: 'alloc', type, args: [builder.length(array)] }, array.name);
  const inner = elementType(type);
  each(array, builder, (i) => {
    const element = builder.element(array, i);
    builder.store(made, i, isArray(inner) ? copyOf(element, builder, inner) : element);
  });
  return made;
}

/** Leaves where a test is true. */
function leaveIf(test: Value, builder: Builder): void {
  const then: Region = { ...none, body: [{ tag: 'leave' }] };
  builder.add({ tag: 'if', test, then, otherwise: none, results: [] });
}

/** Leaves where a number, or one in an array, is NaN. */
export function leaveIfNaN(of: Value, builder: Builder): void {
  if (isArray(of.type)) each(of, builder, (i) => leaveIfNaN(builder.element(of, i), builder));
  else leaveIf(builder.compare('ne', of, of), builder);
}

/** Leaves unless two arrays have the same length, and so have those that stand in them. */
export function leaveUnlessAlike(one: Value, other: Value, builder: Builder): void {
  leaveIf(builder.compare('ne', builder.length(one), builder.length(other)), builder);
  if (isArray(elementType(one.type as ArrayType)))
    each(one, builder, (i) =>
      leaveUnlessAlike(builder.element(one, i), builder.element(other, i), builder),
    );
}

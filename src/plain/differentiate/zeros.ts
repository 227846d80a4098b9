/** Zeros in the form of an array: tangents of what does not move, or cotangents that are forgotten. */
import { value, type Builder } from '../ir/build.js';
import { isList, shadowType, type ArrayType, type Value } from '../ir/ir.js';

/** Adds what makes `zeros`: an array of zeros, or a list of as many such arrays as there are in a list. */
export function addZeros(zeros: Value, like: Value, builder: Builder): void {
  const length = builder.length(like);
  const type = zeros.type as ArrayType;
  builder.add({ tag: 'let', value: zeros, op: { tag: 'alloc', type, args: [length] } });
  if (!isList(like.type)) return;
  builder.each(builder.constant(0), length, builder.constant(1), (i) => {
    const element = builder.element(like, i);
    const inner = value('', shadowType(element.type as ArrayType));
    addZeros(inner, element, builder);
    builder.store(zeros, i, inner);
  });
}

/** Elements that an array was made without, in shapes. */
import { HOLE, type Shape } from './abstract.js';

/** True for the shape of an element that is not there. It is the last option of a choice. */
export const isHole = (of: Shape): boolean => of.tag === 'known' && of.value === HOLE.value;

/** The shape of elements that are all there. */
export function withoutHoles(of: Shape): Shape {
  if (isHole(of)) return { tag: 'unset' };
  if (of.tag !== 'choice' || !of.options.some(isHole)) return of;
  const options = of.options.filter((one) => !isHole(one));
  return options.length === 1 ? options[0] : { tag: 'choice', options };
}

/** True if elements of a shape may be missing. */
export const mayHaveHoles = (of: Shape): boolean => withoutHoles(of) !== of;

/** The shape of the elements of an array that others hold: all are there, but for an empty one, which gets numbers. */
export const heldElements = (of: Shape): Shape =>
  isHole(of) ? { tag: 'choice', options: [{ tag: 'number' }, of] } : withoutHoles(of);

/** What functional operators throw. */
import { wrongOption } from '../errors.js';

export const activeUnit = () =>
  wrongOption(
    'np.reduce: the unit is under differentiation, and it has no derivative, since any unit of the function is as good. ' +
      'Use np.fold, whose start has one.',
  );

const shapeText = (shape: readonly number[]): string => `(${shape.join(', ')})`;

export const nothingMapped = () =>
  wrongOption(
    'np.vmap: no argument has an axis of examples; `in` names one for at least one argument.',
  );

export const axesNotFor = (place: string) =>
  wrongOption(
    `np.vmap: the axes do not fit ${place}. Axes are an axis or null for all, a list with one for each argument, or a tree ` +
      'of them like the argument or the result; what differs from example to example has an axis in the result.',
  );

export const noAxis = (place: string, axis: number, shape: readonly number[]) =>
  wrongOption(
    `np.vmap: ${place} is to have its examples along axis ${axis}, but it has shape ${shapeText(shape)}. Say null for what is ` +
      'the same for all examples.',
  );

export const manySizes = (sizes: readonly number[]) =>
  wrongOption(`np.vmap: the axes of examples have different lengths: ${sizes.join(', ')}.`);

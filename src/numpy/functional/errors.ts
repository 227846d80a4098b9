/** Errors of functional operators. */
import { wrongOption } from '../errors.js';

export const activeUnit = () =>
  wrongOption(
    'np.reduce: the unit is under differentiation, but it has no derivative, since it does not change the result. ' +
      'Use np.fold, whose start has a derivative.',
  );

const shapeText = (shape: readonly number[]): string => `(${shape.join(', ')})`;

export const nothingMapped = () =>
  wrongOption(
    'np.vmap: no argument has an axis of examples. Let the option in name one for at least one argument.',
  );

export const axesNotFor = (place: string) =>
  wrongOption(
    `np.vmap: the axes do not fit ${place}. Axes are an axis or null for all, a list with one for each argument, or a tree ` +
      'of them like the argument or the result. What differs from example to example must have an axis in the result.',
  );

export const noAxis = (place: string, axis: number, shape: readonly number[]) =>
  wrongOption(
    `np.vmap: ${place} should have its examples along axis ${axis}, but it has shape ${shapeText(shape)}. Give null instead of an axis ` +
      'for what is the same for all examples.',
  );

export const manySizes = (sizes: readonly number[]) =>
  wrongOption(
    `np.vmap: the axes of examples have different lengths: ${sizes.join(', ')}. Give each argument the same number of examples, or null for its axis.`,
  );

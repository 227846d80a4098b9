/** What this floor throws. */
import { DeltaTapeError, describe } from '../core/errors.js';

const shapeText = (shape: readonly number[]): string =>
  `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** Situations that several functions meet: one code each. */
export const notArrays = (message: string) => new DeltaTapeError('not-an-array', message);
export const misshaped = (message: string) => new DeltaTapeError('array-shapes', message);
export const outOfBounds = (message: string) => new DeltaTapeError('array-index', message);
export const wrongOption = (message: string) => new DeltaTapeError('array-option', message);

const noDerivative = (message: string) => new DeltaTapeError('no-array-derivative', message);
const notOfFloats = (message: string) => new DeltaTapeError('array-not-of-floats', message);
const withoutForm = (message: string) => new DeltaTapeError('no-examples', message);

export const hidden = (name: string) =>
  new DeltaTapeError(
    'array-hidden',
    `an array under differentiation was asked for its ${name}, which would lose its derivative. A function of numpy-ts ` +
      'itself asks for it: import it from delta-tape/numpy, or in a module that is translated. For numbers take elements: x.get([0]), x.tolist().',
  );

export const nativeOperator = () =>
  new DeltaTapeError(
    'array-native-operator',
    'an array under differentiation met a native operator or function (such as x * 2 or Math.sin(x)), which would lose ' +
      'its derivative. Use functions for arrays: np.multiply(x, 2), np.add(x, y), np.subtract, np.divide, np.power, np.sin.',
  );

export const notDifferentiable = (name: string) =>
  noDerivative(
    `np.${name} has no derivative here, and was given an array or a number under differentiation. Use functions ` +
      'that have one (docs/numpy.md lists them), or take the numbers out before: np.primalOf(x).',
  );

export const notOfComplex = (name: string) =>
  noDerivative(
    `np.${name} has no derivative of arrays of complex numbers here. Use functions that have one (docs/numpy.md lists them), or ` +
      'real arrays: np.real(z), np.imag(z), np.abs(z), np.angle(z).',
  );

export const complexOutput = () =>
  notOfFloats(
    'a result, or a part of one, is an array of complex numbers, and derivatives are taken between reals. Give real arrays: ' +
      'np.real(z), np.imag(z), np.abs(z).',
  );

export const writesArray = (name: string) =>
  new DeltaTapeError(
    'array-written',
    `${name} would write into an array under differentiation. Make another one: np.where(condition, x, y), ` +
      'np.concatenate, np.stack, np.multiply by a mask.',
  );

export const notFloats = (name: string, dtype: string) =>
  notOfFloats(
    `${name} is an array of ${dtype}, and derivatives are taken by arrays of float64 or float32. ` +
      "Convert it first: x.astype('float64').",
  );

export const noBlocksHere = (name: string) =>
  new DeltaTapeError(
    'array-in-other-derivative',
    `np.${name} met an array or a number under a derivative that does not take arrays (such as taylor). ` +
      'grad, valueAndGrad, vjp, jvp and hvp do.',
  );

export const noExamples = (name: string) =>
  withoutForm(
    `${name} has no form for many examples at once, and met what np.vmap made of its arguments. Take one example after the ` +
      'other: np.map, or a loop.',
  );

const someFunction = 'a comparison, or a function that decides by numbers,';
/** Whether an error is that of a function without a name that asks examples for their numbers. */
export const isOfNumbers = (error: unknown): boolean =>
  error instanceof DeltaTapeError && error.message.startsWith(someFunction);

/** What asks examples for their numbers. */
export const perExample = (name?: string) =>
  withoutForm(
    `${name ?? someFunction} met what differs from example to example ` +
      '(np.vmap), and has no form for many of them at once. Choose between results: np.where(np.greater(x, 0), y, z). Or take ' +
      'one example after the other: np.map, or a loop.',
  );

export const noBroadcast = (name: string, shapes: readonly (readonly number[])[]) =>
  new DeltaTapeError(
    'array-broadcast',
    `np.${name}: operands could not be broadcast together with shapes ${shapes.map(shapeText).join(' ')}.`,
  );

export const notAnOperand = (name: string, value: unknown) =>
  notArrays(`np.${name} takes arrays and numbers, but it was given ${describe(value)}.`);

/** @param name with its module, such as `np.sum` */
export const badAxis = (name: string, axis: unknown, shape: readonly number[]) =>
  new DeltaTapeError(
    'array-axis',
    `${name}: axis ${String(axis)} is out of bounds for an array of shape ${shapeText(shape)}.`,
  );

export const badOption = (name: string, option: string, given: unknown, takes: string) =>
  wrongOption(
    `np.${name}: ${option} is ${describe(given)}, and it takes ${takes} where there are derivatives.`,
  );

export const notMatrices = (name: string, shape: readonly number[], takes: string) =>
  misshaped(
    `np.${name} takes ${takes} in the last two axes, but it was given an array of shape ${shapeText(shape)}.`,
  );

export const singular = (name: string, shape: readonly number[]) =>
  new DeltaTapeError(
    'array-singular',
    `np.${name}: singular matrix, of shape ${shapeText(shape)}. np.linalg.pinv and np.linalg.lstsq take such matrices.`,
  );

export const badSubscripts = (text: string, problem: string) =>
  new DeltaTapeError('array-subscripts', `np.einsum('${text}'): ${problem}.`);

export const emptyExtreme = (name: string, shape: readonly number[]) =>
  new DeltaTapeError(
    'array-empty',
    `np.${name}: zero-size array to reduction operation ${name} which has no identity, of shape ${shapeText(shape)}.`,
  );

export const ragged = () =>
  new DeltaTapeError(
    'array-ragged',
    'np.array: the lists have different lengths. All parts of an array have the same shape.',
  );

export const doesNotFit = (name: string, shapes: readonly (readonly number[])[]) =>
  misshaped(`np.${name}: shapes ${shapes.map(shapeText).join(' and ')} do not fit.`);

export const outsideOf = (index: readonly number[], shape: readonly number[]) =>
  outOfBounds(
    `np: index [${index.join(', ')}] is out of bounds for an array of shape ${shapeText(shape)}.`,
  );

export const takesNoArray = (place: string) =>
  new DeltaTapeError(
    'array-for-real',
    `${place} must be a real, but it is an array under differentiation. Use the function of delta-tape/numpy ` +
      'for arrays (np.multiply(x, 2), np.tanh(x)), or take a real out of it: x.get([0]), np.sum(x).',
  );

/** What takes trees of reals, and knows no arrays. */
export const arraysNotTaken = (path: string) =>
  new DeltaTapeError(
    'array-not-taken',
    `${path} is an array of numpy-ts, or holds one, which is not taken here. Power series and sparse derivatives take ` +
      'reals only: use jvp, jacobian or hessian, or elements: x.tolist(), np.sum(x).',
  );

/** What `tidy` gave back. */
const givenBack = (message: string) => new DeltaTapeError('array-freed', message);

export const freedArray = () =>
  givenBack(
    'an array was used that belonged to a tidy that has returned, and whose memory was given back. Return what is needed ' +
      'longer as a part of the result of tidy.',
  );

export const sharedNumbers = () =>
  givenBack(
    'the result of tidy holds the numbers of an array (x.data), whose memory is given back. Return the array itself, ' +
      'or a copy of its numbers: x.data.slice().',
  );

export const tidyIsAsynchronous = () =>
  new DeltaTapeError(
    'async-tidy',
    'the function given to tidy is asynchronous, and arrays that are needed after its first await would be freed. ' +
      'Call tidy inside of it, around what is synchronous.',
  );

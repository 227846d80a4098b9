/** Errors of this floor. */
import { DeltaTapeError, refusedByRun, describe } from '../errors/errors.js';

const shapeText = (shape: readonly number[]): string =>
  `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** Situations that several functions meet: one code each. */
export const notArrays = (message: string) => new DeltaTapeError('not-an-array', message);
export const misshaped = (message: string) => new DeltaTapeError('array-shapes', message);
export const outOfBounds = (message: string) => new DeltaTapeError('array-index', message);
export const wrongOption = (message: string) => new DeltaTapeError('array-option', message);

const noDerivative = (message: string) => refusedByRun('no-array-derivative', message);
const notOfFloats = (message: string) => new DeltaTapeError('array-not-of-floats', message);
const withoutForm = (message: string) => new DeltaTapeError('no-examples', message);

export const hidden = (name: string) =>
  refusedByRun(
    'array-hidden',
    `an array under differentiation was asked for its ${name}, which would lose its derivative. If a function of numpy-ts ` +
      'itself asked for it, import that function from delta-tape/numpy, or in a module that is translated. If you need numbers, take elements: x.get([0]), x.tolist().',
  );

export const nativeOperator = () =>
  refusedByRun(
    'array-native-operator',
    'an array under differentiation met a native operator or function (such as x * 2 or Math.sin(x)), which would lose ' +
      'its derivative. Use functions for arrays: np.multiply(x, 2), np.add(x, y), np.subtract, np.divide, np.power, np.sin.',
  );

export const notDifferentiable = (name: string, advice?: string) =>
  noDerivative(
    `np.${name} has no derivative here, but was given an array or a number under differentiation. ${advice ?? 'Use functions that have one (docs/numpy-exports.md lists them).'} ` +
      'Or give it plain numbers: np.primalOf(x).',
  );

export const notOfComplex = (name: string) =>
  noDerivative(
    `np.${name} has no derivative of arrays of complex numbers here. Use functions that have one (docs/numpy.md names them), or ` +
      'real arrays: np.real(z), np.imag(z), np.abs(z), np.angle(z).',
  );

export const complexOutput = () =>
  notOfFloats(
    'the result holds an array of complex numbers, but derivatives are taken between reals. Return real arrays: ' +
      'np.real(z), np.imag(z), np.abs(z).',
  );

export const writesArray = (name: string) =>
  refusedByRun(
    'array-written',
    `${name} would write into an array under differentiation. Make a new array: np.where(condition, x, y), ` +
      'np.concatenate, np.stack, np.multiply by a mask.',
  );

export const notFloats = (name: string, dtype: string) =>
  notOfFloats(
    `${name} is an array of ${dtype}, but derivatives are taken with respect to arrays of float64 or float32. ` +
      "Convert it first: x.astype('float64').",
  );

export const noBlocksHere = (name: string) =>
  refusedByRun(
    'array-in-other-derivative',
    `np.${name} met an array or a number under a derivative that does not take arrays (such as taylor). ` +
      'Use grad, valueAndGrad, vjp, jvp or hvp.',
  );

export const noExamples = (name: string) =>
  withoutForm(
    `${name} cannot be applied to many examples at once, as np.vmap does. Take the examples one by one: ` +
      'by np.map, or in a loop.',
  );

const someFunction = 'a comparison, or a function that decides by numbers,';
/** True if an error is that of a function without a name that asks examples for their numbers. */
export const isOfNumbers = (error: unknown): boolean =>
  error instanceof DeltaTapeError && error.message.startsWith(someFunction);

/** The error of a function that asks examples for their numbers. */
export const perExample = (name?: string) =>
  withoutForm(
    `${name ?? someFunction} met a value that differs from example to example ` +
      '(np.vmap), and has no form for many of them at once. Choose between results: np.where(np.greater(x, 0), y, z). Or take ' +
      'one example after the other: np.map, or a loop.',
  );

export const noBroadcast = (name: string, shapes: readonly (readonly number[])[]) =>
  new DeltaTapeError(
    'array-broadcast',
    `np.${name}: operands could not be broadcast together with shapes ${shapes.map(shapeText).join(' ')}. ` +
      'From the last axis on, lengths must be equal, or one of them 1: reshape or transpose one of the arrays.',
  );

export const notAnOperand = (name: string, value: unknown) =>
  notArrays(`np.${name} takes arrays and numbers, but it was given ${describe(value)}.`);

export const notWholeNumbers = (
  name: string,
  value: unknown,
  wanted = 'a whole number, or a list of them',
) => wrongOption(`np.${name} takes ${wanted}, but it was given ${describe(value)}.`);

export const oneNumberWanted = (name: string, value: unknown) =>
  wrongOption(`np.${name} takes one number here, but it was given ${describe(value)}.`);

export const listToWrite = (name: string) =>
  notArrays(`np.${name} writes into an array, but it was given a list. Give it np.array(list).`);

/** @param name with its module, such as `np.sum` */
export const badAxis = (name: string, axis: unknown, shape: readonly number[]) =>
  new DeltaTapeError(
    'array-axis',
    `${name}: axis ${String(axis)} is out of bounds for an array of shape ${shapeText(shape)}. Axes count from 0, or from the end by -1, -2, ….`,
  );

export const repeatedAxis = (name: string, axes: readonly number[]) =>
  new DeltaTapeError(
    'repeated-axis',
    `np.${name}: the axes [${axes.join(', ')}] name an axis twice.`,
  );

export const noAxisToReduce = (name: string) =>
  new DeltaTapeError(
    'no-axis',
    `np.${name} was given no axis ([]) to work along. Leave it out to take all axes.`,
  );

export const badOption = (name: string, option: string, given: unknown, takes: string) =>
  wrongOption(
    `np.${name}: ${option} is ${describe(given)}, but under differentiation it takes ${takes}.`,
  );

export const notMatrices = (name: string, shape: readonly number[], takes: string) =>
  misshaped(
    `np.${name} takes ${takes} in the last two axes, but it was given an array of shape ${shapeText(shape)}.`,
  );

const notRegular = (message: string) => new DeltaTapeError('array-singular', message);

export const singular = (name: string, shape: readonly number[]) =>
  notRegular(
    `np.${name}: singular matrix, of shape ${shapeText(shape)}. Use np.linalg.pinv or np.linalg.lstsq, which take such matrices.`,
  );

export const equalEigenvalues = (re: number, im: number) =>
  notRegular(
    `np.linalg.eig: the eigenvalue ${re}${im === 0 ? '' : ` + ${im}i`} occurs twice, or nearly, and there is no derivative there. ` +
      'Of a symmetric matrix take np.linalg.eigh or np.linalg.eigvalsh; sums and products of all eigenvalues are np.trace(x) and np.linalg.det(x).',
  );

export const badSubscripts = (text: string, problem: string) =>
  new DeltaTapeError('array-subscripts', `np.einsum('${text}'): ${problem}.`);

export const emptyExtreme = (name: string, shape: readonly number[]) =>
  new DeltaTapeError(
    'array-empty',
    `np.${name}: zero-size array to reduction operation ${name} which has no identity, of shape ${shapeText(shape)}. Give an array with elements.`,
  );

export const ragged = (name = 'array') =>
  new DeltaTapeError(
    'array-ragged',
    `np.${name}: the lists have different lengths, but all parts of an array must have the same shape. ` +
      'Give them one length, or keep a list of arrays.',
  );

export const doesNotFit = (name: string, shapes: readonly (readonly number[])[]) =>
  misshaped(
    `np.${name}: shapes ${shapes.map(shapeText).join(' and ')} do not fit. Reshape or transpose one of the arrays.`,
  );

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

/** The error of functions that take trees of reals, and no arrays. */
export const arraysNotTaken = (path: string) =>
  refusedByRun(
    'array-not-taken',
    `${path} is an array of numpy-ts, or holds one, but power series and sparse derivatives take reals only. ` +
      'Use jvp, jacobian or hessian, or elements: x.tolist(), np.sum(x).',
  );

/** numpy-ts has no room for what a function needs. */
export const memoryFull = (cause: Error) =>
  new DeltaTapeError(
    'array-memory',
    `the memory of numpy-ts is full: ${cause.message}. Free the arrays that you no longer need: x.dispose(), or np.tidy around each ` +
      'step of a loop. Or give it more memory before the first array is made: np.configureWasm({ maxMemory: 2 ** 30 }).',
    { cause },
  );

/** The error for arrays that `tidy` gave back. */
const givenBack = (message: string) => new DeltaTapeError('array-freed', message);

export const freedArray = () =>
  givenBack(
    'an array was used after tidy had returned and freed it. Return from tidy ' +
      'the arrays that you need longer.',
  );

export const sharedNumbers = () =>
  givenBack(
    'the result of tidy holds the numbers of an array (x.data), but tidy frees their memory. Return the array itself, ' +
      'or a copy of its numbers: x.data.slice().',
  );

export const tidyIsAsynchronous = () =>
  new DeltaTapeError(
    'async-tidy',
    'the function given to tidy is asynchronous, so tidy would free arrays that it needs after its first await. ' +
      'Call tidy inside the function, around synchronous code.',
  );

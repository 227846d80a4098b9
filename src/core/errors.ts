/**
 * Everything that can go wrong, each as one sentence about what happened and one about what to do.
 * The library throws no other errors of its own.
 */
import type { Kink } from './watcher.js';

export class DeltaTapeError extends Error {
  override readonly name = 'DeltaTapeError';
}

/** A short description of any value for use inside an error message. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 30))}`;
  if (typeof value === 'bigint') return `the bigint ${value}n`;
  if (typeof value === 'function') return `the function ${value.name || '(anonymous)'}`;
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === 'object') {
    const name = (Object.getPrototypeOf(value) as object | null)?.constructor?.name ?? 'Object';
    return name === 'Object' ? 'an object' : `an object of class ${name}`;
  }
  return String(value);
}

export const nativeOperator = () =>
  new DeltaTapeError(
    'a dual number met a native operator or function (such as x * 2, x < 1, Math.sin(x) or `${x}`), ' +
      'which would lose its derivative. Use the operators of delta-tape (mul(x, 2), lt(x, 1), sin(x)) ' +
      'or, where only the value is wanted, primalOf(x).',
  );

export const serialised = () =>
  new DeltaTapeError(
    'a dual number was about to be serialised, which would lose its derivative. ' +
      'Serialise primalOf(x) instead.',
  );

export const notAReal = (value: unknown, place: string) =>
  new DeltaTapeError(
    `${place} must be a real (a number or a dual number), but it is ${describe(value)}.`,
  );

export const finishedRun = () =>
  new DeltaTapeError(
    'a dual number of a finished derivative run was used: it escaped from the function that was being ' +
      'differentiated (through an outer variable, or code that ran later). ' +
      'Return it from the function, or keep primalOf(x) instead.',
  );

export const runAside = () =>
  new DeltaTapeError(
    'a dual number from outside was used inside a custom rule, where its derivative would be lost. ' +
      'Pass it to the function as an argument, so that the rule can give it a cotangent.',
  );

export const doesNotNest = (what: string) =>
  new DeltaTapeError(
    `a dual number of another derivative reached ${what}, which works on plain numbers and does not nest. ` +
      'For derivatives inside derivatives use grad, jvp and the ordinary operators.',
  );

export const tapeIsFull = (capacity: number) =>
  new DeltaTapeError(
    `the tape is full: one run recorded ${capacity.toLocaleString('en')} Let-bindings, all that could be ` +
      'reserved here. Differentiate the computation in parts, or use n-ary primitives such as sum.',
  );

export const asyncFunction = () =>
  new DeltaTapeError(
    'the function being differentiated returned a promise. Derivatives are synchronous: ' +
      'await the data first, then differentiate a function that returns its result directly.',
  );

export const generatorFunction = () =>
  new DeltaTapeError(
    'the function being differentiated returned a generator, which would run after the derivative is taken. ' +
      'Collect what it yields, as in [...generate(x)], and return that.',
  );

export const functionResult = () =>
  new DeltaTapeError(
    'the function being differentiated returned a function, which has no gradient in the shape of a tree. ' +
      'Apply it inside, or use jvp or pullback, which differentiate functions that return functions.',
  );

export const escapedFunction = () =>
  new DeltaTapeError(
    'a function with a tangent was called after its derivative run was finished: it escaped from the function ' +
      'that was being differentiated (through an outer variable). Return it from the function, or call it inside.',
  );

export const varyingResult = (place: string) =>
  new DeltaTapeError(
    `${place} had another shape when the function being differentiated was run again. ` +
      'Let the shape of its result depend on nothing that changes between runs.',
  );

export const notAFunctional = (value: unknown) =>
  new DeltaTapeError(
    `a cotangent of a function must take a tangent of that function to one real, but it returned ${describe(value)}. ` +
      'Sum up what it has to say, or apply the tangent to all of its arguments.',
  );

export const notAFunction = (operator: string, value: unknown) =>
  new DeltaTapeError(
    `${operator} takes the function to differentiate, but it was given ${describe(value)}.`,
  );

export const notPositions = (wrt: unknown) =>
  new DeltaTapeError(
    `the option wrt must be the position of an argument, or a list of positions, but it is ${describe(wrt)}.`,
  );

export const notAList = (name: string, value: unknown) =>
  new DeltaTapeError(
    `${name} takes one list of reals, such as ${name}([x, y]), but it was given ${describe(value)}.`,
  );

export const outputNotReal = (value: unknown, operator: string) =>
  new DeltaTapeError(
    `${operator} needs a function whose output is one real, but the output is ${describe(value)}. ` +
      'Use vjp or jacobian for functions with a structured output.',
  );

export const notAnOrder = (order: unknown) =>
  new DeltaTapeError(
    `the order of a derivative must be a natural number, but it is ${describe(order)}. Give 0, 1, 2, …`,
  );

export const noReals = (place: string, value: unknown) =>
  new DeltaTapeError(
    `${place} is ${describe(value)}, which holds no real to differentiate with respect to. ` +
      'Choose another argument with the option { wrt }, or convert it to numbers first.',
  );

export const noSuchArgument = (position: number, count: number) =>
  new DeltaTapeError(
    `the option wrt names argument ${position}, but the function was called with ${count} ` +
      `argument${count === 1 ? '' : 's'}. Positions count from 0.`,
  );

export const repeatedArgument = (position: number) =>
  new DeltaTapeError(`the option wrt names argument ${position} twice. Name each argument once.`);

export const cyclicStructure = (path: string) =>
  new DeltaTapeError(
    `the structure is cyclic: ${path} leads back to one of its own ancestors. ` +
      'Derivatives are defined on trees; break the cycle or pass the reals separately.',
  );

export const unorderedReals = (path: string) =>
  new DeltaTapeError(
    `${path} is a Set that holds reals, and a Set has no positions to put their derivatives in. ` +
      'Use an array, a Map or an object.',
  );

export const treeMismatch = (what: string, path: string, expected: string, got: unknown) =>
  new DeltaTapeError(
    `the ${what} does not have the shape it must have: at ${path}, ${expected} was expected ` +
      `but there is ${describe(got)}.`,
  );

export const invalidRow = (name: string, problem: string) =>
  new DeltaTapeError(`the primitive ${JSON.stringify(name)} is not well defined: ${problem}`);

export const invalidRule = (problem: string) =>
  new DeltaTapeError(`a custom rule is not well defined: ${problem}.`);

export const notRepeatable = (what: string) =>
  new DeltaTapeError(
    `${what} did not compute the same numbers when it was recorded again for its derivative. ` +
      'It must depend on its arguments alone: no random numbers, and nothing that it or others change.',
  );

export const notASize = (what: string, value: unknown) =>
  new DeltaTapeError(`${what} must be a natural number, but it is ${describe(value)}.`);

export const wrongArity = (name: string, expected: number, got: number) =>
  new DeltaTapeError(`${name} takes ${expected} arguments, but it was given ${got}.`);

export const noElement = (length: number, index: number) =>
  new DeltaTapeError(`a vector of ${length} reals has no element ${index}.`);

export const compoundDelta = (tag: string) =>
  new DeltaTapeError(
    `a dual number carries the Delta ${tag}, which has no id. Bind it with deltaLet first, so that it is not duplicated.`,
  );

export const varyingOutput = () =>
  new DeltaTapeError(
    'the output had another number of reals in another pass over the function, so there is no Jacobian. ' +
      "Give it one shape, or use plan: 'reverse', which runs it once.",
  );

export const notSparse = (limit: number) =>
  new DeltaTapeError(
    `the pattern has more than ${limit.toLocaleString('en')} entries, too many to hold: the matrix is not sparse. ` +
      'Use its products with vectors (hvp, jvp, vjp), or differentiate with respect to fewer reals.',
  );

export const notAPattern = (value: unknown) =>
  new DeltaTapeError(
    `the option sparse is ${describe(value)}, but it must be true, or a pattern { rows, columns } of two lists ` +
      'of the same length. Entry k of the pattern is in row rows[k] and column columns[k].',
  );

export const entryOutside = (
  k: number,
  row: unknown,
  column: unknown,
  height: number,
  width: number,
) =>
  new DeltaTapeError(
    `entry ${k} of the given pattern is at row ${describe(row)} and column ${describe(column)}, but the matrix has ` +
      `${height} rows and ${width} columns. Rows count the reals of the output, columns those of the input, from 0.`,
  );

export const patternTooSmall = (place: string) =>
  new DeltaTapeError(
    `the given pattern is too small: in ${place} there is an entry that it does not have. ` +
      'Add what is missing, or use { sparse: true } to have the pattern found at this point.',
  );

export const outputsVary = (before: number, now: number) =>
  new DeltaTapeError(
    `the output had ${before} reals in one run of the function and ${now} in another, so there is no Jacobian. ` +
      'Let the function depend on its arguments only.',
  );

export const useMonadicOperator = (name: string) =>
  new DeltaTapeError(
    `the ordinary operator ${name} was applied to a dual number of the monad. ` +
      'Use the monadic operators: const { mul } = operators, and y = yield* mul(x, x).',
  );

export const notMonadic = (value: unknown) =>
  new DeltaTapeError(
    `a step of a monadic computation returned ${describe(value)} instead of a computation. ` +
      'Return pure(x), or use `yield*` (with the star) on monadic values inside Do.',
  );

/** The place in a message. */
const at = (source: string | undefined): string => (source === undefined ? '' : ` at ${source}`);

export const kinkMet = ({ operation, values, distance, source }: Kink) =>
  new DeltaTapeError(
    `a kink: ${operation}(${values.slice(0, 5).join(', ')}${values.length > 5 ? ', …' : ''})${at(source)} is ` +
      `${distance === 0 ? 'on' : `within ${distance} of`} its boundary, so the derivative is that of the branch ` +
      'taken, or a convention of the primitive. Move the inputs away from the boundary or write the program ' +
      "without it; if the convention is what you want, use onKink: 'ignore'.",
  );

export const operationLimit = (limit: number, operation: string, source: string | undefined) =>
  new DeltaTapeError(
    `the limit maxOperations: ${limit} is reached; the next operation on dual numbers is ${operation}${at(source)}. ` +
      'Look there for a recursion or a loop that does not end, or raise the limit.',
  );

export const invalidOption = (name: string, expected: string, value: unknown) =>
  new DeltaTapeError(`the option ${name} must be ${expected}, but it is ${describe(value)}.`);

export const nothingToCheck = (value: unknown) =>
  new DeltaTapeError(
    `the result of the function being checked is ${describe(value)}, which holds no real. ` +
      'Return the reals whose derivatives are to be checked.',
  );

export const lawsBroken = (report: string) => new DeltaTapeError(report);

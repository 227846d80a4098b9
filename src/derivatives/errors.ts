/**
 * Errors of a function under differentiation, and of its result. As in errors/errors.ts, the first sentence
 * says what happened, and the next one what to do. Errors of arguments, of checkpoints, of sparse
 * derivatives and of the law checker are in their folders.
 */
import { DeltaTapeError, describe, refusedByRun, some } from '../errors/errors.js';
import type { LawReport } from './check/report.js';

export const theFunction = 'the function being differentiated';

export const notAFunction = (operator: string, value: unknown) =>
  new DeltaTapeError(
    'not-a-function',
    `${operator} takes the function to differentiate, but it was given ${describe(value)}.`,
  );

const vectorSecond =
  'The vector comes after the first argument, and the other arguments after it: hvp(f)(x, v, …others).';
const misplaced = (text: string) =>
  new DeltaTapeError('misplaced-vector', `${text} ${vectorSecond}`);

export const notAtOnce = () =>
  misplaced('hvp takes a function and options, and gives a function of the point and the vector.');

export const noVector = (count: number) =>
  misplaced(
    `a Hessian-vector product was given ${count === 0 ? 'no arguments' : 'a point and no vector'}.`,
  );

export const surplusArguments = (count: number, most: number) =>
  misplaced(
    `a Hessian-vector product was given ${count} arguments, but the function takes ${most}, which makes ${most + 1} with the vector.`,
  );

export const vectorLast = () =>
  misplaced('the second argument is not a vector of the shape of the point, but the last one is.');

export const asyncFunction = () =>
  new DeltaTapeError(
    'async-function',
    `${theFunction} returned a promise, but derivatives are synchronous. Await the data first.`,
  );

export const generatorFunction = () =>
  new DeltaTapeError(
    'generator-function',
    `${theFunction} returned a generator, which runs later. Return what it yields: [...generate(x)].`,
  );

export const functionResult = () =>
  new DeltaTapeError(
    'function-result',
    `${theFunction} returned a function, which has no gradient. ` +
      'Apply it inside, or use jvp or pullbackForm.',
  );

export const escapedFunction = () =>
  new DeltaTapeError(
    'escaped-function',
    'a function with a tangent was called after its derivative had ended: an outer variable kept it. ' +
      'Return it from the function, or call it inside.',
  );

export const notWithAux = (output: unknown) =>
  new DeltaTapeError(
    'no-aux',
    `with the option aux, ${theFunction} must return [real, aux], but it returned ${describe(output)}.`,
  );

const untranslated = 'code that is not translated and asks for types';

export const constantOutput = (paths: readonly string[], isNaN: boolean) => {
  const [is, does] = paths.length > 1 ? ['are', 'do'] : ['is', 'does'];
  return new DeltaTapeError(
    isNaN ? 'nan-output' : 'constant-output',
    `${some(paths)} ` +
      (isNaN
        ? `${is} NaN, though no input is. Look for operations outside of their domain`
        : `${does} not depend on the inputs. Look for primalOf, stopGradient, inputs that are only compared, numbers that an earlier call kept`) +
      `, and ${untranslated}. If it is intended, use onConstant: 'ignore'.`,
  );
};

const consequences = {
  taken:
    'and the function takes what else it kept. That is constant here, so the derivative would be wrong',
  'other numbers':
    'and the function takes what else it kept. When that is computed again, other numbers come out',
  'constant output':
    "and the output does not depend on the inputs. onKink: 'throw' names the comparison",
};

/** Of an input that equals a number of before a derivative. */
export const keptNumbers = (site: string | undefined, consequence: keyof typeof consequences) =>
  refusedByRun(
    'kept-numbers',
    `${site === undefined ? '' : `at ${site} `}an input equals, or nearly equals, a number that an earlier call kept, ` +
      `or a key was made of it, ${consequences[consequence]}. Empty the cache before the derivative, or call the ` +
      'function at another point first. If constants are meant, use primalOf(x) there' +
      `${consequence === 'constant output' ? ", or onConstant: 'ignore'" : ''}.`,
  );

export const varyingResult = (place: string) =>
  new DeltaTapeError(
    'varying-result',
    `${place} had another shape when ${theFunction} was run again. ` +
      'Give its result the same shape in every run.',
  );

export const varyingOutput = () =>
  new DeltaTapeError(
    'varying-output',
    'the output had another number of reals in another pass over the function, so there is no Jacobian. ' +
      "Give it one shape, or use plan: 'reverse', which runs it once.",
  );

export const notAFunctional = (value: unknown) =>
  new DeltaTapeError(
    'not-a-functional',
    `a cotangent of a function must take a tangent of that function to one real, but it returned ${describe(value)}. ` +
      'Apply the tangent to all of its arguments, and return the sum of the results.',
  );

export const notAnOrder = (order: unknown) =>
  new DeltaTapeError(
    'invalid-order',
    `the order of a derivative must be a natural number, but it is ${describe(order)}. Give 0, 1, 2, …`,
  );

export const nonlinearRule = ({ law, worst }: LawReport) =>
  new DeltaTapeError(
    'nonlinear-rule',
    `the law of a custom rule does not hold: ${law}. At ${worst!.path} expected ${worst!.expected}, actual ` +
      `${worst!.actual} (${worst!.because}). Give a map that is linear in the cotangent or tangent. ` +
      "If it is meant not to be, as where a derivative is clipped, use onNonlinear: 'ignore'.",
  );

export const notLinear = ({ worst }: LawReport) =>
  new DeltaTapeError(
    'not-a-linear-map',
    'linearTranspose takes a linear function, but the one it was given is not linear: at ' +
      `${worst!.path} expected ${worst!.expected}, actual ${worst!.actual} (${worst!.because}). ` +
      'Linearise it first: linearTranspose(linearize(f)(x).pushforward)(x), or use vjp.',
  );

export const invalidRule = (problem: string) =>
  new DeltaTapeError('invalid-rule', `a custom rule is not well defined: ${problem}.`);

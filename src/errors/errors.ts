/**
 * The errors that `core` and several floors throw. The first sentence of an error says what happened, and
 * the next one says what to do. Other floors have an errors.ts of their own. The library throws no other
 * errors on its own account.
 */
import type { ErrorCode } from './error-codes.js';
import { advice } from './error-advice.js';
import { copiesLoaded } from './library-copies.js';
import { isCopyOfDual } from './copy-guard.js';
import type { Kink } from './kink.js';
import { nearest } from './nearest.js';
import { refusal } from './swallowed.js';
import type { Site } from './call-site.js';

export class DeltaTapeError extends Error {
  override readonly name = 'DeltaTapeError';

  constructor(
    /** The situation, by a name that stays when the words of the message change (docs/errors.md). */
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An error that only a run throws: code that catches it does not save the run. */
export const refusedByRun = (code: ErrorCode, message: string, options?: ErrorOptions) =>
  refusal(new DeltaTapeError(code, message, options));

/** A member as code names it: `.name`, `[3]`, `["a key"]`. */
export function memberText(key: unknown): string {
  if (typeof key === 'number') return `[${key}]`;
  if (typeof key === 'string' && /^[A-Za-z_$][\w$]*$/.test(key)) return `.${key}`;
  if (typeof key === 'string') return `[${JSON.stringify(key)}]`;
  return `[${typeof key === 'object' && key !== null ? classText(key) : String(key)}]`;
}

/** Some names, of which a message has room for a few. */
export const some = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');

/** A container with what it has: `an object with the keys a, b`. */
export const withKeys = (container: string, keys: readonly unknown[]): string =>
  keys.length === 0
    ? `${container} without keys`
    : `${container} with the key${keys.length === 1 ? '' : 's'} ${some(keys.map(String))}`;

function classText(value: object): string {
  const name = (Object.getPrototypeOf(value) as object | null)?.constructor?.name ?? 'Object';
  return name === 'Object' ? 'an object' : `an object of class ${name}`;
}

/** A short description of any value for use inside an error message. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 30))}`;
  if (typeof value === 'bigint') return `the bigint ${value}n`;
  if (typeof value === 'function')
    return value.name === '' ? 'a function without a name' : `the function ${value.name}`;
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === 'object') {
    const { shape, dtype, length } = value as { readonly [name: string]: unknown };
    if (Array.isArray(shape) && typeof dtype === 'string')
      return `an array of numpy-ts of shape [${shape.join(', ')}]`;
    if (ArrayBuffer.isView(value) && typeof length === 'number')
      return `a ${value.constructor.name} of length ${length}`;
    if (isCopyOfDual(value)) {
      const isDual = Object.prototype.toString.call(value) === '[object Number]';
      return isDual ? 'a dual number' : 'a copy of a dual number';
    }
    const text = classText(value);
    return text === 'an object' ? withKeys(text, Object.keys(value)) : text;
  }
  return String(value);
}

/** A number of things: `1 argument`, `2 arguments`. */
export const counted = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`;

/** The place in a message. */
const at = (source: string | undefined): string => (source === undefined ? '' : ` at ${source}`);

const isLost = 'which would lose its derivative.';
const forValues = 'Where only the value counts, use primalOf(x).';

export function nativeOperator(found: Site | undefined) {
  const written = found?.name?.replace(/\$(dual|tape)\d*$/, '');
  const name = written === 'anonymous' ? undefined : written;
  const where = [name && `in ${name}`, found && `at ${found.location}`].filter(Boolean).join(' ');
  const known = found && advice.nativeOperator?.(found);
  return new DeltaTapeError(
    'native-operator',
    `${where}${where && ', '}a dual number met a native operator or function` +
      `${known === undefined ? ' (such as x * 2 or Math.sin(x))' : ''}, ${isLost} ` +
      (known ??
        `Have that code translated (by delta-tape/register, the plugin of your bundler, or plain(${name ?? 'f'})), ` +
          `or write it in operators of delta-tape: mul(x, 2), lt(x, 1), sin(x). ${forValues}`) +
      copiesLoaded(),
  );
}

export const serialised = () =>
  new DeltaTapeError(
    'serialised-dual',
    `a dual number was about to be serialised, ${isLost} Serialise primalOf(x).`,
  );

const keepDuals =
  'Copy structures, not reals: { ...x }, [...xs], or structuredClone in translated code. ' +
  forValues;

export const copying = () =>
  refusedByRun(
    'copying-dual',
    `a dual number was about to be copied or compared as an object, ${isLost} ${keepDuals}`,
  );

export const copied = (place: string) =>
  refusedByRun(
    'copied-dual',
    `${place} is a copy of a dual number (made by { ...x }, a clone or a Proxy), which has lost ` +
      `its derivative. ${keepDuals}${copiesLoaded()}`,
  );

export const notAReal = (value: unknown, place: string) =>
  isCopyOfDual(value)
    ? copied(place)
    : new DeltaTapeError(
        'not-a-real',
        `${place} must be a real (a number or a dual number), but it is ${describe(value)}.${copiesLoaded()}`,
      );

export const finishedRun = () =>
  refusedByRun(
    'escaped-dual',
    'a dual number was used after its derivative had ended: an outer variable kept it, or code that runs later. ' +
      'Return it from the function, or keep primalOf(x).',
  );

export const runAside = () =>
  refusedByRun(
    'dual-in-rule',
    `a custom rule used a dual number from outside, ${isLost} Pass it as an argument.`,
  );

export const doesNotNest = (
  what: string,
  instead = 'For derivatives inside derivatives use grad, jvp and the ordinary operators.',
) =>
  refusedByRun(
    'does-not-nest',
    `a dual number of another derivative reached ${what}, which does not nest. ${instead}`,
  );

/** Told from others by those that can do without a tape. */
export class TapeIsFull extends DeltaTapeError {}

export const tapeIsFull = (capacity: number) =>
  refusal(
    new TapeIsFull(
      'tape-full',
      `the tape is full: one run recorded ${capacity.toLocaleString('en')} Let-bindings. ` +
        'Differentiate it in parts by checkpoint or loop, or use operators on whole lists, such as sum.',
    ),
  );

export const notAList = (name: string, value: unknown) =>
  new DeltaTapeError(
    'not-a-list',
    `${name} takes one list of reals, such as ${name}([x, y]), but it was given ${describe(value)}.`,
  );

/**
 * The method of objects that are not structures of reals, though they are instances of classes: it gives the
 * error.
 */
export const refusesToBeTree = Symbol.for('delta-tape.refuses-to-be-tree');

/** The error of a value that is not a structure of reals, and knows what to do instead. */
export const refusalOf = (value: unknown): Error | undefined =>
  (value as { [refusesToBeTree]?: () => Error } | null | undefined)?.[refusesToBeTree]?.();

export const outputNotReal = (value: unknown, operator: string) =>
  isCopyOfDual(value)
    ? copied('the output')
    : (refusalOf(value) ??
      new DeltaTapeError(
        'output-not-real',
        `for ${operator}, the function must return one real, but it returned ${describe(value)}. ` +
          (typeof value === 'object' && value !== null
            ? 'Return one of its reals, or their sum; for the derivatives of all, use jacobian or vjp.'
            : value === undefined
              ? 'Return the real: is a return missing?'
              : 'Return the real.'),
      ));

export const cyclicStructure = (path: string) =>
  new DeltaTapeError(
    'cyclic-structure',
    `the structure is cyclic: ${path} leads back into itself. ` +
      'Break the cycle, or name the entries that hold reals by the option wrt.' +
      copiesLoaded(),
  );

export const unorderedReals = (path: string) =>
  refusedByRun(
    'reals-in-set',
    `${path} is a Set of reals, which has no places for derivatives. Use an array, a Map or an object.`,
  );

export const madeLater = () =>
  refusedByRun(
    'made-later',
    'a custom rule, a checkpointed function or a step of a loop used a real from outside that was made after its call. ' +
      'Pass the real as an argument.',
  );

export const treeMismatch = (what: string, path: string, expected: string, got: unknown) =>
  new DeltaTapeError(
    'tree-mismatch',
    `the ${what} has the wrong shape: at ${path} it must be ${expected}, but it is ${describe(got)}.`,
  );

export const invalidRow = (name: string, problem: string) =>
  new DeltaTapeError(
    'invalid-primitive',
    `the primitive ${JSON.stringify(name)} is not well defined: ${problem}`,
  );

export const kinkMet = ({ operation, values, distance, source }: Kink) =>
  new DeltaTapeError(
    'kink',
    `a kink: ${operation}(${values.slice(0, 5).join(', ')}${values.length > 5 ? ', …' : ''})${at(source)} is ` +
      `${distance === 0 ? 'on' : `within ${distance} of`} its boundary, where the derivative ` +
      "depends on a choice. Move the inputs, or accept that choice by onKink: 'ignore'.",
  );

export const replacedFunction = (name: string) =>
  new DeltaTapeError(
    'replaced-function',
    `${name} was replaced after delta-tape was loaded, so derivatives would be those of the function that was there. ` +
      'Replace it before, or put it back.',
  );

export const operationLimit = (limit: number, operation: string, source: string | undefined) =>
  new DeltaTapeError(
    'operation-limit',
    `the limit maxOperations: ${limit} is reached; the next operation is ${operation}${at(source)}. ` +
      'Look there for an endless loop, or raise the limit.',
  );

export const invalidOption = (name: string, expected: string, value: unknown) =>
  new DeltaTapeError(
    'invalid-option',
    `the option ${name} must be ${expected}, but it is ${describe(value)}.`,
  );

export const notOptions = (of: string, value: unknown) =>
  new DeltaTapeError(
    'not-options',
    `the options of ${of} must be an object such as { name: value }, but they are ${describe(value)}. ` +
      'Give an object, or leave it out.',
  );

export function unknownOption(of: string, name: string, names: readonly string[]) {
  const meant = nearest(name, names);
  return new DeltaTapeError(
    'unknown-option',
    `${of} has no option ${name}. ${meant === undefined ? '' : `Did you mean ${meant}? `}` +
      `Its ${names.length === 1 ? 'only option is' : 'options are'} ${names.join(', ')}.`,
  );
}

export const bitsOfDual = (name: string) =>
  refusedByRun(
    'bits-of-real',
    `${/^[AI]/.test(name) ? 'an' : 'a'} ${name} reads the bits of a dual number, which was stored in an array of floats on the same memory. Bits have no derivative. ` +
      'Call the function of Math that is computed so, or give the derivative of the function around it by customGradient.',
  );

export const noBuffer = (name: string) =>
  refusedByRun(
    'no-buffer',
    `the buffer of a ${name} was asked for, but dual numbers have no bytes. Use the elements.`,
  );

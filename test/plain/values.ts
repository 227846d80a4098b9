/**
 * Values of every type, objects with conversions of their own among them, which log what they are
 * asked; and what becomes of an operation on them: its result or the class of its error, and the log.
 */
import fc from 'fast-check';
import { Dual, primalOf } from 'delta-tape';

type Log = unknown[];
/** Makes the value anew, so that two operations get the same. */
export type Recipe = (log: Log) => unknown;

const constant =
  (value: unknown): Recipe =>
  () =>
    value;

const numbers = fc.oneof(
  fc.double(),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(-0, 0.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32 + 1, 2 ** 53),
);

/** The answers that an object may give. */
const answered: fc.Arbitrary<unknown> = fc.oneof(
  numbers,
  fc.bigInt({ min: -5n, max: 5n }),
  fc.constantFrom('', ' 3 ', '-0', '0x1f', 'a', '12n'),
  fc.boolean(),
  fc.constantFrom(null, undefined, Symbol('s')),
);

/**
 * Texts of numbers that no bigint has are not answers: V8 takes `0n < { toString: () => '1e3' }` for
 * true, where `0n < '1e3'` and the language say false.
 */
const simple: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 9, arbitrary: answered },
  fc.constantFrom('1e3', 'Infinity'),
);

/** A method that answers, answers with an object, throws, or is no method. */
const answer: fc.Arbitrary<(log: Log, name: string) => unknown> = fc.oneof(
  answered.map((value) => (log: Log, name: string) => (hint: unknown) => {
    log.push([name, hint]);
    return value;
  }),
  fc.constant((log: Log, name: string) => () => {
    log.push(name);
    return {};
  }),
  fc.constant((log: Log, name: string) => () => {
    log.push(name);
    throw new EvalError(name);
  }),
  fc.constantFrom(undefined, null, 3).map((value) => () => value),
);

const objects: fc.Arbitrary<Recipe> = fc
  .record({ valueOf: answer, toString: answer, [Symbol.toPrimitive]: answer }, { requiredKeys: [] })
  .map((methods) => (log: Log) => {
    const entries = Reflect.ownKeys(methods).map((name) => {
      const make = methods[name as 'valueOf']!;
      return [name, make(log, String(name))] as const;
    });
    return Object.fromEntries(entries);
  });

const others = fc.constantFrom<Recipe>(
  () => [],
  () => [3],
  () => ['2', 1],
  () => new Date(7),
  () => Object.create(null) as unknown,
  () => function f() {},
  () => Object(2n) as unknown,
);

/** Any value. */
export const anyValue: fc.Arbitrary<Recipe> = fc.oneof(
  { weight: 3, arbitrary: simple.map(constant) },
  { weight: 2, arbitrary: objects },
  others,
);

/** Any number, and values that JavaScript makes one of. */
export const anyNumber: fc.Arbitrary<number> = numbers;

interface Outcome {
  readonly log: Log;
  readonly result: unknown;
}

/** The outcome of an operation: duals in the result count as their primals. */
export function outcome(operation: (log: Log) => unknown): Outcome {
  const log: Log = [];
  try {
    return { log, result: told(operation(log)) };
  } catch (error) {
    return { log, result: ['throws', (error as Error).constructor.name] };
  }
}

const told = (result: unknown): unknown => {
  if (result instanceof Dual) return primalOf(result);
  if (typeof result === 'symbol' || typeof result !== 'object') return result;
  return Array.isArray(result) ? result.map(told) : result;
};

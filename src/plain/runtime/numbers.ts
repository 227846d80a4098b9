/** Global functions on numbers, for any values. They see the primal of a dual. */
import type { FunctionVersions } from '../../functions/function-versions.js';
import { number } from '../../core/coerce.js';
import { fromJump } from '../../core/primitives/boundaries.js';
import { Dual, primalOf } from '../../core/real.js';
import { RealArray } from '../../core/floats/real-array.js';
import { notAMethod } from './errors.js';
import { integerOf } from './keys.js';
import { math, type MathFunction } from './math.js';
import { add, plain } from './operators.js';
import { stepOf, stepped } from './step-functions.js';
import { madeOf, otherTextOf, partOf, read, readNumeric, textOf } from './texts.js';
import { textAlone } from './values.js';
import { apply, methods, own, type Native } from './native-versions.js';

/** A question about a number, which has one answer for almost all numbers near by. */
const aboutPrimal = (native: Native) => (x: unknown) => native(plain(x) as never);
/** `isNaN` and `isFinite` of the global object convert what they are asked about. */
const aboutNumber = (native: Native) => (x: unknown) => native(plain(number(x)) as never);

/** A question that jumps at every integer, or holds at integers only. */
function aboutInteger(native: Native, name: string) {
  const step = stepOf(
    name,
    (x: number) => x,
    ([x]) => fromJump(x),
  );
  return (x: unknown) => native((x instanceof Dual ? stepped(step, [x]) : x) as never);
}

/** Text and back: nothing but the sign of zero is lost on the way. */
const parsed = (x: unknown): unknown =>
  x instanceof Dual
    ? Object.is(primalOf(x), -0)
      ? add(x, 0)
      : x
    : read(parseFloat(x as string), x);

const integerIn = (x: unknown, radix: unknown): unknown =>
  parseInt(integerOf(x) as string, plain(radix) as number);

/** Constructors called as functions. */
export function asNumber(...args: unknown[]): unknown {
  if (args.length === 0) return 0;
  const x = readNumeric(args[0]);
  return x instanceof Dual ? x : Number(x);
}
/** `BigInt`, with its functions. */
const asBigInt: unknown = Object.defineProperty(
  Object.setPrototypeOf((x: unknown): bigint => BigInt(integerOf(x) as number), BigInt) as object,
  'name',
  { value: 'BigInt' },
);
const withIntegers = (native: Native) => (n: unknown, x: unknown) =>
  apply(native, BigInt, [integerOf(n), x]);
export const asText = (...args: unknown[]): string =>
  args.length === 0 ? '' : typeof args[0] === 'symbol' ? String(args[0]) : textAlone(args[0]);

const ofNumber = ['isNaN', 'isFinite'];
const ofInteger = ['isInteger', 'isSafeInteger'];

export const ofNumbers: FunctionVersions = [
  ...Object.entries(math).map(
    ([name, f]) => [(Math as unknown as Readonly<Record<string, MathFunction>>)[name], f] as const,
  ),
  ...methods(globalThis, ofNumber, aboutNumber),
  ...methods(Number, ofNumber, aboutPrimal),
  ...methods(Number, ofInteger, aboutInteger),
  [parseFloat, parsed],
  [parseInt, integerIn],
  [BigInt, asBigInt],
  ...methods(BigInt, ['asIntN', 'asUintN'], withIntegers),
  [Array.isArray, (x: unknown) => Array.isArray(x) && !(x instanceof RealArray)],
  [
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is looked for, not called
    ArrayBuffer.isView,
    (x: unknown) => ArrayBuffer.isView(x) || x instanceof RealArray,
  ],
];

/** Methods of numbers on a dual. */
export function numberMethod(x: Dual, name: PropertyKey, args: readonly unknown[]): unknown {
  const native: unknown = Reflect.get(Number.prototype, name, x);
  if (native === itself) return x;
  if (inText.includes(name as string)) {
    const isExact = name !== 'toFixed' && name !== 'toLocaleString' && args[0] === undefined;
    if (isExact) textOf(x);
    return otherTextOf(x, apply(native, primalOf(x), args.map(plain)) as string);
  }
  const method = native ?? (x as unknown as Readonly<Record<PropertyKey, unknown>>)[name];
  if (typeof method !== 'function') throw notAMethod(name, x);
  return apply(own(method), x, args);
}
// eslint-disable-next-line @typescript-eslint/unbound-method -- it is compared, not called
const itself = Number.prototype.valueOf;

/** A number as an object, whose value is the dual, and whose text is that of the dual. */
export const boxed = (x: Dual): object =>
  Object.defineProperties(new Number(primalOf(x)), {
    valueOf: { value: () => x },
    toString: { value: (radix?: number) => numberMethod(x, 'toString', [radix]) },
  });

const inText = ['toString', 'toLocaleString', 'toFixed', 'toPrecision', 'toExponential'];

/** Methods of numbers that are found without a number: a dual may be their receiver, or in it. */
const ofReceiver = (native: Native, name: string): unknown =>
  function (this: unknown, ...args: unknown[]): unknown {
    // Duals have what programs put at `Number.prototype`, so they are instances of Number, too.
    const isBox = this instanceof Number && !(this instanceof Dual);
    const x: unknown = isBox ? this.valueOf() : this;
    return x instanceof Dual ? numberMethod(x, name, args) : apply(native, this, args.map(plain));
  };
/** Methods that cut a text, so that rows of digits in it may end elsewhere. */
export const cuttingMethods = [
  'slice',
  'substring',
  'substr',
  'split',
  'replace',
  'replaceAll',
  'match',
];
/** Methods of strings whose arguments may be duals: text is a leaf. */
const ofText = (native: Native, name: string): unknown =>
  function (this: unknown, ...args: unknown[]): unknown {
    for (const x of args) if (x instanceof Dual) partOf(x);
    const made = apply(native, plain(this), args.map(plain));
    return cuttingMethods.includes(name) ? madeOf([this, ...args], made) : made;
  };
/** `pattern.exec(text)`. */
const ofPattern = (native: Native): unknown =>
  function (this: unknown, x: unknown): unknown {
    const text = x instanceof Dual ? partOf(x) : x;
    return madeOf([text], apply(native, this, [text]));
  };
const methodsOf = (prototype: object): readonly string[] =>
  Object.getOwnPropertyNames(prototype).filter(
    (name) => name !== 'constructor' && name !== 'valueOf',
  );

export const ofTexts: FunctionVersions = [
  ...methods(Number.prototype, inText, ofReceiver),
  ...methods(
    String.prototype,
    methodsOf(String.prototype).filter((name) => name !== 'toString'),
    ofText,
  ),
  ...methods(RegExp.prototype, ['exec'], ofPattern),
];

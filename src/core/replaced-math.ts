/**
 * Functions of `Math` that a program replaces after this was loaded. Rows compute by those that were there, and have their
 * derivatives: with others, values and derivatives would not fit. The comparisons are written out, so that engines take what is
 * there for constants as long as nobody changes it, and all of them take some nanoseconds.
 */
import { replacedFunction } from './errors.js';

const loaded: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.getOwnPropertyNames(Math).map((name) => [name, Math[name as 'PI'] as unknown]),
);
const {
  abs,
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atan2,
  atanh,
  cbrt,
  ceil,
  clz32,
  cos,
  cosh,
  exp,
  expm1,
  floor,
  fround,
  hypot,
  imul,
  log,
  log10,
  log1p,
  log2,
  max,
  min,
  pow,
  round,
  sign,
  sin,
  sinh,
  sqrt,
  tan,
  tanh,
  trunc,
} = Math;

/** @throws DeltaTapeError if one is not what it was. */
export function insistOnMath(): void {
  const isSame =
    Math.abs === abs &&
    Math.acos === acos &&
    Math.acosh === acosh &&
    Math.asin === asin &&
    Math.asinh === asinh &&
    Math.atan === atan &&
    Math.atan2 === atan2 &&
    Math.atanh === atanh &&
    Math.cbrt === cbrt &&
    Math.ceil === ceil &&
    Math.clz32 === clz32 &&
    Math.cos === cos &&
    Math.cosh === cosh &&
    Math.exp === exp &&
    Math.expm1 === expm1 &&
    Math.floor === floor &&
    Math.fround === fround &&
    Math.hypot === hypot &&
    Math.imul === imul &&
    Math.log === log &&
    Math.log10 === log10 &&
    Math.log1p === log1p &&
    Math.log2 === log2 &&
    Math.max === max &&
    Math.min === min &&
    Math.pow === pow &&
    Math.round === round &&
    Math.sign === sign &&
    Math.sin === sin &&
    Math.sinh === sinh &&
    Math.sqrt === sqrt &&
    Math.tan === tan &&
    Math.tanh === tanh &&
    Math.trunc === trunc;
  if (!isSame) throw replacedFunction(`Math.${nameOfReplaced()}`);
}

const nameOfReplaced = (): string | undefined =>
  Object.keys(loaded).find((name) => name !== 'random' && Math[name as 'PI'] !== loaded[name]);

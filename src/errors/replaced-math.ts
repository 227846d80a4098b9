/**
 * Functions of `Math` that a program replaces after this was loaded. Rows compute by those that were there,
 * and have their derivatives: with others, values and derivatives would not fit. The comparisons are written
 * out, so that engines take what is there for constants as long as nobody changes it, and all of them take
 * some nanoseconds.
 */
import { replacedFunction } from './errors.js';

const loaded: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.getOwnPropertyNames(Math).map((name) => [name, Math[name as 'PI'] as unknown]),
);
// With names of their own: bundlers would otherwise rename the rows of these names, which the translator reads by name.
const {
  abs: mathAbs,
  acos: mathAcos,
  acosh: mathAcosh,
  asin: mathAsin,
  asinh: mathAsinh,
  atan: mathAtan,
  atan2: mathAtan2,
  atanh: mathAtanh,
  cbrt: mathCbrt,
  ceil: mathCeil,
  clz32: mathClz32,
  cos: mathCos,
  cosh: mathCosh,
  exp: mathExp,
  expm1: mathExpm1,
  floor: mathFloor,
  fround: mathFround,
  hypot: mathHypot,
  imul: mathImul,
  log: mathLog,
  log10: mathLog10,
  log1p: mathLog1p,
  log2: mathLog2,
  max: mathMax,
  min: mathMin,
  pow: mathPow,
  round: mathRound,
  sign: mathSign,
  sin: mathSin,
  sinh: mathSinh,
  sqrt: mathSqrt,
  tan: mathTan,
  tanh: mathTanh,
  trunc: mathTrunc,
} = Math;

/** @throws DeltaTapeError if one is not what it was. */
export function insistOnMath(): void {
  const isSame =
    Math.abs === mathAbs &&
    Math.acos === mathAcos &&
    Math.acosh === mathAcosh &&
    Math.asin === mathAsin &&
    Math.asinh === mathAsinh &&
    Math.atan === mathAtan &&
    Math.atan2 === mathAtan2 &&
    Math.atanh === mathAtanh &&
    Math.cbrt === mathCbrt &&
    Math.ceil === mathCeil &&
    Math.clz32 === mathClz32 &&
    Math.cos === mathCos &&
    Math.cosh === mathCosh &&
    Math.exp === mathExp &&
    Math.expm1 === mathExpm1 &&
    Math.floor === mathFloor &&
    Math.fround === mathFround &&
    Math.hypot === mathHypot &&
    Math.imul === mathImul &&
    Math.log === mathLog &&
    Math.log10 === mathLog10 &&
    Math.log1p === mathLog1p &&
    Math.log2 === mathLog2 &&
    Math.max === mathMax &&
    Math.min === mathMin &&
    Math.pow === mathPow &&
    Math.round === mathRound &&
    Math.sign === mathSign &&
    Math.sin === mathSin &&
    Math.sinh === mathSinh &&
    Math.sqrt === mathSqrt &&
    Math.tan === mathTan &&
    Math.tanh === mathTanh &&
    Math.trunc === mathTrunc;
  if (!isSame) throw replacedFunction(`Math.${nameOfReplaced()}`);
}

const nameOfReplaced = (): string | undefined =>
  Object.keys(loaded).find((name) => name !== 'random' && Math[name as 'PI'] !== loaded[name]);

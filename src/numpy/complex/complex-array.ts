/**
 * Arrays of complex numbers under differentiation: two arrays of reals. They stand between real inputs and real
 * outputs. Operators take and return only reals, so derivatives need no convention for complex numbers.
 */
import { kinds } from '../../core/trees/containers.js';
import type { ContainerKind } from '../../core/trees/container-kind.js';
import { Dual, isReal } from '../../core/real.js';
import { ArrayDual, type Operand } from '../array-dual.js';
import { bare } from '../bare.js';
import { broadcast, numbersOf, sameShape } from '../elements.js';
import { complexOutput } from '../errors.js';
import { everything, isArray, type NDArray, type Plain } from '../library.js';
import { shapeOf } from '../rows/building-blocks.js';
import { shapes } from '../rows/rearranging.js';
import { complexOf, isComplexType, partType, realOf, signalOf } from './signal.js';

export class ComplexArray {
  constructor(
    readonly re: Operand,
    readonly im: Operand,
  ) {}

  get shape(): readonly number[] {
    return shapeOf(this.re);
  }

  get ndim(): number {
    return this.shape.length;
  }

  get size(): number {
    return this.shape.reduce((n, d) => n * d, 1);
  }

  get dtype(): string {
    return !isReal(this.re) && this.re.dtype === 'float32' ? 'complex64' : 'complex128';
  }
}

/** Trees hold reals; an array of complex numbers is none of theirs. */
const refused: ContainerKind = {
  noun: 'an array of complex numbers under differentiation',
  is: (value) => value instanceof ComplexArray,
  keys() {
    throw complexOutput();
  },
  reader() {
    throw complexOutput();
  },
  build() {
    throw complexOutput();
  },
};
kinds.unshift(refused);

/** A complex number of numpy-ts. */
interface Scalar {
  readonly re: number;
  readonly im: number;
}
const ComplexScalar = everything['Complex'] as new (re: number, im: number) => Scalar;

/** True if a value is complex and plain. */
export const isPlainComplex = (x: unknown): x is NDArray | Scalar =>
  x instanceof ComplexScalar || (isArray(x) && isComplexType(x.dtype));

/**
 * The parts of a value that a complex function takes: a real has no imaginary part, which is the number
 * 0.
 */
export function partsOf(x: unknown): { readonly re: Operand; readonly im: Operand } {
  if (x instanceof ComplexArray) return x;
  if (!isPlainComplex(x)) return { re: x as Operand, im: 0 };
  if (x instanceof ComplexScalar) return x;
  const { shape, re, im } = signalOf(x);
  const type = partType(x.dtype);
  return { re: realOf(shape, re, type), im: realOf(shape, im, type) };
}

const spread = (x: Operand, shape: readonly number[]): Operand =>
  sameShape(shapeOf(x), shape) ? x : shapes.broadcast_to(x, shape);

/** Of two parts, which are broadcast to one shape. */
export function complex(re: Operand, im: Operand): ComplexArray {
  const shape = broadcast(shapeOf(re), shapeOf(im))!;
  return new ComplexArray(spread(re, shape), spread(im, shape));
}

/** True if complex numbers are among arguments, or in lists among them. */
export const areComplex = (args: readonly unknown[]): boolean => {
  for (let k = 0; k < args.length; k++) {
    const x = args[k];
    if (typeof x !== 'object' || x === null || ArrayDual.is(x)) continue;
    if (isArray(x)) {
      if (isComplexType(bare(x).dtype)) return true;
    } else if (Array.isArray(x)) {
      if (areComplex(x)) return true;
    } else if (x instanceof ComplexArray || x instanceof ComplexScalar) return true;
  }
  return false;
};

/** True if a derivative is in progress with respect to any of the arguments, or to one in a list. */
export const vary = (args: readonly unknown[]): boolean =>
  args.some((x) => x instanceof Dual || x instanceof ComplexArray || (Array.isArray(x) && vary(x)));

/** A result; without parts under differentiation it is what numpy-ts has for complex numbers. */
export function settledResult(z: unknown): unknown {
  if (Array.isArray(z)) return z.map(settledResult);
  if (!(z instanceof ComplexArray) || vary([z.re, z.im])) return z;
  const { re, im } = z as { re: Plain; im: Plain };
  if (typeof re === 'number') return new ComplexScalar(re, im as number);
  const [reals, imaginaries] = [re, im as NDArray].map((part) => numbersOf(part));
  return complexOf({ shape: re.shape, re: reals, im: imaginaries }, partType(re.dtype));
}

/** The algorithms, by their names. Each was written as its textbook has it, without a thought of its derivative. */
import * as bisection from './bisection.js';
import * as crankNicolson from './crank-nicolson.js';
import * as expm from './expm.js';
import * as fft from './fft.js';
import * as gauss from './gauss.js';
import * as levinson from './levinson.js';
import * as newton from './newton.js';
import * as qr from './qr.js';
import * as spline from './spline.js';
import * as timeWarping from './time-warping.js';
import * as tree from './tree.js';
import * as verlet from './verlet.js';

export interface Algorithm {
  /** A real function of its first argument. */
  readonly f: (...args: never[]) => number;
  /** Arguments of a size. */
  readonly inputs: (n: number) => unknown[];
}

export const algorithms: Readonly<Record<string, Algorithm>> = {
  'Gaussian elimination with pivoting': gauss,
  "Householder's QR": qr,
  'Fourier transform in place': fft,
  "Levinson's recursion": levinson,
  'matrix exponential': expm,
  'option price by Crank and Nicolson': crankNicolson,
  'cubic spline': spline,
  'dynamic time warping': timeWarping,
  'chain of particles by Verlet': verlet,
  bisection,
  "Newton's iteration": newton,
  'tree walked by recursion': tree,
};

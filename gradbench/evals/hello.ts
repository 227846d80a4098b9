/** A square and its derivative, which show that the protocol works. */
import { grad } from 'delta-tape';
import { same } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

export const square = (x: number) => x * x;

export const functions: Functions = {
  square: timed(same, square, same),
  double: timed(same, grad(square), same),
};

/** Programs of many shapes that grow with `n`: what the translation of twice as much costs is compared. */
import { expressions } from './expressions.js';
import { control, functions } from './functions.js';
import type { Shapes } from './parts.js';
import { calls, data, straight } from './values.js';

export const shapes: Shapes = {
  ...straight,
  ...expressions,
  ...calls,
  ...data,
  ...control,
  ...functions,
};

/** Errors of this floor. */
import { describe } from '../errors/errors.js';
import { misshaped, notArrays, outOfBounds, wrongOption } from '../numpy/errors.js';

const shapeText = (shape: readonly number[]): string => `[${shape.join(', ')}]`;

export const notAnArray = (name: string, value: unknown) =>
  notArrays(`nn.${name} takes an array, but it was given ${describe(value)}.`);

export const misfit = (name: string, rule: string, shape: readonly number[]) =>
  misshaped(`nn.${name} was given an array of shape ${shapeText(shape)}, but ${rule}.`);

export const notWhole = (name: string, value: number, count: number) =>
  outOfBounds(
    `nn.${name} was given ${value} for a class or a row, which must be a whole number from 0 to ${count - 1}.`,
  );

export const badOption = (name: string, rule: string, value: unknown) =>
  wrongOption(`nn.${name}: ${rule}, but it is ${describe(value)}.`);

/**
 * Random numbers of compiled code. What code draws is kept until a derivative is answered: where code is done again, or a
 * run answers in its place, they are given the same numbers. So the program draws each number once.
 */
import { timesEnded } from '../../core/open-runs.js';

let drawn: number[] = [];
let next = 0;
/** The numbers that are left to the run that follows. */
let kept: readonly number[] = [];
let taken = 0;
/** The number of runs that had ended before it. */
let endedBefore = 0;

/** The next number of code. */
export function draw(): number {
  if (next === drawn.length) drawn.push(Math.random());
  return drawn[next++];
}

/** Code begins again with the first number. */
export function drawAgain(): void {
  next = 0;
}

/** Keeps what code draws for a run, which follows unless `forgetDrawn` is called. Code may be under way that called this. */
export function keepingDrawn<T>(code: () => T): T {
  const before = { drawn, next };
  drawn = [];
  next = 0;
  try {
    return code();
  } finally {
    leaveDrawn(drawn);
    ({ drawn, next } = before);
  }
}

/**
 * Code that draws these numbers, and adds to them what it draws beyond. They are left to the run that follows, unless
 * `forgetDrawn` is called.
 */
export function drawingFrom<T>(numbers: number[], code: () => T): T {
  const before = { drawn, next };
  drawn = numbers;
  next = 0;
  try {
    return code();
  } finally {
    ({ drawn, next } = before);
    leaveDrawn(numbers);
  }
}

/** The run that follows is given these numbers. */
export function leaveDrawn(numbers: readonly number[]): void {
  kept = numbers;
  taken = 0;
  endedBefore = timesEnded;
}

/** A derivative was answered: no run follows. */
export function forgetDrawn(): void {
  if (kept.length > 0) kept = [];
}

/** `Math.random()` of a run. */
export const random = (): number =>
  taken < kept.length && endedBefore === timesEnded ? kept[taken++] : Math.random();

/**
 * The places of the gradient as a file that belong to a binding: those that compute its primal and its
 * cotangent.
 */
import type { Computed, Span } from './messages.js';

/** Numbers that so many places have that they tell none of them. */
const isCommon = (x: number): boolean => !Number.isFinite(x) || x === 0 || Math.abs(x) === 1;

/** Where a primal is computed: to the bit, since derivatives change no bit of it. */
export const placesOfPrimal = (found: readonly Computed[], primal: number): Span[] =>
  isCommon(primal) ? [] : found.filter(({ values }) => values.includes(primal));

/** Where a cotangent is computed; the file may add its parts in another order. */
export const placesOfCotangent = (found: readonly Computed[], cotangent: number): Span[] =>
  isCommon(cotangent)
    ? []
    : found.filter(({ values }) =>
        values.some((x) => Math.abs(x - cotangent) <= 1e-12 * Math.abs(cotangent)),
      );

export interface Piece {
  readonly text: string;
  /** Which lists of places it is part of, by their names. */
  readonly marks: readonly string[];
}

/** A text by lines, each in pieces that are marked alike. O((length + places) · lists). */
export function pieces(text: string, marked: Readonly<Record<string, readonly Span[]>>): Piece[][] {
  const lists = Object.entries(marked);
  const ends = lists.flatMap(([, spans]) => spans.flatMap(({ from, to }) => [from, to]));
  let start = 0;
  return text.split('\n').map((line) => {
    const [from, to] = [start, start + line.length];
    start = to + 1;
    const cuts = [from, ...ends.filter((at) => at > from && at < to), to];
    const sorted = [...new Set(cuts)].sort((a, b) => a - b);
    return sorted.slice(0, -1).map((at, k) => ({
      text: text.slice(at, sorted[k + 1]),
      marks: lists
        .filter(([, spans]) => spans.some((span) => span.from <= at && at < span.to))
        .map(([name]) => name),
    }));
  });
}

/** The line of a place, counted from 1. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

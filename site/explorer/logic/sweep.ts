/** The sweep over a listed run: what the cotangent of each binding is, and what it adds to which. */
import type { Listing } from './messages.js';

/** One step of the sweep: the binding that is visited, its cotangent, and what it adds. */
export interface Step {
  readonly id: number;
  readonly cotangent: Cotangent;
  readonly additions: readonly { readonly to: number; readonly amount: Cotangent }[];
}

/** Undefined where it is an array, or comes from one: the listing has no elements of arrays. */
export type Cotangent = number | undefined;

export interface Sweep {
  /** From the newest binding to the oldest. */
  readonly steps: readonly Step[];
  /** After the whole sweep, by id. */
  readonly cotangents: ReadonlyMap<number, Cotangent>;
}

/** Fig. 10 on the listing: each binding once, from the newest down; an exact 0 adds nothing. O(edges). */
export function sweepOf({ bindings, output }: Listing): Sweep {
  const cotangents = new Map<number, Cotangent>([[output, 1]]);
  const steps: Step[] = [];
  const add = (to: number, amount: Cotangent) => {
    const before = cotangents.has(to) ? cotangents.get(to) : 0;
    cotangents.set(to, before === undefined || amount === undefined ? undefined : before + amount);
  };
  for (const { id, edges, call } of bindings.toReversed()) {
    const cotangent = cotangents.has(id) ? cotangents.get(id) : 0;
    const isNothing = cotangent === 0;
    const reals = edges.map(({ arg, partial }) => ({
      to: arg,
      amount: cotangent === undefined ? undefined : partial * cotangent,
    }));
    const arrays = (call?.args ?? []).map((to) => ({ to, amount: undefined }));
    const additions = isNothing ? [] : [...reals, ...arrays];
    for (const { to, amount } of additions) add(to, amount);
    steps.push({ id, cotangent, additions });
    cotangents.set(id, cotangent);
  }
  return { steps, cotangents };
}

/** The cotangents as they are before step `count`: what the steps so far have added. */
export function cotangentsBefore(
  sweep: Sweep,
  output: number,
  count: number,
): Map<number, Cotangent> {
  const found = new Map<number, Cotangent>([[output, 1]]);
  for (const { additions } of sweep.steps.slice(0, count)) {
    for (const { to, amount } of additions) {
      const before = found.has(to) ? found.get(to) : 0;
      found.set(to, before === undefined || amount === undefined ? undefined : before + amount);
    }
  }
  return found;
}

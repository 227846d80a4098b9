/** Emitted code, and what it needs beside the language. */
import type { Order } from '../ir/order.js';
import type { TextVerb } from '../ir/text-verbs.js';
import { allOf } from '../ir/ir.js';
import type { Cut } from './cut-up.js';
import type { FrameOf } from './in-stretches.js';
import { keepingIn } from './keeping.js';
import { Names } from './names.js';

export type Needed =
  | { readonly what: 'row'; readonly row: string }
  | {
      readonly what: 'partial';
      readonly row: string;
      readonly by: number;
      readonly along?: readonly number[] | undefined;
    }
  | { readonly what: 'order'; readonly by: Order }
  | { readonly what: 'text'; readonly does: TextVerb }
  | { readonly what: 'times' | 'column' | 'frames' | 'pools' | 'zeros' | 'leave' | 'host' };

export interface Code {
  /** Declarations of functions. */
  readonly code: string;
  /** The name of the function that was asked for; it calls the others. */
  readonly name: string;
  /** The helpers that the code names, which JavaScript does not have. */
  readonly needed: ReadonlyMap<string, Needed>;
  /** The functions of the program that the code calls, and the stacks on which they keep something. */
  readonly part: (of: string) => { readonly name: string; readonly stacks: readonly number[] };
}

/** The data that the functions of a program share while they are emitted. */
export interface Program {
  readonly needed: Map<string, Needed>;
  /** The functions that keep something on a stack, by stacks. */
  readonly keeping: readonly ReadonlySet<string>[];
  /** The functions' names in JavaScript. */
  readonly names: ReadonlyMap<string, string>;
  readonly taken: Names;
  /** The frames of functions that are cut into stretches (in-stretches.ts). */
  readonly frames: ReadonlyMap<string, FrameOf>;
}

export function programOf({ f, frames }: Cut): Program {
  const taken = new Names();
  return {
    needed: new Map(),
    keeping: keepingIn(f),
    names: new Map(allOf(f).map(({ name }) => [name, taken.fresh(name)])),
    taken,
    frames,
  };
}

export const partIn =
  ({ names, keeping }: Program): Code['part'] =>
  (of) => ({
    name: names.get(of)!,
    stacks: [...keeping.keys()].filter((which) => keeping[which].has(of)),
  });

/**
 * Forward mode. The tangent of a function, from the language to the language: the function, and beside each
 * number that depends on the inputs its change along a direction. O(size of the program).
 *
 * Adjoints are functions, too: their tangent is the derivative of a gradient along a direction.
 */
import type { Func, Op, Value } from '../../ir/ir.js';
import { Beside } from './beside.js';
import { changeOf } from '../operations/changes.js';
import { dotOf } from '../adjoint/cotangents.js';
import { dependencesOf, type Dependences } from '../prepare/dependences.js';
import type { Partials } from '../operations/partials.js';
import { insistOnLinked, Refused } from '../prepare/refused.js';

interface TangentOptions {
  readonly partials: Partials;
  /** As for adjoints: whether an exact 0 is asked for in products. */
  readonly asksForZeros: boolean;
  readonly isDifferentiated?: boolean;
  /** True if random numbers are the same wherever code runs again. */
  readonly mayDraw?: boolean;
}

type Tangent =
  | {
      readonly tag: 'tangent';
      /**
       * Takes the arguments, then the tangents of `moving`. Gives the results, then the tangents of those
       * that have one.
       */
      readonly func: Func;
      /** Parameters with tangents: the inputs, and arrays that are written. */
      readonly moving: readonly Value[];
      /** For each result the place of its tangent among the results; null if it is 0. */
      readonly places: readonly (number | null)[];
    }
  | { readonly tag: 'refused'; readonly why: string };

/** @param inputs the parameters that move: numbers, or arrays of them */
export function tangent(given: Func, inputs: readonly Value[], options: TangentOptions): Tangent {
  try {
    insistOnLinked(given, options.mayDraw);
    const all = dependencesOf(given, inputs);
    return { tag: 'tangent', ...new Pushing(all, inputs, options).program(all.f) };
  } catch (error) {
    if (error instanceof Refused) return { tag: 'refused', why: error.message };
    throw error;
  }
}

class Pushing extends Beside {
  constructor(
    all: Dependences,
    inputs: readonly Value[],
    private readonly options: TangentOptions,
  ) {
    super(all, inputs, 1);
  }

  program(f: Func) {
    const moving = this.movingParams(f);
    const func = this.function(f, moving.flatMap(this.fresh));
    return { func, moving, places: this.places(f) };
  }

  protected namesOf(name: string): string[] {
    return [dotOf(name)];
  }

  protected nameOfFunction(name: string): string {
    return `${name}_tangent`;
  }

  protected get isMissingZero(): boolean {
    return this.options.asksForZeros;
  }

  protected besideNumber(op: Op, output: Value): readonly Value[] {
    const { builder, activity, options } = this;
    const change = (of: Value): Value => this.beside(of)[0];
    return [changeOf(op, output, { builder, activity, ...options, change })];
  }
}

/** What is compiled of a function: each derivative when it is first asked for. */
import { adjoint } from '../../differentiate/adjoint.js';
import { lanes as severalLanes } from '../../differentiate/lanes.js';
import { onCopies } from '../../differentiate/on-copies.js';
import { tangent } from '../../differentiate/tangent.js';
import { emit } from '../../emit/javascript.js';
import { improved } from '../../improve/improved.js';
import { allOf, isArray, statementsIn, type Func, type Value } from '../../ir/ir.js';
import { linked } from '../linked.js';
import { partialsOfRows } from './brought-partials.js';

/** Gives the list of its results. */
export type Run = (...args: readonly unknown[]) => readonly unknown[];

/**
 * `value` is the function itself, `tangent` also takes a tangent, `pullback` takes cotangents of the results, and
 * `product` is the tangent of the gradient. A pullback gives the results, too, if none is an array.
 */
export type Kind = 'value' | 'tangent' | 'pullback' | 'product';

export interface Derivative {
  readonly run: Run;
  readonly lanes: number;
  /** The places among the parameters of what it takes tangents of. */
  readonly moving: readonly number[];
  /** For each result, the place of its tangent among the results; null if it is 0. */
  readonly places: readonly (number | null)[];
  /** For each result, whether there is one for each lane, and where it begins among all that is given. */
  readonly varies: readonly boolean[];
  readonly starts: readonly number[];
  /** The places, among the results, of the last elements of arguments that are written; a pullback gives none. */
  readonly lasts: readonly number[];
}

/** Code before it has lanes. */
interface Single {
  readonly func: Func;
  readonly lasts: readonly number[];
  readonly varying: readonly Value[];
  readonly moving: readonly number[];
  readonly places: readonly (number | null)[];
}

/** How many statements V8 optimises in one function. */
const MOST = 3500;

export class Derivatives {
  private readonly known = new Map<string, Derivative | null>();
  private readonly knownWritten = new Map<string, readonly number[] | null>();

  constructor(private readonly func: Func) {}

  /**
   * A derivative by parameters, which are given by their places; null if there is none.
   *
   * @param asksForZeros whether an exact 0 wins over partials that are not finite
   */
  of(
    kind: Kind,
    inputs: readonly number[],
    lanes: number,
    asksForZeros: boolean,
  ): Derivative | null {
    const key = `${kind} ${inputs.join()} ${lanes} ${asksForZeros}`;
    let found = this.known.get(key);
    if (found === undefined) {
      found = this.compiled(kind, inputs, lanes, asksForZeros);
      this.known.set(key, found);
    }
    return found;
  }

  private compiled(
    kind: Kind,
    inputs: readonly number[],
    lanes: number,
    asksForZeros: boolean,
  ): Derivative | null {
    const single = this.single(kind, inputs, asksForZeros);
    if (single === null) return null;
    const { func, varying, ...rest } = single;
    const { yields } = func.region;
    if (lanes === 1) {
      const varies = yields.map(() => true);
      return { run: runOf(func), lanes, varies, starts: [...yields.keys()], ...rest };
    }
    const made = severalLanes(func, varying, lanes);
    if (made === null || largestIn(made.func) > MOST) return null;
    const { varies } = made;
    const starts: number[] = [];
    let next = 0;
    yields.forEach(({ type }, k) => {
      starts.push(next);
      next += varies[k] && !isArray(type) ? lanes : 1;
    });
    return { run: runOf(made.func), lanes, varies, starts, ...rest };
  }

  /** The places of the parameters that are written and are none of the inputs; null where runs have to answer. */
  written(inputs: readonly number[]): readonly number[] | null {
    const key = inputs.join();
    let found = this.knownWritten.get(key);
    if (found === undefined) {
      const { params } = this.func.region;
      const made = onCopies(
        this.func,
        inputs.map((place) => params[place]),
      );
      found = made.tag === 'refused' ? null : made.written.map((param) => params.indexOf(param));
      this.knownWritten.set(key, found);
    }
    return found;
  }

  private single(kind: Kind, inputs: readonly number[], asksForZeros: boolean): Single | null {
    const params = inputs.map((place) => this.func.region.params[place]);
    const options = { partials: partialsOfRows, asksForZeros };
    const own = onCopies(this.func, params);
    if (own.tag === 'refused') return null;
    const { func, written } = own;
    const lastsOf = ({ region: { yields } }: Func): number[] =>
      written.map((_, k) => yields.length - written.length + k);
    switch (kind) {
      case 'value':
        return { func: improved(func), lasts: lastsOf(func), varying: [], moving: [], places: [] };
      case 'tangent':
        return moved(func, params, lastsOf(func), options);
      case 'pullback': {
        const made = adjoint(withResults(func, this.func.region.yields.length), params, {
          ...options,
          isSeeded: true,
        });
        if (made.tag === 'refused') return null;
        const varying = made.func.region.params.slice(func.region.params.length);
        const whole = withMore(made.func, this.func.region.yields);
        return { func: improved(whole), lasts: [], varying, moving: [], places: [] };
      }
      case 'product': {
        const made = adjoint(func, params, options);
        return made.tag === 'refused'
          ? null
          : moved(improved(made.func), params, lastsOf(made.func), options);
      }
    }
  }
}

/** How many statements the largest function of a program has. */
const largestIn = (f: Func): number =>
  Math.max(...allOf(f).map(({ region }) => [...statementsIn(region)].length));

/** A function with the first of its results alone. */
const withResults = (func: Func, count: number): Func => ({
  ...func,
  region: { ...func.region, yields: func.region.yields.slice(0, count) },
});

/** A pullback that also gives what the function gives, unless the way back takes that apart. */
const withMore = (f: Func, results: readonly Value[]): Func =>
  results.some(({ type }) => isArray(type))
    ? f
    : { ...f, region: { ...f.region, yields: [...f.region.yields, ...results] } };

function moved(
  func: Func,
  inputs: readonly Value[],
  lasts: readonly number[],
  options: Parameters<typeof tangent>[2],
): Single | null {
  const { params } = func.region;
  const made = tangent(func, inputs, options);
  if (made.tag === 'refused') return null;
  return {
    func: improved(made.func),
    lasts,
    varying: made.func.region.params.slice(params.length),
    moving: made.moving.map((param) => params.indexOf(param)),
    places: made.places,
  };
}

/** Code with one result gives that alone. */
function runOf(func: Func): Run {
  const run = linked(emit(func));
  return func.region.yields.length === 1 ? (...args) => [run(...args)] : (run as Run);
}

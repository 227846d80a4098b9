/** Compiles the derivatives of a function, each when it is first asked for. */
import { adjoint } from '../../../differentiate/adjoint/adjoint.js';
import { apartIn } from '../../../differentiate/beside/lane-arrays.js';
import { lanes as severalLanes } from '../../../differentiate/beside/lanes.js';
import { cut } from '../../../differentiate/adjoint/cut.js';
import { withKeptResults } from '../../../differentiate/prepare/kept-results.js';
import { onCopies } from '../../../differentiate/prepare/on-copies.js';
import { tangent } from '../../../differentiate/beside/tangent.js';
import { keeping } from '../code/kept-column.js';
import { improved, inBranches, inPairs } from '../../../improve/improved.js';
import { isArray, type Func, type Value } from '../../../ir/ir.js';
import { isAlike, type Coded, type Derivative, type Kind } from './derivative-kinds.js';
import { wayThereOf, type Halfway } from './two-ways.js';
import { partialsOfRows } from './partials-of-rows.js';
import { isOptimised, plainOf, runsBy, runsOf } from './run-code.js';
import { byUsualLengths } from './usual-lengths.js';

export type { Derivative, Kind };

/** Code before it has lanes. */
interface Single {
  readonly func: Func;
  readonly lasts: readonly number[];
  readonly varying: readonly Value[];
  readonly moving: readonly number[];
  readonly places: readonly (number | null)[];
}

type GradientOf =
  | {
      readonly tag: 'adjoint';
      readonly func: Func;
      /** The places, among the results, of the last elements of arguments that are written. */
      readonly lasts: readonly number[];
    }
  | { readonly tag: 'refused'; readonly why: string };

/** By the places of the inputs. */
type ByInputs<T> = Map<number | string, T>;
const keyOf = (inputs: readonly number[]): number | string =>
  inputs.length === 1 ? inputs[0] : inputs.join();

export class Derivatives {
  /** By the number of lanes, and whether zeros are asked for. */
  private readonly known: Readonly<Record<Kind, ByInputs<Derivative | null>[]>> = {
    value: [],
    tangent: [],
    gradient: [],
    pullback: [],
    product: [],
  };
  /** The derivative that was asked for last. Lists of inputs are never changed. */
  private last: {
    readonly kind: Kind;
    readonly inputs: readonly number[];
    readonly lanes: number;
    readonly asksForZeros: boolean;
    readonly found: Derivative | null;
  } | null = null;
  private readonly knownThere: ByInputs<ReturnType<Derivatives['wayThereBy']>> = new Map();
  private readonly knownWritten: ByInputs<readonly number[] | null> = new Map();

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
    const { last } = this;
    const isLast =
      last?.inputs === inputs &&
      last.kind === kind &&
      last.lanes === lanes &&
      last.asksForZeros === asksForZeros;
    if (isLast) return last.found;
    const known = (this.known[kind][2 * lanes + Number(asksForZeros)] ??= new Map());
    const key = keyOf(inputs);
    let found = known.get(key);
    if (found === undefined) {
      found = this.compiled(kind, inputs, lanes, asksForZeros);
      known.set(key, found);
    }
    this.last = { kind, inputs, lanes, asksForZeros, found };
    return found;
  }

  /** The derivatives that were compiled so far, in the order of kinds. */
  made(): { readonly kind: Kind; readonly inputs: readonly number[] }[] {
    return (Object.keys(this.known) as Kind[]).flatMap((kind) => {
      const keys = new Set<number | string>();
      // There are holes among these.
      this.known[kind].forEach((byInputs) => {
        for (const [key, found] of byInputs) if (found !== null) keys.add(key);
      });
      const inputsOf = (key: number | string) => String(key).split(',').filter(Boolean).map(Number);
      return [...keys].map((key) => ({ kind, inputs: inputsOf(key) }));
    });
  }

  /** Why there is no gradient with respect to some parameters; null if there is one. O(program). */
  obstacle(inputs: readonly number[]): string | null {
    const made = this.gradientOf(inputs, false);
    return made.tag === 'refused' ? made.why : null;
  }

  private gradientOf(inputs: readonly number[], asksForZeros: boolean, more = {}): GradientOf {
    const params = this.paramsAt(inputs);
    const own = onCopies(this.func, params);
    if (own.tag === 'refused') return own;
    const given = withKeptResults(own.func, this.func.region.yields.length);
    const made = adjoint(given, params, { partials: partialsOfRows, asksForZeros, ...more });
    return made.tag === 'refused' ? made : { ...made, lasts: lastsOf(made.func, own.written) };
  }

  private paramsAt = (places: readonly number[]): readonly Value[] =>
    places.map((place) => this.func.region.params[place]);

  private compiled(
    kind: Kind,
    inputs: readonly number[],
    lanes: number,
    asksForZeros: boolean,
  ): Derivative | null {
    const made = this.coded(kind, inputs, lanes, asksForZeros);
    if (made === null) return null;
    const { func, ...rest } = made;
    if (asksForZeros || kind === 'value') return { ...runsOf(func), ...rest };
    /** The same of the function for some lengths. */
    const codeOf = (known: Func): Func | null => {
      const own = new Derivatives(known).coded(kind, inputs, lanes, false);
      return own !== null && isAlike(own, made) ? own.func : null;
    };
    const count = func.region.params.length;
    return { ...runsBy(byUsualLengths(plainOf(func), count, this.func, codeOf), func), ...rest };
  }

  private coded(
    kind: Kind,
    inputs: readonly number[],
    lanes: number,
    asksForZeros: boolean,
  ): Coded | null {
    const single = this.single(kind, inputs, asksForZeros);
    if (single === null) return null;
    const { func, varying, ...rest } = single;
    const { yields } = func.region;
    if (lanes === 1) {
      const varies = yields.map(() => true);
      const starts = [...yields.keys()];
      const isWhole = kind === 'gradient' && !asksForZeros;
      const code = isWhole ? func : inBranches(func);
      return { func: code, lanes, asksForZeros, varies, starts, apart: [], ...rest };
    }
    const isAdded = (param: Value) => kind === 'pullback' && isArray(param.type);
    const added = varying.slice(0, this.paramsAt(inputs).filter(isAdded).length);
    const apart = apartIn(func, added);
    const made = severalLanes(func, varying, lanes, apart);
    if (made === null || !isOptimised(made.func)) return null;
    const { varies } = made;
    const starts: number[] = [];
    let next = 0;
    yields.forEach(({ type }, k) => {
      starts.push(next);
      next += varies[k] && !isArray(type) ? lanes : 1;
    });
    const areApart = added.map((array) => apart.has(array));
    const code = inBranches(made.func);
    return { func: code, lanes, asksForZeros, varies, starts, apart: areApart, ...rest };
  }

  /**
   * The places of the parameters that are written and are none of the inputs; null where runs have to
   * answer.
   */
  written(inputs: readonly number[]): readonly number[] | null {
    const key = keyOf(inputs);
    let found = this.knownWritten.get(key);
    if (found === undefined) {
      const { params } = this.func.region;
      const made = onCopies(this.func, this.paramsAt(inputs));
      found = made.tag === 'refused' ? null : made.written.map((param) => params.indexOf(param));
      this.knownWritten.set(key, found);
    }
    return found;
  }

  /**
   * The augmented primal of a pullback that may be finished any number of times; null where there is none.
   */
  wayThere(inputs: readonly number[]): ((values: readonly unknown[]) => Halfway) | null {
    const key = keyOf(inputs);
    let found = this.knownThere.get(key);
    if (found === undefined) this.knownThere.set(key, (found = this.wayThereBy(inputs)));
    return found;
  }

  private wayThereBy(inputs: readonly number[]) {
    const { params, yields } = this.func.region;
    const options = { partials: partialsOfRows, asksForZeros: false, isSeeded: true };
    const made = adjoint(this.func, this.paramsAt(inputs), options);
    if (made.tag === 'refused') return null;
    const halves = cut(improved(withMore(made.func, yields)), params.length, yields.length);
    return halves && wayThereOf(halves, yields.length);
  }

  private single(kind: Kind, inputs: readonly number[], asksForZeros: boolean): Single | null {
    const params = this.paramsAt(inputs);
    const options = { partials: partialsOfRows, asksForZeros, mayDraw: true };
    if (kind === 'gradient' || kind === 'product') {
      // What is differentiated further keeps all.
      const more =
        kind === 'gradient' ? { keepsAtMost: keeping.atMost } : { isDifferentiated: true };
      const made = this.gradientOf(inputs, asksForZeros, more);
      if (made.tag === 'refused') return null;
      const { func, lasts } = made;
      return kind === 'gradient'
        ? still(inPairs(func), lasts)
        : moved(improved(func), params, lasts, options);
    }
    const own = onCopies(this.func, params);
    if (own.tag === 'refused') return null;
    const { func, written } = own;
    switch (kind) {
      case 'value':
        return still(improved(func), lastsOf(func, written));
      case 'tangent':
        return moved(func, params, lastsOf(func, written), options);
      case 'pullback': {
        const made = adjoint(withResults(func, this.func.region.yields.length), params, {
          ...options,
          isSeeded: true,
        });
        if (made.tag === 'refused') return null;
        const varying = made.func.region.params.slice(func.region.params.length);
        const { yields } = this.func.region;
        // The reverse sweep takes arrays apart.
        const isKept = !yields.some(({ type }) => isArray(type));
        const all = isKept ? withMore(made.func, yields) : made.func;
        return { ...still(improved(all), []), varying };
      }
    }
  }
}

/** A function with the first of its results alone. */
const withResults = (func: Func, count: number): Func => ({
  ...func,
  region: { ...func.region, yields: func.region.yields.slice(0, count) },
});

/** A pullback that also gives what the function gives. */
const withMore = (f: Func, results: readonly Value[]): Func => ({
  ...f,
  region: { ...f.region, yields: [...f.region.yields, ...results] },
});

/** The places of what follows the results: the last elements of what is written. */
const lastsOf = ({ region: { yields } }: Func, written: readonly Value[]): number[] =>
  written.map((_, k) => yields.length - written.length + k);

/** Code that takes no directions. */
const still = (func: Func, lasts: readonly number[]): Single => ({
  func,
  lasts,
  varying: [],
  moving: [],
  places: [],
});

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

/**
 * Writes out derivatives inside of functions: each becomes a function of the program, the adjoint or the tangent of a
 * copy of the function that it is the derivative of. The copy takes what it uses of the functions around it as
 * parameters, which are constant in this derivative; a derivative of the whole sees them as arguments of a call. So
 * no derivative can take what another one changes for its own.
 *
 * Code that does not ask for an exact 0 is right where a derivative is a number. Elsewhere it leaves, and a run
 * answers. O(size of the program), for each derivative.
 */
import { rootsOf } from '../analyse/roots.js';
import { Blocks, copied } from '../improve/copying.js';
import { improved } from '../improve/improved.js';
import { inlined } from '../improve/inlined.js';
import { Substitution } from '../improve/substitution.js';
import { Builder, value } from '../ir/build.js';
import { withCallees } from '../ir/callees.js';
import type { Derivative } from '../ir/derivative.js';
import { onlyGradients } from '../ir/host.js';
import {
  allOf,
  holdsReals,
  isArray,
  sameType,
  shadowType,
  type ArrayType,
  type Func,
  type Region,
  statementsIn,
  type Value,
} from '../ir/ir.js';
import { adjoint } from './adjoint/adjoint.js';
import { copyOf, leaveIfNaN, leaveUnlessAlike, zerosLike } from './prepare/new-arrays.js';
import { onCopies } from './prepare/on-copies.js';
import type { Partials } from './operations/partials.js';
import { tangent } from './beside/tangent.js';

type Expanded =
  | { readonly tag: 'function'; readonly func: Func }
  | { readonly tag: 'refused'; readonly why: string };

class Refused extends Error {}

/** A program without derivatives that are not written out. */
export function expanded(f: Func, partials: Partials): Expanded {
  if (f.derivatives === undefined) return { tag: 'function', func: f };
  const why = onlyGradients(f);
  if (why !== null) return { tag: 'refused', why };
  const blocks = new Blocks();
  const functions = [...(f.functions ?? [])];
  try {
    for (const derivative of f.derivatives)
      functions.push(...new Deriving(functions, blocks, partials).functions(derivative));
  } catch (error) {
    if (error instanceof Refused) return { tag: 'refused', why: error.message };
    throw error;
  }
  const whole = withCallees({ name: f.name, region: f.region }, functions);
  return { tag: 'function', func: improved(inlined(whole, blocks)) };
}

/**
 * True if all calls of a program are of known functions, and none of a derivative that is still to be
 * made.
 */
function callsOnly(f: Func, known: readonly Func[]): boolean {
  const names = new Set(known.map(({ name }) => name));
  return allOf(f).every(({ region }) =>
    [...statementsIn(region)].every((stmt) => stmt.tag !== 'call' || names.has(stmt.of)),
  );
}

class Deriving {
  private readonly builder = new Builder();

  constructor(
    private readonly known: readonly Func[],
    private readonly blocks: Blocks,
    private readonly partials: Partials,
  ) {}

  /** A derivative, with what it calls. */
  functions({ name, of, kind, count, inputs }: Derivative): Func[] {
    const own = this.known.find((one) => one.name === of)!;
    const whole = withCallees(own, this.known);
    if (!callsOnly(whole, this.known)) throw new Refused('a function takes derivatives of itself');
    const program = copied(whole, this.blocks);
    const given = inputs.map((k) => program.region.params[k]);
    const func = this.onCopies(inlined(program, this.blocks), given);
    const made = improved(this[kind](func, given, count));
    const { region, functions = [] } = copied(made, this.blocks, (called) => `${name}:${called}`);
    return [{ name, region }, ...functions];
  }

  private onCopies(program: Func, inputs: readonly Value[]): Func {
    const made = onCopies(program, inputs);
    if (made.tag === 'refused') throw new Refused(made.why);
    const [written] = made.written;
    if (written !== undefined) throw new Refused(`it writes into ${written.name}`);
    return made.func;
  }

  private get options() {
    return { partials: this.partials, asksForZeros: false, isDifferentiated: true };
  }

  private gradient = (f: Func, inputs: readonly Value[]): Func =>
    this.backwards(f, inputs, f.region.params, null);

  private pullback(f: Func, inputs: readonly Value[], count: number): Func {
    const { params, yields } = f.region;
    const seeds = yields
      .filter(({ type }) => holdsReals(type))
      .map(({ name, type }) => value(`c_${name}`, type === 'i32' ? 'f64' : type));
    return this.backwards(
      f,
      inputs,
      [...params.slice(0, count), ...seeds, ...params.slice(count)],
      seeds,
    );
  }

  /** The gradients of the inputs, for cotangents of the results, or else behind the one result. */
  private backwards(
    f: Func,
    inputs: readonly Value[],
    params: readonly Value[],
    seeds: readonly Value[] | null,
  ): Func {
    const made = adjoint(f, inputs, { ...this.options, isSeeded: seeds !== null });
    if (made.tag === 'refused') throw new Refused(made.why);
    const { builder } = this;
    const { region: around, functions } = made.func;
    const same = new Substitution();
    const arrays = inputs.filter(({ type }) => isArray(type));
    const region = builder.region(params, () => {
      const shadows = arrays.map((array) =>
        zerosLike(array, shadowType(array.type as ArrayType), builder),
      );
      const cotangents = (seeds ?? []).map((seed) =>
        isArray(seed.type) ? this.stored(seed, shadowType(seed.type)) : seed,
      );
      [...shadows, ...cotangents].forEach((one, k) =>
        same.replace(around.params[f.region.params.length + k], one),
      );
      this.add(around, same);
      const found = around.yields.map(same.of);
      const result = seeds === null ? found.splice(0, 1) : [];
      const beside = found.splice(inputs.length - arrays.length);
      const results = f.region.yields.filter(({ type }) => holdsReals(type));
      seeds?.forEach((seed, k) => {
        if (isArray(seed.type)) leaveUnlessAlike(same.of(results[k]), seed, builder);
      });
      return [...result, ...this.slopes(inputs, shadows, found), ...beside];
    });
    return { ...made.func, region, ...(functions && { functions }) };
  }

  /** The gradients of the inputs in their order: of arrays, and of numbers. */
  private slopes(
    inputs: readonly Value[],
    arrays: readonly Value[],
    numbers: readonly Value[],
  ): Value[] {
    let [array, number] = [0, 0];
    const slopes = inputs.map(({ type }) =>
      isArray(type) ? this.stored(arrays[array++], type) : numbers[number++],
    );
    slopes.forEach((slope) => leaveIfNaN(slope, this.builder));
    return slopes;
  }

  private tangent(f: Func, inputs: readonly Value[], count: number): Func {
    const made = tangent(f, inputs, this.options);
    if (made.tag === 'refused') throw new Refused(made.why);
    const { func, places } = made;
    const { params, yields } = f.region;
    const { builder } = this;
    const same = new Substitution();
    const given = inputs.map(({ name, type }) => value(`t_${name}`, type === 'i32' ? 'f64' : type));
    const taken = [...params.slice(0, count), ...given, ...params.slice(count)];
    const region = builder.region(taken, () => {
      given.forEach((change, k) => {
        const place = made.moving.indexOf(inputs[k]);
        const param = func.region.params[params.length + place];
        if (isArray(change.type)) leaveUnlessAlike(inputs[k], change, builder);
        same.replace(param, isArray(param.type) ? this.stored(change, param.type) : change);
      });
      this.add(func.region, same);
      const found = func.region.yields.map(same.of);
      const changes = yields.flatMap((result, k) => {
        if (!holdsReals(result.type)) return [];
        const place = places[k];
        return [place === null ? this.zero(result) : this.stored(found[place], result.type)];
      });
      changes.forEach((change) => leaveIfNaN(change, builder));
      return [...found.slice(0, yields.length), ...changes];
    });
    return this.withOwnResults({ ...func, region });
  }

  private add(region: Region, same: Substitution): void {
    same.inRegion(region).body.forEach((stmt) => this.builder.add(stmt));
  }

  /** An array with another storage, if it has to have one. */
  private stored = (of: Value, type: Value['type']): Value =>
    !isArray(type) || sameType(of.type, type) ? of : copyOf(of, this.builder, type);

  private zero = (like: Value): Value =>
    isArray(like.type) ? zerosLike(like, like.type, this.builder) : this.builder.constant(0);

  /** The function with results that are nobody else's arrays: a run gives such. */
  private withOwnResults(f: Func): Func {
    const { params, body, yields } = f.region;
    const roots = rootsOf(f);
    const had = new Set<Value>();
    params.forEach((param) => {
      for (const root of [...roots(param), ...roots.within(param)]) had.add(root);
    });
    const { builder } = this;
    const region = builder.region(params, () => {
      body.forEach((stmt) => builder.add(stmt));
      return yields.map((result) => {
        if (!isArray(result.type)) return result;
        const own = [...roots(result), ...roots.within(result)];
        const isShared = own.length === 0 || own.some((root) => had.has(root));
        own.forEach((root) => had.add(root));
        return isShared ? copyOf(result, builder) : result;
      });
    });
    return { ...f, region };
  }
}

/** The function whose derivative is written: in the language, and as its users call it. */
import { invalidOption } from '../../errors/errors.js';
import { adjoint, type AdjointOptions } from '../differentiate/adjoint/adjoint.js';
import { onCopies } from '../differentiate/prepare/on-copies.js';
import { tangent } from '../differentiate/beside/tangent.js';
import { Scopes } from '../emit/source/scopes.js';
import { realParams, type Node } from '../front/syntax.js';
import { costOf, type Cost } from '../improve/cost.js';
import { improved } from '../improve/improved.js';
import { used } from '../improve/used.js';
import { holdsReals, isArray, statementsOf, type Func, type Value } from '../ir/ir.js';
import type { ResultForm } from '../ir/result-form.js';
import type { Reason } from '../lower/syntax/refusal.js';
import { notAsSource } from './errors.js';
import type { NamedFunction } from './module.js';
import { baptiseAll, valuesOf } from './value-names.js';
import type { GradientSourceOptions } from './options.js';
import type { OwnRows } from './module-rows.js';
import { leavesIn, partsOf } from './argument-parts.js';
import { programOf } from './program.js';
import { Signatures, type Parameter } from './signature.js';

export class Subject {
  readonly name: string;
  readonly func: Func;
  /** The form of the result, put together from the values that the function yields. */
  readonly result: ResultForm;
  readonly signatures: Signatures;
  /** The rows that modules define. */
  readonly rows: OwnRows;
  /** The parameters of the function, and after them what it takes from outside. */
  readonly parameters: readonly Parameter[];
  /** The arguments that the derivative is taken by. */
  readonly chosen: readonly Parameter[];
  /** The arguments that it writes into, whose last elements follow its results; inputs are none of them. */
  private written: readonly Value[] = [];
  /** Their parts that hold reals, as parameters of the language. */
  readonly inputs: readonly Value[];
  /** The values of the function that the user wrote, and those of them that have a name. */
  readonly own: ReadonlySet<Value>;
  readonly named: ReadonlySet<Value>;
  /** The static costs of the function, of its derivative, and of that after each pass. */
  readonly costs: (readonly [what: string, cost: Cost])[] = [];

  constructor(
    found: NamedFunction,
    readonly options: GradientSourceOptions,
  ) {
    const { declared } = found.module.facts;
    this.name = found.name;
    const program = programOf(found, options.modules, (reason) => this.notWritten(reason));
    const { func, origins, captures } = program;
    this.result = program.result;
    this.rows = program.rows;
    this.signatures = new Signatures(declared);
    if (this.result === null) throw this.refused('it gives nothing', 'return what it computes');
    if (origins.some(({ tells }) => tells !== undefined))
      throw this.refused(
        'it uses texts, maps, sets, trees, arrays in objects of an array, or what may be missing',
        'write a function for each of them',
      );
    const { params } = func.region;
    const parts = partsOf(params, origins, 'argument');
    const held = partsOf(params, origins, 'capture');
    const args = realParams<Node>(found.node.params).map((node, k) =>
      this.signatures.parameter(node, parts.get(k), k),
    );
    // A parameter may have the name of a variable outside.
    const names = new Scopes(args.map(({ name }) => name));
    this.parameters = [
      ...args,
      ...captures.flatMap((name, k) => {
        const part = held.get(k);
        return part === undefined ? [] : [this.signatures.captured(names.fresh(name), part)];
      }),
    ];
    this.chosen = this.chosenOf(args);
    this.inputs = this.chosen
      .flatMap(({ part }) => leavesIn(part))
      .filter(({ type }) => holdsReals(type));
    this.func = improved(this.onCopies(func));
    this.costs.push([found.name, costOf(this.func)]);
    this.own = valuesOf(this.func);
    this.named = new Set([...this.own].filter((value) => value.name !== ''));
    baptiseAll(this.func);
  }

  /** True if a variable of the function has a name. */
  hasName = (name: string): boolean => [...this.named].some((value) => value.name === name);

  private notWritten(reason: Reason): Error {
    return notAsSource(this.options.kind ?? 'gradient', this.name, reason);
  }

  refused(what: string, instead: string): Error {
    return this.notWritten({ what, instead, line: undefined });
  }

  /** True if the derivative is with respect to one argument, not to a list of them. */
  get isOne(): boolean {
    return !Array.isArray(this.options.wrt);
  }

  /** The arguments that the derivative is taken with respect to, in words. */
  get by(): string {
    return this.chosen.map(({ name }) => name).join(' and ');
  }

  /** The type of a gradient. */
  get gradientType(): string {
    const types = this.chosen.map(({ gradient }) => gradient);
    return this.isOne ? types[0] : `[${types.join(', ')}]`;
  }

  /** The places of the reals among what the function yields. */
  get realPlaces(): readonly number[] {
    return this.results.flatMap(({ type }, k) => (holdsReals(type) ? [k] : []));
  }

  /** The arguments whose last elements are among what a derivative yields, each with its place there. */
  lastsFrom(place: number): (readonly [argument: Value, place: number])[] {
    return this.written.map((argument, k) => [argument, place + k]);
  }

  refuseWrites(): void {
    const [argument] = this.written;
    if (argument !== undefined)
      throw this.refused(`it writes into its argument ${argument.name}`, copyIt);
  }

  get arrays(): readonly Value[] {
    return this.inputs.filter(({ type }) => isArray(type));
  }

  get numbers(): readonly Value[] {
    return this.inputs.filter(({ type }) => !isArray(type));
  }

  private chosenOf(args: readonly Parameter[]): readonly Parameter[] {
    const { wrt = 0 } = this.options;
    return [wrt].flat().map((place: number) => {
      const found = args[place] as Parameter | undefined;
      if (found === undefined)
        throw invalidOption('wrt', 'the place of an argument, or several', wrt);
      return found;
    });
  }

  /** The function with copies of the arguments that it writes into: nobody sees what becomes of those. */
  private onCopies(func: Func): Func {
    const made = onCopies(func, this.inputs);
    if (made.tag === 'refused') throw this.refused(made.why, copyIt);
    this.written = made.written;
    return made.func;
  }

  /** The results of the function, without the values that it leaves in arguments. */
  get results(): readonly Value[] {
    const { yields } = this.func.region;
    return yields.slice(0, yields.length - this.written.length);
  }

  // ── Derivatives in the language ──

  /** A derivative after all passes, whose costs are counted. */
  private improved(what: string, made: Func): Func {
    this.costs.push([what, costOf(made)]);
    const small = improved(made, (pass, after) =>
      this.costs.push([`after ${pass}`, costOf(after)]),
    );
    return leastUsed(small);
  }

  private get settings(): AdjointOptions {
    const { exactZeros = false } = this.options;
    return { partials: this.rows.partials, asksForZeros: exactZeros };
  }

  /** The adjoint; if it is seeded, it takes cotangents of the results. */
  adjoint(isSeeded = false, isDifferentiated = false): Func {
    if (!isSeeded && typeof this.result !== 'number')
      throw this.refused(NOT_ONE, insteads[NOT_ONE]);
    const { region } = this.func;
    // Who gives a cotangent of the results asks for nothing else.
    const func = isSeeded
      ? { ...this.func, region: { ...region, yields: this.results } }
      : this.func;
    const made = adjoint(func, this.inputs, { ...this.settings, isSeeded, isDifferentiated });
    if (made.tag === 'refused') throw this.refused(made.why, insteads[made.why] ?? otherwise);
    return this.improved('its adjoint', made.func);
  }

  /** The tangent of the function. */
  tangent(): Moving {
    const made = tangent(this.func, this.inputs, this.settings);
    if (made.tag === 'refused') throw this.refused(made.why, otherwise);
    return { ...made, func: this.improved('its tangent', made.func) };
  }

  /** The tangent of an adjoint, without that of the value, which is a tangent of the function. */
  product(of: Func): Moving {
    const made = tangent(of, this.inputs, this.settings);
    if (made.tag === 'refused') throw this.refused(made.why, otherwise);
    const { region } = made.func;
    const [first, ...others] = made.places;
    const isLeft = (at: number | null) => first === null || at === null || at < first;
    return {
      func: this.improved('the tangent of that', {
        ...made.func,
        region: { ...region, yields: region.yields.filter((_, at) => at !== first) },
      }),
      moving: made.moving,
      places: [null, ...others.map((at) => (isLeft(at) ? at : at! - 1))],
    };
  }
}

/** A function with tangents, as `tangent` of `differentiate` makes it. */
export interface Moving {
  readonly func: Func;
  readonly moving: readonly Value[];
  readonly places: readonly (number | null)[];
}

/** Removes unused code until none is left: the values that steer a removed loop are not used any more. */
function leastUsed(f: Func): Func {
  const made = used(f);
  const [before, after] = [f, made].map((one) => [...statementsOf(one)].length);
  return before === after ? made : leastUsed(made);
}

const copyIt = 'write into a copy';
const otherwise = 'write that part in another way';
const NOT_ONE = 'the result is not one number';
const insteads: Readonly<Record<string, string>> = {
  [NOT_ONE]: 'return one number, or ask for jvp, vjp or jacobian',
};

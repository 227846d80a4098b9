/**
 * The adjoints of the functions that are called, in split and in joint mode (halves.ts), each if it is
 * asked for.
 */
import { value } from '../../ir/build.js';
import type { Func, Region, Value } from '../../ir/ir.js';
import { Copy } from '../../improve/copy.js';
import { barOf } from './cotangents.js';
import type { Called, Half } from './halves.js';
import { mirrorOf, type Mirror } from './kept.js';
import { forgotten, type Shadows } from './shadows.js';
import type { WayBack } from './way-back.js';

/**
 * Begins the reverse sweep of a function, and tells what the augmented primal is when all reverse sweeps are
 * made.
 */
export type Begin = (
  /** The region whose values are in variables, if there is one. */
  top: Region | null,
  /** Arrays that the reverse sweep is given. */
  given: ReadonlySet<Value>,
) => { readonly wayBack: WayBack; readonly there: (region: Region) => Region };

export class CalledFunctions implements Called {
  /**
   * The numbers, among those that their functions take, that the reverse sweeps ask for: they are
   * handed these, or keep them.
   */
  readonly wanted = new Map<string, readonly number[]>();
  private readonly asked = new Set<string>();
  /** Makes reverse sweeps, and then what makes the functions. */
  private readonly waiting: (() => () => readonly Func[])[] = [];

  constructor(
    private readonly shadows: Shadows,
    private readonly begin: Begin,
  ) {}

  /** Asks for the halves of a function. */
  halves(half: Half): void {
    this.ask(half.there, () => this.halvesOf(half));
  }

  /** Asks for both in one. */
  both(half: Half): void {
    this.ask(half.both, () => this.bothOf(half));
  }

  private ask(name: string, make: () => () => readonly Func[]): void {
    if (this.asked.has(name)) return;
    this.asked.add(name);
    this.waiting.push(make);
  }

  /**
   * Makes the reverse sweeps of all that is asked for, and then, when all shadows are known, the functions.
   */
  finish(): () => readonly Func[] {
    const made: (() => readonly Func[])[] = [];
    // What is made asks for more.
    for (const make of this.waiting) made.push(make());
    return () => made.flatMap((finish) => finish());
  }

  private halvesOf(half: Half): () => readonly Func[] {
    const { region, arrays, shadowed, handed } = half;
    const given = [
      ...arrays.map((k) => region.params[k]),
      ...this.shadowsOf(half, shadowed),
      ...handed.map((k) => region.params[k]),
    ];
    const { wayBack, there } = this.begin(null, new Set(given));
    const mirror = mirrorOf(region);
    const back = wayBackOf(half, given, mirror, wayBack);
    const kept = region.params.flatMap((param, k) => (mirror.kept.includes(param) ? [k] : []));
    this.wanted.set(half.name, [...handed, ...kept]);
    return () => {
      const { params, body, yields } = there(region);
      const made = half.made.map((k) => this.shadows.of(region.yields[k]));
      const wayThere = {
        params: [...params, ...this.shadowsOf(half, shadowed)],
        body: [...forgotten(strangersOf(half), this.shadows), ...body],
        yields: [...yields, ...made],
      };
      return [
        { name: half.there, region: wayThere },
        { name: half.back, region: back },
      ];
    };
  }

  private bothOf(half: Half): () => readonly Func[] {
    const { region, outputs, inputs, shadowed } = half;
    const { wayBack, there } = this.begin(region, new Set());
    const results = outputs.map((k) => region.yields[k]);
    const seeds = seedsOf(results);
    let slopes: readonly Value[] = [];
    const back = wayBack.builder.region([], () => {
      const numbers = inputs.map((k) => region.params[k]);
      slopes = wayBack.run(region, results, seeds, numbers);
      return [];
    });
    return () => {
      const { params, body, yields } = there(region);
      const both = {
        params: [...params, ...this.shadowsOf(half, shadowed), ...seeds],
        body: [...forgotten(strangersOf(half), this.shadows), ...body, ...back.body],
        yields: [...yields, ...slopes],
      };
      // The halves have the same values.
      return [{ name: half.both, region: new Copy().region(both) }];
    };
  }

  private shadowsOf = ({ region }: Half, places: readonly number[]): readonly Value[] =>
    places.map((k) => this.shadows.of(region.params[k]));
}

const seedsOf = (results: readonly Value[]): readonly Value[] =>
  results.map(({ name }) => value(barOf(name), 'f64'));

/** Arrays that a function is given without shadows. */
const strangersOf = ({ region, arrays, shadowed }: Half): readonly Value[] =>
  arrays.filter((k) => !shadowed.includes(k)).map((k) => region.params[k]);

/** The reverse sweep of a function that is called, with what it is given under names of its own. */
function wayBackOf(
  { region, inputs, outputs }: Half,
  given: readonly Value[],
  mirror: Mirror,
  wayBack: WayBack,
): Region {
  const params = given.map(({ name, type }) => value(name, type));
  given.forEach((one, k) => mirror.again.set(one, params[k]));
  const results = outputs.map((k) => region.yields[k]);
  const seeds = seedsOf(results);
  return wayBack.region(mirror, [...params, ...seeds], () =>
    wayBack.run(
      region,
      results,
      seeds,
      inputs.map((k) => region.params[k]),
    ),
  );
}

/** Settings to choose from. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { invalidOption } from '../../errors/errors.js';

/** The numbers between two, evenly or by their logarithms. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly scale?: 'log';
  /** True for whole numbers alone; both ends are among them. */
  readonly whole?: boolean;
}

/** The choices for each setting: one of a list, or a number in a range. */
export type Space = Readonly<Record<string, readonly unknown[] | Range>>;

/** One choice of all settings. */
export type SettingsOf<P extends Space> = {
  readonly [K in keyof P]: P[K] extends readonly (infer T)[] ? T : number;
};

const isList = (choice: readonly unknown[] | Range): choice is readonly unknown[] => {
  if (Array.isArray(choice) && choice.length === 0)
    throw invalidOption('space', 'at least one choice for each setting', choice);
  return Array.isArray(choice);
};

/** All combinations, the last setting changing first. */
export function gridOf(space: Space): Record<string, unknown>[] {
  let found: Record<string, unknown>[] = [{}];
  for (const [name, choice] of Object.entries(space)) {
    if (!isList(choice))
      throw invalidOption(`space.${name}`, 'a list of what it may be, in a grid', choice);
    found = found.flatMap((settings) => choice.map((value) => ({ ...settings, [name]: value })));
  }
  return found;
}

/** One choice at random. */
export function randomSettings(space: Space, seed: number): Record<string, unknown> {
  const generator = xoroshiro128plus(seed);
  return Object.fromEntries(
    Object.entries(space).map(([name, choice]) => {
      const u = uniformFloat64(generator);
      return [
        name,
        isList(choice) ? choice[Math.floor(u * choice.length)] : within(name, choice, u),
      ];
    }),
  );
}

function within(name: string, range: Range, u: number): number {
  const { from, to, scale, whole = false } = range;
  const isLog = scale === 'log';
  const fits =
    from <= to &&
    to < Infinity &&
    from > (isLog ? 0 : -Infinity) &&
    (!whole || (Number.isInteger(from) && Number.isInteger(to)));
  if (!fits || (scale !== undefined && !isLog)) {
    const wanted =
      "{ from, to } in order, finite, positive with scale: 'log', and whole with whole: true";
    throw invalidOption(`space.${name}`, wanted, range);
  }
  // Each whole number has an interval of length 1 to itself.
  const [low, high] = whole ? [from - 0.5, to + 0.5] : [from, to];
  const x = isLog ? low * (high / low) ** u : low + (high - low) * u;
  return whole ? Math.min(to, Math.max(from, Math.round(x))) : Math.min(to, Math.max(from, x));
}

/** The launches of a case put together. */
import type { ArrayLaunch } from './launch.js';
import { median } from '../timing.js';

export interface ArrayResult {
  readonly name: string;
  readonly names: readonly string[];
  /** Milliseconds of each variant, the median over launches. */
  readonly milliseconds: readonly number[];
  readonly launches: readonly ArrayLaunch[];
}

export const summariseArrays = (name: string, launches: readonly ArrayLaunch[]): ArrayResult => {
  const [{ names }] = launches;
  const milliseconds = names.map((_, k) => median(launches.map(({ steady }) => steady[k])));
  return { name, names, milliseconds, launches };
};

/** A figure made of the times of a launch, which are asked for by name; the median over launches. */
export const over = (
  { launches }: ArrayResult,
  of: (time: (variant: string) => number) => number,
): number =>
  median(
    launches.map(({ names, steady }) =>
      of((variant) => {
        const at = names.indexOf(variant);
        if (at < 0) throw new Error(`there is no ${variant} among ${names.join(', ')}`);
        return steady[at];
      }),
    ),
  );

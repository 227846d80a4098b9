/** NIST's certified fits (StRD), of the public domain: the data sets of `nist.json`, and their models. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plain } from 'delta-tape/plain';

export interface DataSet {
  readonly starts: readonly [number[], number[]];
  readonly values: number[];
  readonly deviations: number[];
  /** The residual sum of squares. */
  readonly squares: number;
  readonly y: number[];
  /** A list for each predictor. */
  readonly x: number[][];
}

type Model = (b: number[], x: number[], z: number[]) => number[];

const chwirut = plain((b: number[], x: number[]) =>
  x.map((t) => Math.exp(-b[0] * t) / (b[1] + b[2] * t)),
);

const gauss = plain((b: number[], x: number[]) =>
  x.map(
    (t) =>
      b[0] * Math.exp(-b[1] * t) +
      b[2] * Math.exp(-((t - b[3]) ** 2) / b[4] ** 2) +
      b[5] * Math.exp(-((t - b[6]) ** 2) / b[7] ** 2),
  ),
);

const lanczos = plain((b: number[], x: number[]) =>
  x.map(
    (t) => b[0] * Math.exp(-b[1] * t) + b[2] * Math.exp(-b[3] * t) + b[4] * Math.exp(-b[5] * t),
  ),
);

/** Of the parameters b, at predictors x (and z). */
export const models: Readonly<Record<string, Model>> = {
  DanWood: plain((b: number[], x: number[]) => x.map((t) => b[0] * t ** b[1])),
  ENSO: plain((b: number[], x: number[]) => {
    const wave = (c: number, s: number, period: number, t: number) =>
      c * Math.cos((2 * Math.PI * t) / period) + s * Math.sin((2 * Math.PI * t) / period);
    return x.map(
      (t) => b[0] + wave(b[1], b[2], 12, t) + wave(b[4], b[5], b[3], t) + wave(b[7], b[8], b[6], t),
    );
  }),
  Hahn1: plain((b: number[], x: number[]) =>
    x.map(
      (t) =>
        (b[0] + b[1] * t + b[2] * t ** 2 + b[3] * t ** 3) /
        (1 + b[4] * t + b[5] * t ** 2 + b[6] * t ** 3),
    ),
  ),
  Kirby2: plain((b: number[], x: number[]) =>
    x.map((t) => (b[0] + b[1] * t + b[2] * t ** 2) / (1 + b[3] * t + b[4] * t ** 2)),
  ),
  MGH09: plain((b: number[], x: number[]) =>
    x.map((t) => (b[0] * (t ** 2 + t * b[1])) / (t ** 2 + t * b[2] + b[3])),
  ),
  MGH17: plain((b: number[], x: number[]) =>
    x.map((t) => b[0] + b[1] * Math.exp(-t * b[3]) + b[2] * Math.exp(-t * b[4])),
  ),
  Misra1a: plain((b: number[], x: number[]) => x.map((t) => b[0] * (1 - Math.exp(-b[1] * t)))),
  Misra1b: plain((b: number[], x: number[]) =>
    x.map((t) => b[0] * (1 - (1 + (b[1] * t) / 2) ** -2)),
  ),
  // The response is the logarithm of what is listed.
  Nelson: plain((b: number[], x: number[], z: number[]) =>
    x.map((t, k) => b[0] - b[1] * t * Math.exp(-b[2] * z[k])),
  ),
  Roszman1: plain((b: number[], x: number[]) =>
    x.map((t) => b[0] - b[1] * t - Math.atan(b[2] / (t - b[3])) / Math.PI),
  ),
  Thurber: plain((b: number[], x: number[]) =>
    x.map(
      (t) =>
        (b[0] + b[1] * t + b[2] * t ** 2 + b[3] * t ** 3) /
        (1 + b[4] * t + b[5] * t ** 2 + b[6] * t ** 3),
    ),
  ),
  Chwirut1: chwirut,
  Chwirut2: chwirut,
  Gauss1: gauss,
  Gauss2: gauss,
  Gauss3: gauss,
  Lanczos1: lanczos,
  Lanczos2: lanczos,
  Lanczos3: lanczos,
  Bennett5: plain((b: number[], x: number[]) => x.map((t) => b[0] * (b[1] + t) ** (-1 / b[2]))),
  BoxBOD: plain((b: number[], x: number[]) => x.map((t) => b[0] * (1 - Math.exp(-b[1] * t)))),
  Eckerle4: plain((b: number[], x: number[]) =>
    x.map((t) => (b[0] / b[1]) * Math.exp(-0.5 * ((t - b[2]) / b[1]) ** 2)),
  ),
  MGH10: plain((b: number[], x: number[]) => x.map((t) => b[0] * Math.exp(b[1] / (t + b[2])))),
  Misra1c: plain((b: number[], x: number[]) =>
    x.map((t) => b[0] * (1 - (1 + 2 * b[1] * t) ** -0.5)),
  ),
  Misra1d: plain((b: number[], x: number[]) => x.map((t) => (b[0] * b[1] * t) / (1 + b[1] * t))),
  Rat42: plain((b: number[], x: number[]) => x.map((t) => b[0] / (1 + Math.exp(b[1] - b[2] * t)))),
  Rat43: plain((b: number[], x: number[]) =>
    x.map((t) => b[0] / (1 + Math.exp(b[1] - b[2] * t)) ** (1 / b[3])),
  ),
};

/** The parameters in which a model is linear, as places of the list b. */
export const linear: Readonly<Record<string, string[]>> = {
  BoxBOD: ['[0]'],
  DanWood: ['[0]'],
  Eckerle4: ['[0]'],
  ENSO: ['[0]', '[1]', '[2]', '[4]', '[5]', '[7]', '[8]'],
  Gauss1: ['[0]', '[2]', '[5]'],
  Gauss2: ['[0]', '[2]', '[5]'],
  Gauss3: ['[0]', '[2]', '[5]'],
  Hahn1: ['[0]', '[1]', '[2]', '[3]'],
  Kirby2: ['[0]', '[1]', '[2]'],
  Lanczos1: ['[0]', '[2]', '[4]'],
  Lanczos2: ['[0]', '[2]', '[4]'],
  Lanczos3: ['[0]', '[2]', '[4]'],
  Bennett5: ['[0]'],
  MGH09: ['[0]'],
  MGH10: ['[0]'],
  MGH17: ['[0]', '[1]', '[2]'],
  Misra1a: ['[0]'],
  Misra1b: ['[0]'],
  Misra1c: ['[0]'],
  Misra1d: ['[0]'],
  Nelson: ['[0]', '[1]'],
  Rat42: ['[0]'],
  Rat43: ['[0]'],
  Roszman1: ['[0]', '[1]'],
  Thurber: ['[0]', '[1]', '[2]', '[3]'],
};

/**
 * The digits of standard deviations that are asked for. The residuals of Lanczos1 are some hundred roundings of the
 * response, so double precision gives no more than 3.
 */
export const deviationDigits = (name: string): number => (name === 'Lanczos1' ? 2.9 : 4);

/** The digits that a number has right: 3 if it is off by less than 1 in the third. */
export const digits = (found: number, certified: number): number =>
  found === certified ? 15 : -Math.log10(Math.abs(found - certified) / Math.abs(certified));

const sets = JSON.parse(readFileSync(join(__dirname, 'nist.json'), 'utf8')) as Record<
  string,
  DataSet
>;
/** Nelson's response is the logarithm of what is listed. */
export const dataSets: readonly (DataSet & { readonly name: string })[] = Object.entries(sets).map(
  ([name, set]) => ({ ...set, name, y: name === 'Nelson' ? set.y.map(Math.log) : set.y }),
);

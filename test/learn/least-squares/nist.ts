/** NIST's certified fits (StRD): the files of the data sets, and their models. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plain } from 'delta-tape/plain';

export interface Parameter {
  readonly starts: readonly [number, number];
  readonly value: number;
  readonly deviation: number;
}
export interface DataSet {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly y: number[];
  /** A list for each predictor. */
  readonly x: number[][];
}

type Model = (b: number[], x: number[], z: number[]) => number[];

/** Of the parameters b, at predictors x (and z). */
export const models: Readonly<Record<string, Model>> = {
  Chwirut2: plain((b: number[], x: number[]) =>
    x.map((t) => Math.exp(-b[0] * t) / (b[1] + b[2] * t)),
  ),
  DanWood: plain((b: number[], x: number[]) => x.map((t) => b[0] * t ** b[1])),
  ENSO: plain((b: number[], x: number[]) => {
    const wave = (c: number, s: number, period: number, t: number) =>
      c * Math.cos((2 * Math.PI * t) / period) + s * Math.sin((2 * Math.PI * t) / period);
    return x.map(
      (t) => b[0] + wave(b[1], b[2], 12, t) + wave(b[4], b[5], b[3], t) + wave(b[7], b[8], b[6], t),
    );
  }),
  Gauss3: plain((b: number[], x: number[]) =>
    x.map(
      (t) =>
        b[0] * Math.exp(-b[1] * t) +
        b[2] * Math.exp(-((t - b[3]) ** 2) / b[4] ** 2) +
        b[5] * Math.exp(-((t - b[6]) ** 2) / b[7] ** 2),
    ),
  ),
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
  Lanczos1: plain((b: number[], x: number[]) =>
    x.map(
      (t) => b[0] * Math.exp(-b[1] * t) + b[2] * Math.exp(-b[3] * t) + b[4] * Math.exp(-b[5] * t),
    ),
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
};

/**
 * The digits of standard deviations that are asked for. The residuals of the Lanczos sets are some hundred roundings of
 * the response, so double precision gives no more than 3.
 */
export const deviationDigits = (name: string): number => (name.startsWith('Lanczos') ? 3 : 4);

/** The digits that a number has right: 3 if it is off by less than 1 in the third. */
export const digits = (found: number, certified: number): number =>
  found === certified ? 15 : -Math.log10(Math.abs(found - certified) / Math.abs(certified));

function read(path: string, name: string): DataSet {
  const lines = readFileSync(path, 'latin1').split(/\r?\n/);
  const parameters = lines.flatMap((line): Parameter[] => {
    const match = /^\s*b\d+\s*=\s*(.*)$/.exec(line);
    const numbers = match?.[1].trim().split(/\s+/).map(Number);
    if (numbers?.length !== 4) return [];
    const [one, two, value, deviation] = numbers;
    return [{ starts: [one, two], value, deviation }];
  });
  const first = lines.findLastIndex((line) => line.startsWith('Data:')) + 1;
  const rows = lines
    .slice(first)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
  const y = rows.map(([response]) => (name === 'Nelson' ? Math.log(response) : response));
  return { name, parameters, y, x: rows[0].slice(1).map((_, k) => rows.map((row) => row[k + 1])) };
}

/** Where data of tests lie that do not belong to the repository: beside it, or beside the folder of its worktrees. */
const folders = ['../shared', '../../shared'].map((path) =>
  join(__dirname, '../../..', path, 'data/nist-strd'),
);

export const dataSets = (): DataSet[] => {
  const folder = folders.find((path) => existsSync(path));
  const files = folder === undefined ? [] : readdirSync(folder);
  return files
    .filter((file) => file.endsWith('.dat'))
    .map((file) => read(join(folder!, file), file.replace('.dat', '')));
};

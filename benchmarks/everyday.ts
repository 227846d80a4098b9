/**
 * The cost of gradients of everyday programs, beside the programs: `npm run bench:everyday`, or
 * `npm run bench:everyday -- lstm shapes` for some of them. Whole, it takes eight minutes. Each program
 * is measured in three processes of its own: early, in the first 0.2 s, and warm. Ratios are medians
 * over the launches; the rows say which version of a function answers.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EverydayLaunch } from './everyday-launch.js';
import { interleaved } from './launches.js';
import { short, table, time } from './text.js';
import { median } from './timing.js';

const FOLDERS = ['../test/support/everyday', './everyday'];
const LAUNCHES = 3;
const MILLISECONDS = 1500;

const wanted = process.argv.slice(2);
const files = FOLDERS.flatMap((folder) => {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(path).map((name) => `${path}/${name}`);
}).filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.ts')));

/** Medians over launches: of the gradient ÷ the function, and of times. */
function summary(file: string, launches: readonly EverydayLaunch[]) {
  const of = (value: (launch: EverydayLaunch) => number) => median(launches.map(value));
  return {
    name: basename(file, '.ts'),
    answers: launches[0].answers,
    plain: of(({ warm }) => warm[0]),
    first: of((launch) => launch.first),
    early: of(({ early }) => early[2] / early[0]),
    warm: of(({ warm }) => warm[2] / warm[0]),
    translated: of(({ warm }) => warm[2] / warm[1]),
  };
}

const progress = () => process.stderr.write('.');
const launch = './everyday-launch.ts';
const found = interleaved<EverydayLaunch>(launch, files, LAUNCHES, MILLISECONDS, progress);
const rows = files.map((file, k) => summary(file, found[k])).sort((a, b) => a.warm - b.warm);

const geometricMean = (xs: readonly number[]): number =>
  Math.exp(xs.reduce((sum, x) => sum + Math.log(x), 0) / xs.length);

const columns = ['program', 'answers', 'function', 'first', 'early', 'warm', '÷ translated'];
console.error();
console.log(
  table(columns, [
    ...rows.map((row) => [
      row.name,
      row.answers,
      time(row.plain),
      time(row.first),
      ...[row.early, row.warm, row.translated].map(short),
    ]),
    ...(['geometric mean', 'worst'] as const).map((name) => {
      const joined = name === 'worst' ? (xs: number[]) => Math.max(...xs) : geometricMean;
      const ratios = (['early', 'warm', 'translated'] as const).map((kind) =>
        short(joined(rows.map((row) => row[kind]))),
      );
      return [name, '', '', '', ...ratios];
    }),
  ]),
);

/** The comparison as text: ratios of all rows in one table, and each row in figures. */
import { machine, megabytes, short, table, time, type Occasion } from '../text.js';
import type { Compared, Measured } from './comparison.js';
import { sizeText } from './inputs.js';
import type { Tool } from './tools.js';

export interface Comparison extends Occasion {
  readonly tools: readonly Tool[];
  readonly rows: readonly Compared[];
  readonly limits: { readonly seconds: number; readonly bytes: number };
}

const TITLES: Readonly<Record<string, string>> = { kmeansGradient: 'kmeans, gradient alone' };

export const titleOf = ({ name, size }: Pick<Compared, 'name' | 'size'>): string =>
  [TITLES[name] ?? name, sizeText(name, size)].filter(Boolean).join(' ');

/** Beyond this, a gradient is no gradient, in single precision either. */
const WRONG = 1e-2;

export const isWrong = ({ error }: Measured): boolean => error !== undefined && !(error < WRONG);

/** The time as a multiple of that of the primal; nothing where either is missing. */
export function ratioOf({ cells }: Compared, id: string): number | undefined {
  const [own, { primal }] = [cells[id], cells];
  if (own === undefined || 'failure' in own || primal === undefined || 'failure' in primal) {
    return undefined;
  }
  return own.steady / primal.steady;
}

function shortCell(row: Compared, id: string): string {
  const own = row.cells[id];
  if ('failure' in own) return { 'not written': '', 'cannot express': '–' }[own.failure] ?? '✗';
  const ratio = ratioOf(row, id);
  const text = ratio === undefined || id === 'primal' ? time(own.steady) : short(ratio);
  return isWrong(own) ? `${text} wrong` : text;
}

const overview = ({ tools, rows }: Comparison): string =>
  table(
    ['eval', ...tools.map(({ title }) => title)],
    rows.map((row) => [titleOf(row), ...tools.map(({ id }) => shortCell(row, id))]),
  );

function errorText({ error }: Measured): string {
  if (error === undefined) return '';
  return error === 0 ? '0' : error.toExponential(0);
}

function figures(row: Compared, { id, title }: Tool): string[] {
  const cell = row.cells[id];
  if ('failure' in cell) return [];
  const ratio = ratioOf(row, id);
  return [
    title,
    time(cell.steady),
    ratio === undefined ? '' : short(ratio),
    time(cell.first),
    cell.setUp === undefined ? '' : time(cell.setUp),
    cell.peakBytes === undefined ? '' : megabytes(cell.peakBytes),
    errorText(cell),
  ];
}

function details({ tools }: Comparison, row: Compared): string {
  const titles = ['tool', 'time', '÷ primal', '1st call', 'set-up', 'memory', 'relative error'];
  const lines = tools.map((tool) => figures(row, tool)).filter(({ length }) => length > 0);
  const failed = new Map<string, string[]>();
  for (const { id, title } of tools) {
    const cell = row.cells[id];
    if ('failure' in cell) failed.set(cell.failure, [...(failed.get(cell.failure) ?? []), title]);
  }
  const failures = Array.from(failed, ([what, titles]) => `${what}: ${titles.join(', ')}`);
  return `### ${titleOf(row)}

${table(titles, lines)}

${[`Errors are relative to _${row.reference}_`, ...failures].join(' · ')}`;
}

/** The time of one as a multiple of that of the fastest of some others; nothing if none is right. */
function beside({ cells }: Compared, id: string, others: readonly string[]): number | undefined {
  const times = [id, ...others].map((one) => {
    const cell = cells[one];
    return cell === undefined || 'failure' in cell || isWrong(cell) ? Infinity : cell.steady;
  });
  const ratio = times[0] / Math.min(...times.slice(1));
  return ratio > 0 && ratio < Infinity ? ratio : undefined;
}

/** Libraries of scalars in double precision that compile nothing. */
const SCALAR = ['adnn', 'ad-js'];

/** The peers that plain TypeScript is compared with. */
const BESIDE: readonly (readonly [id: string, title: string])[] = [
  ['by-hand', 'by hand'],
  ['codipack', 'CoDiPack'],
  ['enzyme', 'Enzyme'],
  ['tapenade', 'Tapenade'],
  ['manual', 'C++ by hand'],
];

function answersOf({ cells }: Compared): string {
  const { plain } = cells;
  return plain === undefined || 'failure' in plain ? '' : (plain.answers ?? '');
}

const goals = ({ rows }: Comparison): string =>
  table(
    ['eval', 'answers', ...BESIDE.map(([, title]) => `÷ ${title}`), 'scalars ÷ it'],
    rows.map((row) => {
      const scalars = beside(row, 'plain', SCALAR);
      const ratios = BESIDE.map(([id]) => beside(row, 'plain', [id]));
      const texts = [...ratios, scalars && 1 / scalars].map((x) =>
        x === undefined ? '' : short(x),
      );
      return [titleOf(row), answersOf(row), ...texts];
    }),
  );

/** Markdown, whose tables are not aligned yet. */
export const report = (comparison: Comparison): string =>
  `# The evals of GradBench, beside others

${machine(comparison)}

![Gradients as ratios to the primal](gradbench.svg)

${overview(comparison)}

The first column is the time of the function without derivatives, in JavaScript; the others are ratios to it, or times where
there is no such function. ✗ is a failure, which is told below, – an eval that cannot be expressed, and an empty cell one that
was not written for a tool. A gradient that is off by more than ${WRONG} of its greatest number is called wrong. The inputs are those of the suite by size and shape, but random.

${comparison.tools.map(({ title, about }) => `- _${title}_: ${about}`).join('\n')}

Scalar libraries share one text of each eval in their own operators, and libraries of arrays another; rose is
given the derivatives of \`exp\`, \`log\` and \`tanh\`. Expansion into minors by arrays is a sum over permutations, and the powers of llsq are a matrix that is made before.

## How far it is

${goals(comparison)}

Times of this library in plain TypeScript as ratios to others, and of the faster one of adnn and ad.js as a ratio to it. _Answers_ is
the version of the function that answered, where \`grad\` was asked: compiled code without a tape, a recording, or the general translation.

Not all do the same work. In kmeans, this library and C++ by hand find the nearest centroid without derivatives, CoDiPack and Enzyme
with them. In ht, CoDiPack goes 13 times through the function where 7 would do, and the function here does less arithmetic. CoDiPack
does not record what has a partial of 0, which in ode is nearly everything.

## In figures

Each launch is a process of its own, which may take ${comparison.limits.seconds} s and ${megabytes(comparison.limits.bytes)}. _Time_ is the median of the later half of the
runs in a launch, _1st call_ the first run, _set-up_ loading, translating and compiling before it, _memory_ the peak of the process; all
are medians over launches. The clock ticks too coarsely for hello, which shows what a call costs. The gradient of ode
is 0 at the sizes of the suite.

${comparison.rows.map((row) => details(comparison, row)).join('\n\n')}
`;

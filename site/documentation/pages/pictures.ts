/** Pictures of the committed results of benchmarks: for each row of a table, a point for each column that is drawn. */
import type { TopLevelSpec } from 'vega-lite';
import { numberIn, tableBelow, type Table } from './tables.js';

interface Pictured {
  /** The page, from the root of the site. */
  readonly page: string;
  /** The line of the heading above the table. */
  readonly heading: string;
  readonly title: string;
  /** The columns that are drawn, by their places, as the picture calls them. */
  readonly columns: Readonly<Record<number, string>>;
}

const arrays = (heading: string): Pictured => ({
  page: 'benchmarks/arrays.md',
  heading: `## ${heading}`,
  title: 'Milliseconds',
  columns: { 1: 'time' },
});

export const pictured: readonly Pictured[] = [
  {
    page: 'benchmarks/results.md',
    heading: '## Ratio to the plain function',
    title: 'Time of a gradient, as a ratio to the plain function',
    columns: { 2: 'by hand', 4: 'library, operators' },
  },
  {
    page: 'benchmarks/results.md',
    heading: '## Plain TypeScript',
    title: 'Time of a gradient, as a ratio to the plain function',
    columns: { 3: 'plain TypeScript', 6: 'operators', 7: 'by hand' },
  },
  {
    page: 'benchmarks/results.md',
    heading: '## Cost per operation',
    title: 'Nanoseconds per operation',
    columns: { 1: 'plain function', 2: 'gradient', 3: 'gradient, first call' },
  },
  ...[
    'Network, float64',
    'Network, float32',
    'Convolutional network, float32',
    '100 operations on 8 elements',
    'Gaussian mixture',
    'Logistic regression',
  ].map(arrays),
  {
    page: 'benchmarks/fitting.md',
    heading: '# Evaluations of the fitters',
    title: 'Evaluations of value and gradient',
    columns: { 1: 'minimize', 2: 'SciPy, L-BFGS-B' },
  },
  {
    page: 'benchmarks/fitting.md',
    heading: '## Beside packages on npm',
    title: 'Evaluations',
    columns: { 1: 'leastSquares', 2: 'ml-lm', 3: 'ml-lm, exact Jacobian' },
  },
];

interface Point {
  readonly row: string;
  readonly column: string;
  readonly number: number;
}

export const pointsOf = ({ rows }: Table, columns: Pictured['columns']): Point[] =>
  rows.flatMap(([row, ...cells]) =>
    Object.entries(columns).flatMap(([place, column]) => {
      const number = numberIn(cells[Number(place) - 1] ?? '');
      return number === undefined || number <= 0 ? [] : [{ row, column, number }];
    }),
  );

/** The picture for vega-lite. Its colours are those of the page, which has dark and light ones. */
function pictureOf(table: Table, { title, columns }: Pictured): TopLevelSpec {
  const names = Object.values(columns);
  const ink = 'var(--vp-c-text-2)';
  const colours = names.map((_, k) => `var(--chart-${k + 1})`);
  const legend = names.length > 1 ? { orient: 'top' as const } : null;
  return {
    background: 'transparent',
    padding: 4,
    width: 420,
    height: { step: 20 },
    data: { values: pointsOf(table, columns) },
    mark: { type: 'point', filled: true, size: 90, opacity: 1 },
    encoding: {
      y: { field: 'row', type: 'nominal', sort: null, title: null },
      x: { field: 'number', type: 'quantitative', scale: { type: 'log' }, title },
      color: {
        field: 'column',
        type: 'nominal',
        sort: names,
        title: null,
        legend,
        scale: { domain: names, range: colours },
      },
      shape: { field: 'column', type: 'nominal', sort: names, title: null, legend },
    },
    config: {
      aria: false,
      font: 'inherit',
      view: { stroke: 'var(--vp-c-divider)' },
      axis: {
        labelColor: ink,
        titleColor: ink,
        gridColor: 'var(--vp-c-divider)',
        domainColor: 'var(--vp-c-divider)',
        tickColor: 'var(--vp-c-divider)',
        labelFontSize: 12,
        labelLimit: 260,
      },
      axisY: { grid: true, ticks: false, labelPadding: 8 },
      legend: { labelColor: ink, labelFontSize: 12, labelLimit: 260 },
    },
  };
}

/** Draws a picture as SVG. */
export type Draw = (spec: TopLevelSpec) => Promise<string>;

/**
 * A page with its pictures, each behind its table.
 *
 * @throws if a table is not there, or has no numbers
 */
export async function withPictures(place: string, text: string, draw: Draw): Promise<string> {
  let page = text;
  for (const one of pictured.filter((each) => each.page === place)) {
    const table = tableBelow(page, one.heading);
    if (table === undefined || pointsOf(table, one.columns).length === 0)
      throw new Error(`${place} has no numbers below ${one.heading}`);
    const svg = await draw(pictureOf(table, one));
    const about = `${one.title}: the numbers of the table above`;
    // Vega gives each group a role of its own; the figure has one for all.
    const drawn = svg.replace(/\n\s*/g, '').replace(/ (role|aria-\w+)="[^"]*"/g, '');
    const figure = `<figure class="chart" role="img" aria-label="${about}">${drawn}</figure>`;
    const lines = page.split('\n');
    page = [...lines.slice(0, table.end), '', figure, '', ...lines.slice(table.end)].join('\n');
  }
  return page;
}

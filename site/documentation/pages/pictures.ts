/** Pictures of the committed results of benchmarks: for each row of a table, a point for each column that is drawn. */
import type { TopLevelSpec } from 'vega-lite';
import { pictured, type Pictured } from './pictured.js';
import { numberIn, tableBelow, type Table } from './tables.js';

interface Point {
  readonly row: string;
  readonly column: string;
  readonly number: number;
}

/** Where several columns have a name, the first is meant. */
export const pointsOf = (table: Table, { columns, cells = /./ }: Pictured): Point[] =>
  table.rows.flatMap((row) =>
    Object.entries(columns).flatMap(([name, column]) => {
      const cell = row[table.columns.indexOf(name)] ?? '';
      const number = cells.test(cell) ? numberIn(cell) : undefined;
      return number === undefined || number <= 0 ? [] : [{ row: row[0], column, number }];
    }),
  );

/** The picture for vega-lite. Its colours are those of the page, which has dark and light ones. */
function pictureOf(table: Table, one: Pictured): TopLevelSpec {
  const { title, columns, scale = 'log' } = one;
  const names = Object.values(columns);
  const points = pointsOf(table, one);
  const longest = Math.max(...points.map(({ row }) => row.length));
  const ink = 'var(--vp-c-text-2)';
  const colours = names.map((_, k) => `var(--chart-${k + 1})`);
  const legend = names.length > 1 ? { orient: 'top' as const, columns: 3 } : null;
  return {
    background: 'transparent',
    // Vega does not know the font of the page, and would leave twice the room that names need.
    autosize: 'none',
    padding: {
      left: 20 + 7 * longest,
      right: 24,
      top: names.length > 1 ? 20 + 18 * Math.ceil(names.length / 3) : 4,
      bottom: 40,
    },
    width: 420,
    height: { step: 20 },
    data: { values: points },
    mark: { type: 'point', filled: true, size: 90, opacity: 1 },
    encoding: {
      y: { field: 'row', type: 'nominal', sort: null, title: null },
      x: { field: 'number', type: 'quantitative', scale: { type: scale }, title },
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
        labelLimit: 400,
      },
      axisY: { grid: true, ticks: false, labelPadding: 8 },
      legend: { labelColor: ink, labelFontSize: 12, labelLimit: 260 },
    },
  };
}

/** Draws a picture as SVG. */
export type Draw = (spec: TopLevelSpec) => Promise<string>;

/** A committed picture. It has one colour of paper, so the site draws the same numbers in its place. */
const committed = /^!\[[^\]]*\]\(\S+\.svg\)$/;

/**
 * A page with its pictures, each in the place of the committed one, or else behind its table.
 *
 * @throws if a table is not there, or has no numbers
 */
export async function withPictures(place: string, text: string, draw: Draw): Promise<string> {
  let page = text;
  for (const one of pictured.filter((each) => each.page === place)) {
    const table = tableBelow(page, one.heading, Object.keys(one.columns));
    if (table === undefined || pointsOf(table, one).length === 0)
      throw new Error(`${place} has no numbers below ${one.heading}`);
    const svg = await draw(pictureOf(table, one));
    // Vega gives each group a role of its own; the figure has one for all.
    const drawn = svg.replace(/\n\s*/g, '').replace(/ (role|aria-\w+)="[^"]*"/g, '');
    const about = `${one.title}: the numbers of the table`;
    const figure = `<figure class="chart" role="img" tabindex="0" aria-label="${about}">${drawn}</figure>`;
    const lines = page.split('\n');
    const at = lines.findIndex((line) => committed.test(line));
    page = (
      at < 0
        ? [...lines.slice(0, table.end), '', figure, '', ...lines.slice(table.end)]
        : lines.with(at, figure)
    ).join('\n');
  }
  return page;
}

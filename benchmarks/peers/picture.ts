/** One picture of the comparison: for each row the ratios of all tools, on a logarithmic scale. */
import type { TopLevelSpec } from 'vega-lite';
import { isWrong, ratioOf, titleOf, type Comparison } from './report.js';

const INK = '#22304a';
const GREY = '#666677';

/** The names of a ratio in the data of the picture. */
export interface Point {
  readonly row: string;
  readonly tool: string;
  readonly ratio: number;
}

/** The right gradients that have a ratio. */
export function points({ tools, rows }: Comparison): Point[] {
  return rows.flatMap((row) =>
    tools.flatMap(({ id, title }) => {
      const ratio = ratioOf(row, id);
      const cell = row.cells[id];
      if (ratio === undefined || id === 'primal' || 'failure' in cell || isWrong(cell)) return [];
      return [{ row: titleOf(row), tool: title, ratio }];
    }),
  );
}

/** The picture for vega-lite. */
export function picture(comparison: Comparison): TopLevelSpec {
  const titles = comparison.tools.map(({ title }) => title);
  return {
    background: 'white',
    padding: 24,
    title: {
      text: 'Time of a gradient',
      subtitle: 'as a ratio to the function without derivatives, in JavaScript',
    },
    width: 560,
    height: { step: 22 },
    data: { values: points(comparison) },
    mark: { type: 'point', filled: true, size: 70, opacity: 0.85 },
    encoding: {
      y: {
        field: 'row',
        type: 'nominal',
        sort: null,
        title: null,
        axis: { grid: true, labelLimit: 300 },
      },
      x: { field: 'ratio', type: 'quantitative', scale: { type: 'log' }, title: null },
      color: {
        field: 'tool',
        type: 'nominal',
        sort: titles,
        title: null,
        scale: { scheme: 'tableau10' },
      },
      shape: { field: 'tool', type: 'nominal', sort: titles, title: null },
    },
    config: {
      font: 'Helvetica, Arial, sans-serif',
      title: { anchor: 'start', frame: 'group', fontSize: 16, color: INK, subtitleColor: GREY },
      view: { stroke: '#dddde8' },
      axis: { labelColor: GREY, gridColor: '#eeeef4' },
    },
  };
}

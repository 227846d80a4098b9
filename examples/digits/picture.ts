/**
 * One picture of the training: the loss curve, and some of the digits that the network misreads.
 */
import { View, parse } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { SIDE, type Example } from './images.js';
import type { Step } from './training.js';

/** An example with the digit that the network read. */
export interface Reading extends Example {
  readonly reading: number;
}

type Part = Extract<TopLevelSpec, { vconcat: unknown }>['vconcat'][number];

const INK = '#22304a';
const ACCENT = '#d1495b';
const GREY = '#666677';

/** The picture as the text of an SVG file. */
export function picture(steps: Step[], misread: Reading[], summary: string): Promise<string> {
  const spec: TopLevelSpec = {
    background: 'white',
    padding: 24,
    bounds: 'flush',
    spacing: 136,
    vconcat: [lossCurve(steps), digits(misread, summary)],
    config: {
      font: 'Helvetica, Arial, sans-serif',
      title: { anchor: 'start', frame: 'group', fontSize: 16, color: INK, subtitleColor: GREY },
      view: { stroke: '#dddde8' },
      axis: { labelColor: GREY, titleColor: GREY, titleFontWeight: 'normal', gridColor: '#eeeef4' },
    },
  };
  return new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();
}

const lossCurve = (steps: Step[]): Part => ({
  title: {
    text: 'Loss',
    subtitle: 'Cross-entropy of each batch, and in red the mean of the last 50',
    offset: 12,
  },
  width: 584,
  height: 240,
  data: { values: steps },
  transform: [{ window: [{ op: 'mean', field: 'loss', as: 'mean' }], frame: [-49, 0] }],
  encoding: {
    x: { field: 'epoch', type: 'quantitative', axis: { tickMinStep: 1, grid: false } },
  },
  layer: [
    {
      mark: { type: 'line', color: INK, strokeWidth: 0.8, opacity: 0.3 },
      encoding: { y: { field: 'loss', type: 'quantitative', title: null } },
    },
    {
      mark: { type: 'line', color: ACCENT, strokeWidth: 2.5 },
      encoding: { y: { field: 'mean', type: 'quantitative' } },
    },
  ],
});

const digits = (misread: Reading[], summary: string): Part => ({
  title: { text: 'Misread digits', subtitle: summary, offset: 12 },
  columns: 6,
  spacing: { column: 16, row: 32 },
  bounds: 'flush',
  concat: misread.map(digit),
});

const pixels = [...Array(SIDE).keys()];

const digit = ({ image, label, reading }: Reading): Part => ({
  title: { text: `${label}, read as ${reading}`, fontSize: 12, fontWeight: 'normal', offset: 4 },
  width: { step: 3 },
  height: { step: 3 },
  data: {
    values: Array.from(image, (ink, k) => ({ ink, row: Math.floor(k / SIDE), column: k % SIDE })),
  },
  transform: [{ filter: 'datum.ink > 0' }],
  mark: { type: 'rect', width: { band: 1.1 }, height: { band: 1.1 } },
  encoding: {
    x: { field: 'column', type: 'ordinal', scale: { domain: pixels }, axis: null },
    y: { field: 'row', type: 'ordinal', scale: { domain: pixels }, axis: null },
    color: {
      field: 'ink',
      type: 'quantitative',
      scale: { domain: [0, 1], range: ['white', INK] },
      legend: null,
    },
  },
});

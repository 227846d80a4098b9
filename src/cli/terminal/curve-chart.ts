/** Charts by characters, for terminals. */
import type { Terminal } from '../../learn/node/terminal.js';
import plot from '../../vendor/chart.js';
import { digits, widthOf } from '../streams.js';

type Point = [x: number, y: number];

/** A place of a curve, with its band if it has one. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly lower?: number;
  readonly upper?: number;
}

interface Chart {
  readonly title: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Drawn as a line within its band. */
  readonly curve: readonly Place[];
  /** The number of rows of the terminal. */
  readonly height: number;
}

/** Beside the columns of a chart stand the numbers of its axis. */
const MARGIN = 14;
const [NARROWEST, WIDEST] = [16, 72];
const [LINE, BAND] = ['━', '░'];

/** The least and the largest number; a little apart, so that there is something between. */
function rangeOf(numbers: readonly number[]): Point {
  const [low, high] = numbers.reduce<Point>(
    ([least, most], x) => [Math.min(least, x), Math.max(most, x)],
    [Infinity, -Infinity],
  );
  const room = high > low ? 0 : Math.abs(low) / 10 || 1;
  return [low - room, high + room];
}

const ticks = ([low, high]: Point): number[] => [low, (low + high) / 2, high];

const isFinitePlace = ({ x, y }: Place): boolean => Number.isFinite(x) && Number.isFinite(y);

/** So many places at most, as a terminal has columns. */
const thinned = (places: readonly Place[], most: number): readonly Place[] =>
  places.length <= most
    ? places
    : Array.from(
        { length: most },
        (_, k) => places[Math.round((k * (places.length - 1)) / (most - 1))],
      );

/** The chart as text; empty if there is nothing to show. */
export function chart({ title, points, curve, height }: Chart, to: Terminal): string {
  const width = Math.min(Math.max(widthOf(to) - MARGIN, NARROWEST), WIDEST);
  const dots = points.filter(isFinitePlace);
  const line = thinned(curve.filter(isFinitePlace), width);
  const all: readonly Place[] = [...dots, ...line];
  if (all.length === 0) return '';
  const bandOf = ({ y, lower = y, upper = y }: Place) => [lower, upper].filter(Number.isFinite);
  const [xRange, yRange] = [
    rangeOf(all.map(({ x }) => x)),
    rangeOf([...all.map(({ y }) => y), ...line.flatMap(bandOf)]),
  ];
  /** The height of a row in units of y. */
  const unit = (yRange[1] - yRange[0]) / (height - 1);
  const places = new Map(line.map((place) => [place.x, place]));
  // The corners, which may show nothing, hold the ranges.
  const corner = (k: 0 | 1): Point => [xRange[k], yRange[k]];
  const series = [corner(0), ...line.map(({ x, y }): Point => [x, y]), corner(1)];
  return plot(series, {
    title,
    width,
    height,
    yRange,
    customXAxisTicks: ticks(xRange),
    customYAxisTicks: ticks(yRange),
    formatter: (x) => digits(x, 3),
    points: dots.map(({ x, y }) => ({ x, y })),
    lineFormatter: ({ x, y: at, plotX, plotY }) => {
      const place = places.get(x);
      if (place?.y !== at) return [];
      const rowOf = (y: number) => plotY - Math.round((y - place.y) / unit);
      const [bottom, top] = [Math.max, Math.min].map((most) => most(...bandOf(place).map(rowOf)));
      const rows = Array.from({ length: Math.max(bottom - top + 1, 0) }, (_, k) => top + k);
      return [
        ...rows.map((y) => ({ x: plotX, y, symbol: BAND })),
        { x: plotX, y: plotY, symbol: LINE },
      ];
    },
  });
}

/** The function over two inputs: contours, gradients as arrows, and the path of descent from the point. */
import { contours } from 'd3-contour';
import type { Field, Pair } from '../../logic/messages.js';
import { short } from '../numbers.js';
import { inputNames, numbers, opened, ranges, setNumbers } from '../store.js';
import { Axes, scalesOf, type Scales } from './axes.js';

const LEVELS = 14;
const LONGEST_ARROW = 15;

/** Levels between which there is about the same area each. */
function levelsOf(values: readonly number[]): number[] {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  if (sorted.length === 0) return [];
  const levels = Array.from(
    { length: LEVELS },
    (_, k) => sorted[Math.floor((k / LEVELS) * (sorted.length - 1))],
  );
  return [...new Set(levels)];
}

/** The outline of a contour. Cells of the grid have their values in their middles. */
function outline(rings: readonly (readonly number[][])[][], size: number, { x, y }: Scales) {
  const [left, right] = x.range();
  const [bottom, top] = y.range();
  const across = (u: number) => left + ((right - left) * (u - 0.5)) / (size - 1);
  const up = (v: number) => bottom + ((top - bottom) * (v - 0.5)) / (size - 1);
  return rings
    .flat()
    .map(
      (ring) =>
        `M${ring.map(([u, v]) => `${across(u).toFixed(1)} ${up(v).toFixed(1)}`).join('L')}Z`,
    )
    .join('');
}

/** The depth of the colour of a level, of this many. */
const depth = (k: number, count: number) => ({
  '--level': `${Math.round((100 * k) / Math.max(count - 1, 1))}%`,
});

interface Levels {
  readonly field: Field;
  readonly levels: readonly number[];
}

/** The scale of the colours. */
function Scale({ field: { values }, levels }: Levels) {
  const finite = values.filter(Number.isFinite);
  if (levels.length < 2) return null;
  const ends = [Math.min(...finite), Math.max(...finite)].map((value) => short(value, 3));
  return (
    <p class="levels">
      <span>{ends[0]}</span>
      <span class="scale" aria-hidden="true">
        {levels.map((level, k) => (
          <span key={level} style={depth(k, levels.length)} title={`from ${short(level, 3)}`} />
        ))}
      </span>
      <span>{ends[1]}</span>
    </p>
  );
}

function Contours({ field: { values, size }, levels, scales }: Levels & { scales: Scales }) {
  const lowest = levels[0] ?? 0;
  const finite = values.map((value) => (Number.isFinite(value) ? value : lowest));
  const shapes = contours()
    .size([size, size])
    .thresholds([...levels])([...finite]);
  return (
    <g class="contours">
      {shapes.map(({ coordinates, value }, k) => (
        <path key={value} d={outline(coordinates, size, scales)} style={depth(k, shapes.length)} />
      ))}
    </g>
  );
}

function Arrows({ field: { arrows }, scales: { x, y } }: { field: Field; scales: Scales }) {
  // A pixel across stands for another length than a pixel up.
  const perX = Math.abs(x(1) - x(0));
  const perY = Math.abs(y(1) - y(0));
  const seen = arrows.map(({ at, gradient: [dx, dy] }) => ({
    at,
    by: [dx * perX, dy * perY] as Pair,
  }));
  const lengths = seen.map(({ by }) => Math.hypot(...by)).filter(Number.isFinite);
  const largest = Math.max(...lengths, 0);
  return (
    <g class="arrows">
      {seen.map(({ at, by }) => {
        const length = Math.hypot(...by);
        if (!(length > 0 && length < Infinity)) return null;
        // Slopes differ by powers of ten, so the length tells only which is larger.
        const drawn = LONGEST_ARROW * (0.25 + 0.75 * (length / largest) ** 0.35);
        const [ux, uy] = [(by[0] / length) * drawn, (-by[1] / length) * drawn];
        const [px, py] = [x(at[0]), y(at[1])];
        const angle = (Math.atan2(uy, ux) * 180) / Math.PI;
        return (
          <g key={at.join()} transform={`translate(${px} ${py}) rotate(${angle})`}>
            <path d={`M${-drawn / 2} 0H${drawn / 2}m-4 -3l4 3l-4 3`} />
          </g>
        );
      })}
    </g>
  );
}

export function ContourPlot({ field, inputs }: { field: Field; inputs: Pair }) {
  const [across, up] = inputs;
  const names = inputs.map((k) => inputNames.value[k]);
  const levels = levelsOf(field.values);
  const scales = scalesOf(ranges.value[across], ranges.value[up]);
  const at = inputs.map((k) => numbers.value[k]);
  const path = field.descent.map(([a, b]) => `${scales.x(a).toFixed(1)} ${scales.y(b).toFixed(1)}`);
  const end = field.descent.at(-1)!;
  const isOutside = inputs.some((input, k) => {
    const [from, to] = ranges.value[input];
    return end[k] < from || end[k] > to;
  });
  const label =
    `Contours of ${opened.value!.name} over ${names[0]} and ${names[1]}, with gradients as arrows. ` +
    `The path of descent from ${short(at[0])}, ${short(at[1])} has ${path.length - 1} steps and ends at ${short(end[0], 4)}, ${short(end[1], 4)}.`;
  const moveTo = (event: MouseEvent) => {
    const svg = (event.currentTarget as Element).querySelector('svg')!;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      svg.getScreenCTM()!.inverse(),
    );
    const [left, right] = scales.x.range();
    const [bottom, top] = scales.y.range();
    if (place.x < left || place.x > right || place.y < top || place.y > bottom) return;
    const values = [scales.x.invert(place.x), scales.y.invert(place.y)];
    setNumbers(new Map(inputs.map((input, k) => [input, Number(values[k].toPrecision(4))])));
  };
  return (
    <>
      {/* The sliders do the same for the keyboard. */}
      <div class="pointable" onClick={moveTo}>
        <Axes scales={scales} names={[names[0], names[1]]} label={label}>
          <Contours field={field} levels={levels} scales={scales} />
          <Arrows field={field} scales={scales} />
          <path class="descent halo" d={`M${path.join('L')}`} />
          <path class="descent" d={`M${path.join('L')}`} />
          {field.descent.slice(1).map(([a, b], k) => (
            <circle key={k} class="stop" cx={scales.x(a)} cy={scales.y(b)} r="1.8" />
          ))}
          <circle class="point" cx={scales.x(at[0])} cy={scales.y(at[1])} r="6" />
        </Axes>
      </div>
      <Scale field={field} levels={levels} />
      <p class="caption">
        Colours are values, and arrows are gradients. The line is gradient descent from the point:{' '}
        {isOutside ? 'it leaves the plot after ' : ''}
        {path.length - 1} steps{isOutside ? '' : ', to '}
        {isOutside ? '' : `${names[0]} = ${short(end[0], 4)}, ${names[1]} = ${short(end[1], 4)}`}.
        Click to move the point.
      </p>
    </>
  );
}

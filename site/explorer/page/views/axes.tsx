/** The frame of a plot: scales, ticks and names of axes. */
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Pair } from '../../logic/messages.js';

/** On a narrow screen a plot is drawn smaller, since its text would be too small in a large one. */
const narrow = matchMedia('(max-width: 40rem)');
const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', ({ matches }) => (isNarrow.value = matches));
const size = computed(() =>
  isNarrow.value ? { width: 360, height: 320, ticks: 4 } : { width: 640, height: 400, ticks: 7 },
);
const margin = { left: 62, right: 14, top: 12, bottom: 42 };

export interface Scales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

export function scalesOf(across: Pair, up: Pair): Scales {
  const { width, height } = size.value;
  return {
    x: scaleLinear([...across], [margin.left, width - margin.right]),
    y: scaleLinear([...up], [height - margin.bottom, margin.top]),
  };
}

export function Axes({
  scales: { x, y },
  names,
  label,
  children,
}: {
  scales: Scales;
  names: readonly [string, string];
  label: string;
  children: ComponentChildren;
}) {
  const [left, right] = x.range();
  const [bottom, top] = y.range();
  const { width, height, ticks } = size.value;
  const showX = x.tickFormat(ticks);
  const showY = y.tickFormat(6);
  return (
    <svg class="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <defs>
        <clipPath id="inside">
          <rect x={left} y={top} width={right - left} height={bottom - top} />
        </clipPath>
      </defs>
      <g class="grid">
        {x.ticks(ticks).map((tick) => (
          <line key={tick} x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
        ))}
        {y.ticks(6).map((tick) => (
          <line key={tick} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
        ))}
      </g>
      <g clip-path="url(#inside)">{children}</g>
      <g class="ticks">
        {x.ticks(ticks).map((tick) => (
          <text key={tick} x={x(tick)} y={bottom + 17} text-anchor="middle">
            {showX(tick)}
          </text>
        ))}
        {y.ticks(6).map((tick) => (
          <text key={tick} x={left - 8} y={y(tick) + 4} text-anchor="end">
            {showY(tick)}
          </text>
        ))}
        <text class="name" x={(left + right) / 2} y={height - 6} text-anchor="middle">
          {names[0]}
        </text>
        <text
          class="name"
          text-anchor="middle"
          transform={`translate(13 ${(top + bottom) / 2}) rotate(-90)`}
        >
          {names[1]}
        </text>
      </g>
    </svg>
  );
}

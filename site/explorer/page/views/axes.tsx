/** The frame of a plot: scales, ticks and names of axes. */
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import type { Pair } from '../../logic/messages.js';

export const WIDTH = 640;
export const HEIGHT = 400;
const margin = { left: 62, right: 14, top: 12, bottom: 42 };

export interface Scales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

export const scalesOf = (across: Pair, up: Pair): Scales => ({
  x: scaleLinear([...across], [margin.left, WIDTH - margin.right]),
  y: scaleLinear([...up], [HEIGHT - margin.bottom, margin.top]),
});

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
  const showX = x.tickFormat(7);
  const showY = y.tickFormat(6);
  return (
    <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <defs>
        <clipPath id="inside">
          <rect x={left} y={top} width={right - left} height={bottom - top} />
        </clipPath>
      </defs>
      <g class="grid">
        {x.ticks(7).map((tick) => (
          <line key={tick} x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
        ))}
        {y.ticks(6).map((tick) => (
          <line key={tick} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
        ))}
      </g>
      <g clip-path="url(#inside)">{children}</g>
      <g class="ticks">
        {x.ticks(7).map((tick) => (
          <text key={tick} x={x(tick)} y={bottom + 17} text-anchor="middle">
            {showX(tick)}
          </text>
        ))}
        {y.ticks(6).map((tick) => (
          <text key={tick} x={left - 8} y={y(tick) + 4} text-anchor="end">
            {showY(tick)}
          </text>
        ))}
        <text class="name" x={(left + right) / 2} y={HEIGHT - 6} text-anchor="middle">
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

/** The function along one input, with its tangent at the point. */
import type { Curve } from '../../logic/messages.js';
import { short } from '../numbers.js';
import { answer, inputNames, numbers, opened } from '../store.js';
import { Axes, scalesOf } from './axes.js';

/** The least and the greatest, with some air; without outliers beyond any measure, such as at poles. */
function reach(ys: readonly number[]): [number, number] {
  const sorted = ys.filter(Number.isFinite).toSorted((a, b) => a - b);
  if (sorted.length === 0) return [-1, 1];
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))];
  const middle = at(0.9) - at(0.1);
  const low = Math.max(sorted[0], at(0.1) - 4 * middle);
  const high = Math.min(sorted.at(-1)!, at(0.9) + 4 * middle);
  const air = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  return [low - air, high + air];
}

export function CurvePlot({ curve: { xs, ys }, input }: { curve: Curve; input: number }) {
  const { value, gradient } = answer.value!;
  const name = inputNames.value[input];
  const x = numbers.value[input];
  // Along what is not an input there is no slope.
  const slope = gradient[input] ?? NaN;
  const scales = scalesOf([xs[0], xs.at(-1)!], reach([...ys, value]));
  const [low, high] = scales.y.domain();
  // What lies far outside would make coordinates that browsers do not draw.
  const place = (at: number, y: number) =>
    `${scales.x(at).toFixed(2)} ${scales.y(Math.min(Math.max(y, low - (high - low)), high + (high - low))).toFixed(2)}`;
  let path = '';
  xs.forEach((at, k) => {
    if (!Number.isFinite(ys[k])) return;
    path += `${k > 0 && Number.isFinite(ys[k - 1]) ? 'L' : 'M'}${place(at, ys[k])}`;
  });
  const [from, to] = [xs[0], xs.at(-1)!];
  const tangent = { from: value + slope * (from - x), to: value + slope * (to - x) };
  const label =
    `${opened.value!.name} along ${name}. At ${short(x)} the value is ${short(value)}` +
    (Number.isNaN(slope) ? '.' : `, and the tangent has slope ${short(slope)}.`);
  return (
    <>
      <Axes scales={scales} names={[name, opened.value!.name!]} label={label}>
        <path class="curve" d={path} />
        {Number.isFinite(slope) && Number.isFinite(value) && (
          <line
            class="tangent"
            x1={scales.x(from)}
            x2={scales.x(to)}
            y1={scales.y(tangent.from)}
            y2={scales.y(tangent.to)}
          />
        )}
        {Number.isFinite(value) && (
          <circle class="point" cx={scales.x(x)} cy={scales.y(value)} r="5.5" />
        )}
      </Axes>
      <p class="caption">
        {Number.isNaN(slope)
          ? `There is no tangent at ${name} = ${short(x)}.`
          : `The tangent at ${name} = ${short(x)} has the slope ${short(slope)}.`}
      </p>
    </>
  );
}

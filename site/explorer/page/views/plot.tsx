/** The function along one input with its tangent, or over two inputs with its gradient. */
import { computed, useSignal, useSignalEffect } from '@preact/signals';
import { isFailure, type Curve, type Failure, type Field } from '../../logic/messages.js';
import { answer, ask, inputNames, numbers, opened, ranges } from '../store.js';
import { superseded } from '../session.js';
import { ContourPlot } from './contour-plot.js';
import { CurvePlot } from './curve-plot.js';

type Drawn =
  | { readonly kind: 'curve'; readonly input: number; readonly curve: Curve }
  | { readonly kind: 'field'; readonly inputs: readonly [number, number]; readonly field: Field };

function Axis({
  label,
  value,
  onChoose,
}: {
  label: string;
  value: number;
  onChoose: (place: number) => void;
}) {
  return (
    <label class="choice">
      <span class="label">{label}</span>
      <select value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {free.value.map((place) => (
          <option key={place} value={place}>
            {inputNames.value[place]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The reals that a derivative is taken by. */
const free = computed(() =>
  (opened.value?.inputs ?? []).flatMap(({ isHeld }, place) => (isHeld ? [] : [place])),
);
/** The input that is chosen for an axis, or else the input of that number. */
const axisOf = (wanted: number | null, k: number): number => {
  const { value: places } = free;
  return places.find((place) => place === wanted) ?? places[Math.min(k, places.length - 1)];
};

export function Plot() {
  const count = free.value.length;
  const kind = useSignal<'curve' | 'field'>(count > 1 ? 'field' : 'curve');
  const across = useSignal<number | null>(null);
  const up = useSignal<number | null>(null);
  const drawn = useSignal<Drawn | Failure | null>(null);
  useSignalEffect(() => {
    const { length } = inputNames.value;
    const [input, other] = [axisOf(across.value, 0), axisOf(up.value, 1)];
    const isField = kind.value === 'field' && input !== other;
    const at = numbers.value;
    // The ranges follow the numbers, and the answer says that the code still runs.
    if (answer.value === null || ranges.value.length !== length) return;
    const found: Promise<Drawn> = isField
      ? ask('field', {
          at,
          inputs: [input, other],
          ranges: [ranges.value[input], ranges.value[other]],
        }).then((field) => ({ kind: 'field', inputs: [input, other], field }))
      : ask('curve', { at, input, range: ranges.value[input] }).then((curve) => ({
          kind: 'curve',
          input,
          curve,
        }));
    found.then(
      (result) => (drawn.value = result),
      (thrown: unknown) => {
        if (thrown !== superseded) drawn.value = isFailure(thrown) ? thrown : null;
      },
    );
  });
  return (
    <>
      <div class="controls">
        {count > 1 && (
          <fieldset>
            <legend class="hidden">Kind of plot</legend>
            {(['field', 'curve'] as const).map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="plot"
                  checked={kind.value === one}
                  onChange={() => (kind.value = one)}
                />
                {one === 'field' ? 'Contours' : 'Along one input'}
              </label>
            ))}
          </fieldset>
        )}
        {count > 1 && (
          <Axis
            label="Across"
            value={axisOf(across.value, 0)}
            onChoose={(place) => (across.value = place)}
          />
        )}
        {count > 1 && kind.value === 'field' && (
          <Axis label="Up" value={axisOf(up.value, 1)} onChoose={(place) => (up.value = place)} />
        )}
      </div>
      <Picture drawn={drawn.value} />
    </>
  );
}

function Picture({ drawn }: { drawn: Drawn | Failure | null }) {
  if (drawn === null) return <p class="quiet">The plot is computed …</p>;
  if (isFailure(drawn)) return <p class="bad">{drawn.text}</p>;
  const { length } = inputNames.value;
  if (drawn.kind === 'curve') {
    return drawn.input < length ? <CurvePlot {...drawn} /> : null;
  }
  return Math.max(...drawn.inputs) < length ? <ContourPlot {...drawn} /> : null;
}

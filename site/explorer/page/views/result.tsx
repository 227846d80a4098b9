/** The value, and a row for each input: its name, a slider, a field, and its gradient. */
import { useSignal } from '@preact/signals';
import { answer, choose, inputNames, numbers, opened, ranges, setNumber } from '../store.js';
import { short } from '../numbers.js';

/** More inputs than this are folded away. */
const FEW = 8;

/** A name such as `spring.stiffness`, whose parts may stand on lines of their own. */
const breakable = (name: string) =>
  name.split('.').map((part, k) => (k === 0 ? part : [<wbr key={k} />, `.${part}`]));

function Row({ place, largest }: { place: number; largest: number }) {
  const name = inputNames.value[place];
  const value = numbers.value[place];
  const [from, to] = ranges.value[place];
  const slope = answer.value!.gradient[place];
  const share = largest > 0 && slope !== null && Number.isFinite(slope) ? slope / largest : 0;
  return (
    <tr>
      <th scope="row">{breakable(name)}</th>
      <td class="slider">
        <input
          type="range"
          aria-label={`${name}, slider`}
          min={from}
          max={to}
          step={(to - from) / 200}
          value={value}
          onInput={(event) => setNumber(place, event.currentTarget.valueAsNumber)}
        />
      </td>
      <td>
        <input
          type="number"
          aria-label={name}
          step="any"
          value={short(value, 8)}
          onChange={(event) => {
            const typed = event.currentTarget.valueAsNumber;
            if (Number.isFinite(typed)) setNumber(place, typed);
          }}
        />
      </td>
      {slope === null ? (
        <td class="slope quiet">no input</td>
      ) : (
        <td class="slope">
          <output aria-label={`Gradient by ${name}`} title={String(slope)}>
            {short(slope)}
          </output>
          <svg aria-hidden="true" viewBox="-50 0 100 8" preserveAspectRatio="none">
            <line x1="0" x2="0" y1="0" y2="8" />
            <rect
              class={share < 0 ? 'falls' : 'rises'}
              x={Math.min(0, 50 * share)}
              width={Math.abs(50 * share)}
              y="1.5"
              height="5"
            />
          </svg>
        </td>
      )}
    </tr>
  );
}

/** The choice between the functions of the module. */
function Name() {
  const { functions, name } = opened.value!;
  if (functions.length < 2) return <code>{name}</code>;
  return (
    <select
      aria-label="Function"
      value={name!}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {functions.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

export function Result() {
  const isFolded = useSignal(true);
  const { value, gradient } = answer.value!;
  const slopes = gradient.filter((slope) => slope !== null).filter(Number.isFinite);
  const largest = Math.max(...slopes.map(Math.abs), 0);
  const count = isFolded.value ? Math.min(FEW, gradient.length) : gradient.length;
  return (
    <section class="result" aria-label="Value and gradient">
      <p class="value">
        <span>
          <Name /> is
        </span>{' '}
        <output aria-label="Value" title={String(value)}>
          {short(value, 10)}
        </output>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Input</th>
            <th scope="col" colSpan={2}>
              Value
            </th>
            <th scope="col">Gradient</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, k) => (
            <Row key={inputNames.value[k]} place={k} largest={largest} />
          ))}
        </tbody>
      </table>
      {gradient.length > FEW && (
        <button type="button" onClick={() => (isFolded.value = !isFolded.value)}>
          {isFolded.value ? `Show all ${gradient.length} inputs` : 'Show fewer inputs'}
        </button>
      )}
    </section>
  );
}

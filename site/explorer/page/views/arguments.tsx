/** The choice of the arguments: which parameters are inputs, and how long their arrays are. */
import { LONGEST, type Argument } from '../../logic/choice.js';
import { choice, chooseArguments, opened } from '../store.js';

function setInput(parameters: readonly Argument[], position: number, is: boolean): void {
  const held = parameters.filter((one) => !one.isInput).map((one) => one.position);
  const others = held.filter((one) => one !== position);
  const { lengths } = choice.value;
  const made = is ? others : [...others, position];
  chooseArguments({
    ...(made.length > 0 ? { held: made } : {}),
    ...(lengths === undefined ? {} : { lengths }),
  });
}

function setLength(name: string, length: number): void {
  if (!Number.isInteger(length) || length < 0 || length > LONGEST) return;
  const { held, lengths } = choice.value;
  chooseArguments({
    ...(held === undefined ? {} : { held }),
    lengths: { ...lengths, [name]: length },
  });
}

/** `m[]` is each row of `m`. */
function lengthText(name: string): string {
  const [, block, axis] = /^(.*?)\.?shape\[(\d+)\]$/.exec(name) ?? [];
  if (axis !== undefined) return `Length of axis ${axis} of ${block}`;
  return name.endsWith('[]')
    ? `Length of each element of ${name.slice(0, -2)}`
    : `Length of ${name}`;
}

export function Arguments() {
  const { parameters = [] } = opened.value ?? {};
  const isAny = parameters.length > 1 || parameters.some(({ arrays }) => arrays.length > 0);
  if (!isAny) return null;
  const inputs = parameters.filter(({ isInput }) => isInput);
  return (
    <details class="arguments">
      <summary>
        Inputs and shapes <span class="quiet">by {inputs.map(({ name }) => name).join(', ')}</span>
      </summary>
      <ul>
        {parameters.map(({ position, name, isInput, arrays }) => {
          // A gradient is taken by something.
          const isOnly = isInput && inputs.length === 1;
          return (
            <li key={position}>
              <label>
                <input
                  type="checkbox"
                  checked={isInput}
                  disabled={isOnly}
                  onChange={(event) => setInput(parameters, position, event.currentTarget.checked)}
                />
                <code>{name}</code> is an input
              </label>
              {arrays.map((array) => (
                <label key={array.name}>
                  <span class="label">{lengthText(array.name)}</span>
                  <input
                    type="number"
                    min={0}
                    max={LONGEST}
                    value={array.length}
                    onChange={(event) => setLength(array.name, event.currentTarget.valueAsNumber)}
                  />
                </label>
              ))}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

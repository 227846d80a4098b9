/** Which version answers and why, what the run cost, and where it met kinks. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { isFailure, type Failure, type KinkShown, type Times } from '../../logic/messages.js';
import { duration, short } from '../numbers.js';
import { answer, ask, numbers, opened, sources } from '../store.js';
import { superseded } from '../session.js';

/** Milliseconds without a change before times are taken. */
const QUIET = 700;

function Why() {
  const found = sources.value?.why;
  if (found === undefined) return null;
  if (isFailure(found)) return <p class="refused">{found.text}</p>;
  return (
    <>
      <p>
        A gradient of <code>{opened.value!.name}</code> is answered by the{' '}
        <strong>{found.answers}</strong> version.
      </p>
      <ul class="versions">
        {found.versions.map(({ version, exists, obstacle }) => (
          <li key={version} class={exists ? 'there' : 'missing'}>
            <span aria-hidden="true">{exists ? '✓' : '–'}</span> {version}
            {exists ? '' : ' (does not exist)'}
            {obstacle !== undefined && (
              <p class="quiet">
                {obstacle.line === undefined ? '' : `Line ${obstacle.line}: `}
                {obstacle.what}
                {obstacle.instead === undefined ? '' : `. Instead: ${obstacle.instead}`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Ratio() {
  const found = useSignal<Times | Failure | null>(null);
  useSignalEffect(() => {
    const at = numbers.value;
    if (answer.value === null) return;
    found.value = null;
    const timer = setTimeout(() => {
      ask('times', { at }).then(
        (times) => (found.value = times),
        (thrown: unknown) => {
          if (thrown !== superseded && isFailure(thrown)) found.value = thrown;
        },
      );
    }, QUIET);
    return () => clearTimeout(timer);
  });
  const times = found.value;
  if (times === null) return <p class="quiet">Times are taken …</p>;
  if (isFailure(times)) return <p class="refused">{times.text}</p>;
  return (
    <p>
      The function takes <strong>{duration(times.value)}</strong>, and its value with the gradient{' '}
      <strong>{duration(times.gradient)}</strong>: a ratio of{' '}
      <strong>{short(times.gradient / times.value, 3)}</strong>.
    </p>
  );
}

function Counts() {
  const found = answer.value!.listing;
  if (isFailure(found)) return <p>{found.text}</p>;
  const { inputs, bindings, edges, bytes } = found.counts;
  const rows = {
    Inputs: inputs,
    'Let-bindings': bindings,
    Edges: edges,
    'Bytes of the tape': bytes,
  };
  return (
    <dl class="counts">
      {Object.entries(rows).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}

const kinkText = ({ operation, values, distance }: KinkShown): string =>
  `${operation} of ${values.map((x) => short(x, 4)).join(' and ')}, ` +
  (distance === 0 ? 'on its boundary' : `${short(distance, 2)} from its boundary`);

function Kinks() {
  const found = answer.value!.listing;
  if (isFailure(found)) return null;
  if (found.kinks.length === 0) return <p>The run met no kink, and none is near.</p>;
  return (
    <ul class="kinks">
      {found.kinks.map((kink, k) => (
        <li key={k}>
          {kink.place !== undefined && <strong>Line {kink.place.line}: </strong>}
          {kinkText(kink)}
        </li>
      ))}
    </ul>
  );
}

export function Cost() {
  return (
    <div class="cost">
      <h2>Version</h2>
      <Why />
      <h2>Time</h2>
      <Ratio />
      <h2>Tape</h2>
      <Counts />
      <h2>Kinks</h2>
      <Kinks />
    </div>
  );
}

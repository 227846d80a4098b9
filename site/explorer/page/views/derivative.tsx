/** The derivative as code, by each tier, with the lines of the selected binding marked. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isFailure, type Failure } from '../../logic/messages.js';
import { sameLine } from '../../logic/same-line.js';
import { opened, selectedBinding, sources } from '../store.js';

type Tier = 'file' | 'versions' | 'module';

const tiers: readonly { readonly id: Tier; readonly title: string; readonly about: string }[] = [
  {
    id: 'file',
    title: 'Gradient as a file',
    about: 'The numeric tier: it has no tape, and imports nothing. Take it with you.',
  },
  {
    id: 'versions',
    title: 'Derivative versions',
    about:
      'The general version, and the recording version if there is one. They run in the place of the function while a derivative is in progress.',
  },
  {
    id: 'module',
    title: 'Whole module',
    about: 'Your code as it is run: the functions with all their versions.',
  },
];

/** A text by lines, of which one may be marked. */
function Lines({ text, marked }: { text: string; marked: number | undefined }) {
  const place = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const row = place.current?.querySelector<HTMLElement>('.marked');
    if (row != null) place.current!.scrollTop = row.offsetTop - place.current!.clientHeight / 2;
  }, [marked, text]);
  return (
    <pre ref={place} class="lines" tabIndex={0} aria-label="Derivative code">
      {text
        .trimEnd()
        .split('\n')
        .map((line, k) => (
          <span key={k} class={k + 1 === marked ? 'line marked' : 'line'}>
            {line}
            {'\n'}
          </span>
        ))}
    </pre>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/typescript' }));
  link.download = `${opened.value!.name}-gradient.ts`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Refused({ failure: { text, place } }: { failure: Failure }) {
  return (
    <p class="refused">
      {place === undefined ? '' : `Line ${place.line}: `}
      {text}
    </p>
  );
}

export function Derivative() {
  const tier = useSignal<Tier>('file');
  const found = sources.value;
  const { module } = opened.value!;
  if (found === null) return <p class="quiet">The code is written …</p>;
  const text = tier.value === 'module' ? module : found[tier.value];
  const line = selectedBinding.value?.modulePlace?.line;
  const marked =
    line === undefined || isFailure(text) || tier.value === 'file'
      ? undefined
      : tier.value === 'module'
        ? line
        : sameLine(module, line, text);
  return (
    <>
      <div class="controls">
        <fieldset>
          <legend class="hidden">Tier</legend>
          {tiers.map(({ id, title }) => (
            <label key={id}>
              <input
                type="radio"
                name="tier"
                checked={tier.value === id}
                onChange={() => (tier.value = id)}
              />
              {title}
            </label>
          ))}
        </fieldset>
        {tier.value === 'file' && !isFailure(text) && (
          <button type="button" onClick={() => download(text)}>
            Download
          </button>
        )}
      </div>
      <p class="quiet">{tiers.find(({ id }) => id === tier.value)!.about}</p>
      {isFailure(text) ? <Refused failure={text} /> : <Lines text={text} marked={marked} />}
    </>
  );
}

/** The derivative as code, by each tier, with the lines of the selected binding marked. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isFailure, type Failure, type Span } from '../../logic/messages.js';
import { pieces, type Piece } from '../../logic/marks.js';
import { sameLine } from '../../logic/same-line.js';
import { useFileMarks, type FileMarks } from '../computed.js';
import { opened, selectedBinding, sources } from '../store.js';

type Tier = 'file' | 'monadic' | 'versions' | 'module';

const tiers: readonly { readonly id: Tier; readonly title: string; readonly about: string }[] = [
  {
    id: 'file',
    title: 'Gradient as a file',
    about: 'The numeric tier: it has no tape, and imports nothing. Take it with you.',
  },
  {
    id: 'monadic',
    title: 'Monadic program',
    about:
      'The translation of Fig. 9 in do-notation: yield* runs a computation of the monad, and an operator on reals records one Let-binding.',
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

const unmarked: FileMarks = { primal: [], cotangent: [] };

/** The words of a text by their colours, as soon as what knows them is there. */
function useColours(text: string): Readonly<Record<string, readonly Span[]>> {
  const found = useSignal<{ text: string; spans: Record<string, Span[]> } | null>(null);
  useEffect(() => {
    void import('../editor/highlight.js').then(({ coloured }) => {
      found.value = { text, spans: coloured(text) };
    });
  }, [text]);
  return found.value?.text === text ? found.value.spans : {};
}

/** A text by lines, of which one may be marked, and stretches that belong to the selected binding. */
function Lines({
  text,
  line: marked,
  marks,
}: {
  text: string;
  line: number | undefined;
  marks: FileMarks;
}) {
  const place = useRef<HTMLPreElement>(null);
  const lines = pieces(text.trimEnd(), { ...marks, ...useColours(text) });
  const own = (one: Piece) => one.marks.filter((mark) => mark in marks);
  const isMarked = (k: number) => k + 1 === marked || lines[k].some((one) => own(one).length > 0);
  const first = lines.findIndex((_, k) => isMarked(k));
  useEffect(() => {
    const row = place.current?.querySelector<HTMLElement>('.marked');
    if (row != null) place.current!.scrollTop = row.offsetTop - place.current!.clientHeight / 2;
  }, [first, text]);
  return (
    <pre ref={place} class="lines" tabIndex={0} aria-label="Derivative code">
      {lines.map((line, k) => (
        <span key={k} class={isMarked(k) ? 'line marked' : 'line'}>
          {line.map((one, at) => {
            const classes = one.marks.join(' ');
            if (own(one).length > 0) {
              return (
                <mark key={at} class={classes}>
                  {one.text}
                </mark>
              );
            }
            return classes === '' ? (
              one.text
            ) : (
              <span key={at} class={classes}>
                {one.text}
              </span>
            );
          })}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

/** The meaning of the marks in the file. */
function Legend({ marks: { primal, cotangent } }: { marks: FileMarks }) {
  const binding = selectedBinding.value;
  if (binding === null || primal.length + cotangent.length === 0) return null;
  return (
    <p class="legend">
      <code>{binding.name}</code>
      {primal.length > 0 && <mark class="primal">computes its primal</mark>}
      {cotangent.length > 0 && <mark class="cotangent">computes its cotangent</mark>}
    </p>
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
  const inFile = useFileMarks();
  const { module } = opened.value!;
  if (found === null) return <p class="quiet">The code is written …</p>;
  const text = tier.value === 'module' ? module : found[tier.value];
  const line = selectedBinding.value?.modulePlace?.line;
  const marked =
    line === undefined || isFailure(text) || tier.value === 'file' || tier.value === 'monadic'
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
      {tier.value === 'file' && <Legend marks={inFile} />}
      {isFailure(text) ? (
        <Refused failure={text} />
      ) : (
        <Lines text={text} line={marked} marks={tier.value === 'file' ? inFile : unmarked} />
      )}
    </>
  );
}

/** The Let-bindings as text and as a drawing, and the sweep over them, step by step. */
import { computed, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { lineAt } from '../../logic/marks.js';
import { isFailure, type BindingShown, type Listing, type Span } from '../../logic/messages.js';
import { sameLine } from '../../logic/same-line.js';
import { cotangentsBefore, type Cotangent, type Sweep } from '../../logic/sweep.js';
import { useFileMarks } from '../computed.js';
import { short } from '../numbers.js';
import {
  answer,
  byOperation,
  code,
  listing,
  opened,
  selected,
  selectedBinding,
  setByOperation,
  sources,
  sweep,
} from '../store.js';
import { Drawing } from './drawing.js';

/** The number of steps of the sweep that are done; null after the whole sweep. */
const done = signal<number | null>(null);
const steps = computed(() => Math.min(done.value ?? Infinity, sweep.value?.steps.length ?? 0));
const cotangents = computed<ReadonlyMap<number, Cotangent>>(() => {
  const [found, run] = [sweep.value, listing.value];
  if (found === null || run === null) return new Map();
  return done.value === null ? found.cotangents : cotangentsBefore(found, run.output, steps.value);
});

/** A cotangent in words; before the sweep has reached a binding it is 0. */
const shown = (cotangent: Cotangent, isKnown: boolean): string =>
  cotangent === undefined && isKnown ? 'array' : short(cotangent ?? 0);
const cotangentOf = (id: number) => shown(cotangents.value.get(id), cotangents.value.has(id));

const nameIn = ({ inputs, bindings }: Listing, id: number): string =>
  inputs.find((input) => input.id === id)?.name ??
  bindings.find((binding) => binding.id === id)?.name ??
  'an older binding';

function goTo(count: number): void {
  const { steps: all } = sweep.value!;
  const place = Math.min(Math.max(count, 0), all.length);
  done.value = place;
  if (place > 0) selected.value = all[place - 1].id;
}

/** The effect of the last step, in words. */
function story(run: Listing, { steps: all }: Sweep): string {
  if (done.value === null) return 'The sweep is done: below are all cotangents.';
  if (steps.value === 0) {
    return `Before the sweep: the result ${nameIn(run, run.output)} has the cotangent 1, and all others have 0.`;
  }
  const { id, cotangent, additions } = all[steps.value - 1];
  const binding = run.bindings.find((one) => one.id === id)!;
  const start = `Step ${steps.value} of ${all.length}: ${binding.name} has the cotangent ${shown(cotangent, true)}.`;
  if (additions.length === 0) return `${start} It adds nothing.`;
  const parts = additions.map(({ to, amount }, k) => {
    const name = nameIn(run, to);
    if (amount === undefined) return `an array to ${name}`;
    return `${short(binding.edges[k].partial, 4)} × ${short(cotangent!, 4)} = ${short(amount, 4)} to ${name}`;
  });
  return `${start} It adds ${parts.join(', and ')}.`;
}

function Controls({ run, swept }: { run: Listing; swept: Sweep }) {
  const last = swept.steps.length;
  const button = (label: string, isOff: boolean, to: () => void) => (
    <button type="button" aria-disabled={isOff} onClick={() => !isOff && to()}>
      {label}
    </button>
  );
  return (
    <div class="sweep">
      <div class="steps">
        {button('Start', done.value === 0, () => goTo(0))}
        {button('Back', steps.value === 0, () => goTo(steps.value - 1))}
        <input
          type="range"
          aria-label="Steps of the sweep"
          min={0}
          max={last}
          value={steps.value}
          onInput={(event) => goTo(event.currentTarget.valueAsNumber)}
        />
        {button('Next', steps.value >= last, () => goTo(steps.value + 1))}
        {button('End', done.value === null, () => (done.value = null))}
      </div>
      <p role="status">{story(run, swept)}</p>
    </div>
  );
}

/** The list, in which arrows move the selection. */
function List({ run }: { run: Listing }) {
  const list = useRef<HTMLUListElement>(null);
  const ids = [...run.inputs, ...run.bindings].map(({ id }) => id);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const place = ids.indexOf(selected.value ?? ids[0]) + by;
    selected.value = ids[Math.min(Math.max(place, 0), ids.length - 1)];
  };
  const current = selected.value;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const row = (id: number, text: string) => (
    <li
      key={id}
      id={`binding-${id}`}
      role="option"
      aria-selected={id === current}
      class={id === run.output ? 'output' : undefined}
      onPointerMove={() => (selected.value = id)}
      onClick={() => (selected.value = id)}
    >
      <code>{text}</code>
      <span class="cotangent">{cotangentOf(id)}</span>
    </li>
  );
  return (
    <ul
      ref={list}
      class="bindings"
      role="listbox"
      aria-label="Let-bindings, with their cotangents"
      aria-activedescendant={current === null ? undefined : `binding-${current}`}
      tabIndex={0}
      onKeyDown={move}
    >
      {run.inputs.map(({ id, name, primal, shape }) =>
        row(
          id,
          shape === undefined ? `${name} = ${short(primal)}` : `${name} : [${shape.join(', ')}]`,
        ),
      )}
      {run.bindings.map(({ id, text }) => row(id, text))}
    </ul>
  );
}

/** The line of a text, counted from 1. */
const lineOf = (text: string, line: number): string => text.split('\n')[line - 1]?.trim() ?? '';

/** Where the gradient as a file computes a number of the binding: its first place. */
function InFile({
  file,
  about,
  places: [place],
}: {
  file: string;
  about: string;
  places: readonly Span[];
}) {
  if (place === undefined) return null;
  const line = lineAt(file, place.from);
  return (
    <>
      <dt>
        Gradient as a file, line {line}: its {about}
      </dt>
      <dd>
        <code>{lineOf(file, line)}</code>
      </dd>
    </>
  );
}

function Detail({ binding }: { binding: BindingShown }) {
  const { name, primal, place, modulePlace, call } = binding;
  const { file, versions } = sources.value ?? {};
  const marks = useFileMarks();
  const { module } = opened.value!;
  const line =
    modulePlace !== undefined && typeof versions === 'string'
      ? sameLine(module, modulePlace.line, versions)
      : undefined;
  return (
    <dl class="detail" aria-label={`About ${name}`}>
      <dt>Binding</dt>
      <dd>
        <code>{name}</code> ={' '}
        {call === undefined || call.shape.length === 0
          ? short(primal, 10)
          : `array [${call.shape.join(', ')}]`}
      </dd>
      <dt>Cotangent</dt>
      <dd>{cotangentOf(binding.id)}</dd>
      {place !== undefined && (
        <>
          <dt>Line {place.line}</dt>
          <dd>
            <code>{lineOf(code.value, place.line)}</code>
          </dd>
        </>
      )}
      {modulePlace !== undefined && (
        <>
          <dt>Derivative code{line === undefined ? '' : `, line ${line}`}</dt>
          <dd>
            <code>{lineOf(module, modulePlace.line)}</code>
          </dd>
        </>
      )}
      {typeof file === 'string' && (
        <>
          <InFile file={file} about="primal" places={marks.primal} />
          <InFile file={file} about="cotangent" places={marks.cotangent} />
        </>
      )}
    </dl>
  );
}

/** The choice between bindings by operation, and as a gradient records them. */
function Grain() {
  const choice = (is: boolean, text: string) => (
    <label>
      <input
        type="radio"
        name="grain"
        checked={byOperation.value === is}
        onChange={() => setByOperation(is)}
      />
      {text}
    </label>
  );
  return (
    <fieldset>
      <legend class="hidden">What has a binding</legend>
      {choice(true, 'One for each operation')}
      {choice(false, 'As a tape records them')}
    </fieldset>
  );
}

export function Bindings() {
  const found = answer.value!.listing;
  useEffect(() => {
    if (selected.value === null && !isFailure(found)) selected.value = found.output;
  }, [found]);
  if (isFailure(found)) {
    return (
      <>
        <div class="controls">
          <Grain />
        </div>
        <p>{found.text}</p>
      </>
    );
  }
  const left = found.counts.bindings - found.bindings.length;
  const binding = selectedBinding.value;
  return (
    <>
      <div class="controls">
        <Grain />
      </div>
      <Controls run={found} swept={sweep.value!} />
      {left > 0 && (
        <p>
          These are the newest {found.bindings.length} bindings; {left} older ones are not shown.
        </p>
      )}
      <div class="listed">
        <List run={found} />
        <div aria-live="off">{binding !== null && <Detail binding={binding} />}</div>
      </div>
      <Drawing run={found} cotangentOf={cotangentOf} />
    </>
  );
}

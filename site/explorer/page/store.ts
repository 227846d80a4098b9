/** The state that the page shows, and the effects of its changes. */
import { batch, computed, effect, signal } from '@preact/signals';
import { addressOf, addressOfExample, readAddress } from '../logic/address.js';
import type { Choice } from '../logic/choice.js';
import { examples, type Example } from '../logic/examples.js';
import {
  isFailure,
  type Answer,
  type Asked,
  type BindingShown,
  type Failure,
  type Input,
  type Opened,
  type Pair,
  type Sources,
} from '../logic/messages.js';
import { sweepOf } from '../logic/sweep.js';
import { exampleTexts } from './example-texts.js';
import { isOurs } from './own-code.js';
import { Session, superseded } from './session.js';

const session = new Session();
export const ask = session.ask.bind(session);

/** The time that the page waits for more typing, in milliseconds. */
const PAUSE = 350;

export const code = signal('');
/** The chosen function; null leaves the choice to the explorer. */
export const chosen = signal<string | null>(null);
/** The choice of the arguments that the reader made. */
export const choice = signal<Choice>({});
export const exampleId = signal<string | null>(null);
/** True if the code came with a link, and has not been allowed to run yet. */
export const isWaiting = signal(false);
export const isRunning = signal(false);
/** True if the module has run to its end, so that only its function is left to be looked at. */
export const hasRun = signal(false);

export const opened = signal<Opened | null>(null);
export const numbers = signal<readonly number[]>([]);
export const ranges = signal<readonly Pair[]>([]);
export const answer = signal<Answer | null>(null);
export const sources = signal<Sources | null>(null);
export const failure = signal<Failure | null>(null);
/** True if the answer is that of earlier code, or of earlier numbers: the present ones have none. */
export const isStale = computed(() => failure.value !== null && answer.value !== null);
/** True if each operation has a Let-binding of its own. */
export const byOperation = signal(true);
export const selected = signal<number | null>(null);

export const listing = computed(() => {
  const found = answer.value?.listing;
  return found === undefined || isFailure(found) ? null : found;
});
export const sweep = computed(() => listing.value && sweepOf(listing.value));
export const selectedBinding = computed<BindingShown | null>(
  () => listing.value?.bindings.find(({ id }) => id === selected.value) ?? null,
);
export const inputNames = computed(() => opened.value?.inputs.map(({ name }) => name) ?? []);

let settle: () => void;
/** When there is a first answer; what is heavy and not needed for it waits until then. */
export const settled = new Promise<void>((resolve) => (settle = resolve));

/** Does what only the newest question should do, and shows what went wrong. */
async function attempt(work: () => Promise<void>): Promise<void> {
  isRunning.value = true;
  try {
    await work();
    isRunning.value = false;
    settle();
  } catch (thrown) {
    if (thrown === superseded) return;
    isRunning.value = false;
    failure.value = isFailure(thrown) ? thrown : { text: String(thrown) };
    settle();
  }
}

const exampleOf = (id: string | null): Example | undefined => examples.find((one) => one.id === id);

function rangeOf({ name, value }: Input): Pair {
  const given = exampleOf(exampleId.value)?.ranges?.[name];
  return given === undefined ? around(value) : including(given, value);
}
function around(value: number): Pair {
  const reach = Math.max(1, 2 * Math.abs(value));
  return Number.isFinite(reach) ? [value - reach, value + reach] : [-1, 1];
}
const including = (range: Pair, value: number): Pair =>
  value >= range[0] && value <= range[1] ? range : around(value);

/**
 * Translates and runs the code, and differentiates its function.
 *
 * @param kept numbers that inputs of these names keep
 */
function open(
  at?: readonly number[],
  kept: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  return attempt(async () => {
    const asked: Asked = {
      code: code.value,
      choice: choice.value,
      ...(chosen.value === null ? {} : { name: chosen.value }),
      ...(at === undefined ? {} : { at }),
    };
    hasRun.value = false;
    const found = await ask('open', asked);
    batch(() => {
      hasRun.value = true;
      opened.value = found;
      numbers.value = found.inputs.map(({ name, value }) => kept.get(name) ?? value);
      ranges.value = found.inputs.map(rangeOf);
      selected.value = null;
      sources.value = null;
      failure.value = null;
      // The old answer stays until there is a new one, unless it is about other inputs.
      if (found.inputs.length !== answer.value?.gradient.length) answer.value = null;
    });
    if (found.name === null) return;
    await answerNow();
    sources.value = await ask('sources', {});
  });
}

async function answerNow(): Promise<void> {
  const found = await ask('answer', { at: numbers.value, byOperation: byOperation.value });
  batch(() => {
    answer.value = found;
    failure.value = null;
    const { inputs = [], bindings = [] } = listing.value ?? {};
    if (![...inputs, ...bindings].some(({ id }) => id === selected.value)) selected.value = null;
  });
}

export function setNumber(place: number, value: number): void {
  batch(() => {
    numbers.value = numbers.value.with(place, value);
    ranges.value = ranges.value.with(place, including(ranges.value[place], value));
  });
  void attempt(answerNow);
}

export function setNumbers(values: ReadonlyMap<number, number>): void {
  numbers.value = numbers.value.map((x, k) => values.get(k) ?? x);
  void attempt(answerNow);
}

export function setByOperation(is: boolean): void {
  byOperation.value = is;
  void attempt(answerNow);
}

export function choose(name: string): void {
  batch(() => {
    chosen.value = name;
    choice.value = {};
  });
  void open();
}

/** Other inputs, or arrays of other lengths; the numbers stay. */
export function chooseArguments(made: Choice): void {
  const kept = new Map(inputNames.value.map((name, k) => [name, numbers.value[k]]));
  choice.value = made;
  void open(undefined, kept);
}

let typing: ReturnType<typeof setTimeout> | undefined;
/** The user has typed. */
export function edit(text: string): void {
  if (text === code.value) return;
  batch(() => {
    code.value = text;
    if (exampleTexts[exampleId.value ?? ''] !== text) exampleId.value = null;
  });
  clearTimeout(typing);
  if (!isWaiting.value) typing = setTimeout(() => void open(), PAUSE);
}

/** The reader has seen the code of a link. */
export function allow(): void {
  isWaiting.value = false;
  void open(linked);
}
let linked: readonly number[] | undefined;

interface ToShow {
  readonly code: string;
  readonly name?: string | undefined;
  readonly at?: readonly number[] | undefined;
  readonly choice?: Choice | undefined;
}

function show({ code: text, name, at, choice: made }: ToShow): void {
  clearTimeout(typing);
  batch(() => {
    code.value = text;
    chosen.value = name ?? null;
    choice.value = made ?? {};
    opened.value = null;
    answer.value = null;
    failure.value = null;
  });
  linked = at;
  if (!isWaiting.value) void open(at);
}

export function showExample(id: string, seen: Omit<ToShow, 'code' | 'name'> = {}): void {
  const example = exampleOf(id) ?? examples[0];
  exampleId.value = example.id;
  isWaiting.value = false;
  show({ ...seen, code: exampleTexts[example.id], name: example.name });
}

/** Shows what the address says; code that is not ours waits to be allowed. */
export async function showAddress(): Promise<void> {
  const { hash } = location;
  const found = readAddress(hash);
  if (found === undefined) {
    showExample(examples[0].id);
    if (hash.length > 1) {
      failure.value = {
        text: 'The link cannot be read: a part of it is missing. Here is an example instead.',
      };
    }
  } else if ('example' in found) showExample(found.example, found);
  else {
    const isOwn = await isOurs(found.code);
    if (location.hash !== hash) return;
    exampleId.value = null;
    isWaiting.value = !isOwn;
    if (!isOwn) settle();
    show(found);
  }
}

/** The address of what is shown. */
export const address = computed(() => {
  const inputs = opened.value?.inputs ?? [];
  const isMoved = numbers.value.some((x, k) => x !== inputs[k]?.start);
  const isChosen = Object.keys(choice.value).length > 0;
  const seen = {
    ...(isMoved ? { at: numbers.value } : {}),
    ...(isChosen ? { choice: choice.value } : {}),
  };
  const example = exampleOf(exampleId.value);
  if (example !== undefined && (example.name ?? null) === chosen.value) {
    return addressOfExample({ example: example.id, ...seen });
  }
  return addressOf({
    code: code.value,
    ...(chosen.value === null ? {} : { name: chosen.value }),
    ...seen,
  });
});

/** Keeps the address of the page as what is shown, and follows links. */
export function followAddress(): void {
  void showAddress();
  let writing: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const hash = address.value;
    clearTimeout(writing);
    if (isWaiting.value || opened.value === null) return;
    writing = setTimeout(() => history.replaceState(null, '', hash), PAUSE);
  });
  addEventListener('hashchange', () => void showAddress());
}

/** The editor: TypeScript with its types and errors, and marks of what the results point at. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { linter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Annotation, EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, hoverTooltip } from '@codemirror/view';
import { effect } from '@preact/signals';
import { basicSetup } from 'codemirror';
import type { Place } from '../../logic/messages.js';
import { code, edit, failure, listing, selectedBinding } from '../store.js';
import { look } from './look.js';
import { complaintsOf, completionsAt, typeAt } from './types-client.js';

/** Marks changes that do not come from the user. */
const isOurs = Annotation.define<boolean>();

const kinds = {
  selected: Decoration.line({ class: 'cm-selected-line' }),
  kink: Decoration.line({ class: 'cm-kink', attributes: { title: 'A kink is here' } }),
  start: Decoration.mark({ class: 'cm-selected-start' }),
};

interface Marks {
  readonly selected: Place | undefined;
  readonly kinks: readonly Place[];
}
const setMarks = StateEffect.define<Marks>();

function marksIn(state: EditorState, { selected, kinks }: Marks) {
  const { doc } = state;
  const lines = (places: readonly Place[]) =>
    places
      .filter(({ line }) => line <= doc.lines)
      .map((place) => ({ place, line: doc.line(place.line) }));
  const ranges = [
    ...lines(kinks).map(({ line }) => kinds.kink.range(line.from)),
    ...lines(selected === undefined ? [] : [selected]).flatMap(({ place, line }) => {
      const from = Math.min(line.from + place.column - 1, line.to);
      const word = /^[\w$.]+|^./.exec(line.text.slice(place.column - 1))?.[0].length ?? 0;
      return [
        kinds.selected.range(line.from),
        ...(word > 0 ? [kinds.start.range(from, from + word)] : []),
      ];
    }),
  ];
  return RangeSet.of(ranges, true);
}

const marks = StateField.define({
  create: () => Decoration.none,
  update: (old, transaction) => {
    const found = transaction.effects.find((one) => one.is(setMarks));
    // After typing, old places may be wrong until there is a new answer.
    if (found !== undefined) return marksIn(transaction.state, found.value as Marks);
    return transaction.docChanged ? Decoration.none : old;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Errors of types, with the one of the run, at its place. */
async function complaints({ state }: EditorView): Promise<Diagnostic[]> {
  const text = state.doc.toString();
  const found = await complaintsOf(text);
  const fromTypes = found.map(({ from, to, text: message }): Diagnostic => {
    return { from, to: Math.min(to, state.doc.length), severity: 'error', message };
  });
  const { place, text: message = '' } = failure.value ?? {};
  if (place === undefined || place.line > state.doc.lines || text !== code.value) return fromTypes;
  const line = state.doc.line(place.line);
  const from = Math.min(line.from + place.column - 1, line.to);
  return [...fromTypes, { from, to: line.to, severity: 'error', message }];
}

const types = hoverTooltip(async ({ state }, at) => {
  const found = await typeAt(state.doc.toString(), at);
  if (found === null) return null;
  return {
    pos: found.from,
    end: found.to,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-type';
      dom.textContent = found.text;
      return { dom };
    },
  };
});

async function completions(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]*/)!;
  const isMember = context.state.sliceDoc(word.from - 1, word.from) === '.';
  if (word.from === word.to && !isMember && !context.explicit) return null;
  const options = await completionsAt(context.state.doc.toString(), context.pos);
  return { from: word.from, options, validFor: /^[\w$]*$/ };
}

/** Puts the editor into an element, and keeps it as the store is. */
export function mount(parent: HTMLElement): void {
  const changed = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some((one) => one.annotation(isOurs) === true)) {
      edit(state.doc.toString());
    }
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: code.value,
      extensions: [
        basicSetup,
        javascript({ typescript: true }),
        autocompletion({ override: [completions] }),
        linter(complaints, { delay: 500, needsRefresh: () => false }),
        types,
        marks,
        changed,
        look,
        EditorView.contentAttributes.of({ 'aria-label': 'Code', tabindex: '0' }),
        EditorView.lineWrapping,
      ],
    }),
  });
  effect(() => {
    const text = code.value;
    if (text === view.state.doc.toString()) return;
    const changes = { from: 0, to: view.state.doc.length, insert: text };
    view.dispatch({ changes, annotations: isOurs.of(true) });
  });
  effect(() => {
    const kinks = (listing.value?.kinks ?? []).flatMap(({ place }) => place ?? []);
    const selected = selectedBinding.value?.place;
    view.dispatch({ effects: setMarks.of({ selected, kinks }) });
  });
  effect(() => {
    // Read here, so that a new failure brings the complaints up to date.
    void failure.value;
    void complaints(view).then((found) => view.dispatch(setDiagnostics(view.state, found)));
  });
}

/** The editor, which is loaded after the page is there; and what the code prints. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { code, failure, opened } from '../store.js';
import { Guard } from './guard.js';

/** The code as text until the editor is there. */
function Editor() {
  const place = useRef<HTMLDivElement>(null);
  const early = useRef<HTMLPreElement>(null);
  useSignalEffect(() => {
    if (early.current !== null) early.current.textContent = code.value;
  });
  useEffect(() => {
    void import('../editor/editor.js').then(({ mount }) => {
      mount(place.current!);
      early.current?.remove();
      early.current = null;
    });
  }, []);
  return (
    <div class="editor">
      <div ref={place} />
      <pre ref={early} tabIndex={0} aria-label="The code" />
    </div>
  );
}

function Printed() {
  const printed = failure.value?.printed ?? opened.value?.printed ?? [];
  if (printed.length === 0) return null;
  return (
    <section class="printed" aria-label="What the code prints">
      <h2>Printed</h2>
      <pre tabIndex={0}>{printed.join('\n')}</pre>
    </section>
  );
}

export function CodePane() {
  return (
    <section class="code" aria-label="Code">
      <Editor />
      <Guard about={opened.value}>
        <Printed />
      </Guard>
    </section>
  );
}

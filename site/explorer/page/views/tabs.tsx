/** Tabs, by the pattern of the ARIA practices: arrows move between them, and one of them is in the order of focus. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly view: () => JSX.Element | null;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const open = useSignal(tabs[0].id);
  const move = (event: KeyboardEvent) => {
    const place = tabs.findIndex(({ id }) => id === open.value);
    const goals: Readonly<Record<string, number>> = {
      ArrowRight: (place + 1) % tabs.length,
      ArrowLeft: (place + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    open.value = tabs[goal].id;
    document.getElementById(`tab-${open.value}`)?.focus();
  };
  const current = tabs.find(({ id }) => id === open.value) ?? tabs[0];
  return (
    <section class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === current.id}
            aria-controls={id === current.id ? `panel-${id}` : undefined}
            tabIndex={id === current.id ? 0 : -1}
            onClick={() => (open.value = id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`panel-${current.id}`}
        aria-labelledby={`tab-${current.id}`}
        key={current.id}
      >
        {current.view()}
      </div>
    </section>
  );
}

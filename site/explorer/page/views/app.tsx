/** The whole page: the code on the left, and what follows from it on the right. */
import { signal } from '@preact/signals';
import { examples } from '../../logic/examples.js';
import {
  address,
  allow,
  answer,
  exampleId,
  failure,
  hasRun,
  isRunning,
  isStale,
  isWaiting,
  opened,
  showExample,
} from '../store.js';
import { Arguments } from './arguments.js';
import { Bindings } from './bindings.js';
import { CodePane } from './code-pane.js';
import { Cost } from './cost.js';
import { Derivative } from './derivative.js';
import { Guard } from './guard.js';
import { Plot } from './plot.js';
import { Result } from './result.js';
import { Tabs } from './tabs.js';
import { ThemeButton } from './theme.js';

const said = signal('');

async function share(): Promise<void> {
  const link = new URL(address.value, location.href).href;
  history.replaceState(null, '', address.value);
  try {
    await navigator.clipboard.writeText(link);
    said.value = 'The link is copied.';
  } catch {
    said.value = 'The link is in the address bar.';
  }
  setTimeout(() => (said.value = ''), 4000);
}

/** The pages that the documentation names at its top. */
const pages = [
  ['Guide', 'guide.html'],
  ['Reference', 'reference/'],
  ['Errors', 'errors.html'],
  ['Benchmarks', 'benchmarks/gradbench.html'],
] as const;

function Header() {
  return (
    <header class="top">
      <h1>
        <svg aria-hidden="true" viewBox="0 0 32 32" width="26" height="26">
          <rect width="32" height="32" rx="7" />
          <path d="M16 7 26 25H6Z" />
        </svg>
        <a href="../">
          delta-tape <span class="quiet">explorer</span>
        </a>
      </h1>
      <nav aria-label="The documentation">
        {pages.map(([title, path]) => (
          <a key={path} href={`../${path}`}>
            {title}
          </a>
        ))}
      </nav>
      <div class="actions">
        <label class="choice">
          <span class="label">Example</span>
          <select
            value={exampleId.value ?? ''}
            onChange={(event) => showExample(event.currentTarget.value)}
          >
            {exampleId.value === null && <option value="">Your own code</option>}
            {examples.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void share()}>
          Copy link
        </button>
        <ThemeButton />
      </div>
      <p role="status" class="said">
        {said}
      </p>
    </header>
  );
}

/** Code that prints is often there for what it prints, so that it is no fault of it if a function has no gradient. */
function Printed({ text }: { text: string }) {
  return (
    <section class="notice" role="status">
      <h2>
        No gradient of <code>{opened.value!.name}</code>
      </h2>
      <p>
        The code has run, and what it printed stands with it. Of this function there is no gradient
        to show: {text}
      </p>
    </section>
  );
}

/** The notice that stands there instead of results. */
function Notice() {
  if (isWaiting.value) {
    return (
      <section class="notice" aria-label="Code from a link">
        <h2>This code came with a link</h2>
        <p>
          Somebody else may have written it. Read it before you run it. It runs in a worker without
          network and storage, and for four seconds at most.
        </p>
        <button type="button" class="strong" onClick={allow}>
          Run this code
        </button>
      </section>
    );
  }
  if (failure.value !== null) {
    const { text, place } = failure.value;
    if (hasRun.value && opened.value!.printed.length > 0) return <Printed text={text} />;
    return (
      <section class="notice bad" role="alert">
        <h2>{place === undefined ? 'No answer' : `Line ${place.line}`}</h2>
        <p>{text}</p>
      </section>
    );
  }
  if (opened.value?.name === null) {
    return (
      <section class="notice">
        <h2>No function</h2>
        <p>
          The code declares no function at its top. Write one, such as{' '}
          <code>const square = (x: number) =&gt; x * x;</code>
        </p>
      </section>
    );
  }
  return answer.value === null ? (
    <section class="notice" role="status">
      <p>{isRunning.value ? 'The code is translated and run …' : 'There is no answer yet.'}</p>
    </section>
  ) : null;
}

export function App() {
  return (
    <>
      <Header />
      <main>
        <CodePane />
        <div class={isStale.value ? 'results stale' : 'results'}>
          <Notice />
          <Guard about={answer.value}>
            {answer.value !== null && <Result />}
            {!isWaiting.value && <Arguments />}
            {answer.value !== null && (
              <Tabs
                label="Views of the function"
                tabs={[
                  { id: 'plot', title: 'Plot', view: () => <Plot /> },
                  { id: 'bindings', title: 'Let-bindings', view: () => <Bindings /> },
                  { id: 'derivative', title: 'Derivative code', view: () => <Derivative /> },
                  { id: 'cost', title: 'Cost and kinks', view: () => <Cost /> },
                ]}
              />
            )}
          </Guard>
        </div>
      </main>
      <footer>
        <p>
          Write plain TypeScript. <a href="../">delta-tape</a> differentiates it here, in your
          browser; nothing is sent anywhere.
        </p>
      </footer>
    </>
  );
}

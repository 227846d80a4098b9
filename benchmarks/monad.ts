/**
 * The monad beside the engine, on the chain: a program in do-notation, and one by `bind`, over columns. Both make the
 * bindings that the engine makes. `npm run bench:monad` writes benchmarks/MONAD.md.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { interleaved } from './launches.js';
import { monadCases, type MonadLaunch } from './monad-cases.js';
import { machine, short, table, type Target, targetTable } from './text.js';
import { median } from './timing.js';

const LAUNCHES = 5;
const MILLISECONDS = 1000;

const loadBefore = loadavg()[0];
const names = monadCases.map(({ name }) => name);
const results = interleaved<MonadLaunch>(
  './monad-launch.js',
  names,
  LAUNCHES,
  MILLISECONDS,
  () => undefined,
);

const rows = monadCases.map(({ style, bindings }, at) => {
  const launches = results[at];
  const ratios = launches.map(({ monad, engine }) => monad / engine);
  const nanoseconds = (of: 'engine' | 'monad') =>
    (median(launches.map((launch) => launch[of])) * 1e6) / bindings;
  return {
    style,
    bindings,
    engine: nanoseconds('engine'),
    monad: nanoseconds('monad'),
    ratio: median(ratios),
    least: Math.min(...ratios),
  };
});

const targets: Target[] = rows.map(({ style, bindings, ratio }) => ({
  what: `${style}, ${bindings.toLocaleString('en')} bindings: monad ÷ engine`,
  atMost: 10,
  measured: ratio,
}));

const text = `# What the monad costs

${machine({ launches: LAUNCHES, loadBefore })}

The gradient of the chain (see RESULTS.md) in the monad over columns, and by the engine with explicit operators, in turns
within a process. Times are nanoseconds a binding; every ratio is the median of several fresh processes, and _least_ the smallest.

${table(
  ['written with', 'bindings', 'engine ns', 'monad ns', 'ratio', 'least'],
  rows.map(({ style, bindings, engine, monad, ratio, least }) => [
    style,
    bindings.toLocaleString('en'),
    short(engine),
    short(monad),
    short(ratio),
    short(least),
  ]),
)}

${targetTable(targets)}
`;
writeFileSync(new URL('../../benchmarks/MONAD.md', import.meta.url), text);
console.log(text);

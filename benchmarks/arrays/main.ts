/**
 * Measures what gradients of arrays cost, beside other libraries: `npm run bench:arrays`. The libraries are installed
 * when they are missing.
 *
 * `-- --write` keeps the results in benchmarks/ARRAYS.md; `-- --quick` only shows that everything works.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { interleaved } from '../launches.js';
import { installPeers, project } from '../peers/project.js';
import { cases } from './cases.js';
import type { ArrayLaunch } from './launch.js';
import { arrayReport } from './report.js';
import { summariseArrays } from './results.js';

const { values: options } = parseArgs({
  options: { write: { type: 'boolean' }, quick: { type: 'boolean' } },
});
const launches = options.quick ? 1 : 5;
const milliseconds = options.quick ? 100 : 1200;

installPeers();
const loadBefore = loadavg()[0];
const names = cases.map(({ name }) => name);
const bar = new SingleBar({ format: '{bar} {value} of {total} launches', clearOnComplete: true });
bar.start(names.length * launches, 0);
const found = interleaved<ArrayLaunch>('./arrays/launch.js', names, launches, milliseconds, () =>
  bar.increment(),
);
bar.stop();

const results = names.map((name, k) => summariseArrays(name, found[k]));
const text = await arrayReport({ launches, loadBefore, cases: results });
console.log(text);
if (options.write) writeFileSync(new URL('benchmarks/ARRAYS.md', project), text);

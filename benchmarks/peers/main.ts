/**
 * Compares gradients of the evals of GradBench: `npm run bench:peers`. The libraries that it
 * compares with are installed when they are missing.
 *
 * `-- --native DIR` adds the native tools of a checkout of GradBench where they are built;
 * `-- --write` keeps the results in benchmarks/GRADBENCH.md; `-- --quick` only shows that
 * everything works, at the smallest sizes.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { format } from 'prettier';
import { View, parse } from 'vega';
import { compile } from 'vega-lite';
import { compared } from './comparison.js';
import { rows as allRows } from './inputs.js';
import type { Launch } from './launch.js';
import { picture } from './picture.js';
import { installPeers, project } from './project.js';
import { report, type Comparison } from './report.js';
import { launched, type Settings } from './run.js';
import { toolsOf } from './tools.js';

const { values: options } = parseArgs({
  options: {
    native: { type: 'string' },
    write: { type: 'boolean' },
    quick: { type: 'boolean' },
  },
});
const launches = options.quick ? 1 : 3;
const settings: Settings = {
  seconds: options.quick ? 0.1 : 1,
  limits: { seconds: 20, bytes: 2 * 2 ** 30 },
  native: options.native,
};

installPeers();

const loadBefore = loadavg()[0];
const tools = toolsOf(options.native !== undefined);
const rows = allRows.filter(
  ({ name }, k) => !options.quick || allRows.findIndex((row) => row.name === name) === k,
);
const found: Launch[][][] = rows.map(() => tools.map(() => []));
const bar = new SingleBar({ format: '{bar} {value} of {total} launches', clearOnComplete: true });
bar.start(rows.length * tools.length * launches, 0);
for (let k = 0; k < launches; k++) {
  for (const [at, row] of rows.entries()) {
    for (const [column, tool] of tools.entries()) {
      const own = found[at][column];
      // What failed once is not tried again.
      if (k === 0 || !('failure' in own[0])) own.push(await launched(tool, row, settings));
      bar.increment();
    }
  }
}
bar.stop();

const comparison: Comparison = {
  launches,
  loadBefore,
  tools,
  rows: rows.map((row, at) => compared(row, tools, found[at])),
  limits: settings.limits,
};
const text = await format(report(comparison), { parser: 'markdown' });
console.log(text);
if (options.write) {
  writeFileSync(new URL('benchmarks/GRADBENCH.md', project), text);
  const view = new View(parse(compile(picture(comparison)).spec), { renderer: 'none' });
  writeFileSync(new URL('benchmarks/gradbench.svg', project), await view.toSVG());
}

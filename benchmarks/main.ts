/**
 * Measures what gradients cost, and says how far the targets are reached: `npm run bench`.
 *
 * `-- --write` keeps the results in benchmarks/RESULTS.md; `-- --quick` only shows that everything works;
 * `-- --node PATH` measures plain TypeScript under another Node, too.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import deltaTape from 'delta-tape/esbuild';
import { bundleSizes } from './bundles.js';
import { interleaved, versionOf } from './launches.js';
import { summariseKinds, type KindsLaunch } from './kinds.js';
import { orders, summariseOrder, type OrderLaunch } from './orders.js';
import { summarisePlain, type PlainBindings, type PlainLaunch } from './plain-results.js';
import { plainWorkloads } from './plain-workloads.js';
import type { RatioLaunch } from './ratio-launch.js';
import { summariseRatios } from './ratios.js';
import { report } from './report.js';
import { summariseScaling } from './scaling.js';
import type { ScalingLaunch } from './scaling-launch.js';
import type { TrajectoryLaunch } from './trajectory-launch.js';
import { summariseTrajectory, TRAJECTORIES } from './trajectory.js';
import { summariseTranslation, translateWorkloads, type TranslationLaunch } from './translation.js';
import { OPERATION_COUNTS, theNetwork, workloads } from './workloads.js';

const { values: options } = parseArgs({
  options: { write: { type: 'boolean' }, quick: { type: 'boolean' }, node: { type: 'string' } },
});
const launches = options.quick ? 1 : 7;
const milliseconds = options.quick ? 100 : 1200;

const loadBefore = loadavg()[0];
const names = workloads.map(({ name }) => name);
const kinds = [theNetwork.name];
const trajectories = options.quick ? TRAJECTORIES.slice(-1) : TRAJECTORIES;
const bar = new SingleBar({ format: '{bar} {value} of {total} launches', clearOnComplete: true });
const orderNames = orders.map(({ name }) => name);
const modules = plainWorkloads.map(({ module }) => module);
const translations = ['thousand lines'];
const subjects = [
  names,
  modules,
  options.node === undefined ? [] : modules,
  translations,
  kinds,
  orderNames,
  OPERATION_COUNTS,
  trajectories,
];
bar.start(subjects.reduce((total, { length }) => total + length, 0) * launches, 0);
const progress = () => bar.increment();

const ratioLaunches = interleaved<RatioLaunch>(
  './ratio-launch.js',
  names,
  launches,
  milliseconds,
  progress,
);
translateWorkloads();
const other = options.node ?? null;
const plainLaunches = interleaved<PlainLaunch>(
  './plain-launch.js',
  modules,
  launches,
  milliseconds,
  progress,
);
const otherLaunches =
  other === null
    ? null
    : interleaved<PlainLaunch>(
        './plain-launch.js',
        modules,
        launches,
        milliseconds,
        progress,
        other,
      );
const counted = interleaved<PlainBindings>('./plain-bindings-launch.js', modules, 1, 0, () => 0);
const [translationLaunches] = interleaved<TranslationLaunch>(
  './translation-launch.js',
  translations,
  launches,
  milliseconds,
  progress,
);
const kindsLaunches = interleaved<KindsLaunch>(
  './kinds-launch.js',
  kinds,
  launches,
  milliseconds,
  progress,
);
const orderLaunches = interleaved<OrderLaunch>(
  './orders-launch.js',
  orderNames,
  launches,
  milliseconds,
  progress,
);
const scalingLaunches = interleaved<ScalingLaunch>(
  './scaling-launch.js',
  OPERATION_COUNTS.map(String),
  launches,
  milliseconds,
  progress,
);
const trajectoryLaunches = interleaved<TrajectoryLaunch>(
  './trajectory-launch.js',
  trajectories,
  launches,
  milliseconds,
  progress,
);
bar.stop();

const text = await report({
  launches,
  loadBefore,
  ratios: names.map((name, k) => summariseRatios(name, ratioLaunches[k])),
  plain: plainWorkloads.map(({ beside }, k) =>
    summarisePlain(beside.name, plainLaunches[k], counted[k][0]),
  ),
  underOther:
    otherLaunches === null
      ? null
      : {
          node: versionOf(other!),
          plain: plainWorkloads.map(({ beside }, k) =>
            summarisePlain(beside.name, otherLaunches[k], counted[k][0]),
          ),
        },
  translation: summariseTranslation(translationLaunches),
  bundles: await bundleSizes(new URL('../../', import.meta.url), deltaTape()),
  kinds: kinds.map((name, k) => summariseKinds(name, kindsLaunches[k])),
  orders: orders.map((order, k) => summariseOrder(order, orderLaunches[k])),
  scaling: OPERATION_COUNTS.map((count, k) => summariseScaling(count, scalingLaunches[k])),
  trajectories: trajectories.map((one, k) => summariseTrajectory(one, trajectoryLaunches[k])),
});
console.log(text);
if (options.write) writeFileSync(new URL('../../benchmarks/RESULTS.md', import.meta.url), text);

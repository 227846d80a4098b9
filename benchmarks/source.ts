/**
 * Gradients as files beside the library's own compiled gradients of the same functions: `npm run bench:source`. It
 * takes half a minute. Below 1 the file is faster: the library also reads arguments and gives gradients their shapes.
 */
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { valueAndGrad } from 'delta-tape';
import { firstUnknown } from '../examples/source/gauss.ts';
import { heatMisfit } from '../examples/source/heat.ts';
import { mixtureLoss } from '../examples/source/mixture.ts';
import { networkLoss } from '../examples/source/network.ts';
import { angleAfter } from '../examples/source/pendulum.ts';
import { miss } from '../examples/source/spring.ts';
import { treeWorth } from '../examples/source/tree.ts';
import { timeInTurns } from './timing.js';

type Answer = (...args: readonly unknown[]) => { readonly value: number };

const MILLISECONDS = 5000;

const series = (length: number, from = 0.3) =>
  Array.from({ length }, (_, k) => Math.sin(from + 1.7 * k));
const rows = (count: number, length: number) =>
  Array.from({ length: count }, (_, k) => series(length, k));
const layer = (outputs: number, inputs: number) => ({
  weights: rows(outputs, inputs),
  biases: series(outputs, 2),
});
const child = (k: number, nodes: number) => (k < nodes ? k : -1);
const tree = (nodes: number) => ({
  left: Int32Array.from({ length: nodes }, (_, k) => child(2 * k + 1, nodes)),
  right: Int32Array.from({ length: nodes }, (_, k) => child(2 * k + 2, nodes)),
});
const floats = (length: number, from = 0.3) => Float64Array.from(series(length, from));

const workloads = {
  heat: { f: heatMisfit, wrt: 0, args: [floats(200), floats(200, 3), 100] },
  network: {
    f: networkLoss,
    wrt: 0,
    args: [{ hidden: layer(16, 8), output: layer(1, 16) }, rows(100, 8), series(100, 4)],
  },
  gauss: { f: firstUnknown, wrt: [0, 1], args: [floats(900), floats(30, 2)] },
  tree: {
    f: treeWorth,
    wrt: [0, 1],
    args: [series(255), 0.9, tree(255)],
  },
  mixture: { f: mixtureLoss, wrt: 0, args: [series(10), series(300, 1)] },
  pendulum: { f: angleAfter, wrt: 0, args: [1.3, 0.5, 3000] },
  spring: { f: miss, wrt: 0, args: [{ stiffness: 3, damping: 0.4 }, 1, 0.2, 3000] },
};

/** The exports of a file of TypeScript, which nothing translates. */
async function fileOf(name: string): Promise<Readonly<Record<string, Answer>>> {
  const text = readFileSync(`examples/source/${name}-gradient.ts`, 'utf8');
  const { code } = transformSync(text, { loader: 'ts', format: 'esm' });
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Readonly<
    Record<string, Answer>
  >;
}

console.log('| file ÷ compiled gradient | |\n| --- | --- |');
for (const [name, { f, wrt, args }] of Object.entries(workloads)) {
  const { [`${f.name}Gradient`]: file } = await fileOf(name);
  const compiled = (valueAndGrad as unknown as (f: unknown, options: object) => Answer)(f, { wrt });
  const tasks = [file, compiled].map((answer) => () => answer(...args).value);
  const [own, library] = timeInTurns(tasks, MILLISECONDS);
  console.log(`| ${name} | ${(own / library).toFixed(2)} |`);
}

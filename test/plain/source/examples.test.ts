/** The derivatives in examples/source are as they are written now; gradients have the bits of the library's. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueAndGrad } from 'delta-tape';
import { gradientSource, type SourceKind } from 'delta-tape/compile';
import * as tiers from '../../support/tiers.js';
import { compiled } from '../../../src/plain/runtime/compiled/lowered.js';
import { loadFile } from '../../support/plain.js';

type F = (...args: unknown[]) => unknown;

const folder = join(__dirname, '../../../examples/source');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const sources = JSON.parse(read('sources.json')) as {
  file: string;
  name: string;
  kind?: SourceKind;
  wrt?: number | number[];
}[];

const series = (length: number, from = 0.3) =>
  Array.from({ length }, (_, k) => Math.sin(from + 1.7 * k));
const rows = (count: number, length: number, from = 0.3) =>
  Array.from({ length: count }, (_, k) => series(length, from + k));
const layer = (outputs: number, inputs: number) => ({
  weights: rows(outputs, inputs),
  biases: series(outputs, 2),
});

/** Arguments for each function. */
const args: Readonly<Record<string, unknown[]>> = {
  rosenbrock: [series(30)],
  logistic: [
    { weights: series(4), bias: 0.2 },
    rows(20, 4).map((features, k) => ({ features, label: k % 3 === 0 ? 1 : -1 })),
    0.05,
  ],
  neuron: [Float64Array.from(series(5)), Float64Array.from(series(5, 1)), 0.3],
  llsq: [series(8), 50],
  'black-scholes': [{ spot: 95, rate: 0.03, volatility: 0.2 }, 100, 0.75],
  spring: [{ stiffness: 3, damping: 0.4 }, 1, 0.2, 300],
  network: [{ hidden: layer(6, 3), output: layer(1, 6) }, rows(12, 3), series(12, 4)],
  kmeans: [rows(3, 2), rows(40, 2, 1)],
  gauss: [Float64Array.from(series(25)), Float64Array.from(series(5, 2))],
  tree: [
    series(5),
    0.9,
    { left: Int32Array.of(1, 3, -1, -1, -1), right: Int32Array.of(2, 4, -1, -1, -1) },
  ],
  mixture: [series(3), series(20, 1)],
  pendulum: [1.3, 0.5, 100],
  heat: [Float64Array.from(series(40)), Float64Array.from(series(40, 3)), 25],
};

const kindOf = ({ kind = 'gradient' }: { kind?: SourceKind }) => kind;

test.each(sources.map((one) => ({ ...one, of: kindOf(one) })))(
  'The $of of $name is written as it stands.',
  ({ file, of, ...options }) => {
    const modules = (source: string) => {
      const filename = source.slice(2).replace('.js', '.ts');
      return { text: read(filename), filename };
    };
    const text = gradientSource(read(`${file}.ts`), {
      ...options,
      modules,
      filename: `${file}.ts`,
    });
    // To write them again: npm run docs:sources.
    expect(text).toBe(read(`${file}-${of}.ts`));
    expect(text).not.toMatch(/\bimport\b|\brequire\b|\$/);
  },
);

const gradients = sources.filter((one) => kindOf(one) === 'gradient');

test.each(gradients)(
  'The gradient of $name has the bits of the library.',
  ({ file, name, wrt }) => {
    const { [name]: f } = loadFile<Record<string, F>>(join(folder, `${file}.ts`));
    const { [`${name}Gradient`]: written } = loadFile<Record<string, F>>(
      join(folder, `${file}-gradient.ts`),
    );
    const operator = valueAndGrad as unknown as (f: F, options: object) => F;
    compiled.answer = tiers.answer;
    const asked = jest.spyOn(compiled, 'answer');
    const expected = operator(f, { wrt: wrt ?? 0 })(...args[file]);
    expect(asked.mock.results[0].value).not.toBeNull();
    asked.mockRestore();
    compiled.answer = tiers.compared;
    expect(written(...args[file])).toEqual(expected);
    expect(written(...args[file])).toEqual(expected);
  },
);

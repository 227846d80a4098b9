/** The evals at small sizes, beside what the suite's tool `manual` computes, which is C++ by hand. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { evals } from '../../gradbench/evals.js';
import { answer, type Evals } from '../../gradbench/protocol.js';
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import { loadFile } from '../support/plain.js';
import { answer as answered, at, compared, comparedAt } from '../support/tiers.js';

interface Case {
  readonly input: unknown;
  /** By the names of functions. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

const files = readdirSync(join(__dirname, '../../gradbench/evals'));
const names = files.map((file) => file.replace(/\.ts$/, ''));
type Module = Awaited<ReturnType<Evals[string]>>;
const loaded = new Map<string, Module>();

/** An eval, which is translated once. */
function translatedOf(name: string): Module {
  const file = join(__dirname, '../../gradbench/evals', `${name}.ts`);
  if (!loaded.has(name)) loaded.set(name, loadFile<Module>(file));
  return loaded.get(name)!;
}
const translated: Evals = Object.fromEntries(
  names.map((name) => [name, () => Promise.resolve(translatedOf(name))]),
);

const cases = names.flatMap((name) => {
  const text = readFileSync(join(__dirname, 'golden', `${name}.json`), 'utf8');
  return (JSON.parse(text) as Case[]).flatMap(({ input, outputs }) =>
    Object.entries(outputs).map(([f, golden]) => ({ name, f, input, golden })),
  );
});

/** The same, with every number that is near enough to the golden one in its place. */
function rounded(found: unknown, golden: unknown): unknown {
  if (typeof found === 'number' && typeof golden === 'number') {
    return Math.abs(found - golden) <= 1e-9 * Math.max(1, Math.abs(golden)) ? golden : found;
  }
  if (Array.isArray(found) && Array.isArray(golden)) {
    return found.map((x, k) => rounded(x, golden[k]));
  }
  if (typeof found === 'object' && found !== null && typeof golden === 'object') {
    const other = golden as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(found).map(([key, x]) => [key, rounded(x, other[key])]),
    );
  }
  return found;
}

test('There are twelve evals, and the tool knows them all.', async () => {
  expect(names).toHaveLength(12);
  expect(Object.keys(evals).sort()).toEqual(names.sort());
  for (const name of names) expect(await evals[name]()).toHaveProperty('functions');
});

/** Runs take too long for hundreds of derivatives with derivatives inside; the outputs say enough. */
const isNotCompared = (name: string): boolean => name === 'particle' || name === 'saddle';

test.each(cases)('$name: $f is what it is by hand.', async ({ name, f, input, golden }) => {
  Object.assign(
    compiled,
    isNotCompared(name) ? { answer: answered, at } : { answer: compared, at: comparedAt },
  );
  const message = { id: 1, kind: 'evaluate', module: name, function: f, input };
  const { error, output } = JSON.parse(await answer(JSON.stringify(message), translated)) as {
    readonly error?: string;
    readonly output?: unknown;
  };
  expect(error).toBeUndefined();
  expect(rounded(output, golden)).toEqual(golden);
});

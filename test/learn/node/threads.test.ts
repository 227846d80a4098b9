/** Several cores: programs with threads, which run the build. One, two and four threads give the same bits. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repository = join(__dirname, '../../..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'executor-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(repository, join(folder, 'node_modules/delta-tape'), 'junction');
  write('package.json', '{ "type": "module", "private": true }');
  write(
    'model.js',
    `import { writeFileSync } from 'node:fs';
    import { add, div, mul, sub, tanh } from 'delta-tape';
    import { normalLogDensity, exponentialLogDensity } from 'delta-tape/learn/inference';
    export const density = ({ mean, scale }, ys) =>
      ys.map((y) => normalLogDensity(y, mean, scale)).reduce(add, exponentialLogDensity(scale, 1));
    export const loss = ({ a, b }, batch, { seed }) =>
      div(batch.map(([x, y]) => {
        const z = a.map((w, k) => mul(b[k], tanh(mul(w, x)))).reduce(add);
        return mul(sub(z, y), add(z, (seed % 7) / 10));
      }).reduce(add), batch.length);
    export const crashes = (p) => { queueMicrotask(() => { throw new Error('too late'); }); return p; };
    export const hungry = () => { for (const all = [];;) all.push(new Array(1e4).fill(0.5)); };
    export const loss2 = (p) => mul(p, p);
    export const hangs = (p, batch, { step }) => { while (step === 1); return mul(p, p); };
    export const third = (p, batch, { step }) => {
      if (step === 2) throw new RangeError('the third batch');
      return mul(p, p);
    };
    export const broken = (p) => { throw new TypeError('a wrong turn'); };
    export const notNumber = (p) => mul(p, NaN);
    export const unknown = (p) => grad('a');
    export const ends = () => process.exit(3);
    export const endless = (p) => { for (;;); };`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 200 }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** Runs a program, and gives what it printed. */
function run(text: string, ...args: readonly string[]): { out: string; err: string } {
  write('program.js', text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, 'program.js'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 100_000,
  });
  if (status !== 0) throw new Error(`the program ended with ${status}\n${stdout}${stderr}`);
  return { out: stdout.trim(), err: stderr };
}

const head = `
import { createHash } from 'node:crypto';
import { mul } from 'delta-tape';
import { adam, train } from 'delta-tape/learn';
import { nuts, positive } from 'delta-tape/learn/inference';
import { threads } from 'delta-tape/learn/node';
import * as model from './model.js';
const of = (name) => ({ module: new URL('./model.js', import.meta.url), export: name });
const bits = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
const codeOf = async (promise) => promise.then(() => 'none', (error) => error.code ?? error.name);
`;

test('A sampling in threads tells of each chain when it has ended.', () => {
  const { out } = run(`${head}
    const { terminalProgress } = await import('delta-tape/learn/node');
    const lines = [];
    const progress = terminalProgress({ write: (text) => lines.push(text.trim()) });
    const executor = threads(2);
    const options = { args: [[1, 2]], constraints: { scale: positive }, chains: 3, warmup: 20, draws: 5, progress };
    await nuts(of('density'), { mean: 0, scale: 1 }, { ...options, executor });
    await executor.close();
    console.log(JSON.stringify(lines.map((line) => line.slice(0, 12)).sort()));`);
  expect(JSON.parse(out)).toEqual(['chain 1 of 3', 'chain 2 of 3', 'chain 3 of 3']);
});

test('Chains and trainings have the same bits with one, two and four threads, and without any.', () => {
  const { out, err } = run(`${head}
    const data = Array.from({ length: 50 }, (_, k) => [k / 10, Math.sin(k)]);
    const ys = data.map(([, y]) => y);
    const start = { mean: 0, scale: 1 };
    const options = { args: [ys], constraints: { scale: positive }, chains: 3, warmup: 60, draws: 30, seed: 5 };
    const training = {
      params: { a: [0.1, 0.2, 0.3], b: new Float32Array([0.5, -0.5, 0.1]) },
      data, epochs: 2, batchSize: 12, validation: data.slice(0, 5), optimizer: adam(),
    };
    const found = { chains: [], trainings: [], together: [] };
    for (const count of [1, 2, 4]) {
      const executor = threads(count);
      const samples = await nuts(of('density'), start, { ...options, executor });
      found.chains.push(bits([samples.draws, samples.chains.map(({ stats }) => stats.stepSize)]));
      const { params, history } = await train({ ...training, loss: of('loss'), executor });
      found.trainings.push(bits([params, history]));
      // Two at once, of which one sends batches: rows of one array.
      const numbers = Float64Array.from(data.flat());
      const rows = { size: 50, batch: (all) => all.map((k) => numbers.subarray(2 * k, 2 * k + 2)) };
      const both = await Promise.all([rows, [...rows.batch([...data.keys()])]].map((data) =>
        train({ ...training, data, validation: undefined, loss: of('loss'), executor })));
      found.together.push(...both.map(({ params }) => bits(params)));
      await executor.close();
    }
    const here = nuts(model.density, start, options);
    found.chains.push(bits([here.draws, here.chains.map(({ stats }) => stats.stepSize)]));
    const { params, history } = await train({ ...training, loss: model.loss, chunks: 8 });
    found.trainings.push(bits([params, history]));
    found.together.push(bits(params));
    console.log(JSON.stringify(found));`);
  const { chains, trainings, together } = JSON.parse(out) as Record<string, string[]>;
  expect(chains).toHaveLength(4);
  expect(new Set(chains).size).toBe(1);
  expect(new Set(trainings).size).toBe(1);
  expect(together).toHaveLength(7);
  expect(new Set(together).size).toBe(1);
  expect(err).toBe('');
});

test('Errors come back with their name, code and place; the signal ends threads; they are there again.', () => {
  const { out, err } = run(`${head}
    const executor = threads(2);
    const one = { params: 1, data: [1, 2], epochs: 1, executor };
    try {
      await nuts(of('broken'), 1, { executor });
    } catch (error) {
      console.log(error instanceof TypeError, error.message, /model\\.js:\\d+:\\d+/.test(error.stack));
    }
    console.log(await codeOf(nuts(of('notNumber'), 1, { executor })), await codeOf(nuts(of('unknown'), 1, { executor })));
    console.log(await codeOf(nuts(of('missing'), 1, { executor })), await codeOf(nuts(of('ends'), 1, { executor })));
    class Own { x = 1; }
    console.log(await codeOf(nuts(of('density'), { mean: new Own(), scale: 1 }, { executor })));
    for (const data of [[() => 1], { size: 1, batch: () => [new Own()] }, [], (async function* () {})()]) {
      console.log(await codeOf(train({ ...one, loss: of('loss'), data })));
    }
    console.log(await codeOf(nuts(of('density'), 1, { executor, constraints: { ...positive } })));
    console.log(await codeOf(train({ ...one, loss: (p) => p })), await codeOf(nuts((x) => mul(x, x), 1, { executor })));
    console.log(await codeOf(train({ ...one, loss: of('broken'), executor: undefined })));
    console.log(await codeOf((async () => nuts({ module: './model.js', export: 'density' }, 1, { executor }))()));
    console.log(await codeOf(train({ ...one, loss: of('notNumber') })));
    const signal = AbortSignal.timeout(300);
    const before = Date.now();
    console.log(await codeOf(nuts(of('endless'), 1, { executor, signal })), Date.now() - before < 20_000);
    const { draws } = await nuts(of('density'), { mean: 0, scale: 1 }, {
      executor,
      args: [[1, 2, 3]], constraints: { scale: positive }, draws: 5, warmup: 5,
    });
    console.log(draws.length);
    await executor.close();`);
  expect(out.split('\n')).toEqual([
    'true a wrong turn true',
    'no-finite-start ReferenceError',
    'no-export worker-failed',
    'cannot-cross',
    'cannot-cross',
    'cannot-cross',
    'invalid-option',
    'invalid-option',
    'cannot-cross',
    'cannot-cross cannot-cross',
    'TypeError',
    'invalid-option',
    'loss-not-finite',
    'sampling-aborted true',
    '20',
  ]);
  expect(err).toBe('');
});

test('A training ends by an error where a thread exits, crashes or takes all memory, and where a loss throws or is NaN.', () => {
  const { out } = run(
    `${head}
    const executor = threads(2);
    const one = { params: 1, data: [1, 2, 3, 4, 5, 6], batchSize: 2, chunks: 2, epochs: 1, executor };
    const kept = { read() { return this.bytes; }, write(bytes) { this.bytes = bytes; } };
    for (const name of ['ends', 'crashes', 'hungry']) console.log(await codeOf(train({ ...one, loss: of(name) })));
    await train({ ...one, loss: of('third'), checkpoint: { store: kept, every: 1 } })
      .catch((error) => console.log(error.name, error.message, /model\\.js:\\d+/.test(error.stack)));
    await train({ ...one, loss: of('notNumber') })
      .catch((error) => console.log(error.code, /mul\\(1, NaN\\) at .*model\\.js:\\d+:\\d+ gave NaN/.test(error.message)));
    const { steps } = await train({ ...one, epochs: 2, loss: of('loss2'), checkpoint: { store: kept } });
    console.log(steps);
    await executor.close();`,
    '--max-old-space-size=48',
  );
  expect(out.split('\n')).toEqual([
    'worker-failed',
    'worker-failed',
    'worker-failed',
    'RangeError the third batch true',
    'loss-not-finite true',
    '6',
  ]);
});

test('A signal ends a training whose threads hang; it goes on from the step before.', () => {
  const { out } = run(`${head}
    const executor = threads(2);
    const kept = { read() { return this.bytes; }, write(bytes) { this.bytes = bytes; } };
    const one = { params: 1, data: [1, 2, 3, 4, 5, 6], batchSize: 2, epochs: 1, executor, checkpoint: { store: kept } };
    const before = Date.now();
    const controller = new AbortController();
    const onStep = () => void setTimeout(() => controller.abort(), 200);
    const found = await train({ ...one, loss: of('hangs'), signal: controller.signal, progress: { onStep } });
    console.log(found.reason, found.steps, Date.now() - before < 20_000);
    const whole = await train({ ...one, loss: of('loss2') });
    console.log(whole.reason, whole.steps, bits(whole.params) === bits((await train({ ...one, checkpoint: undefined, loss: of('loss2') })).params));
    console.log((await train({ ...one, loss: of('endless'), signal: AbortSignal.abort() })).reason);
    await executor.close();`);
  expect(out.split('\n')).toEqual(['aborted 1 true', 'finished 3 true', 'finished']);
});

test('Modules of plain TypeScript are translated in threads, too.', () => {
  write(
    'plain-model.ts',
    `import { normalLogDensity } from 'delta-tape/learn/inference';
    export const density = (x: number) => normalLogDensity(x * x - 2, 0, 0.5) - 0.1 * x ** 2;`,
  );
  const { out } = run(
    `import { nuts } from 'delta-tape/learn/inference';
    import { threads } from 'delta-tape/learn/node';
    const executor = threads(2);
    const module = new URL('./plain-model.ts', import.meta.url);
    const { draws } = await nuts({ module, export: 'density' }, 1, { draws: 50, chains: 2, warmup: 50, executor });
    console.log(draws.every((x) => Math.abs(x * x - 2) < 3));
    await executor.close();`,
    ...['--import', 'delta-tape/register'],
  );
  expect(out).toBe('true');
});

/** The programs of the page about inference that have threads, with their modules. */
test('The program of the documentation prints what the page says.', () => {
  const page = readFileSync(join(repository, 'docs/inference.md'), 'utf8');
  const blocks = [...page.matchAll(/```js\n([^]*?)```\n/g)].map(([, code]) => code);
  expect(blocks).toHaveLength(2);
  for (const code of blocks) {
    const [, name] = /^\/\/ (\S+)\n/.exec(code)!;
    write(name, code);
  }
  const { out } = run(`import './several-cores.js';`);
  const [, printed] = /several-cores\.js`? prints:?\n\n```\n([^]*?)```/.exec(page)!;
  expect(`${out}\n`).toBe(printed);
});

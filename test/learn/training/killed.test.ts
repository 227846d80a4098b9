/** A training in a process that is killed at random moments. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { isWhole } from '../../support/sample.js';

const KILLS = isWhole ? 100 : 4;

const built = (path: string) =>
  JSON.stringify(pathToFileURL(join(__dirname, '../../../dist/node', path)).href);

const program = `
import { writeSync } from 'node:fs';
import { add, div, mul, sub, tanh } from ${built('index.js')};
import { adam, chain, clipByGlobalNorm, train } from ${built('learn/index.js')};
import { checkpointFile, saveModel } from ${built('learn/node/index.js')};

const data = Array.from({ length: 50 }, (_, k) => [k / 10, Math.sin(k)]);
const loss = ({ a, b }, batch, { seed }) =>
  div(batch.map(([x, y]) => a.map((w, k) => mul(b[k], tanh(mul(w, x)))).reduce(add))
    .map((z, k) => mul(sub(z, batch[k][1]), add(z, seed % 3))).reduce(add), batch.length);
const { params, state, history } = await train({
  params: { a: [0.1, 0.2, 0.3], b: new Float32Array([0.5, -0.5, 0.1]) },
  loss, data, epochs: 12, batchSize: 4, chunks: 2,
  validation: data.slice(0, 5),
  optimizer: chain(clipByGlobalNorm(1), adam()),
  checkpoint: { store: checkpointFile('training.checkpoint'), every: 1 },
  progress: { onStep: () => writeSync(1, '.') },
});
saveModel('trained.safetensors', { params, state, history });
`;

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'killed-'));
  writeFileSync(join(folder, 'program.mjs'), program);
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 200 });
});

/** Runs the program, for so long after its first step if that is told, and tells whether it came to its end. */
async function run(milliseconds?: number): Promise<boolean> {
  const running = spawn(process.execPath, ['program.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = running;
  const ended = once(running, 'exit') as Promise<[number | null]>;
  running.stdout.resume();
  if (milliseconds !== undefined) {
    void once(running.stdout, 'data').then(() =>
      setTimeout(() => running.kill('SIGKILL'), milliseconds),
    );
  }
  const [code] = await ended;
  if (code !== null && code !== 0) throw new Error(`the program ended with ${code}`);
  return code === 0;
}

const result = () => readFileSync(join(folder, 'trained.safetensors')).toString('hex');

/** Another one begins from nothing. */
function cleared(): void {
  for (const file of readdirSync(folder)) if (file !== 'program.mjs') rmSync(join(folder, file));
}

test(`A training gives the same bits after ${KILLS} kills at random moments.`, async () => {
  expect(await run()).toBe(true);
  const unbroken = result();
  cleared();
  const random = xoroshiro128plus(Number(process.env['SEED'] ?? 1));
  for (let kills = 0; kills < KILLS;) {
    if (await run(uniformInt(random, 0, 120))) {
      expect(result()).toBe(unbroken);
      cleared();
    } else kills++;
  }
  expect(existsSync(join(folder, 'trained.safetensors'))).toBe(false);
  expect(existsSync(join(folder, 'training.checkpoint'))).toBe(true);
  expect(await run()).toBe(true);
  expect(result()).toBe(unbroken);
}, 600_000);

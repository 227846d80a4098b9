/** A cell runs in a process that may fail in any way it likes. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explained, summarised } from '../../../benchmarks/peers/launch.js';
import { output } from '../../../benchmarks/peers/process.js';
import { launched } from '../../../benchmarks/peers/run.js';
import { toolsOf } from '../../../benchmarks/peers/tools.js';

const limits = { seconds: 20, bytes: 2 ** 30 };
const node = (program: string, own = limits) => output(process.execPath, ['-e', program], own);

describe('A process', () => {
  test('gives what it writes.', async () => {
    expect(await node('console.log(6 * 7)')).toMatchObject({ text: '42\n' });
  });

  test('is stopped when its time is over.', async () => {
    const found = await node('for (;;);', { ...limits, seconds: 0.3 });
    expect(found).toEqual({ failure: 'more than 0.3 s' });
  });

  // Only Linux tells how much memory another process has.
  const where = process.platform === 'linux' ? test : test.skip;
  where('is stopped when it has too much memory.', async () => {
    const greedy = 'setInterval(() => (globalThis.all ??= []).push(Buffer.alloc(2 ** 24, 1)), 5)';
    const found = await node(greedy, { ...limits, bytes: 2 ** 27 });
    expect(found).toEqual({ failure: 'out of memory' });
  });

  test('may end with an error.', async () => {
    expect(await node('process.exit(3)')).toEqual({ failure: 'ended with 3' });
    const missing = await output(join(tmpdir(), 'no such program'), [], limits);
    expect(missing).toEqual({ failure: expect.stringContaining('ENOENT') as string });
  });
});

test.each([
  [new RangeError('Maximum call stack size exceeded'), 'stack overflow'],
  [new RangeError('Array buffer allocation failed'), 'out of memory'],
  [
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'out of memory',
  ],
  [new Error('WebAssembly.compile(): local count too large'), 'too large for WebAssembly'],
  [new Error('no such kernel\nat some place'), 'no such kernel'],
])('%s is told in few words.', (error, words) => {
  expect(explained(error)).toBe(words);
});

test('The first run is told from the others, which are those of the later half.', () => {
  const found = summarised([1, [2]], [9e6, 5e6, 1e6, 3e6, 2e6, 1e6]);
  expect(found).toEqual({ first: 9, steady: 2, gradient: [1, 2] });
});

test('A cell of this library runs in a process of its own.', () => {
  const cell = ['--import', 'delta-tape/register', 'benchmarks/peers/cell.ts'];
  const { stdout, stderr } = spawnSync(process.execPath, [...cell, 'plain', 'hello', '[]', '0'], {
    cwd: join(__dirname, '../../..'),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    gradient: [6],
    answers: 'compiled',
    first: expect.any(Number) as number,
    steady: expect.any(Number) as number,
    setUp: expect.any(Number) as number,
    peakBytes: expect.any(Number) as number,
  });
});

describe('A native tool', () => {
  const native = mkdtempSync(join(tmpdir(), 'native-'));
  const manual = toolsOf(true).find(({ id }) => id === 'manual')!;
  const launch = (name: 'hello' | 'llsq' | 'particle') =>
    launched(manual, { name, size: [4, 3] }, { seconds: 0, limits, native });

  beforeAll(() => {
    const folder = join(native, 'tools/manual/bin');
    mkdirSync(folder, { recursive: true });
    const lines = [
      '#!/bin/sh',
      'echo "[$(grep -c min_seconds $1), 2]"',
      `echo '{"name": "prepare", "nanoseconds": 7}'`,
      `echo '{"name": "evaluate", "nanoseconds": 2000000}'`,
    ];
    writeFileSync(join(folder, 'llsq'), lines.join('\n'));
    chmodSync(join(folder, 'llsq'), 0o755);
  });
  afterAll(() => rmSync(native, { recursive: true }));

  test('reads a file and prints its timings.', async () => {
    expect(await launch('llsq')).toMatchObject({ first: 2, steady: 2, gradient: [1, 2] });
  });

  test('may not be built, or not have an eval.', async () => {
    expect(await launch('hello')).toEqual({ failure: 'not written' });
    expect(await launch('particle')).toEqual({ failure: 'not written' });
  });
});

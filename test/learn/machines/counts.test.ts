/** Traffic over the network, counted by what Redis hears: data once, and messages that are short. */
import { describeWithRedis, Project, Redis } from './redis.js';

jest.setTimeout(60_000);

const MOST = 64 * 1024;

/** The commands that Redis heard, as `MONITOR` prints them. */
function heard(text: string) {
  return [...text.matchAll(/^[\d.]+ \[\d+ (\S+)\] (".*)$/gm)].map(([, by, line]) => {
    const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word);
    const name = words[0].toLowerCase();
    // The text of a script is a message of BullMQ's, which is the same for all tasks.
    const sent = words.slice(name === 'eval' ? 2 : 1);
    const size = sent.join('').replace(/\\x..|\\./g, '.').length;
    return { by, name, key: words.at(1) ?? '', size };
  });
}

/** Faults of a traffic: data that a process reads or anybody writes twice, and long messages. */
function complaints(text: string): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const { by, name, key, size } of heard(text)) {
    const isData = /^delta-tape-data:.*:blob:[\da-f]{64}$/.test(key);
    if (!isData && size > MOST) found.push(`${name} has ${size} bytes`);
    if (!isData || !(name === 'get' || name === 'set')) continue;
    const which = `${name === 'set' ? 'all' : by} ${name} ${key}`;
    if (seen.has(which)) found.push(`twice: ${which}`);
    seen.add(which);
  }
  return found;
}

const hash = 'ab'.repeat(32);
test.each([
  ['get', `1.5 [0 a:1] "get" "delta-tape-data:q:blob:${hash}"`, 0],
  ['two of one', `1.5 [0 a:1] "GET" "delta-tape-data:q:blob:${hash}"\n`.repeat(2), 1],
  ['two writes', `1.5 [0 a:1] "set" "delta-tape-data:q:blob:${hash}" "\\x01"\n`.repeat(2), 1],
  ['a long message', `1.5 [0 a:1] "xadd" "k" "${'x'.repeat(MOST)}"`, 1],
])('Counting finds what is wrong: %s.', (_, text, count) => {
  expect(complaints(text)).toHaveLength(count);
});

const model = `
export const loss = ({ w }: { w: Float64Array }, batch: { x: Float64Array; y: number }[]) => {
  let total = 0;
  for (const { x, y } of batch) {
    let z = 0;
    for (let k = 0; k < x.length; k++) z += w[k] * x[k];
    total += (Math.tanh(z) - y) ** 2;
  }
  return total / batch.length;
};
export const sum = ({ xs, text }: { xs: Float64Array; text: string }) => xs.length + text.length;
export const fails = (size: number) => { throw new Error('€'.repeat(size)); };
export const words = (size: number) => 'word'.repeat(size);
`;

describeWithRedis('Over the network', () => {
  test('goes each piece of data once to each worker, and no message of 64 kB.', async () => {
    const redis = await Redis.start();
    const project = new Project({ 'model.ts': model });
    try {
      const monitor = project.command(...redis.client('monitor'));
      await monitor.until(/OK/);
      const options = ['--modules', './model.ts', '--concurrency', '2'];
      await Promise.all([1, 2].map(() => project.worker(redis.url, ...options)));
      const program = project.program(
        'counts.ts',
        `
        import { map, sgd, train } from 'delta-tape/learn';
        import { machines } from 'delta-tape/learn/machines';
        const module = new URL('./model.ts', import.meta.url);
        const executor = machines({ redis: process.argv[2] });
        const data = Array.from({ length: 16 }, (_, k) => ({ x: Float64Array.from({ length: 3000 }, (_, j) => Math.sin(k + j)), y: k / 16 }));
        const { steps } = await train({
          params: { w: new Float64Array(3000) }, loss: { module, export: 'loss' }, data, epochs: 3, batchSize: 8, chunks: 8,
          optimizer: sgd({ learningRate: 0.01 }), executor,
        } as any);
        console.log(steps);
        const xs = new Float64Array(50_000).fill(1 / 3);
        const inputs = Array.from({ length: 40 }, (_, k) => ({ xs, text: 'x'.repeat(k * 1000) }));
        let all = 0;
        for await (const y of map<unknown, number>(module, 'sum', inputs, { executor })) all += y;
        console.log(all);
        for await (const y of map<number, string>(module, 'words', [1, 100_000], { executor })) console.log(y.length);
        await map(module, 'fails', [300_000], { executor }).next().catch(({ message }) => console.log(message.slice(0, 3)));
        await executor.close();`,
        redis.url,
      );
      expect([await program.ended, program.text]).toEqual([0, '6\n2780000\n4\n400000\n€€€\n']);
      await monitor.kill('SIGTERM');
      expect(complaints(monitor.text)).toEqual([]);
      const all = heard(monitor.text);
      const reads = all.filter(({ name, key }) => name === 'get' && key.includes(':blob:'));
      // Of two workers and the sender, who gets gradients.
      expect(new Set(reads.map(({ by }) => by)).size).toBe(3);
      const [examples] = all.filter(({ name, key }) => name === 'set' && /:tasks:blob:/.test(key));
      expect(reads.filter(({ key }) => key === examples.key)).toHaveLength(2);
    } finally {
      await project.remove();
      await redis.stop();
    }
  });
});

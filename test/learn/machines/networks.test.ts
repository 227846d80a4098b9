/** Machines as networks of their own, for `npm run verify -- machines`: lost packets, and the three machines of the tutorial. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithRedis, endOf, has, Project, serverCommand, sleep } from './redis.js';

jest.setTimeout(300_000);

const isWhole = process.env['WHOLE'] !== undefined;
const canSeparate = has('ip') && spawnSync('ip', ['netns', 'list']).status === 0;
if (isWhole && !canSeparate)
  process.stderr.write('ip netns is not permitted: tests of networks are skipped.\n');
const describeApart = isWhole && canSeparate ? describeWithRedis : describe.skip;

const repository = join(__dirname, '../../..');
const command = join(repository, 'dist/node/cli/main.js');

function ip(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`);
  return stdout;
}

/** Namespaces that reach each other, at the addresses `prefix.1` and so on. */
class Networks {
  private static made = 0;
  private readonly id = `dt${process.pid % 10_000}${'abc'[Networks.made++]}`;

  constructor(
    prefix: string,
    private readonly count: number,
  ) {
    const { id } = this;
    ip('link', 'add', `${id}b`, 'type', 'bridge');
    ip('link', 'set', `${id}b`, 'up');
    for (let k = 1; k <= count; k++) {
      ip('netns', 'add', `${id}-${k}`);
      const peer = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', `${id}-${k}`];
      ip('link', 'add', `${id}v${k}`, ...peer);
      ip('link', 'set', `${id}v${k}`, 'master', `${id}b`, 'up');
      ip(...this.inside(k), 'ip', 'addr', 'add', `${prefix}.${k}/24`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) ip(...this.inside(k), 'ip', 'link', 'set', device, 'up');
    }
  }

  /** The words before a command that runs at one of them. */
  inside = (k: number): string[] => ['netns', 'exec', `${this.id}-${k}`];

  /** Lets packets through, or loses them; no connection is closed. */
  connect(k: number, isConnected: boolean): void {
    ip('link', 'set', `${this.id}v${k}`, isConnected ? 'up' : 'down');
  }

  /** Ends all processes in them, also those that others have started. */
  remove(): void {
    for (let k = 1; k <= this.count; k++) {
      const pids = ip('netns', 'pids', `${this.id}-${k}`).split('\n').filter(Boolean);
      for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
      ip('netns', 'del', `${this.id}-${k}`);
    }
    ip('link', 'del', `${this.id}b`);
  }
}

describeApart('In networks of their own', () => {
  let networks: Networks;
  const projects: Project[] = [];
  afterEach(async () => {
    networks.remove();
    await Promise.all(projects.splice(0).map((project) => project.remove()));
  });

  test('worker and sender go on after ten seconds in which nothing reaches Redis.', async () => {
    networks = new Networks('10.213.7', 3);
    const project = new Project({
      'model.ts': `
        export const slow = async (x: number, { seed }: { seed: number }) => {
          await new Promise((resolve) => setTimeout(resolve, 100));
          return [x, Math.sqrt(x), seed];
        };`,
      'apart.ts': `
        import { map } from 'delta-tape/learn';
        import { machines } from 'delta-tape/learn/machines';
        const module = new URL('./model.ts', import.meta.url);
        const executor = machines({ redis: process.argv[2] });
        const inputs = Array.from({ length: 100 }, (_, k) => k);
        const all = async (options: object) => {
          const found: unknown[] = [];
          for await (const y of map<number, unknown>(module, 'slow', inputs, options))
            if (found.push(y) === 10) console.log('ten');
          return JSON.stringify(found);
        };
        console.log((await all({ executor })) === (await all({})));
        await executor.close();`,
    });
    projects.push(project);
    const at = (k: number, ...words: string[]) =>
      project.command('ip', ...networks.inside(k), ...words);
    const open = ['--port', '6400', '--bind', '0.0.0.0', '--protected-mode', 'no'];
    const kept = ['--appendonly', 'yes', '--save', '', '--dir', project.folder];
    await at(1, serverCommand, ...open, ...kept).until(/Ready to accept/);
    const url = 'redis://10.213.7.1:6400';
    const options = ['--modules', './model.ts', '--concurrency', '2', '--lease', '2'];
    const worker = at(2, process.execPath, command, 'worker', '--redis', url, '--json', ...options);
    await worker.until(/"event":"ready"/);
    const program = at(3, process.execPath, '--import', 'delta-tape/register', 'apart.ts', url);
    await program.until(/ten/);
    networks.connect(1, false);
    await sleep(10_000);
    networks.connect(1, true);
    expect(await endOf(program)).toBe('0: ten\nten\ntrue');
  });

  test('the three machines of the tutorial print what it says.', async () => {
    const page = readFileSync(join(repository, 'docs/tutorials/many-machines.md'), 'utf8');
    const [, laptop, three] = /^([^]*)\n## Three machines\n([^]*)$/.exec(page)!;
    const blocks = (text: string, kind: string) =>
      [...text.matchAll(/```(\w*)\n([^]*?)```/g)].flatMap(([, of, block]) =>
        of === kind ? [block] : [],
      );
    const [models, fit] = blocks(laptop, 'typescript');
    const [connection] = blocks(three, 'typescript');
    const [server, worker] = blocks(three, 'sh');
    const [printed] = blocks(laptop, '');
    const program = fit.replace(/^const executor = .*\n/m, connection);
    expect(program).toContain("passwordFile: './password'");
    networks = new Networks('10.0.0', 3);
    const machine = () => {
      const made = new Project({
        'models.ts': models,
        'fit.ts': program,
        password: 'secret word\n',
      });
      made.provide('.bin/delta-tape', command);
      projects.push(made);
      return made;
    };
    const machineOf = [1, 2, 3].map(machine);
    const shell = (k: number, text: string) =>
      machineOf[k - 1].command('ip', ...networks.inside(k), 'sh', '-c', text);
    await shell(1, server.replace('redis-server', serverCommand)).until(/Ready to accept/);
    const workers = [2, 3].map((k) => shell(k, worker));
    await Promise.all(workers.map((one) => one.until(/ready/)));
    const sender = shell(1, 'node --import delta-tape/register fit.ts');
    expect(await endOf(sender)).toBe(`0: ${printed.trim()}`);
    machineOf[2].write({ password: 'another\n' });
    const refused = shell(3, worker);
    expect(await endOf(refused)).toMatch(/does not know this user with this password/);
  });
});

/** Passwords, rights and certificates: a real Redis with users and with TLS. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testInTurn } from '../../support/sample.js';
import { describeWithRedis, describeWithTls, freePort, Project, Redis } from './redis.js';

jest.setTimeout(60_000);

const model = `
export const twice = (x: number) => 2 * x;
export const large = (xs: Float64Array) => xs.map((x) => x + 1);
export const throws = (x: number) => { throw new RangeError('at ' + x); };
`;
const head = `
import { map } from 'delta-tape/learn';
import { machines } from 'delta-tape/learn/machines';
const module = new URL('./model.ts', import.meta.url);
async function tried(name: string, inputs: any[], options: any) {
  const executor = machines(options);
  try {
    const found: unknown[] = [];
    for await (const y of map<any, any>(module, name, inputs, { executor })) found.push(y.length ?? y);
    return found.join();
  } catch (error: any) {
    const [, key] = /under (\\S+)\\.\\)/.exec(error.message) ?? [];
    const kept = key === undefined ? '' : ' kept ' + JSON.stringify(await executor.failedInput(key));
    return (error.code ?? error.name) + ': ' + error.message + kept;
  } finally {
    await executor.close();
  }
}
`;
const modules = ['--modules', './model.ts', '--concurrency', '1'];
const secret = 'pass word/é%';

/** The rule that the page recommends. */
const page = readFileSync(join(__dirname, '../../../docs/how-to/shared-redis.md'), 'utf8');
const [, rule] = /^ *user (tape on .*)$/m.exec(page)!;
const digest = createHash('sha256').update(secret).digest('hex');
const rights = rule.replace('#<sha256 of the password>', `#${digest}`).split(' ');

/** The text that a program prints, and its status. */
async function outcomes(project: Project, text: string, ...args: string[]) {
  const program = project.program('tries.ts', head + text, ...args);
  expect([await program.ended, program.text]).toEqual([0, program.text]);
  return program.text.trim().split('\n');
}

/** The last words of a worker that ends by itself. */
async function lastWords(project: Project, url: string, ...more: string[]) {
  const worker = project.starting(url, ...modules, ...more);
  const status = await worker.ended;
  return `${status}: ${worker.text.trim().split('\n').at(-1)}`;
}

describeWithRedis('Users and passwords', () => {
  let redis: Redis;
  let project: Project;
  const at = (user: string, password: string) =>
    `redis://${user}:${encodeURIComponent(password)}@127.0.0.1:${redis.port}`;

  beforeAll(async () => {
    const users = [
      ['default', 'on', '>owner', '~*', '&*', '+@all'],
      rights,
      ['reader', 'on', '>reader', '~*', 'resetchannels', '+@read', '+@connection', '+info'],
      ['half', 'on', '>half', '~delta-tape-data:*', 'resetchannels', '+@all'],
    ];
    redis = await Redis.start(...users.flatMap((user) => ['--user', ...user]));
    redis.password = 'owner';
    project = new Project({ 'model.ts': model, password: `${secret}\nsecond line\n` });
  });
  afterEach(() => project.clear());
  afterAll(async () => {
    await project.remove();
    await redis.stop();
  });

  testInTurn(1, 2)(
    'with the rights that the page recommends do everything, and nothing else.',
    async () => {
      const file = `redis://tape@127.0.0.1:${redis.port}`;
      redis.command('acl', 'log', 'reset');
      const byFile = await project.worker(file, ...modules, '--password-file', 'password');
      await project.worker(at('tape', secret), ...modules);
      const lines = await outcomes(
        project,
        `
      const [, , byFile, byAddress] = process.argv;
      const passwordFile = './password';
      console.log(await tried('twice', [1, 2, 3], { redis: byFile, passwordFile }));
      console.log(await tried('large', [new Float64Array(9999), new Float64Array(9999)], { redis: byAddress, resume: 'named' }));
      console.log(await tried('large', [new Float64Array(9999), new Float64Array(9999)], { redis: byAddress, resume: 'named' }));
      console.log(await tried('throws', [1], { redis: byAddress }));`,
        ...[file, at('tape', secret)],
      );
      expect(lines.slice(0, 3)).toEqual(['2,4,6', '9999,9999', '9999,9999']);
      expect(lines[3]).toMatch(/^RangeError: at 1 .* kept {"input":1,"index":0}$/);
      byFile.process.kill('SIGTERM');
      expect(await byFile.ended).toBe(0);
      expect(byFile.text).not.toContain(secret);
      // Redis writes down what it denies.
      expect(redis.command('acl', 'log')).toBe('');
      const as = (...words: string[]) =>
        redis.command('--user', 'tape', '--pass', secret, '--no-auth-warning', ...words);
      expect(as('get', 'delta-tape-data:x')).toBe('');
      expect(as('get', 'others')).toMatch(/^NOPERM/);
      expect(as('flushall')).toMatch(/^NOPERM/);
      expect(as('config', 'get', 'dir')).toMatch(/^NOPERM/);
      expect(redis.command('acl', 'log')).toContain('tape');
    },
  );

  testInTurn(0, 2)(
    'that are wrong or too weak end sender and worker with what to do.',
    async () => {
      const lines = await outcomes(
        project,
        `for (const redis of process.argv.slice(2)) console.log(await tried('large', [new Float64Array(999)], { redis }));`,
        at('tape', 'wrong'),
        redis.url,
        at('reader', 'reader'),
        at('half', 'half'),
        `${at('default', 'owner')}/99`,
      );
      const refused = `redis-refused: Redis at redis://127.0.0.1:${redis.port} cannot be used: `;
      for (const line of lines) expect(line.slice(0, refused.length)).toBe(refused);
      const wanted = [
        /does not know this user with this password .* Put them into the address/,
        /asks for a password .* Put it into the address/,
        /may not do what is needed .* page "Shut in a shared Redis"/,
        /may not do what is needed/,
        /no database of this number/,
      ];
      for (const [k, pattern] of wanted.entries()) expect(lines[k]).toMatch(pattern);
      const [wrong, none, reader] = await Promise.all([
        lastWords(project, at('tape', 'wrong')),
        lastWords(project, redis.url),
        lastWords(project, at('reader', 'reader')),
      ]);
      expect(wrong).toMatch(/^2: .*does not know this user/);
      expect(none).toMatch(/^2: .*asks for a password/);
      expect(reader).toMatch(/^2: .*may not do what is needed/);
      // One that may not touch the queue says so, and waits for rights.
      const half = project.starting(at('half', 'half'), ...modules);
      await half.until(/"event":"trouble".*may not do what is needed/);
    },
  );
});

describeWithTls('TLS', () => {
  let redis: Redis;
  let project: Project;
  let port: number;
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const inFolder = (name: string) => join(folder, name);

  /** A key and a certificate, by an authority or by itself. */
  function certify(name: string, by: string | null, extension = ''): void {
    const openssl = (...args: string[]) => {
      const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    };
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', `${name}.key`, '-subj', `/CN=${name}`];
    if (by === null) {
      openssl('req', '-x509', ...key, ...files, '-days', '2', '-out', `${name}.crt`);
      return;
    }
    openssl('req', ...key, ...files, '-out', `${name}.csr`);
    writeFileSync(inFolder(`${name}.ext`), extension);
    const ca = ['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-CAcreateserial'];
    const asked = ['-req', '-in', `${name}.csr`, '-days', '2', '-extfile', `${name}.ext`];
    openssl('x509', ...asked, ...ca, '-out', `${name}.crt`);
  }

  beforeAll(async () => {
    certify('authority', null);
    certify('stranger', null);
    certify('server', 'authority', 'subjectAltName = DNS:localhost\n');
    certify('client', 'authority');
    port = await freePort();
    redis = await Redis.start(
      ...['--tls-port', String(port), '--tls-ca-cert-file', inFolder('authority.crt')],
      ...['--tls-cert-file', inFolder('server.crt'), '--tls-key-file', inFolder('server.key')],
    );
    project = new Project({ 'model.ts': model });
  });
  afterAll(async () => {
    await project.remove();
    await redis.stop();
    rmSync(folder, { recursive: true });
  });

  testInTurn(1, 2)('works with the files, and refuses others with what to do.', async () => {
    const own = ['--cert', inFolder('client.crt'), '--key', inFolder('client.key')];
    const url = `rediss://localhost:${port}`;
    const [good, stranger, none] = await Promise.all([
      project.worker(url, ...modules, ...own, '--ca', inFolder('authority.crt')),
      lastWords(project, url, ...own, '--ca', inFolder('stranger.crt')),
      lastWords(project, url, '--ca', inFolder('authority.crt')),
    ]);
    expect(stranger).toMatch(/^2: .*certificate is not accepted .*--ca/);
    expect(none).toMatch(/^2: .*does not accept this client .*cert and key/);
    const lines = await outcomes(
      project,
      `
      const [, , folder, port] = process.argv;
      const at = (name: string) => folder + '/' + name;
      const files = { ca: at('authority.crt'), cert: at('client.crt'), key: at('client.key') };
      const redis = 'rediss://localhost:' + port;
      console.log((await Promise.all([
        tried('twice', [1, 2], { redis, ...files }),
        tried('twice', [1], { redis, ...files, ca: at('stranger.crt') }),
        tried('twice', [1], { redis }),
        tried('twice', [1], { redis, ca: files.ca }),
        tried('twice', [1], { redis: 'rediss://127.0.0.1:' + port, ...files }),
        tried('twice', [1], { redis: 'redis://localhost:' + port }),
      ])).join('\\n'));`,
      ...[folder, String(port)],
    );
    const wanted = [
      /^2,4$/,
      /^redis-refused: Redis at rediss:\/\/localhost:\d+ cannot be used: its certificate is not accepted/,
      /^redis-refused: .* certificate is not accepted .*\(ca, --ca\)/,
      /^redis-refused: .* does not accept this client/,
      /^redis-refused: .* certificate is not accepted .* by the name in it/,
      /^redis-not-reached: .* closed at once, as where TLS is expected/,
    ];
    expect(lines).toHaveLength(wanted.length);
    for (const [k, pattern] of wanted.entries()) expect(lines[k]).toMatch(pattern);
    expect(good.text).toMatch(/"event":"done"/);
  });
});

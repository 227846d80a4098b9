/** The pages about machines: the program of the tutorial runs, and the Deployment is one, with options that the worker has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { verbs } from '../../../src/cli/verbs.js';
import { describeWithRedis, Project, Redis } from './redis.js';

const docs = join(__dirname, '../../../docs');
const read = (name: string) => readFileSync(join(docs, name), 'utf8');

interface Container {
  readonly image: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Deployment {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

/** The faults of a Deployment of workers. */
function complaints(text: string): string[] {
  const found: string[] = [];
  const { apiVersion, kind, metadata, spec } = parse(text) as Deployment;
  const insist = (is: boolean, what: string) => {
    if (!is) found.push(what);
  };
  insist(apiVersion === 'apps/v1' && kind === 'Deployment', 'kind');
  insist(/^[a-z\d]([-a-z\d]*[a-z\d])?$/.test(metadata.name), 'name');
  const { labels } = spec.template.metadata;
  for (const [key, value] of Object.entries(spec.selector.matchLabels))
    insist(labels[key] === value, `label ${key}`);
  const { containers, volumes, terminationGracePeriodSeconds } = spec.template.spec;
  const named = new Set(volumes.map(({ name }) => name));
  for (const { args, command, env, volumeMounts, resources, securityContext } of containers) {
    insist(command.at(-1) === 'worker', 'verb');
    const options = new Map(
      args.map((arg) => /^--([\w-]+)(?:=(.*))?$/.exec(arg)!.slice(1, 3) as [string, string]),
    );
    for (const [name, value] of options) {
      const option = verbs['worker'].options[name];
      insist(
        option !== undefined && (option.type === 'boolean') === (value === undefined),
        `option ${name}`,
      );
    }
    insist(options.has('modules'), 'modules');
    insist(options.has('redis') || env.some(({ name }) => name === 'DELTA_TAPE_REDIS'), 'address');
    insist(Number(options.get('grace') ?? 25) < terminationGracePeriodSeconds, 'grace');
    for (const { name } of volumeMounts) insist(named.has(name), `volume ${name}`);
    const secret = options.get('password-file');
    insist(
      secret === undefined ||
        volumeMounts.some(({ mountPath }) => secret.startsWith(`${mountPath}/`)),
      'password',
    );
    for (const [kindOf, amounts] of Object.entries(resources))
      for (const [what, amount] of Object.entries(amounts))
        insist(/^\d+(\.\d+)?(m|[KMG]i)?$/.test(amount), `${kindOf} ${what}`);
    insist(securityContext['readOnlyRootFilesystem'] === true, 'file system');
    insist(securityContext['allowPrivilegeEscalation'] === false, 'privileges');
  }
  insist(containers.length === 1, 'containers');
  return found;
}

describe('The Deployment', () => {
  const text = read('how-to/worker.yaml');

  test('is one, with options that the worker has.', () => {
    expect(complaints(text)).toEqual([]);
  });

  test.each([
    ['--grace=30', '--grace=50', 'grace'],
    ['--concurrency', '--concurency', 'option concurency'],
    ['matchLabels: { app: delta-tape-worker }', 'matchLabels: { app: other }', 'label app'],
    ['name: temporary, mountPath', 'name: tmp, mountPath', 'volume tmp'],
    ['DELTA_TAPE_REDIS', 'REDIS', 'address'],
    ['memory: 1Gi', 'memory: 1GB', 'requests memory'],
    ['apps/v1', 'v1', 'kind'],
  ])('is refused with %p changed to %p.', (from, to, what) => {
    expect(complaints(text.replace(from, to))).toEqual([what]);
  });
});

describeWithRedis('The tutorial', () => {
  test('prints what it says, with two workers.', async () => {
    const page = read('tutorials/many-machines.md');
    const files = [...page.matchAll(/```typescript\n\/\/ (\S+)\n([^]*?)```/g)];
    expect(files.map(([, name]) => name)).toEqual(['models.ts', 'fit.ts']);
    const project = new Project(Object.fromEntries(files.map(([, name, code]) => [name, code])));
    const redis = await Redis.start();
    project.env = { DELTA_TAPE_REDIS: redis.url };
    try {
      const options = ['--modules', './models.ts', '--concurrency', '1'];
      await Promise.all([
        project.worker(redis.url, ...options),
        project.worker(redis.url, ...options),
      ]);
      const program = project.program('fit.ts', files[1][2]);
      await program.ended;
      const [, printed] = /It prints\n\n```\n([^]*?)```/.exec(page)!;
      expect(program.text).toBe(printed);
    } finally {
      await project.remove();
      await redis.stop();
    }
  }, 60_000);
});

/** The works that a worker does, and its refusals of others. */
import { pathToFileURL } from 'node:url';
import { version } from '../../errors/version.js';
import type { OpenWork, ThreadPool } from '../node/thread-pool.js';
import { works } from '../node/works.js';
import type { Blobs } from './blobs.js';
import { taskRefused } from './errors.js';
import { workMessage } from './messages.js';
import type { Keys } from './redis-keys.js';

/** A module of a worker. */
export interface KnownModule {
  readonly name: string;
  readonly path: string;
  readonly fingerprint: string;
  readonly functions: readonly string[];
}

/** The most works that stay open for their next task. */
const MOST_WORKS = 64;

export class KnownWorks {
  /** The newest last. */
  private readonly open = new Map<string, Promise<OpenWork>>();

  constructor(
    private readonly blobs: Blobs,
    private readonly keys: Keys,
    private readonly modules: readonly KnownModule[],
    private readonly pool: ThreadPool,
  ) {}

  /** The work of tasks, begun once. @throws DeltaTapeError if this worker does not do it. */
  of(hash: string): Promise<OpenWork> {
    let found = this.open.get(hash);
    if (found === undefined) {
      found = this.begun(hash);
      found.catch(() => this.open.delete(hash));
    } else this.open.delete(hash);
    this.open.set(hash, found);
    const [oldest] = this.open.keys();
    if (this.open.size > MOST_WORKS) {
      void this.open
        .get(oldest)!
        .then((work) => this.pool.finish(work))
        .catch(() => {});
      this.open.delete(oldest);
    }
    return found;
  }

  private async begun(hash: string): Promise<OpenWork> {
    const { blobs, keys, modules } = this;
    const { value } = await blobs.value(keys.shared, `#${hash}`);
    const { version: sent, kind, module, fingerprint, name, shared } = workMessage(value);
    const mine = modules.map((known) => known.name).join(', ');
    if (sent !== version)
      throw taskRefused(
        `it is of version ${sent} of delta-tape, and the worker of ${version}`,
        'Install the same version everywhere.',
      );
    if (!Object.hasOwn(works, kind))
      throw taskRefused(
        `it is of an unknown kind, ${kind.slice(0, 40)}`,
        'Look who writes to this Redis.',
      );
    const known = modules.find((one) => one.name === module);
    if (known === undefined)
      throw taskRefused(
        `it names the module ${module}, and the worker has ${mine}`,
        'Start workers with --modules for it.',
      );
    if (known.fingerprint !== fingerprint)
      throw taskRefused(
        `the module ${module} is another one there: its text, or that of a file it imports, differs`,
        'Give the same files to all machines, and start the workers anew.',
      );
    if (!known.functions.includes(name))
      throw taskRefused(
        `the module ${module} has no function ${name} among its exports`,
        `It exports ${known.functions.join(', ')}.`,
      );
    const data = (await blobs.value(keys.shared, shared)).value;
    const sentWork = { kind, of: { url: pathToFileURL(known.path).href, name }, shared: data };
    return this.pool.begin(() => sentWork);
  }
}

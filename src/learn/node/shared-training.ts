/**
 * A training whose gradients threads compute. Examples are sent to each thread once, and their arrays lie in memory that
 * all share; so do parameters and gradients. A step sends positions of examples, and little more.
 */
import { partsWithin } from '../training/fixed-sum.js';
import { joined, type BatchGradient, type Chunk } from '../training/batch-gradient.js';
import type { CoresGradients } from '../training/cores.js';
import { partsOfCount } from '../training/data.js';
import type { Signal } from '../runs/run.js';
import { insistOnCrossing } from './crossing.js';
import { SharedMemory } from './shared-memory.js';
import type { Found, GradientsTask, KeptTraining, PartSums } from './tasks.js';
import type { Threads } from './threads.js';

let trainings = 0;

export class SharedTraining implements CoresGradients {
  private readonly key = trainings++;
  private readonly batches = new SharedMemory();
  private kept: KeptTraining | null = null;
  /** The parameters, and then gradients one after another. */
  private numbers: Float64Array = new Float64Array(0);

  constructor(
    private readonly threads: Threads,
    private readonly of: Found,
    private readonly params: unknown,
    private readonly examples: readonly unknown[] | null,
  ) {
    insistOnCrossing(params, 'params');
    if (examples !== null) insistOnCrossing(examples, 'data');
    threads.open.add(this.key);
  }

  async at(
    numbers: Float64Array,
    chunks: readonly Chunk[],
    signal?: Signal,
  ): Promise<BatchGradient | null> {
    const size = numbers.length;
    const count = chunks.length;
    const training = (this.kept ??= this.shared());
    const sent = this.sent(chunks);
    const whole = { from: 0, to: count };
    let [first, parts] = [0, 0];
    const shares = partsOfCount(sent, this.threads.count).map((own) => {
      const range = { from: first, to: first + own.length };
      const share = { own, first, at: parts, size: partsWithin(range, whole).length };
      first = range.to;
      parts += share.size;
      return share;
    });
    const all = this.roomFor((1 + parts) * size);
    all.set(numbers);
    const part = (from: number, to: number) => all.subarray(size * from, size * to);
    const tasks = shares.map(({ own, first, at, size }): GradientsTask => ({
      kind: 'gradients',
      key: this.key,
      open: [...this.threads.open],
      training,
      chunks: own,
      ...{ first, count, numbers: part(0, 1), room: part(1 + at, 1 + at + size) },
    }));
    const answers = await this.threads.all<PartSums>(tasks, signal);
    if (answers === null) return null;
    const sums = answers.map((found, k) =>
      'tag' in found
        ? found
        : found.map((sum, j) => ({
            ...sum,
            gradient: part(1 + shares[k].at + j, 2 + shares[k].at + j),
          })),
    );
    const found = joined(sums, count);
    // What is in shared memory is written again in the next step.
    return found.tag === 'finite' ? { ...found, gradient: found.gradient.slice() } : found;
  }

  end(): void {
    this.threads.open.delete(this.key);
    this.kept = null;
    this.numbers = new Float64Array(0);
  }

  private shared(): KeptTraining {
    const { of, params, examples } = this;
    const copy = new SharedMemory().copy(examples) as KeptTraining['examples'];
    return { of, params, examples: copy };
  }

  private sent(chunks: readonly Chunk[]): GradientsTask['chunks'] {
    const rest = ({ context, share }: Chunk) => ({ context, share });
    if (this.examples !== null) {
      return chunks.map((chunk) => ({ ...rest(chunk), examples: chunk.positions }));
    }
    const batches = chunks.map(({ batch }) => batch);
    for (const batch of batches) insistOnCrossing(batch, 'the batch');
    const copies = this.batches.copy(batches) as unknown[];
    return chunks.map((chunk, k) => ({ ...rest(chunk), examples: copies[k] }));
  }

  private roomFor(size: number): Float64Array {
    if (this.numbers.length < size) {
      const bytes = size * Float64Array.BYTES_PER_ELEMENT;
      this.numbers = new Float64Array(new SharedArrayBuffer(bytes));
    }
    return this.numbers;
  }
}

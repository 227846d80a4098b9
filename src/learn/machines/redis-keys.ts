/** The names of what is kept in Redis. BullMQ's own begin with `delta-tape:`, ours with `delta-tape-data:`. */

export const PREFIX = 'delta-tape';

export const keysOf = (queue: string) => {
  const data = `${PREFIX}-data:${queue}`;
  return {
    /** Data that any work may share. */
    shared: `${data}:blob`,
    /** Arrays of inputs of one run. */
    ofRun: (run: string) => `${data}:run:${run}:blob`,
    /** Arrays of one answer: nobody else needs them, though others may have the same. */
    ofAnswer: (run: string, index: number) => `${data}:run:${run}:answer:${index}:blob`,
    /** The answers of a run, a stream. */
    answers: (run: string) => `${data}:run:${run}:answers`,
    /** The work of a run, by its hash. */
    work: (run: string) => `${data}:run:${run}:work`,
    failed: (run: string, index: number) => `${data}:failed:${run}:${index}`,
    /** The workers that are there. */
    worker: (id: string) => `${data}:worker:${id}`,
    /** Is there as long as any worker is. */
    workers: `${data}:workers`,
  };
};
export type Keys = ReturnType<typeof keysOf>;

/** True if a text can be part of a key. */
export const isName = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w.-]{1,80}$/.test(text);

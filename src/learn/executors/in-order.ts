/** Answers in the order of the inputs, whatever the order of arrival. */

/**
 * Sends inputs, at most so many ahead of the first that has no answer yet, and gives the answers in order. The first error
 * ends it, also if answers before it are missing. O(most) memory.
 *
 * @param stopped is called with what ends it from outside
 */
export async function* inOrder<A>(
  inputs: Iterable<unknown> | AsyncIterable<unknown>,
  most: number,
  send: (input: unknown, index: number) => Promise<A>,
  stopped?: (stop: (error: unknown) => void) => void,
): AsyncGenerator<A> {
  const open: Promise<A>[] = [];
  const failure: { error: unknown }[] = [];
  let wake = (): void => {};
  const fail = (error: unknown) => {
    failure.push({ error });
    wake();
  };
  stopped?.(fail);
  const insist = () => {
    if (failure.length > 0) throw failure[0].error;
  };
  let count = 0;
  const first = async (): Promise<A> => {
    const [promise] = open;
    let isThere = false;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (failure.length > 0) resolve();
      void promise.then(() => {
        isThere = true;
        resolve();
      }, resolve);
    });
    if (!isThere) insist();
    void open.shift();
    return promise;
  };
  for await (const input of inputs) {
    insist();
    const answer = send(input, count++);
    answer.catch(fail);
    open.push(answer);
    if (open.length >= most) yield await first();
  }
  while (open.length > 0) yield await first();
}

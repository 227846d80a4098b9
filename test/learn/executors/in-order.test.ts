/** Answers come in the order of the inputs, whatever the order in which they arrive. */
import fc from 'fast-check';
import { inOrder } from '../../../src/learn/executors/in-order.js';
import '../../support/seed.js';

/** Resolves promises in a given order: those that are open, by their place among them. */
class Arrivals {
  readonly open: { readonly index: number; readonly resolve: (x: number) => void }[] = [];
  most = 0;
  send = (input: unknown, index: number): Promise<number> => {
    this.most = Math.max(this.most, this.open.length + 1);
    return new Promise((resolve) =>
      this.open.push({ index, resolve: () => resolve((input as number) ** 2) }),
    );
  };
  arrive(which: number): void {
    const [one] = this.open.splice(which % Math.max(1, this.open.length), 1);
    one?.resolve(0);
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('Any order of arrival gives the same answers, with no more under way than allowed.', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer(), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(100), { minLength: 1, maxLength: 40 }),
      async (inputs, most, choices) => {
        const arrivals = new Arrivals();
        const found: number[] = [];
        let [isDone, turns] = [false, 0];
        const reading = (async () => {
          for await (const x of inOrder(inputs, most, arrivals.send)) found.push(x);
          isDone = true;
        })();
        while (!isDone) {
          await turn();
          arrivals.arrive(choices[turns++ % choices.length]);
        }
        await reading;
        expect(found).toEqual(inputs.map((x) => x ** 2));
        expect(arrivals.most).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 60 },
  );
});

test('The first error ends it at once, though answers before it are missing, and inputs are not asked for any more.', async () => {
  let asked = 0;
  function* inputs() {
    for (;;) yield asked++;
  }
  const send = (_: unknown, index: number): Promise<number> =>
    index === 2 ? Promise.reject(new RangeError('the third')) : new Promise(() => {});
  const all = inOrder(inputs(), 5, send);
  await expect(all.next()).rejects.toThrow('the third');
  expect(asked).toBeLessThanOrEqual(5);
  await expect(all.next()).resolves.toEqual({ done: true, value: undefined });
});

test('Who stops it from outside gives the error.', async () => {
  const all = inOrder(
    [1],
    1,
    () => new Promise<number>(() => {}),
    (stop) => void setTimeout(() => stop(new Error('enough')), 5),
  );
  await expect(all.next()).rejects.toThrow('enough');
});

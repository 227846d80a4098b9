/** The inputs that bindings were computed from. */
import fc from 'fast-check';
import { Reach, type Bindings } from '../../../src/derivatives/sparse/reach.js';
import { range } from '../../support/range.js';
import { sampled } from '../../support/sample.js';

/** Bindings from the lists of their arguments. */
function bindingsOf(inputs: number, lists: readonly (readonly number[])[]): Bindings {
  const starts = new Array<number>(inputs + 2).fill(0);
  const args: number[] = [];
  for (const list of lists) {
    args.push(...list);
    starts.push(args.length);
  }
  return { inputs, starts, args };
}

/** By the definition, with every set written out. */
function plainly(inputs: number, lists: readonly (readonly number[])[]): number[][] {
  const sets: Set<number>[] = [new Set()];
  for (let k = 0; k < inputs; k++) sets.push(new Set([k]));
  for (const list of lists) sets.push(new Set(list.flatMap((arg) => [...sets[arg]])));
  return sets.map((set) => [...set].sort((a, b) => a - b));
}

test('Every set is what it is by definition, in whatever order they are asked for.', () => {
  const programs = fc
    .record({
      inputs: fc.constantFrom(0, 1, 5, 200),
      draws: fc.array(fc.array(fc.nat(), { maxLength: 90 }), { maxLength: 40 }),
      order: fc.array(fc.nat(), { maxLength: 40 }),
    })
    .map(({ inputs, draws, order }) => ({
      inputs,
      lists: draws.map((list, k) => list.map((draw) => draw % (inputs + k + 1))),
      order: order.map((draw) => draw % (inputs + draws.length + 1)),
    }));
  fc.assert(
    fc.property(programs, ({ inputs, lists, order }) => {
      const expected = plainly(inputs, lists);
      const reach = new Reach(bindingsOf(inputs, lists));
      for (const id of [...order, ...order]) {
        expect([...reach.inputsOf(id).members]).toEqual(expected[id]);
      }
    }),
    { numRuns: sampled(300) },
  );
});

test('A chain of a million bindings is no deeper than the stack, and its sets take no memory.', () => {
  const inputs = 100_000;
  const chain = range(1_000_000).map((k) => [k < inputs ? k + 1 : (k % inputs) + 1, inputs + k]);
  const reach = new Reach(bindingsOf(inputs, chain));
  expect(reach.inputsOf(inputs + 1_000_000).members).toHaveLength(inputs);
});

test('A total that many bindings use is gone through a few times only.', () => {
  const size = 20_000;
  const count = 2000;
  const reads = { number: 0 };
  const total = range(size).map((k) => k + 1);
  const bindings = bindingsOf(size, [total, ...range(count).map((k) => [size + 1, k + 1])]);
  const args = new Proxy(bindings.args, {
    get: (list, key) => {
      reads.number++;
      return Reflect.get(list, key) as unknown;
    },
  });
  const reach = new Reach({ ...bindings, args });
  const sets = range(count).map((k) => reach.inputsOf(size + 2 + k));
  expect(new Set(sets).size).toBe(1);
  expect(sets[0].members).toHaveLength(size);
  expect(reads.number).toBeLessThan(20 * (size + count));
});

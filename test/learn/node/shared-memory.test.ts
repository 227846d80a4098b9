/** Copies of data whose arrays lie in shared memory. */
import fc from 'fast-check';
import { SharedMemory } from '../../../src/learn/node/shared-memory.js';

const isShared = ({ buffer }: ArrayBufferView): boolean => buffer instanceof SharedArrayBuffer;

test('Typed arrays are copied into shared memory, wherever they stand; all else is the same.', () => {
  const all = new Float64Array(1000).map((_, k) => k);
  const row = all.subarray(10, 12);
  const bytes = Buffer.from([1, 2, 3]).subarray(1);
  const view = new DataView(Int16Array.of(7, 8).buffer, 2);
  const value = {
    list: Object.assign([row, 5, 'text', null], { name: 'rows' }),
    holes: Object.assign([], { 2: 3 }) as number[],
    map: new Map([['row', row]]),
    set: new Set([row]),
    ...{ bytes, view, when: new Date(0), __proto__: null, self: null as unknown },
  };
  value.self = value;
  const found = new SharedMemory().copy(value) as typeof value;
  expect(found.list[0]).toEqual(row);
  expect(found.list.slice(1)).toEqual([5, 'text', null]);
  expect([found.list.name, found.holes.length, 1 in found.holes]).toEqual(['rows', 3, false]);
  expect([found.map.get('row'), ...found.set]).toEqual([found.list[0], found.list[0]]);
  expect([[...found.bytes], found.view.getInt16(0, true)]).toEqual([[2, 3], 8]);
  expect([found.when, found.self]).toEqual([value.when, found]);
  expect([found.list[0] as Float64Array, found.bytes, found.view].every(isShared)).toBe(true);
  // Their own bytes are there, and not those of the whole array.
  expect(found.view.buffer.byteLength).toBeLessThan(64);
});

test('Elements that arrays share are there once, and shared memory stays where it is.', () => {
  const all = new Float64Array(100).map((_, k) => k);
  const windows = Array.from({ length: 50 }, (_, k) => all.subarray(k, k + 50));
  const memory = new Int32Array(new SharedArrayBuffer(8));
  const [copies, kept] = new SharedMemory().copy([windows, memory]) as [Float64Array[], Int32Array];
  expect(copies).toEqual(windows);
  expect(copies[0].buffer.byteLength).toBe(99 * 8);
  copies[0][1] = -1;
  expect(copies[1][0]).toBe(-1);
  expect(all[1]).toBe(1);
  expect(kept).toBe(memory);
});

test('Views of any class and place hold the same bytes as before, and copies one after another take the same memory.', () => {
  const kinds = [Float64Array, Float32Array, Int32Array, Uint16Array, Uint8ClampedArray] as const;
  const memory = new SharedMemory();
  const view = fc.record({
    of: fc.nat(2),
    kind: fc.constantFrom(...kinds),
    from: fc.nat(20),
    length: fc.nat(20),
  });
  fc.assert(
    fc.property(fc.array(view), (views) => {
      const buffers = [0, 1, 2].map(
        (k) => Uint8Array.from({ length: 400 }, (_, at) => (at * 7 + k * 31) % 251).buffer,
      );
      const given = views.map(
        ({ of, kind, from, length }) =>
          new kind(buffers[of], from * kind.BYTES_PER_ELEMENT, length),
      );
      const found = memory.copy(given) as typeof given;
      expect(found).toEqual(given);
      expect(found.every(isShared)).toBe(true);
    }),
  );
});

/** What crosses to threads takes along only its own bytes. */
import { compact } from '../../../src/learn/node/crossing.js';

test('A view of a part of a buffer is copied, wherever it stands; all else is the same.', () => {
  const all = new Float64Array(1000).map((_, k) => k);
  const row = all.subarray(10, 12);
  const whole = new Int32Array([1, 2]);
  const bytes = Buffer.from([1, 2, 3]).subarray(1);
  const value = {
    list: [row, 5, 'text', null],
    map: new Map([['row', row]]),
    set: new Set([whole]),
    ...{ whole, bytes, when: new Date(0), __proto__: null, self: null as unknown },
  };
  value.self = value;
  const found = compact(value) as typeof value;
  expect(found.list).toEqual([new Float64Array([10, 11]), 5, 'text', null]);
  expect((found.list[0] as Float64Array).buffer.byteLength).toBe(16);
  expect(found.map.get('row')).toBe(found.list[0]);
  expect([found.whole, [...found.set][0]]).toEqual([whole, whole]);
  expect(found.whole).toBe(whole);
  expect([[...found.bytes], found.bytes.buffer.byteLength]).toEqual([[2, 3], 2]);
  expect([found.when, found.self]).toEqual([value.when, found]);
});

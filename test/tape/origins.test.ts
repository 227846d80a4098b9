/** Where bindings come from: what a query keeps. */
import {
  endOriginQuery,
  noteOrigin,
  startOriginQuery,
  type Origins,
} from '../../src/tape/origins.js';
import { collectGarbage } from '../support/garbage.js';

const newOrigins = (): Origins => ({ places: new Map(), texts: new Map(), unseen: false });

/** Calls `body` with `depth` more functions on the stack. */
const deep = (depth: number, body: () => void): void =>
  depth === 0 ? body() : deep(depth - 1, body);

/** Bytes of the heap that are in use. */
function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('A place is kept as its text, without the stack that it was read from.', () => {
  const origins = newOrigins();
  const count = 300;
  const before = usedHeap();
  startOriginQuery(origins);
  try {
    for (let id = 1; id <= count; id++) deep(100, () => noteOrigin(id));
  } finally {
    endOriginQuery();
  }
  expect((usedHeap() - before) / count).toBeLessThan(3000);
  expect(origins.places.size).toBe(count);
  expect([...origins.texts.keys()].every((text) => text.includes('origins.test'))).toBe(true);
});

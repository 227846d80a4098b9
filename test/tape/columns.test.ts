/** The memory of the columns: of which kind it is, and what becomes of a program that is granted little. */
import { spawnSync } from 'node:child_process';
import { floats } from '../../src/tape/columns.js';
import type * as columnsModule from '../../src/tape/columns.js';
import type * as libraryModule from 'delta-tape';
import type { Real } from 'delta-tape';

interface Loaded {
  readonly library: typeof libraryModule;
  readonly columns: ReturnType<typeof columnsModule.columns>;
}

const kinds = { SharedArrayBuffer, ArrayBuffer };

afterEach(() => void Object.assign(globalThis, kinds));

/** The library as it is loaded where these kinds of memory are. */
function loadedWhere(there: Partial<Record<keyof typeof kinds, unknown>>): Loaded {
  Object.assign(globalThis, there);
  let loaded!: Loaded;
  jest.isolateModules(() => {
    const library = jest.requireActual<typeof libraryModule>('delta-tape');
    const { columns } = jest.requireActual<typeof columnsModule>('../../src/tape/columns.js');
    loaded = { library, columns: columns() };
  });
  return loaded;
}

/** Of a column; its memory is a page more, so that columns are not apart by a power of two. */
const GRANTED = 2 ** 20;
const PAGE = 4096;

/** A kind of memory of which the system grants little at once. */
const scarce = (kind: SharedArrayBufferConstructor | ArrayBufferConstructor) =>
  class extends (kind as ArrayBufferConstructor) {
    constructor(bytes: number, options?: object) {
      if (bytes > GRANTED + PAGE) throw new RangeError('Array buffer allocation failed');
      super(...([bytes, options] as unknown as [number]));
    }
  };

/** x^(n + 1) by n products. */
const power =
  ({ mul }: typeof libraryModule, n: number) =>
  (x: Real): Real => {
    let y = x;
    for (let k = 0; k < n; k++) y = mul(y, x);
    return y;
  };

describe('The columns', () => {
  test('are of shared memory, which does not count as memory in use.', () => {
    const before = process.memoryUsage().external;
    const { columns } = loadedWhere({});
    for (const column of Object.values(columns).filter((c) => ArrayBuffer.isView(c))) {
      expect(column.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
    expect(columns.primal.byteLength).toBeGreaterThan(2 ** 24);
    expect(process.memoryUsage().external - before).toBeLessThan(2 ** 24);
  });

  test('are of ordinary memory where there is no shared memory, and all is as right.', () => {
    const none = { SharedArrayBuffer: undefined, ArrayBuffer: scarce(ArrayBuffer) };
    const { columns, library } = loadedWhere(none);
    expect(columns.primal.buffer).toBeInstanceOf(kinds.ArrayBuffer);
    expect(columns.primal.buffer).toMatchObject({ resizable: false });
    expect(library.grad(power(library, 2))(2)).toBe(12);
    expect(library.hvp(power(library, 2))(2, 1)).toBe(12);
  });

  test('may be more than all memory, and programs still start.', () => {
    const COPIES = 8;
    const { length } = loadedWhere({}).columns.primal;
    const many = Array.from({ length: 6 * COPIES }, () => floats(length));
    expect(spawnSync(process.execPath, ['--version']).error).toBeUndefined();
    for (const { buffer } of many) expect(buffer).toMatchObject({ growable: true });
  });

  test('are as long as the system grants, and what does not fit is refused.', () => {
    const { columns, library } = loadedWhere({ SharedArrayBuffer: scarce(SharedArrayBuffer) });
    expect(columns.capacity).toBe(GRANTED / 8);
    expect(library.grad(power(library, columns.capacity - 2))(1)).toBe(columns.capacity - 1);
    expect(() => library.grad(power(library, columns.capacity - 1))(1)).toThrow(
      'the tape is full: one run recorded 131,071 Let-bindings',
    );
    expect(library.grad(power(library, 2))(2)).toBe(12);
  });
});

/** Values cross to other machines as bytes, and stay what they are; bytes of strangers are refused. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { decode, hashesIn } from '../../../src/learn/machines/decode.js';
import { encode, hashOf } from '../../../src/learn/machines/encode.js';
import { answerMessage, taskMessage, workMessage } from '../../../src/learn/machines/messages.js';
import '../../support/seed.js';

const copyOf = (value: unknown, large?: number): unknown => {
  const { bytes, blobs } = encode(value, 'value', large);
  return decode(bytes, (hash) => blobs.get(hash)!);
};

const arrays = fc.oneof(
  fc.float64Array(),
  fc.float32Array(),
  fc.int32Array(),
  fc.uint8ClampedArray(),
  fc.bigInt64Array(),
);
const { value: values } = fc.letrec<{ value: unknown; part: unknown }>((tie) => ({
  part: fc.oneof(
    ...[
      fc.double(),
      fc.integer(),
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      fc.bigInt(),
      arrays,
    ],
    fc.constantFrom(undefined, null, -0, NaN, Infinity),
  ),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('part'),
    fc.array(tie('value')),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')),
      tie('value'),
      {
        noNullPrototype: true,
      },
    ),
    fc.array(fc.tuple(tie('part'), tie('value'))).map((entries) => new Map(entries)),
    fc.array(tie('part')).map((parts) => new Set(parts)),
  ),
}));

test('All data come back as they were, whichever arrays are stored by themselves.', () => {
  fc.assert(
    fc.property(values, fc.nat(64), (value, large) => {
      expect(isDeepStrictEqual(copyOf(value, large), value)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('A key __proto__ is a key like others, and touches no prototype.', () => {
  const value: unknown = JSON.parse('{ "__proto__": { "bad": 1 }, "constructor": 2 }');
  const copy = copyOf(value) as object;
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(Object.keys(copy)).toEqual(['__proto__', 'constructor']);
  expect(({} as { bad?: number }).bad).toBeUndefined();
});

test('Bytes that are cut off, changed or of strangers give data or a refusal, and nothing else.', () => {
  const codes = new Set<string>();
  fc.assert(
    fc.property(
      values,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
      fc.nat(),
      (value, changes, cut) => {
        const { bytes, blobs } = encode(value, 'value', 32);
        const all = [...blobs.values()];
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        const part = cut % 3 === 0 ? bytes.subarray(0, cut % (bytes.length + 1)) : bytes;
        try {
          decode(part, () => all[0] ?? new Uint8Array(0));
        } catch (error) {
          codes.add((error as { code: string }).code);
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect([...codes]).toEqual(['damaged-message']);
});

test('A few bytes cannot ask for much memory or depth.', () => {
  const huge = (...body: number[]) => Uint8Array.of(1, 0, 0, 0, 0, ...body);
  const read = (bytes: Uint8Array) => () => decode(bytes, () => new Uint8Array(0));
  expect(read(huge(7, 255, 255, 255, 255))).toThrow('ends too early');
  expect(read(huge(5, 255, 255, 255, 127))).toThrow('ends too early');
  expect(read(huge(11, 0, 0, 0, 0, 64))).toThrow('too large');
  expect(read(huge(11, 0, 0, 0, 0, 8))).toThrow('ends too early');
  const deep = Array.from({ length: 200 }, () => [7, 1, 0, 0, 0]).flat();
  expect(read(huge(...deep, 1))).toThrow('too deep');
  expect(read(huge(1, 1))).toThrow('something follows');
  expect(() => hashesIn(Uint8Array.of(9, 0, 0, 0, 0))).toThrow('another form');
  expect(read(huge(99))).toThrow('unknown tag');
});

test('What is no data is refused with its place, before anything is sent.', () => {
  const place = (value: unknown) => {
    try {
      encode(value, 'input');
    } catch (error) {
      return (error as Error).message.split(',')[0];
    }
    return 'none';
  };
  class Own {}
  const around: unknown[] = [];
  around.push([around]);
  expect(place({ a: [1, () => 2] })).toMatch(/^input\.a\[1\] is a function/);
  expect(place(new Map([['k', new Own()]]))).toMatch(/^input\.k is |^input\[?/);
  expect(place(around)).toBe('input[0][0] is part of itself');
  // eslint-disable-next-line no-sparse-arrays
  expect(place([1, , 2])).toMatch('a list with holes');
  expect(place(new Date())).toMatch('input is');
  class Rows extends Float64Array {}
  expect(place(new Rows(2))).toMatch('input is');
  expect(place(Symbol('s'))).toMatch('input is');
});

test('The same array is named once, by the hash of its bytes.', () => {
  const xs = new Float64Array(1000).map((_, k) => k);
  const { bytes, blobs } = encode([xs, { xs }, xs.slice()], 'value');
  expect([...blobs.keys()]).toEqual([hashOf(new Uint8Array(xs.buffer))]);
  expect(hashesIn(bytes)).toEqual([...blobs.keys()]);
  expect(bytes.length).toBeLessThan(100);
});

describe('Messages', () => {
  const task = {
    ...{
      run: 'a.0',
      index: 3,
      work: 'ab'.repeat(32),
      input: 'AQAAAAAB',
      digest: '0123456789abcdef',
    },
    ...{ seconds: 10, expiry: 60 },
  };

  test('are what senders and workers write.', () => {
    expect(taskMessage({ ...task, more: 1 })).toEqual(task);
    const fields = ['i', '3', 'd', task.digest, 't', 'done', 'p', 'AQAAAAAB'];
    expect(answerMessage(fields)).toMatchObject({ index: 3, tag: 'done' });
  });

  test.each([
    ...[
      null,
      1,
      'text',
      [],
      {},
      { ...task, run: 'a:b' },
      { ...task, index: -1 },
      { ...task, index: 1.5 },
    ],
    ...[
      { ...task, work: 'x' },
      { ...task, input: 'no base64!' },
      { ...task, input: 'A'.repeat(70_000) },
    ],
    ...[
      { ...task, seconds: 0 },
      { ...task, expiry: Infinity },
      { ...task, digest: 'g' },
    ],
  ])('of strangers are refused: %p.', (data) => {
    expect(() => taskMessage(data)).toThrow('damaged, or comes from a stranger');
  });

  test('of strangers in answers and works are refused, too.', () => {
    expect(() => answerMessage(['i', '1'])).toThrow('stranger');
    expect(() => answerMessage(['i', '1', 'd', task.digest, 't', 'run', 'p', ''])).toThrow(
      'stranger',
    );
    expect(() => workMessage({ version: 1 })).toThrow('stranger');
    expect(() => workMessage(null)).toThrow('stranger');
  });
});

/** Model files: what is written is read again, what NumPy wrote is read, and what is damaged is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { DeltaTapeError } from 'delta-tape';
import {
  decodeNpz,
  decodeSafetensors,
  encodeNpz,
  encodeSafetensors,
  type Tensor,
  type Tensors,
} from 'delta-tape/learn';
import { classes, type TensorType } from '../../../src/learn/files/tensor.js';

const fixture = (name: string) => new Uint8Array(readFileSync(join(__dirname, 'fixtures', name)));
const vector = (...numbers: number[]): Tensor => ({
  dtype: 'float64',
  shape: [numbers.length],
  data: new Float64Array(numbers),
});

/** Types in which any bytes are numbers. */
const types = (Object.keys(classes) as TensorType[]).filter((type) => type !== 'bool');

const anyTensor: fc.Arbitrary<Tensor> = fc
  .tuple(fc.constantFrom(...types), fc.array(fc.nat({ max: 3 }), { maxLength: 4 }))
  .chain(([dtype, shape]) => {
    const Class = classes[dtype];
    const bytes = shape.reduce((n, d) => n * d, 1) * Class.BYTES_PER_ELEMENT;
    return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((content) => {
      const { buffer } = content.slice();
      return { dtype, shape, data: new Class(buffer) } as Tensor;
    });
  });

const anyName = fc.oneof(
  fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .filter((name) => !/[\\\p{Cc}]|^\/|^.:|\.\./u.test(name)),
  fc.constantFrom('__proto__', 'toString', '0', '1', 'größe', 'a/b', 'layers.0.w'),
);
const anyTensors: fc.Arbitrary<Tensors> = fc
  .array(fc.tuple(anyName, anyTensor), { maxLength: 6 })
  .map((entries) => new Map(entries));

const bits = ({ dtype, shape, data }: Tensor) => [
  dtype,
  [...shape],
  [...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)],
];
const content = (tensors: Tensors) =>
  [...tensors].map(([name, tensor]) => [name, bits(tensor)]).sort();

const formats = [
  ['safetensors', encodeSafetensors, (bytes: Uint8Array) => decodeSafetensors(bytes).tensors],
  ['npz', (tensors: Tensors) => encodeNpz(tensors), (bytes: Uint8Array) => decodeNpz(bytes)],
  ['compressed npz', (tensors: Tensors) => encodeNpz(tensors, { compress: true }), decodeNpz],
] as const;

describe.each(formats)('A file of the format %s', (_, encode, decode) => {
  test('gives what was put into it, bit for bit.', () => {
    fc.assert(
      fc.property(anyTensors, (tensors) => {
        expect(content(decode(encode(tensors)))).toEqual(content(tensors));
      }),
      { numRuns: 60 },
    );
  });

  test('is the same for the same tensors, and lies anywhere in memory.', () => {
    const tensors = new Map([['w', vector(1, 2, 3)]]);
    const bytes = encode(tensors);
    expect(encode(tensors)).toEqual(bytes);
    const inside = new Uint8Array(bytes.length + 5);
    inside.set(bytes, 3);
    const found = decode(inside.subarray(3, 3 + bytes.length));
    expect(content(found)).toEqual(content(tensors));
    expect(content(decode(Buffer.from(bytes)))).toEqual(content(tensors));
  });

  test('is read as it was written or refused, whatever happens to it.', () => {
    const sound = new Map<string, Tensor>([
      ['a', vector(1, 2)],
      ['b', { dtype: 'float32', shape: [2, 2], data: new Float32Array(4) }],
    ]);
    const bytes = encode(sound);
    let refused = 0;
    const look = (file: Uint8Array) => {
      try {
        for (const { shape, data } of decode(file).values()) {
          expect(data.length).toBe(shape.reduce((n, d) => n * d, 1));
          expect(data.byteLength).toBeLessThanOrEqual(1032 * file.length);
        }
      } catch (error) {
        refused++;
        expect(error).toBeInstanceOf(DeltaTapeError);
        expect((error as Error).message).not.toContain('\n');
      }
    };
    for (let end = 0; end < bytes.length; end++) look(bytes.subarray(0, end));
    expect(refused).toBe(bytes.length);
    const change = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }));
    const changes = fc.array(change, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(changes, (all) => {
        const file = bytes.slice();
        for (const [at, byte] of all) file[at] = byte;
        look(file);
      }),
      { numRuns: 1000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), look));
  });

  test.each<[string, Tensor, RegExp]>([
    ['another shape', { ...vector(1, 2), shape: [3] }, /2 numbers for the shape \[3\]/],
    ['another type', { ...vector(1), dtype: 'float32' } as Tensor, /no Float32Array/],
    ['an unknown type', { ...vector(1), dtype: 'complex' as never }, /unknown type complex/],
  ])('is not made of a tensor of %s.', (_case, tensor, message) => {
    expect(() => encode(new Map([['w', tensor]]))).toThrow(message);
  });
});

const expected = {
  matrix: [0, 0.25, 0.5, 0.75, 1, 1.25],
  columns: Array.from({ length: 24 }, (_, k) => k),
  scalar: [-0],
  empty: [],
  half: [1.5, -(2 ** -24), 65504, Infinity],
  i8: [-(2n ** 63n), 2n ** 63n - 1n],
  i4: [-1, 7],
  u1: [0, 255],
  flags: [1, 0],
  'layers/0': [Math.PI],
  größe: [1],
};
const shapes = { matrix: [2, 3], columns: [2, 3, 4], scalar: [], empty: [0, 3], i4: [2, 1] };

const listed = (tensors: Tensors) =>
  Object.fromEntries([...tensors].map(([name, { data }]) => [name, [...data]]));

describe('A file that Python wrote', () => {
  test.each(['numpy.npz', 'numpy-compressed.npz'])('is read: %s.', (name) => {
    const tensors = decodeNpz(fixture(name));
    expect(listed(tensors)).toEqual({ ...expected, big: [1, 2.5] });
    for (const [key, shape] of Object.entries(shapes)) {
      expect(tensors.get(key)!.shape).toEqual(shape);
    }
    expect(tensors.get('columns')!.dtype).toBe('float32');
    expect(tensors.get('flags')!.dtype).toBe('bool');
  });

  test('is read in every version of the format of arrays.', () => {
    expect(listed(decodeNpz(fixture('versions.npz')))).toEqual({
      v1: [1, 2],
      v2: [1, 2],
      v3: [1, 2],
    });
  });

  test.each([
    ['records.npz', /cannot be read, such as that of records/],
    ['objects.npz', /the type "\|O", which cannot be read/],
  ])('is refused if there are no numbers in it: %s.', (name, message) => {
    expect(() => decodeNpz(fixture(name))).toThrow(message);
  });

  test('is read with its metadata: python.safetensors.', () => {
    const { tensors, metadata } = decodeSafetensors(fixture('python.safetensors'));
    expect(listed(tensors)).toEqual(expected);
    expect(metadata).toEqual({ format: 'np', note: 'größe' });
  });

  test('keeps metadata that are written.', () => {
    const metadata = { step: '3', note: 'größe' };
    expect(decodeSafetensors(encodeSafetensors(new Map(), metadata)).metadata).toEqual(metadata);
  });
});

/** A file of safetensors with any header. */
function withHeader(header: string, size: number): Uint8Array {
  const text = new TextEncoder().encode(header);
  const file = new Uint8Array(8 + text.length + size);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  return file;
}
const entry = (begin: number, end: number, shape = `[${(end - begin) / 8}]`) =>
  `{"dtype":"F64","shape":${shape},"data_offsets":[${begin},${end}]}`;

describe('A hostile file of safetensors is refused:', () => {
  test.each<[string, string, number, RegExp]>([
    [
      'arrays that overlap',
      `{"a":${entry(0, 16)},"b":${entry(8, 24)}}`,
      24,
      /"b" overlaps another/,
    ],
    ['a gap', `{"a":${entry(0, 8)},"b":${entry(16, 24)}}`, 24, /"b" follows a gap/],
    ['bytes at the end', `{"a":${entry(0, 8)}}`, 16, /8 bytes belong to nothing/],
    ['an array outside of it', `{"a":${entry(0, 16)}}`, 8, /"a" lies outside/],
    ['ends before begins', `{"a":${entry(8, 0, '[1]')}}`, 8, /"a" lies outside/],
    ['two of one name', `{"a":${entry(0, 8)},"\\u0061":${entry(0, 8)}}`, 8, /names "a" twice/],
    ['a shape of another size', `{"a":${entry(0, 8, '[2]')}}`, 8, /8 bytes for 2 numbers/],
    ['a negative shape', `{"a":${entry(0, 8, '[-1,-1]')}}`, 8, /an invalid shape/],
    ['a huge shape', `{"a":${entry(0, 8, '[9007199254740991,3]')}}`, 8, /an invalid shape/],
    ['half a number', `{"a":${entry(0, 8, '[0.5,2]')}}`, 8, /an invalid shape/],
    ['an unknown type', `{"a":{"dtype":"F8","shape":[1],"data_offsets":[0,8]}}`, 8, /unknown type/],
    ['an unknown entry', `{"a":{"x":1,"dtype":"F64","shape":[1],"data_offsets":[0,8]}}`, 8, /"x"/],
    ['no offsets', `{"a":{"dtype":"F64","shape":[1]}}`, 8, /has no offsets/],
    ['metadata that are not text', `{"__metadata__":{"a":1}}`, 0, /metadata "a" are not text/],
    ['metadata that are no object', `{"__metadata__":[]}`, 0, /metadata are not an object/],
    ['a deep header', `{"a":${'['.repeat(1e6)}`, 0, /nested too deeply/],
    ['a header that is no object', '[]', 0, /is not an object/],
    ['a header that is not JSON', '{"a"', 0, /not JSON/],
    ['a name without a colon', '{:', 0, /not JSON/],
  ])('%s.', (_, header, size, message) => {
    expect(() => decodeSafetensors(withHeader(header, size))).toThrow(message);
  });

  test('a header longer than the file, or than any should be.', () => {
    const file = new Uint8Array(16);
    new DataView(file.buffer).setBigUint64(0, 2n ** 63n, true);
    expect(() => decodeSafetensors(file)).toThrow(/header would have 9223372036854775808 bytes/);
    expect(() => decodeSafetensors(withHeader(`{${' '.repeat(2 ** 24)}}`, 0))).toThrow(/too long/);
  });

  test('text that is not UTF-8.', () => {
    const file = withHeader('{"ab":1}', 0);
    file[10] = 0xff;
    expect(() => decodeSafetensors(file)).toThrow(/not UTF-8/);
  });
});

/** A zip file of one array, with some bytes replaced, counted from a signature. */
function altered(signature: number, changes: Record<number, number>, level: 0 | 6 = 0): Uint8Array {
  const file = encodeNpz(new Map([['w', vector(1, 2)]]), { compress: level > 0 });
  const view = new DataView(file.buffer);
  let at = 0;
  while (view.getUint32(at, true) !== signature) at++;
  for (const [by, byte] of Object.entries(changes)) file[at + Number(by)] = byte;
  return file;
}
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

describe('A hostile file of npz is refused:', () => {
  test.each<[string, Uint8Array, RegExp]>([
    [
      'another check sum',
      altered(CENTRAL, { 16: 1, 17: 2 }),
      /"w.npy" does not match its checksum/,
    ],
    ['an encrypted entry', altered(CENTRAL, { 8: 1 }), /"w.npy" is encrypted/],
    ['an unknown way of packing', altered(CENTRAL, { 10: 12 }), /described in two ways/],
    ['another name', altered(CENTRAL, { 46: 120 }), /"x.npy" is described in two ways/],
    ['a place in the directory', altered(CENTRAL, { 42: 1 }), /is not where it should be/],
    ['another size', altered(CENTRAL, { 24: 1 }), /does not have the size that its directory says/],
    [
      'a size that cannot be',
      altered(CENTRAL, { 26: 32 }, 6),
      /cannot be as large as its directory says/,
    ],
    [
      'a size beyond the limit',
      altered(CENTRAL, { 27: 128 }, 6),
      /bytes of memory, but the option maxBytes/,
    ],
    [
      'more than 4 GB',
      altered(CENTRAL, { 24: 255, 25: 255, 26: 255, 27: 255 }),
      /larger than 4 GB/,
    ],
    ['too many entries', altered(END, { 10: 2 }), /its directory ends early/],
    ['too few entries', altered(END, { 10: 0 }), /does not end where it should/],
    ['no directory', new Uint8Array(100), /no directory at its end/],
    ['no array', zipSync({ 'a.txt': new Uint8Array(3) }), /"a.txt" is not an array of NumPy/],
    [
      'no array inside',
      zipSync({ 'a.npy': new Uint8Array(30) }),
      /"a.npy" is not an array of NumPy/,
    ],
    ['a path to elsewhere', zipSync({ '../a.npy': new Uint8Array() }), /leads to another folder/],
    ['an absolute path', zipSync({ '/a.npy': new Uint8Array() }), /leads to another folder/],
    ['a name with signs', zipSync({ 'a\0.npy': new Uint8Array() }), /signs that no name/],
  ])('%s.', (_, file, message) => {
    expect(() => decodeNpz(file)).toThrow(message);
  });

  test('entries that lie on each other, and two of one name.', () => {
    const two = encodeNpz(
      new Map([
        ['a', vector(1)],
        ['b', vector(1)],
      ]),
    );
    const view = new DataView(two.buffer);
    const directory = view.getUint32(two.length - 6, true);
    const second = directory + 46 + 'a.npy'.length;
    const longer = two.slice();
    longer[directory + 20] += 1;
    expect(() => decodeNpz(longer)).toThrow(/"b.npy" overlaps another entry/);
    const sameName = two.slice();
    sameName[second + 46] = 'a'.charCodeAt(0);
    expect(() => decodeNpz(sameName)).toThrow(/names "a.npy" twice/);
  });

  test('a bomb, which is not inflated.', () => {
    const bomb = encodeNpz(
      new Map([['w', { ...vector(), shape: [2 ** 20], data: new Float64Array(2 ** 20) }]]),
      {
        compress: true,
      },
    );
    expect(bomb.length).toBeLessThan(20_000);
    expect(() => decodeNpz(bomb, { maxBytes: 1e6 })).toThrow(/8388736 bytes of memory/);
    expect(decodeNpz(bomb).get('w')!.data.length).toBe(2 ** 20);
  });

  const npy = (header: string, size: number, version = 1) => {
    const text = new TextEncoder().encode(header);
    const head = [0x93, ...new TextEncoder().encode('NUMPY'), version, 0];
    const file = [...head, text.length & 255, text.length >> 8, ...text, ...new Uint8Array(size)];
    return zipSync({ 'w.npy': new Uint8Array(file) });
  };
  const dict = (descr: string, shape: string) =>
    `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }\n`;

  test.each<[string, Uint8Array, RegExp]>([
    ['a negative shape', npy(dict('<f8', '(-1,)'), 8), /cannot be read/],
    ['a huge shape', npy(dict('<f8', '(9007199254740991, 9)'), 8), /an invalid shape/],
    ['a shape of another size', npy(dict('<f8', '(2,)'), 8), /8 bytes for the shape \[2\]/],
    ['a shape without commas', npy(dict('<f8', '(1 2)'), 16), /an invalid shape/],
    ['many dimensions', npy(dict('<f8', `(${'1, '.repeat(65)})`), 8), /an invalid shape/],
    ['an unknown type', npy(dict('<c8', '(1,)'), 8), /the type "<c8", which cannot be read/],
    ['a member of objects', npy(dict('<constructor', '(1,)'), 8), /which cannot be read/],
    ['an entry twice', npy(`{'shape': (), 'shape': ()}`, 8), /says shape twice/],
    ['a missing entry', npy(`{'shape': (), 'descr': '<f8'}`, 8), /without type, order or shape/],
    ['not a dictionary', npy('[]', 8), /not a dictionary/],
    ['an unknown version', npy(dict('<f8', '(1,)'), 8, 9), /an unknown version/],
    ['a long header', npy(dict('<f8', '(1,)') + ' '.repeat(10_000), 8), /header of 100\d\d bytes/],
  ])('an array with %s.', (_, file, message) => {
    expect(() => decodeNpz(file)).toThrow(message);
  });

  test('a name that could not be read again, which is not written.', () => {
    for (const name of ['../w', '/w', 'a\\b', '\ud800']) {
      expect(() => encodeNpz(new Map([[name, vector(1)]]))).toThrow(/the tensor/);
    }
    const metadata = new Map([['__metadata__', vector(1)]]);
    expect(() => encodeSafetensors(metadata)).toThrow(/the name of the metadata/);
  });
});

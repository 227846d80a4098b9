/** Trees of parameters as tensors with names, and files of them that Python reads. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { List, Map as ImmutableMap, Record } from 'immutable';
import { grad, type Real } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import { tensorsOf, treeOf } from 'delta-tape/learn';
import { loadModel, loadTensors, saveModel } from 'delta-tape/learn/node';

const Point = Record({ x: 0, y: 0 });
class Layer {
  constructor(
    readonly weights: number[][],
    readonly name: string,
  ) {}
}

const model = () => ({
  layers: [
    new Layer(
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      'first',
    ),
    new Layer([[7]], 'second'),
  ],
  offsets: new Float32Array([0.1, 0.2]),
  rows: [new Float64Array([1, 2]), new Float64Array([3, 4])],
  ragged: [[1], [2, 3]],
  mixed: [1, [2, 'text'], null],
  scale: 0.1,
  table: new Map([['a', 1]]),
  list: List([1, 2]),
  keyed: ImmutableMap({ k: new Float64Array([9]) }),
  point: Point({ x: 3, y: 4 }),
  array: np.array([[1.5, 2.5]]),
  single: np.array([1.5], 'float32'),
  label: 'kept',
});

const shapes = {
  'layers.0.weights': [2, 3],
  'layers.1.weights': [1, 1],
  offsets: [2],
  rows: [2, 2],
  'ragged.0': [1],
  'ragged.1': [2],
  'mixed.0': [],
  'mixed.1.0': [],
  scale: [],
  'table.a': [],
  'list.0': [],
  'list.1': [],
  'keyed.k': [1],
  'point.x': [],
  'point.y': [],
  array: [1, 2],
  single: [1],
};

/** Beside numbers, everything else, which is not in files. */
const zeros = () =>
  treeOf(
    model(),
    new Map(
      [...tensorsOf(model())].map(([name, tensor]) => [
        name,
        { ...tensor, data: (tensor.data as Float64Array).map(() => 0) } as typeof tensor,
      ]),
    ),
  );

const plain = ({ array, single, ...others }: ReturnType<typeof model>) =>
  JSON.stringify(
    [{ ...others, array: array.tolist(), single: single.tolist() }],
    (_, value: unknown) => {
      if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
      return ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value;
    },
  );

describe('The tensors of a tree', () => {
  test('are named by their places, and nested arrays are one.', () => {
    const found = [...tensorsOf(model())].map(([name, { shape }]) => [name, shape]);
    expect(Object.fromEntries(found)).toEqual(shapes);
    expect(tensorsOf(model()).get('layers.0.weights')!.data).toEqual(
      new Float64Array([1, 2, 3, 4, 5, 6]),
    );
  });

  test('keep the types of floats.', () => {
    const typeOf = (name: string) => tensorsOf(model()).get(name)!.dtype;
    expect(['offsets', 'single', 'array', 'scale'].map(typeOf)).toEqual([
      ...['float32', 'float32', 'float64', 'float64'],
    ]);
  });

  test('make the tree again, with what is no real.', () => {
    const again = treeOf(zeros(), tensorsOf(model()));
    expect(plain(again)).toBe(plain(model()));
    expect(plain(zeros())).not.toBe(plain(model()));
    expect(again.layers[0]).toBeInstanceOf(Layer);
    expect(again.offsets).toBeInstanceOf(Float32Array);
    expect(again.point.equals(model().point)).toBe(true);
    expect(again.single.dtype).toBe('float32');
  });

  test('are one of the name value, for a tree that is a number or an array.', () => {
    expect([...tensorsOf(3).keys()]).toEqual(['value']);
    expect(treeOf(0, tensorsOf(3))).toBe(3);
    expect(treeOf([0, 0], tensorsOf([3, 4]))).toEqual([3, 4]);
    expect(treeOf(np.zeros([2]), tensorsOf(np.array([3, 4]))).tolist()).toEqual([3, 4]);
  });

  test('are none for a tree without reals, which stays as it is.', () => {
    expect([...tensorsOf({ name: 'a', list: [] })]).toEqual([]);
    expect(treeOf({ name: 'a' }, new Map())).toEqual({ name: 'a' });
  });

  test('take thousands of levels of arrays in each other.', () => {
    let deep: unknown = { x: 1 };
    for (let k = 0; k < 5000; k++) deep = [deep];
    expect([...tensorsOf(deep).values()][0].data).toEqual(new Float64Array([1]));
  });

  test('read whole numbers of any size.', () => {
    const i8 = { dtype: 'int64', shape: [2], data: new BigInt64Array([1n, -2n]) } as const;
    expect(treeOf([0, 0], new Map([['value', i8]]))).toEqual([1, -2]);
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'two places of one name',
      () => tensorsOf({ a: { b: 1 }, 'a.b': 2 }),
      /two of its places have the name a.b/,
    ],
    ['a key that is no text', () => tensorsOf(new Map([[{}, 1]])), /a key in it is an object/],
    ['a missing tensor', () => treeOf({ a: 1, b: 2 }, tensorsOf({ a: 1 })), /"b" is missing/],
    ['an unknown tensor', () => treeOf({ a: 1 }, tensorsOf({ a: 1, c: 2 })), /no place for "c"/],
    ['another shape', () => treeOf([1, 2], tensorsOf([1, 2, 3])), /\[3\] rather than \[2\]/],
    [
      'another shape of an array',
      () => treeOf(np.zeros([2, 1]), tensorsOf(np.zeros([2]))),
      /\[2\] rather than \[2, 1\]/,
    ],
    [
      'too few numbers',
      () =>
        treeOf(
          [1, 2],
          new Map([['value', { dtype: 'float64', shape: [2], data: new Float64Array(1) }]]),
        ),
      /does not have the size of its shape/,
    ],
    ['dual numbers', () => grad((x: Real) => (tensorsOf([x]), x))(1), /holds dual numbers/],
  ])('are refused for %s.', (_, attempt, message) => {
    expect(attempt).toThrow(message);
  });
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'models-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hasPython = spawnSync('python3', ['-c', 'import numpy']).status === 0;
const withPython = hasPython ? test : test.skip;

describe('A model in a file', () => {
  test.each(['model.safetensors', 'model.npz'])('comes back from it: %s.', (name) => {
    const path = join(folder, name);
    saveModel(path, zeros());
    saveModel(path, model());
    expect(plain(loadModel(path, zeros()))).toBe(plain(model()));
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('stays as it was if a new one cannot be written.', () => {
    const path = join(folder, 'model.npz');
    saveModel(path, [1]);
    expect(() => saveModel(path, { a: { b: 1 }, 'a.b': 2 })).toThrow('two of its places');
    expect(() => saveModel(join(folder, 'none', 'a.npz'), [1])).toThrow('ENOENT');
    expect(loadModel(path, [0])).toEqual([1]);
    expect(readdirSync(folder)).toEqual(['model.npz']);
  });

  test('is refused by its name, its content and its size.', () => {
    expect(() => saveModel(join(folder, 'model.json'), [1])).toThrow(
      /ends neither in .safetensors/,
    );
    expect(() => loadTensors(join(folder, 'model'))).toThrow(/ends neither in .safetensors/);
    const path = join(folder, 'model.npz');
    writeFileSync(path, 'no zip');
    expect(() => loadTensors(path)).toThrow(/the file of the format npz is damaged/);
    saveModel(path, new Float64Array(100));
    expect(() => loadTensors(path, { maxBytes: 100 })).toThrow(/928 bytes of memory/);
  });

  withPython('is read by Python, and read back from it.', () => {
    const path = join(folder, 'model.npz');
    saveModel(path, model());
    const other = join(folder, 'model.safetensors');
    saveModel(other, model());
    // Without the package safetensors: a header in JSON after its length, then numbers.
    const program = `
import json, sys, numpy
arrays = dict(numpy.load(sys.argv[1]))
print(sorted((k, list(v.shape), str(v.dtype)) for k, v in arrays.items()))
for compressed, name in ((False, 'a.npz'), (True, 'b.npz')):
    save = numpy.savez_compressed if compressed else numpy.savez
    save(sys.argv[2] + '/' + name, **{k: numpy.array(2 * v, order='F') for k, v in arrays.items()})
raw = open(sys.argv[3], 'rb').read()
start = 8 + int.from_bytes(raw[:8], 'little')
header = json.loads(raw[8:start])
header.pop('__metadata__', None)
assert header.keys() == arrays.keys()
for k, v in header.items():
    first, end = v['data_offsets']
    found = numpy.frombuffer(raw[start + first:start + end], v['dtype'].lower().replace('f64', '<f8').replace('f32', '<f4'))
    assert (found.reshape(v['shape']) == arrays[k]).all(), k
`;
    const { stdout, stderr } = spawnSync('python3', ['-c', program, path, folder, other], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const typeOf = (name: string) => tensorsOf(model()).get(name)!.dtype;
    const said = Object.entries(shapes).map(
      ([name, shape]) => `('${name}', [${shape.join(', ')}], '${typeOf(name)}')`,
    );
    expect(stdout.trim()).toBe(`[${said.sort().join(', ')}]`);
    const doubled = loadModel(join(folder, 'a.npz'), zeros());
    expect(doubled.layers[0].weights).toEqual([
      [2, 4, 6],
      [8, 10, 12],
    ]);
    expect(plain(loadModel(join(folder, 'b.npz'), zeros()))).toBe(plain(doubled));
    // Its bytes are the same whoever reads them.
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
  });
});

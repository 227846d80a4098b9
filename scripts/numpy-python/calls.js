/**
 * Random calls of functions of arrays: arrays of all dtypes that a program meets, lists, numbers, empty arrays and those without
 * axes, axes in and out of range. Values are written so that Python can read them.
 */
import { random } from '../packages/values.js';
import { signatures } from './signatures.js';

/** Draws arguments; `last` is the array that was drawn last. */
class Drawing {
  constructor(seed) {
    this.next = random(seed);
    this.last = { shape: [3] };
  }

  whole(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  one(of) {
    return of[this.whole(0, of.length - 1)];
  }
  number() {
    const x = this.one([0, 1, -1, 2, 0.5, -1.5, 3.25, 4 * this.next() - 2]);
    return Number(x.toFixed(3));
  }

  /** An array or, if its dtype is that of lists, a list of these numbers. */
  array(shape, dtype = this.dtype()) {
    const count = shape.reduce((n, length) => n * length, 1);
    const draw = {
      bool: () => this.next() < 0.5,
      int32: () => this.whole(-4, 5),
      int64: () => this.whole(-4, 5),
      uint8: () => this.whole(0, 200),
    }[dtype];
    const data = Array.from({ length: count }, () => (draw ? draw() : this.number()));
    if (!draw && this.next() < 0.1 && count > 0)
      data[this.whole(0, count - 1)] = this.one(['nan', 'inf', '-inf']);
    this.last = { shape, data, dtype };
    return { array: this.last };
  }
  dtype() {
    return this.one([
      'float64',
      'float64',
      'float64',
      'int32',
      'int64',
      'bool',
      'float32',
      'uint8',
    ]);
  }
  shape() {
    return this.one([
      [],
      [3],
      [3],
      [4],
      [1],
      [0],
      [2, 3],
      [2, 3],
      [3, 3],
      [1, 3],
      [0, 3],
      [2, 1, 3],
      [2, 2, 2],
    ]);
  }
  list(shape, number = () => this.number()) {
    this.last = { shape };
    const nested = ([length, ...inner]) =>
      length === undefined ? number() : Array.from({ length }, () => nested(inner));
    return { list: nested(shape) };
  }

  finite(given) {
    const { data } = given.array;
    data.forEach((x, k) => (data[k] = typeof x === 'string' ? 1 : x));
    return given;
  }

  /** A list of whole numbers, as indices. */
  indices(shape, low, high) {
    return { ...this.list(shape, () => this.whole(low, high)), whole: true };
  }

  draw(kind) {
    return this.kinds[kind]();
  }

  kinds = {
    a: () => {
      const way = this.next();
      if (way < 0.1) return this.list([]);
      return way < 0.3 ? this.list(this.one([[3], [2, 3], [1], [4]])) : this.array(this.shape());
    },
    b: () => {
      const { shape } = this.last;
      const way = this.next();
      if (way < 0.2) return this.list([]);
      if (way < 0.3) return this.list(shape.slice(-1));
      return this.array(this.one([shape, shape, shape.slice(-1), [], [1], [3]]));
    },
    same: () => {
      const { shape } = this.last;
      return this.next() < 0.2 && shape.length > 0
        ? this.list(shape)
        : this.array(shape, this.dtype());
    },
    real: () =>
      this.finite(this.array(this.one([[3], [4], [2, 3]]), this.one(['float64', 'int32']))),
    same1: () => this.finite(this.array(this.last.shape, 'float64')),
    m: () =>
      this.finite(
        this.array(
          this.one([
            [2, 2],
            [3, 3],
            [1, 1],
            [2, 2, 2],
            [2, 3],
          ]),
          this.one(['float64', 'float64', 'int32']),
        ),
      ),
    symmetric: () => {
      const { array } = this.finite(this.array([3, 3], 'float64'));
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < i; j++) array.data[3 * i + j] = array.data[3 * j + i];
      return { array };
    },
    order1: () => ({ value: this.one([1, 2, 'inf', 0, 3]) }),
    v: () => {
      const length = this.one([[1], [2], [3], [3], [4], [0]]);
      return this.next() < 0.4 ? this.list(length) : this.array(length);
    },
    three: () => (this.next() < 0.4 ? this.list([3]) : this.array(this.one([[3], [2, 3]]))),
    i: () =>
      this.next() < 0.2
        ? { value: this.whole(0, 9) }
        : this.array(this.shape(), this.one(['int32', 'int64', 'uint8', 'bool'])),
    j: () =>
      this.next() < 0.3
        ? { value: this.whole(0, 9) }
        : this.array(this.last.shape, this.one(['int32', 'int64', 'uint8'])),
    small: () => ({ value: this.whole(0, 4) }),
    s: () => ({ value: this.one([0, 1, 2, -1, 0.5, 3.25]) }),
    low: () =>
      this.next() < 0.3 ? this.list(this.last.shape.slice(-1)) : { value: this.one([-1, 0, null]) },
    high: () =>
      this.next() < 0.3 ? this.list(this.last.shape.slice(-1)) : { value: this.one([1, 0.5, -2]) },
    axis: () => ({ value: this.one([0, 0, 1, -1, -1, -2, 2, 3, -4]) }),
    axes: () => ({
      value: this.one([0, 1, -1, -2, 3, -4, [0, 1], [-1, 0], [0, 0], []]),
    }),
    keep: () => ({ value: this.next() < 0.5 }),
    ddof: () => ({ value: this.one([0, 1, 2]) }),
    percent: () => ({ value: this.one([0, 25, 50, 90, 100, 101, -1]) }),
    part: () => ({ value: this.one([0, 0.25, 0.5, 0.9, 1, 1.1]) }),
    whole: () => ({ value: this.one([0, 1, -1, 2, -2, 5, -5]) }),
    count: () => ({ value: this.one([0, 1, 2, 3, 4, -1]) }),
    order: () => ({
      value: this.one([[0, 1], [1, 0], [-1, 0], [0], [0, 0], [2, 0, 1], [0, 1, 2]]),
    }),
    rising: () => ({
      ...this.array(this.one([[3], [4], [1]]), 'float64'),
      ...this.sorted(),
    }),
    sections: () => ({
      value: this.one([1, 2, 3, [1], [1, 2], [0], [-1], [5], 0]),
    }),
    arrays: () => {
      const shape = this.one([[3], [2, 3], [2, 3], [1], [], [0]]);
      return {
        parts: Array.from({ length: this.whole(1, 3) }, () =>
          this.next() < 0.2 && shape.length ? this.list(shape) : this.array(shape),
        ),
      };
    },
    arrays1: () => ({ parts: [this.array([3]), this.array([3])] }),
    conditions: () => ({
      parts: [this.array([3], 'bool'), this.array([3], 'bool')],
    }),
    columns: () => ({
      parts: [this.array([3], 'int32'), this.array([3], 'int32')],
    }),
    matrices: () => ({
      parts: [
        this.array([2, 3], 'float64'),
        this.array([3, 2], 'float64'),
        this.array([2], 'float64'),
      ],
    }),
    places: () => ({
      value: this.one([0, 1, -1, -2, 5, -5, [0, 1], [-1], [0, 0], [7], []]),
    }),
    places1: () => this.indices(this.one([[1], [3], [2, 3], [1, 3]]), -3, 2),
    place: () => ({ value: this.one([0, 1, -1, 3, 7, -7, [0, 1]]) }),
    widths: () => ({
      value: this.one([
        0,
        1,
        2,
        [1, 2],
        [
          [1, 0],
          [0, 1],
        ],
        [[1, 2]],
        -1,
      ]),
    }),
    mode: () => ({
      value: this.one([
        'constant',
        'edge',
        'reflect',
        'symmetric',
        'wrap',
        'mean',
        'maximum',
        'linear_ramp',
      ]),
    }),
    counts: () => ({
      value: this.one([0, 1, 2, 3, [2, 1], [1, 0, 2], [2], -1]),
    }),
    form: () => ({
      value: this.one([
        [3],
        [-1],
        [1, 3],
        [3, 1],
        [2, 3],
        [6],
        [3, 2],
        [],
        [0],
        [-1, 2],
        [2, -1, 3],
        [7],
      ]),
    }),
    pair: () => ({
      value: this.one([
        [0, 1],
        [1, 0],
        [-1, -2],
        [0, 0],
        [0, 2],
      ]),
    }),
    tolerance: () => ({ value: this.one([0, 1e-3, 0.5]) }),
    side: () => ({ value: this.one(['left', 'right']) }),
    bits: () => this.array(this.one([[3], [8], [9], [2, 8]]), this.one(['bool', 'uint8'])),
    bytes: () => this.array(this.one([[1], [3], [2, 2]]), 'uint8'),
    counts1: () =>
      this.next() < 0.4
        ? this.indices([4], 0, 4)
        : this.array([4], this.one(['uint8', 'int32', 'bool', 'float64'])),
    convolution: () => ({ value: this.one(['full', 'same', 'valid']) }),
    bins: () => ({ value: this.one([1, 3, 5, 0]) }),
    tail: () => ({ value: this.one([1.5, [1], [1, 2], [[1, 2]]]) }),
    spacing: () => ({ value: this.one([1, 0.5, 2, 0, -1]) }),
    wholes: () => this.indices([3], 0, 2),
    choices: () => this.indices([3], 0, 1),
    subscripts1: () => ({
      value: this.one(['ij->ji', 'ij->i', 'ij->', 'ij', 'ji', 'ii', 'i...->...', 'ij->ijk']),
    }),
    subscripts2: () => ({
      value: this.one([
        'ij,jk->ik',
        'ij,jk',
        'ij,jk->',
        'ij,jk->ki',
        'ij,kl->jl',
        'ij,jk->j',
        'ij,ij->i',
      ]),
    }),
    x23: () => this.array([2, 3], this.one(['float64', 'float64', 'int32'])),
    x34: () => this.array([3, 4], this.one(['float64', 'float64', 'int32'])),
    blocks: () => ({
      parts: [
        {
          parts: [
            this.array([2, 2], 'float64'),
            this.array([2, 1], this.one(['float64', 'int32'])),
          ],
        },
        {
          parts: [this.array([1, 2], 'float64'), this.array([1, this.one([1, 1, 2])], 'float64')],
        },
      ],
    }),
    form1: () => ({ value: this.one([[2], [2, 3], [], 3, [0, 2]]) }),
    dtype: () => ({
      value: this.one([
        'int',
        'float',
        'bool',
        'f4',
        'f8',
        'i4',
        'u1',
        'float32',
        'int16',
        'complex',
        'double',
        'single',
        'uint',
        'b1',
        'nonsense',
      ]),
    }),
    complex: () => {
      const shape = this.one([[3], [2, 3], [1]]);
      const count = shape.reduce((n, length) => n * length, 1);
      this.last = {
        shape,
        dtype: 'complex128',
        data: Array.from({ length: count }, () => [this.number(), this.number()]),
      };
      return { array: this.last };
    },
    norm: () => ({
      value: this.one([1, 2, 'inf', '-inf', 'fro', 'nuc', 0, 3]),
    }),
  };

  sorted() {
    const { data, shape, dtype } = this.last;
    const finite = data.map((x) => (typeof x === 'number' ? x : 9)).sort((x, y) => x - y);
    this.last = { shape, dtype, data: finite };
    return { array: this.last };
  }
}

/** `{ name, args, keywords }` where an argument that is left out is null. */
export function calls(count, seed, only) {
  const all = [];
  for (const [name, parameters] of signatures) {
    if (only !== undefined && !only.includes(name)) continue;
    const drawing = new Drawing(
      seed + [...name].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 7),
    );
    for (let k = 0; k < count; k++) {
      drawing.last = { shape: [3] };
      let isOver = false;
      const args = parameters.map(({ kind, keyword, isOptional }) => {
        if (isOver || (isOptional && drawing.next() < 0.5)) {
          isOver ||= keyword === null;
          return null;
        }
        return drawing.draw(kind);
      });
      all.push({
        name,
        args,
        keywords: parameters.map(({ keyword }) => keyword),
      });
    }
  }
  return all;
}

/** The methods of duals of arrays. They are the functions of the same names. */
import { ArrayDual, type AnyArray, type Operand } from './array-dual.js';
import { astype, at, get, iget, item, tolist } from './creation.js';
import { complex, ComplexArray } from './complex/complex-array.js';
import { ofComplex } from './complex/complex-functions.js';
import { hidden, nativeOperator, notDifferentiable, notOfComplex, writesArray } from './errors.js';
import { faces, statusOf } from './faces.js';
import { sliced } from './rows/views.js';
import { shapes } from './rows/rearranging.js';
import { NDArrayCore, NDArrayFull } from './library.js';

type Method = (this: AnyArray, ...args: never[]) => unknown;

/** The methods that differ from the function of their name, or have none. */
const own: Readonly<Record<string, Method>> = {
  get(indices: readonly number[]) {
    return get(this, indices);
  },
  iget(place: number) {
    return iget(this, place);
  },
  item(...indices: number[]) {
    return item(this, ...indices);
  },
  tolist() {
    return tolist(this);
  },
  toArray() {
    return tolist(this);
  },
  slice(...text: string[]) {
    return sliced(this, text);
  },
  row(i: number) {
    return sliced(this, [String(i), ':']);
  },
  col(j: number) {
    return sliced(this, [':', String(j)]);
  },
  rows(from: number, to: number) {
    return sliced(this, [`${from}:${to}`]);
  },
  cols(from: number, to: number) {
    return sliced(this, [':', `${from}:${to}`]);
  },
  reshape(...shape: (number | readonly number[])[]) {
    return shapes.reshape(this, shape.flat());
  },
  astype(dtype: 'float64' | 'float32') {
    return astype(this, dtype);
  },
};

const writers = ['set', 'iset', 'fill', 'put', 'byteswap', 'resize'];
const bytes = ['view', 'tobytes', 'tofile', 'dispose', 'toString'];

/** The method of a name on an array, or a plain array whose arguments are under differentiation. */
export function methodOf(name: string): (this: AnyArray, ...args: unknown[]) => unknown {
  const mine = own[name] as ((this: AnyArray, ...args: unknown[]) => unknown) | undefined;
  if (mine !== undefined) return mine;
  if (writers.includes(name)) {
    return () => {
      throw writesArray(`x.${name}`);
    };
  }
  if (bytes.includes(name)) {
    return () => {
      throw hidden(`${name}()`);
    };
  }
  const face = faces[name] as ((...args: unknown[]) => unknown) | undefined;
  const status = statusOf(name);
  if (face === undefined || (status !== 'differentiable' && status !== 'constant')) {
    return () => {
      throw notDifferentiable(name);
    };
  }
  return function (this: AnyArray, ...args: unknown[]) {
    return face(this, ...args);
  };
}

const define = (name: PropertyKey, descriptor: PropertyDescriptor) =>
  Object.defineProperty(ArrayDual.prototype, name, { configurable: true, ...descriptor });

const hiddenGetters = [
  '_storage',
  '_raw',
  '_base',
  'base',
  'strides',
  'flags',
  'itemsize',
  'nbytes',
];

/** Gives duals of arrays the members of arrays. */
function install(): void {
  for (const prototype of [NDArrayCore.prototype, NDArrayFull.prototype] as object[]) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const { value } = Object.getOwnPropertyDescriptor(prototype, name) as { value?: unknown };
      if (name === 'constructor' || name.startsWith('_') || typeof value !== 'function') continue;
      define(name, { value: methodOf(name), writable: true });
    }
  }
  for (const name of hiddenGetters) {
    define(name, {
      get: () => {
        throw hidden(name);
      },
    });
  }
  define(Symbol.toStringTag, { value: 'NDArray' });
  define(Symbol.toPrimitive, {
    value: () => {
      throw nativeOperator();
    },
  });
  define(Symbol.for('nodejs.util.inspect.custom'), {
    value(this: AnyArray) {
      return `NDArray(${this.dtype}, [${this.shape.join(', ')}], under differentiation)`;
    },
  });
  define('T', {
    get(this: AnyArray) {
      return shapes.transpose(this);
    },
  });
  define(Symbol.iterator, {
    *value(this: AnyArray): Generator<Operand> {
      // As numpy-ts has it.
      if (this.shape.length === 0) yield get(this, []);
      for (let k = 0; k < this.shape[0]; k++) yield at(this, k);
    },
  });
  indexed();
}

/** `x[0]`, and what is not there, is looked for where it costs nothing to what is. */
function indexed(): void {
  const before = Object.getPrototypeOf(ArrayDual.prototype) as object;
  const isIndex = (key: PropertyKey): key is string =>
    typeof key === 'string' && /^-?\d+$/.test(key);
  const proxy = new Proxy(Object.create(before) as object, {
    get: (target, key, x) =>
      isIndex(key) ? at(x as AnyArray, Number(key)) : (Reflect.get(target, key, x) as unknown),
    set(target, key, value, x) {
      if (isIndex(key)) throw writesArray(`x[${key}] = …`);
      return Reflect.set(target, key, value, x);
    },
  });
  Object.setPrototypeOf(ArrayDual.prototype, proxy);
}

/** Arrays of complex numbers have the methods whose functions take them. */
function installComplex(): void {
  const slice = (z: ComplexArray, text: string[]) =>
    complex(sliced(z.re, text), sliced(z.im, text));
  const own: Readonly<Record<string, (this: ComplexArray, ...args: never[]) => unknown>> = {
    slice(...text: string[]) {
      return slice(this, text);
    },
    reshape(...shape: (number | readonly number[])[]) {
      return ofComplex['reshape'](this as never, shape.flat() as never);
    },
  };
  for (const name of Object.getOwnPropertyNames(ArrayDual.prototype)) {
    const { value } = Object.getOwnPropertyDescriptor(ArrayDual.prototype, name) as {
      value?: unknown;
    };
    if (['constructor', 'T'].includes(name) || name in ComplexArray.prototype) continue;
    const method = typeof value === 'function' ? (own[name] ?? methodOfComplex(name)) : undefined;
    const refuse = () => {
      throw notOfComplex(name);
    };
    Object.defineProperty(
      ComplexArray.prototype,
      name,
      method === undefined ? { get: refuse } : { value: method },
    );
  }
  Object.defineProperties(ComplexArray.prototype, {
    T: {
      get(this: ComplexArray) {
        return ofComplex['transpose'](this as never);
      },
    },
    [Symbol.toPrimitive]: {
      value: () => {
        throw nativeOperator();
      },
    },
  });
}

const methodOfComplex = (name: string) =>
  function (this: ComplexArray, ...args: unknown[]): unknown {
    const f = ofComplex[name] as ((...all: unknown[]) => unknown) | undefined;
    if (f === undefined) throw notOfComplex(name);
    return f(this, ...args);
  };

install();
installComplex();

/**
 * The classes of arrays, for `instanceof`: an array under differentiation is an instance, too. They are proxies, since
 * numpy-ts asks its own classes which arrays are plain.
 */
import * as numpy from 'numpy-ts';
import { ArrayDual } from './array-dual.js';

function withDuals<C extends object>(Class: C): C {
  const seen: C = new Proxy(Class, {
    get: (target, key, receiver): unknown =>
      key === Symbol.hasInstance ? isInstance : Reflect.get(target, key, receiver),
  });
  function isInstance(this: unknown, x: unknown): boolean {
    // A subclass comes here, too.
    if (this !== seen) return Function.prototype[Symbol.hasInstance].call(this as never, x);
    return ArrayDual.is(x) || x instanceof (Class as never);
  }
  return seen;
}

export const NDArray: typeof numpy.NDArray = withDuals(numpy.NDArray as object) as never;
export type NDArray<D extends numpy.DType = numpy.DType> = numpy.NDArray<D>;
export const NDArrayCore: typeof numpy.NDArrayCore = withDuals(
  numpy.NDArrayCore as object,
) as never;
export type NDArrayCore<D extends numpy.DType = numpy.DType> = numpy.NDArrayCore<D>;

/**
 * Versions of the functions of numpy-ts and of the methods of its arrays. Translated code calls them, so programs in
 * numpy-ts itself are differentiated as they stand.
 */
import { registerArrayFunctions } from '../functions/array-functions.js';
import { registerVersions, type FunctionVersions } from '../functions/function-versions.js';
import * as classes from './array-classes.js';
import { holdsDuals, primalOf } from './creation.js';
import { faces } from './faces.js';
import { natives, NDArrayCore, NDArrayFull } from './library.js';
import { methodOf } from './methods.js';

type Members = Readonly<Record<string, unknown>>;
type Method = (this: unknown, ...args: unknown[]) => unknown;

/** The functions among the members of an object, and of objects in it, that differ from the originals. */
const pairs = (originals: Members, versions: Members): FunctionVersions =>
  Object.entries(originals).flatMap(([name, native]) => {
    const version = versions[name];
    if (version === native) return [];
    if (typeof native === 'function') return [[native, version]];
    return typeof version === 'object' ? pairs(native as Members, version as Members) : [];
  });

/** The method of a plain array, for arguments of any kind. */
function methodVersion(native: Method, name: string): Method {
  const onDuals = methodOf(name) as Method;
  return function (...args) {
    const f = args.some(holdsDuals) ? onDuals : native;
    return f.apply(this, args);
  };
}

const methodsOf = ({ prototype }: { readonly prototype: object }): FunctionVersions =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')
      ? [[value, methodVersion(value as Method, name)]]
      : [],
  );

registerArrayFunctions({ ...faces, primalOf });
registerVersions([
  ...pairs(natives, faces),
  ...methodsOf(NDArrayCore),
  ...methodsOf(NDArrayFull),
  [NDArrayCore, classes.NDArrayCore],
  [NDArrayFull, classes.NDArray],
]);

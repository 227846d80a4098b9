/**
 * Arrays and typed arrays of another realm (a frame, a vm context). Their methods are other functions than those here, and
 * get versions when the first array of the realm is met.
 */
import { type FunctionVersions, registerVersions } from '../../functions/function-versions.js';
import { arrayMethods, typedMethods } from './lists.js';

const known = new WeakSet<object>();
const TypedArray = Object.getPrototypeOf(Float64Array) as typeof Float64Array;

/** True if an object is the prototype of the constructor of a name, in any realm. */
function isPrototypeOf(name: string, object: object): boolean {
  const C: unknown = Object.getOwnPropertyDescriptor(object, 'constructor')?.value;
  if (typeof C !== 'function' || C.prototype !== object) return false;
  const text = Function.prototype.toString.call(C).replace(/\s+/g, ' ');
  return text === `function ${name}() { [native code] }`;
}

function learn(o: object, name: string, versions: (prototype: object) => FunctionVersions): void {
  let prototype = Object.getPrototypeOf(o) as object | null;
  while (prototype !== null && !isPrototypeOf(name, prototype)) {
    if (known.has(prototype)) return;
    known.add(prototype);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  if (prototype === null || known.has(prototype)) return;
  known.add(prototype);
  registerVersions(versions(prototype));
}

/** Gives the methods of an array of another realm their versions. O(1). */
export function meet(o: unknown): void {
  if (Array.isArray(o)) {
    if (!(o instanceof Array)) learn(o, 'Array', arrayMethods);
  } else if (ArrayBuffer.isView(o) && !(o instanceof TypedArray) && !(o instanceof DataView))
    learn(o, 'TypedArray', typedMethods);
}

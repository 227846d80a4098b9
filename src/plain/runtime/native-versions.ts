/**
 * The making and calling of versions of native functions. The modules of the themes list them, and
 * natives.ts gathers them.
 */
import { versionOf, type FunctionVersions } from '../../functions/function-versions.js';
import { notAFunction } from './errors.js';

export type Native = (this: unknown, ...args: never[]) => unknown;
export type NativeVersion = (this: unknown, ...args: unknown[]) => unknown;

/** Calls a native function. Its errors are passed on. */
export const apply = (f: unknown, self: unknown, args: readonly unknown[]): unknown =>
  Reflect.apply(f as NativeVersion, self, args);

/**
 * The version of a native function for any values; every other value itself. A callee also has a name: if it is
 * no function, the result is a function that throws the error. So the error comes when the callee is called,
 * after its arguments are known.
 */
export const own = <F>(f: F, name?: string): F => {
  const version = versionOf(f) as F | undefined;
  if (version !== undefined) return version;
  return name === undefined || typeof f === 'function' ? f : (notCalled(name) as F);
};

const notCalled = (name: string) => (): never => {
  throw notAFunction(name);
};

/** The names of methods that have versions, also where this platform has no such method. */
export const methodNames = new Set<string>();

/** The versions of methods of a prototype, for the names that it has. */
export const methods = (
  prototype: object,
  names: readonly string[],
  version: (native: Native, name: string) => unknown,
): FunctionVersions =>
  names.flatMap((name) => {
    methodNames.add(name);
    const native = (prototype as Readonly<Record<string, Native | undefined>>)[name];
    return native === undefined ? [] : [[native, version(native, name)] as const];
  });

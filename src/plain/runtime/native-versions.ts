/**
 * Native functions that would take a dual for an object, each with its version for any values. The modules of
 * the themes list the versions, and natives.ts gathers them.
 */
import { notAFunction } from './errors.js';

export type Native = (this: unknown, ...args: never[]) => unknown;
export type NativeVersion = (this: unknown, ...args: unknown[]) => unknown;

/** Native functions with their versions. */
export type NativeVersions = readonly (readonly [native: unknown, version: unknown])[];

/** Calls a native function. Its errors are passed on. */
export const apply = (f: unknown, self: unknown, args: readonly unknown[]): unknown =>
  Reflect.apply(f as NativeVersion, self, args);

const versions = new Map<unknown, unknown>();

const natives = new Map<unknown, unknown>();

export function register(list: NativeVersions): void {
  for (const [native, version] of list) {
    if (native === undefined) continue;
    versions.set(native, version);
    natives.set(version, native);
  }
}

/** The native function that a version stands for; every other value itself. */
export const nativeOf = (f: unknown): unknown => natives.get(f) ?? f;

/**
 * The version of a native function for any values; every other value itself. A callee also has a name: if it is
 * no function, the result is a function that throws the error. So the error comes when the callee is called,
 * after its arguments are known.
 */
export const own = <F>(f: F, name?: string): F => {
  const version = versions.get(f) as F | undefined;
  if (version !== undefined) return version;
  return name === undefined || typeof f === 'function' ? f : (notCalled(name) as F);
};

const notCalled = (name: string) => (): never => {
  throw notAFunction(name);
};

/** The versions of methods of a prototype, for the names that it has. */
export const methods = (
  prototype: object,
  names: readonly string[],
  version: (native: Native, name: string) => unknown,
): NativeVersions =>
  names.flatMap((name) => {
    const native = (prototype as Readonly<Record<string, Native | undefined>>)[name];
    return native === undefined ? [] : [[native, version(native, name)] as const];
  });

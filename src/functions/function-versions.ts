/**
 * Functions of the platform and of libraries that would take a dual for an object, each with its version for
 * any values. Whoever knows the functions registers the versions, and translated code calls them
 * (plain/runtime).
 */

/** Functions with their versions. */
export type FunctionVersions = readonly (readonly [native: unknown, version: unknown])[];

const versions = new Map<unknown, unknown>();
const natives = new Map<unknown, unknown>();

export function registerVersions(list: FunctionVersions): void {
  for (const [native, version] of list) {
    if (native === undefined) continue;
    versions.set(native, version);
    natives.set(version, native);
  }
}

/** The version of a function, if it has one. */
export const versionOf = (f: unknown): unknown => versions.get(f);

/** The function that a version stands for; every other value itself. */
export const nativeOf = (f: unknown): unknown => natives.get(f) ?? f;

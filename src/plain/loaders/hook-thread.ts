/**
 * Tells where Node's module hooks run. In the thread of the program they see `import` and `require`; in a thread
 * of their own they see `import` only.
 */

/** The first releases whose loader takes CommonJS from hooks in the thread as it takes its own. */
const firsts: Readonly<Record<number, number>> = { 22: 23, 24: 12, 25: 2 };

/** True if hooks run in the thread of the program (`module.registerHooks`). */
export function hooksRunInProgram(version: string): boolean {
  const [major, minor] = version.split('.').map(Number);
  return minor >= (firsts[major] ?? (major > 25 ? 0 : Infinity));
}

export const isInProgramThread = hooksRunInProgram(process.versions.node);

/** Functions with derivatives inside, which runs may round otherwise than code. */
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';

/** True if a function asks for a derivative at arguments. */
export function isNested(f: (...args: never[]) => unknown, args: readonly unknown[]): boolean {
  const before = { ...compiled };
  let isAsked = false;
  const asked = (): null => {
    isAsked = true;
    return null;
  };
  Object.assign(compiled, { answer: asked, at: asked });
  try {
    f(...(args as never[]));
  } catch {
    // What it throws is seen elsewhere.
  } finally {
    Object.assign(compiled, before);
  }
  return isAsked;
}

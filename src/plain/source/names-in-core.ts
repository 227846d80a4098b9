/** The names that core uses, wherever they are declared. O(size of the core), once. */
import type { Core, Fn } from '../core/core.js';

const known = new WeakMap<object, readonly string[]>();

export function namesIn(core: Core | Fn): readonly string[] {
  let names = known.get(core);
  if (names === undefined) {
    const found = new Set<string>();
    const walk = (of: unknown): void => {
      if (typeof of !== 'object' || of === null) return;
      const { tag, name, op, args } = of as Record<string, unknown>;
      if (tag === 'var' || tag === 'assign') found.add(name as string);
      if (tag === 'op' && op === 'typeof name')
        found.add((args as readonly { readonly value: string }[])[0].value);
      for (const part of Object.values(of)) walk(part);
    };
    walk(core);
    known.set(core, (names = [...found]));
  }
  return names;
}

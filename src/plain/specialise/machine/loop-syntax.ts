/** Properties of a loop that its core shows before it is specialised. */
import type { Core, Loop } from '../../core/core.js';
import { operation, scoped, sequence, variable } from '../../core/core.js';

/** True if an update counts a name up or down by at least one. */
export function countsBy(update: Core, name: string): boolean {
  if (update.tag === 'block') return update.body.some((one) => countsBy(one, name));
  if (update.tag !== 'assign' || update.name !== name || update.value.tag !== 'op') return false;
  const { op, args } = update.value;
  if (op === 'increment' || op === 'decrement') return true;
  const by = args[1];
  return (op === '+' || op === '-') && by?.tag === 'known' && Math.abs(Number(by.value)) >= 1;
}

const assigned = new WeakMap<Core, ReadonlySet<string>>();

/** The names that code assigns, with those in functions. O(size), once. */
export function assignedIn(core: Core): ReadonlySet<string> {
  let found = assigned.get(core);
  if (found === undefined) {
    const names = new Set<string>();
    const walk = (of: unknown): void => {
      if (typeof of !== 'object' || of === null) return;
      const { tag, name } = of as {
        readonly tag?: string;
        readonly name?: string;
      };
      if (tag === 'assign') names.add(name!);
      for (const part of Object.values(of)) walk(part);
    };
    walk(core);
    assigned.set(core, (found = names));
  }
  return found;
}

const made = new WeakMap<Loop, Core>();

/** The same loop with a variable for its test, which is computed before it and at the end of each step. */
export function askedBefore(core: Loop): Core {
  let found = made.get(core);
  if (found === undefined) {
    const go = `%go ${core.label}`;
    const test = operation('unary !', operation('unary !', core.test));
    const ask: Core = { tag: 'assign', name: go, value: test };
    const update = core.update === null ? ask : sequence([core.update, ask]);
    found = scoped([
      { tag: 'let', name: go, value: test },
      { ...core, test: variable(go), update },
    ]);
    made.set(core, found);
  }
  return found;
}

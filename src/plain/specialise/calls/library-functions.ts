/** The functions of the library, and the native functions that only it calls. */
import type { Core, Fn } from '../../core/core.js';
import { Scope, type Abstract, type Closure } from '../values/abstract.js';
import { natives } from './natives.js';
import { own } from './own-natives.js';

const libraries = new WeakMap<Fn, Record<string, Closure>>();

/** The functions that the library declares, by their names. */
export function libraryOf(program: Fn): Record<string, Closure> {
  let found = libraries.get(program);
  if (found === undefined) {
    const made: Record<string, Closure> = {};
    const scope = new Scope(null, (name) => made[name] ?? ownNative(name.slice(1)));
    const { body } = program.body as Extract<Core, { tag: 'block' }>;
    for (const core of body)
      if (core.tag === 'assign' && core.value.tag === 'closure')
        made[core.name] = {
          tag: 'closure',
          f: core.value.f,
          scope,
          isLibrary: true,
        };
    libraries.set(program, (found = made));
  }
  return found;
}

const tokens = new Map<string, object>();
/** A native function of the library's own. */
export function ownNative(name: string): Abstract | undefined {
  const native = own[name];
  if (native === undefined) return undefined;
  let token = tokens.get(name);
  if (token === undefined) {
    tokens.set(name, (token = {}));
    natives.set(token, native);
  }
  return { tag: 'host', value: token };
}

/** Meanings of the machine's forms in a program: its functions by their identity, natives, and the library. */
import type { Fn } from '../core/core.js';
import { arrayFunction } from './calls/functions-of-arrays.js';
import { appliedIn, callIn, classIn, constructIn, nativeOfToken } from './calls/calls.js';
import { putSuper, superOf } from './calls/super.js';
import type { Callees } from './calls/calls.js';
import { operatorName } from './calls/library-derivatives.js';
import { operatorNative } from './calls/library-operators.js';
import { libraryOf, ownNative } from './calls/library-functions.js';
import { drawing } from './calls/number-natives.js';
import { natives, ofLists } from './calls/natives.js';
import type { Outlined } from './calls/outlined.js';
import type { KnownCore } from './entry/given-functions.js';
import type { Entry } from './entry/lifted-values.js';
import { questionsOf } from './entry/own-properties.js';
import { evaluate } from './machine/core-forms.js';
import { joined } from './machine/joins.js';
import { flatten } from './machine/leaves.js';
import type { Machine } from './machine/machine.js';
import type { Meanings } from './machine/meanings.js';
import { operate } from './machine/operators.js';
import { shapeOf } from './machine/shape-of.js';
import { build } from './machine/built.js';
import { methodCalled } from './things/foreign-members.js';
import { gathered, wayOf } from './things/keyed.js';
import { define, get, goneThrough, put } from './things/properties.js';
import type { Closure } from './values/abstract.js';

export interface Program {
  readonly known: (of: object) => KnownCore | undefined;
  /** The library: a program that declares functions. */
  readonly library: Fn;
}

/** The functions of JavaScript that the library has, by the prototypes that hold them. */
const typed = Object.getPrototypeOf(Float64Array.prototype) as object;

/** Methods whose names no function can have. */
const renamed: Readonly<Record<string, string>> = { withElement: 'with' };

export function meaningsOf(
  { known, library }: Program,
  entry: Entry,
  outlined: Outlined,
): Meanings<Machine> {
  const functions = libraryOf(library);
  const byMethod = new Map<unknown, Closure>();
  for (const proto of [Array.prototype, typed])
    for (const [name, closure] of Object.entries(functions)) {
      const method = Object.getOwnPropertyDescriptor(proto, renamed[name] ?? name)
        ?.value as unknown;
      if (method !== undefined) byMethod.set(method, closure);
    }
  const callees: Callees = {
    outlined,
    native: (of) => nativeOfToken(of) ?? natives.get(of) ?? operatorNative(of) ?? arrayFunction(of),
    written: (of) => byMethod.get(of) ?? functions[operatorName(of) ?? ''] ?? null,
    registered: (of) => {
      const found = known(of);
      if (found === undefined) return null;
      const scope = entry.scopeOf(found.captures);
      const { core } = found;
      return 'f' in core
        ? { tag: 'closure', f: core.f, scope }
        : { tag: 'class', made: core.made, scope };
    },
  };
  return {
    evaluate,
    operate,
    methodCalled,
    get,
    put,
    define,
    goneThrough,
    wayOf,
    gathered,
    shapeOf,
    flatten,
    build,
    joined,
    call: (m, f, self, args) => callIn(callees, m, f, self, args),
    apply: (m, f, self, list) => {
      const name = f.tag === 'host' ? ofLists.get(f.value) : undefined;
      if (name === undefined) return appliedIn(callees, m, f, self, list);
      return m.meaning.call(m, functions[name], name === 'pushAll' ? self : list, [list]);
    },
    construct: (m, f, args) => constructIn(callees, m, f, args),
    classOf: (m, { made }, env) => classIn(callees, m, made, env),
    library: (name) => functions[name] ?? ownNative(name)!,
    property: (of, key) => drawing(of, key) ?? entry.property(of, key),
    written: entry.written,
    superOf,
    putSuper,
    ...questionsOf(entry.reader),
    foreign: (of) => entry.foreign.constant(of),
    global: (name) => entry.global(name),
    givenArena: (kind) => entry.arenas.get(kind),
    areDistinct: (kind) => entry.arenas.get(kind)?.areDistinct() ?? false,
  };
}

/** Meanings of the machine's forms in a program: its functions by their identity, natives, and the library. */
import type { Class, Fn } from '../core/core.js';
import { arrayFunction } from './calls/functions-of-arrays.js';
import { callIn, classIn, constructIn, nativeOfToken, superOf } from './calls/calls.js';
import type { Callees } from './calls/calls.js';
import { operatorName } from './calls/library-derivatives.js';
import { operatorNative } from './calls/library-operators.js';
import { libraryOf, ownNative } from './calls/library-functions.js';
import { natives, ofLists } from './calls/natives.js';
import type { Outlined } from './calls/outlined.js';
import type { Captures } from './entry/captured-names.js';
import type { Entry } from './entry/lifted-values.js';
import { questionsOf } from './entry/own-properties.js';
import { evaluate } from './machine/core-forms.js';
import { joined } from './machine/joins.js';
import { flatten } from './machine/leaves.js';
import type { Machine } from './machine/machine.js';
import type { Meanings } from './machine/meanings.js';
import { shapeOf } from './machine/shape-of.js';
import { build } from './machine/built.js';
import { methodCalled } from './things/foreign-members.js';
import { gathered, wayOf } from './things/keyed.js';
import { define, get, goneThrough, put } from './things/properties.js';
import type { Closure } from './values/abstract.js';

/** A function or a class of the program that is known: its core, and its captured variables. */
export interface Known {
  readonly core: { readonly f: Fn } | { readonly made: Class };
  readonly captures: Captures;
}
export interface Program {
  readonly known: (of: object) => Known | undefined;
  /** The library: a program that declares functions. */
  readonly library: Fn;
}

/** The functions of JavaScript that the library has, by the prototypes that hold them. */
const typed = Object.getPrototypeOf(Float64Array.prototype) as object;

export function meaningsOf(
  { known, library }: Program,
  entry: Entry,
  outlined: Outlined,
): Meanings<Machine> {
  const functions = libraryOf(library);
  const byMethod = new Map<unknown, Closure>();
  for (const proto of [Array.prototype, typed])
    for (const [name, closure] of Object.entries(functions)) {
      const method = Object.getOwnPropertyDescriptor(proto, name)?.value as unknown;
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
      if (name === undefined) return m.refuse('an array of a length that is not known is spread');
      return m.meaning.call(m, functions[name], name === 'pushAll' ? self : list, [list]);
    },
    construct: (m, f, args) => constructIn(callees, m, f, args),
    classOf: (m, { made }, env) => classIn(callees, m, made, env),
    library: (name) => functions[name] ?? ownNative(name)!,
    property: (of, key) => entry.property(of, key),
    superOf,
    ...questionsOf(entry.reader),
    foreign: (of) => entry.foreign.constant(of),
    global: (name) => entry.global(name),
    givenArena: (kind) => entry.arenas.get(kind),
    areDistinct: (kind) => entry.arenas.get(kind)?.areDistinct() ?? false,
  };
}

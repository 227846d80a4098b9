/** Calls: of functions that specialised code makes, of functions of the program, whose core is known, and of native ones. */
import type { Class, Core, Fn } from '../../core/core.js';
import {
  known,
  lost,
  NOTHING,
  Scope,
  UNSET,
  type Abstract,
  type ClassValue,
  type Closure,
  type Host,
  type Obj,
} from '../values/abstract.js';
import { isPrivate } from '../values/kinds.js';
import { madeCallee } from '../values/made-classes.js';
import { isStaying, STAYING } from '../machine/exits.js';
import { assignedIn } from '../machine/loop-syntax.js';
import type { Args, Env } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { insistOnAll } from '../things/arrays.js';
import { ARGUMENTS } from '../things/keyed.js';
import { defineField } from '../things/objects.js';
import { formCalled } from './library-forms.js';
import { derivativeCalled } from './library-derivatives.js';
import { classInside } from './classes-inside.js';
import type { Outlined } from './outlined.js';

export type Native = (m: Machine, self: Abstract, args: Args) => Abstract;

export interface Callees {
  readonly registered: (of: object) => Closure | ClassValue | null;
  readonly native: (of: object) => Native | null;
  /** The function of the library that a native one is written as. */
  readonly written: (of: object) => Closure | null;
  readonly outlined: Outlined;
}

/** The core of a function or a class: one that is made inside, or of the program. */
const calleeOf = ({ registered }: Callees, of: object): Closure | ClassValue | null =>
  madeCallee(of) ?? registered(of);

/** Calls stand in each other up to this depth: recursion that does not end by what is known is refused. */
const DEEPEST = 60;

export function callIn(
  callees: Callees,
  m: Machine,
  given: Abstract,
  self: Abstract,
  args: Args,
): Abstract {
  if (m.isDead) return UNSET;
  const f = m.read(given);
  switch (f.tag) {
    case 'choice':
      return m.each(f, (one) => callIn(callees, m, one, self, args));
    case 'closure':
      return called(callees, m, f, self, args);
    case 'host':
      return callHost(callees, m, f, self, args);
    case 'known':
      m.leave();
      return UNSET;
    default:
      return m.refuse(`a call of a value of the kind ${f.tag}`);
  }
}

/** Methods that take elements which are not there for undefined; others skip them. */
const readsHoles = [
  ...['find', 'findIndex', 'findLast', 'findLastIndex', 'includes', 'at', 'fill'],
  ...['toReversed', 'toSorted', 'set', 'subarray'],
];

function callHost(callees: Callees, m: Machine, f: Host, self: Abstract, args: Args): Abstract {
  const native = callees.native(f.value);
  if (native) return native(m, self, args);
  const written = callees.written(f.value);
  if (written !== null && !readsHoles.includes(written.f.name) && self.tag === 'array')
    insistOnAll(m, self);
  const made = calleeOf(callees, f.value) ?? written;
  if (made?.tag === 'closure') return called(callees, m, { ...made, home: f }, self, args);
  const found = derivativeCalled(m, f.value, args) ?? formCalled(m, f.value, args);
  if (found !== null) return found;
  const { name } = f.value as { readonly name?: string };
  return m.refuse(`a call of ${name ? name : 'a function'}, whose core is not known`);
}

const called = (
  { outlined }: Callees,
  m: Machine,
  closure: Closure,
  self: Abstract,
  args: Args,
): Abstract =>
  outlined.call(m, closure, self, args, (of, given) => callClosure(m, closure, of, given));

/** The value of `this` in code that is not strict: an object at any rate. */
function sloppyThis(m: Machine, self: Abstract): Abstract {
  const options = self.tag === 'choice' ? self.options : [self];
  const isNothing = ({ tag, value }: { tag: string; value?: unknown }): boolean =>
    tag === 'unset' || (tag === 'known' && value == null);
  if (options.every(isNothing)) return m.meaning.global('globalThis')!;
  const isPrimitive = ({ tag }: Abstract): boolean =>
    tag === 'known' || tag === 'dynamic' || tag === 'unset';
  return options.some(isPrimitive) ? lost('this of sloppy code, which is made an object') : self;
}

function callClosure(
  m: Machine,
  closure: Closure,
  self: Abstract,
  args: Args,
  target: Abstract = NOTHING,
): Abstract {
  const { f, isLibrary = false } = closure;
  if (++m.depth > DEEPEST) m.refuse('a function that calls itself too deeply');
  const scope = new Scope(closure.scope);
  const declare = (name: string, of: Abstract) => scope.names.set(name, m.cell(of));
  if (f.kind !== 'arrow') {
    declare('this', f.isStrict || isLibrary ? self : sloppyThis(m, self));
    declare('new.target', target);
    declare('%home', closure.home ?? UNSET);
    if (f.hasArguments) declare('arguments', argumentsOf(m, f, args));
  }
  for (const name of f.vars) declare(name, NOTHING);
  f.params.forEach((name, k) => declare(name, args[k] ?? NOTHING));
  if (f.rest !== null) declare(f.rest, m.tuple(args.slice(f.params.length)));
  if (isLibrary) declare('$count', known(args.length));
  const env: Env = {
    scope,
    frame: { exit: m.cell(STAYING), result: m.cell(UNSET), isLibrary },
  };
  const { line } = m;
  m.meaning.evaluate(m, f.body, env);
  m.depth--;
  m.line = line;
  if (m.isDead) return UNSET;
  const stays = isStaying(m, env);
  // Where it ends without `return`, it gives undefined.
  if (stays.tag === 'known') return stays.value === true ? NOTHING : env.frame.result.value;
  m.branch(
    stays,
    () => m.set(env.frame.result, NOTHING),
    () => {},
  );
  return env.frame.result.value;
}

/** The object `arguments`, which is only read. In sloppy code it would follow the parameters. */
function argumentsOf(m: Machine, { params, isStrict, body }: Fn, args: Args): Abstract {
  const assigned = isStrict ? new Set<string>() : assignedIn(body);
  if (params.some((name) => assigned.has(name)))
    return m.refuse('a parameter that is assigned beside arguments');
  const made = m.obj(Object.prototype);
  args.forEach((arg, k) => made.slots.set(String(k), m.cell(arg, made.birth)));
  made.slots.set('length', m.cell(known(args.length), made.birth));
  made.slots.set(ARGUMENTS, m.cell(m.tuple(args), made.birth));
  const refuse = (): never => m.refuse('arguments is written, or its keys are wanted');
  made.write = refuse;
  made.keys = refuse;
  return made;
}

/** A property of `super`: of the prototype of the object that has the method. */
export function superOf(m: Machine, key: Abstract, env: Env): Abstract {
  const { value: home } = env.scope.find('%home') ?? { value: UNSET };
  const name = m.read(key);
  if (home.tag !== 'host' || name.tag !== 'known') return m.refuse('a property of super');
  const self = m.read(env.scope.find('this')!.value);
  const owner = typeof home.value === 'function' ? ownerOf(self, home.value) : home.value;
  if (owner === null) return m.refuse('a property of super');
  const parent = m.meaning.parent(owner);
  if (parent === null) return m.refuse('super of an object without a prototype');
  const getter = m.meaning.getter(parent, String(name.value));
  return getter
    ? m.meaning.call(m, getter, self, [])
    : m.meaning.property(parent, String(name.value));
}

/** The object among the prototypes of a value that has a method. */
function ownerOf(self: Abstract, method: object): object | null {
  let at: object | null = null;
  if (self.tag === 'object') at = self.proto;
  else if (self.tag === 'element') at = self.kind.proto;
  else if (self.tag === 'host') at = self.value;
  for (; at !== null; at = Object.getPrototypeOf(at) as object | null)
    for (const held of Object.values(Object.getOwnPropertyDescriptors(at)))
      if (Object.values(held).includes(method)) return at;
  return null;
}

// ── Classes ──

export const classIn = (callees: Callees, m: Machine, made: Class, env: Env): Abstract =>
  classInside(m, made, env, (f, self) => callIn(callees, m, f, self, []));

export function constructIn(callees: Callees, m: Machine, given: Abstract, args: Args): Abstract {
  if (m.isDead) return UNSET;
  const f = m.read(given);
  if (f.tag === 'choice') return m.each(f, (one) => constructIn(callees, m, one, args));
  if (f.tag !== 'host') return m.refuse('new of a class that is made inside');
  const native = callees.native(f.value);
  if (native) return native(m, f, args);
  const made = calleeOf(callees, f.value);
  if (made?.tag === 'closure' && made.f.kind === 'function') return constructBy(m, f, made, args);
  if (made?.tag !== 'class')
    return m.refuse(`new ${(f.value as { name: string }).name}, whose core is not known`);
  const of = m.obj((f.value as { readonly prototype: object }).prototype);
  initialise(callees, m, f.value, made, of, args);
  return m.isDead ? UNSET : of;
}

/** An instance of a function that is a class; the function may give another object. */
function constructBy(m: Machine, f: Host, made: Closure, args: Args): Abstract {
  const of = m.obj(m.meaning.prototype(f.value));
  const given = callClosure(m, made, of, args, f);
  if (m.isDead) return UNSET;
  const isObject = ({ tag }: Abstract): boolean =>
    tag !== 'known' && tag !== 'unset' && tag !== 'dynamic';
  const options = given.tag === 'choice' ? given.options : [given];
  return options.some(isObject) ? m.each(given, (one) => (isObject(one) ? one : of)) : of;
}

/** Gives an instance its fields, and runs the constructors from the parent's on. */
function initialise(
  callees: Callees,
  m: Machine,
  type: object,
  { made, scope }: ClassValue,
  of: Obj,
  args: Args,
): void {
  const { prototype } = type as { readonly prototype: object };
  const home: Host = { tag: 'host', value: prototype };
  const begin = (): void => fieldsOf(m, made, scope, of, home);
  if (made.parent === null) {
    begin();
    if (made.make)
      constructed(m, callClosure(m, { tag: 'closure', f: made.make, scope, home }, of, args));
    return;
  }
  const parent = Object.getPrototypeOf(type) as object;
  const base = calleeOf(callees, parent);
  const above = (given: Args): void => {
    if (base?.tag !== 'class') return m.refuse('a class whose parent has no core that is known');
    initialise(callees, m, parent, base, of, given);
    begin();
  };
  if (made.make === null) return above(args);
  const inner = new Scope(scope);
  const make: Native = (_, __, given) => (above(given), of);
  inner.names.set('%make', m.cell({ tag: 'host', value: nativeToken(make) }));
  constructed(m, callClosure(m, { tag: 'closure', f: made.make, scope: inner, home }, of, args));
}

/** Native functions that stand for themselves. */
const tokens = new WeakMap<object, Native>();
export const nativeToken = (native: Native): object => {
  const token = {};
  tokens.set(token, native);
  return token;
};
export const nativeOfToken = (of: object): Native | null => tokens.get(of) ?? null;

function constructed(m: Machine, given: Abstract): void {
  const isPrimitive = given.tag === 'known' || given.tag === 'unset' || given.tag === 'dynamic';
  if (!isPrimitive && !m.isDead) m.refuse('a constructor that gives something else');
}

/** Private methods are there before the fields. */
function fieldsOf(m: Machine, { members }: Class, scope: Scope, of: Obj, home: Host): void {
  const own = members.filter(({ isStatic }) => !isStatic);
  for (const { kind, key, f } of own) {
    if (kind === 'field' || key.tag !== 'var' || !isPrivate(key.name)) continue;
    const how = kind === 'get' || kind === 'set' ? kind : 'value';
    m.meaning.define(m, of, known(key.name), how, { tag: 'closure', f, scope, home });
  }
  for (const { kind, key, f } of own) {
    if (kind !== 'field') continue;
    const name = nameOfKey(m, key);
    defineField(m, of, name, callClosure(m, { tag: 'closure', f, scope, home }, of, []));
  }
}

function nameOfKey(m: Machine, key: Core): string {
  if (key.tag === 'known') return String(key.value);
  return key.tag === 'var' && isPrivate(key.name)
    ? key.name
    : m.refuse('a field with a key that is computed');
}

/**
 * Runs core as it is written: the oracle of desugaring. Functions and classes of the core become functions and classes of
 * JavaScript, so that native code can call them; everything else is the plainest reading of a form.
 */
import type {
  Arg,
  Class,
  Core,
  Each,
  Fn,
  Hole,
  Loop,
  Member,
  Try,
} from '../../src/plain/core/core.js';
import { onValues } from './core-operators.js';

type AnyFunction = (...args: unknown[]) => unknown;
type Holder = Record<PropertyKey, unknown>;

/** Syntax that the core does not cover. */
export class Uncovered extends Error {}

const NEVER = Symbol('no value yet');

export class Scope {
  readonly names = new Map<string, unknown>();
  constructor(readonly outer: Scope | null) {}

  find(name: string): Map<string, unknown> | undefined {
    if (this.names.has(name)) return this.names;
    return this.outer?.find(name);
  }
}

/** Thrown for an exit, which goes through the forms around it. */
interface Exited {
  readonly how: string;
  readonly label: string | undefined;
  readonly value: unknown;
}
class Exiting extends Error {
  constructor(readonly exit: Exited) {
    super(exit.how);
  }
}

export function run(core: Core, scope: Scope): unknown {
  const of = (inner: Core): unknown => run(inner, scope);
  switch (core.tag) {
    case 'known':
      return core.value;
    case 'var':
      return read(core.name, scope);
    case 'let': {
      const value = of(core.value);
      scope.names.set(core.name, value);
      return value;
    }
    case 'assign': {
      const value = of(core.value);
      write(core.name, value, scope);
      return value;
    }
    case 'get': {
      const [object, key] = [of(core.of), of(core.key)];
      return core.self
        ? Reflect.get(object as object, key as string, of(core.self))
        : got(object, key);
    }
    case 'put': {
      const [object, key, value] = [of(core.of), of(core.key), of(core.value)];
      put(object, key, value);
      return value;
    }
    case 'call': {
      const f = of(core.f) as AnyFunction;
      const self = core.self && of(core.self);
      const args = argsOf(core.args, scope);
      return Reflect.apply(callable(f), self, args);
    }
    case 'invoke': {
      const on = of(core.on);
      const f = got(on, of(core.key)) as AnyFunction;
      const args = argsOf(core.args, scope);
      return Reflect.apply(callable(f), on, args);
    }
    case 'new': {
      const f = of(core.f) as new (...args: unknown[]) => unknown;
      const args = argsOf(core.args, scope);
      return new f(...args);
    }
    case 'super': {
      const make = read('%make', scope) as (args: unknown[]) => unknown;
      return make(argsOf(core.args, scope));
    }
    case 'closure':
      return closure(core.f, scope, null);
    case 'class':
      return classOf(core.made, scope);
    case 'array':
      return arrayOf(core.items, scope);
    case 'object':
      return objectOf(core, scope);
    case 'op':
      return onValues(core.op, core.args.map(of), (name) => lookedUp(name, scope));
    case 'if':
      return of(core.test) ? of(core.then) : of(core.otherwise);
    case 'and':
      return of(core.left) && of(core.right);
    case 'or':
      return of(core.left) || of(core.right);
    case 'nullish':
      return of(core.left) ?? of(core.right);
    case 'block': {
      const own = core.scope === null ? scope : new Scope(scope);
      for (const name of core.scope ?? []) own.names.set(name, NEVER);
      let last: unknown;
      caught(core.label, ['break'], () => {
        for (const one of core.body) last = run(one, own);
      });
      return last;
    }
    case 'loop':
      return loop(core, scope);
    case 'each':
      return each(core, scope);
    case 'try':
      return attempt(core, scope);
    case 'exit': {
      const value = core.value && of(core.value);
      if (core.how === 'throw') throw value as Error;
      throw new Exiting({ how: core.how, label: core.label, value });
    }
    case 'refused':
      throw new Uncovered(core.why);
  }
}

/** Does something that exits of some kinds with a label may end; gives the kind. */
function caught(
  label: string | undefined,
  kinds: readonly string[],
  work: () => void,
): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof Exiting) || label === undefined) throw error;
    const { exit } = error;
    if (exit.label !== label || !kinds.includes(exit.how)) throw error;
    return exit.how;
  }
}

function loop({ label, test, body, update }: Loop, scope: Scope): undefined {
  while (run(test, scope)) {
    if (caught(label, ['break', 'continue'], () => void run(body, scope)) === 'break') return;
    if (update) run(update, scope);
  }
}

function each({ label, of, name, body }: Each, scope: Scope): undefined {
  for (const item of run(of, scope) as Iterable<unknown>) {
    const own = new Scope(scope);
    own.names.set(name, item);
    if (caught(label, ['break', 'continue'], () => void run(body, own)) === 'break') return;
  }
}

function attempt({ body, caught: name, handler, finalizer }: Try, scope: Scope): unknown {
  try {
    return run(body, scope);
  } catch (error) {
    if (error instanceof Exiting || error instanceof Uncovered || handler === null) throw error;
    const own = new Scope(scope);
    own.names.set(name, error);
    return run(handler, own);
  } finally {
    if (finalizer) run(finalizer, scope);
  }
}

// ── Names ──

function lookedUp(name: string, scope: Scope): unknown {
  const found = scope.find(name);
  return found ? found.get(name) : (globalThis as Holder)[name];
}

function read(name: string, scope: Scope): unknown {
  const found = scope.find(name);
  if (found === undefined) {
    if (name in globalThis) return (globalThis as Holder)[name];
    throw new ReferenceError(`${name} is not defined`);
  }
  const value = found.get(name);
  if (value !== NEVER) return value;
  throw new ReferenceError(
    name === 'this'
      ? "Must call super constructor in derived class before accessing 'this' or returning from derived constructor"
      : `Cannot access '${name}' before initialization`,
  );
}

function write(name: string, value: unknown, scope: Scope): void {
  const found = scope.find(name);
  if (found === undefined) throw new ReferenceError(`${name} is not defined`);
  if (found.get(name) === NEVER) read(name, scope);
  found.set(name, value);
}

// ── Properties ──

function got(object: unknown, key: unknown): unknown {
  if (object == null)
    throw new TypeError(`Cannot read properties of ${object} (reading '${String(key)}')`);
  if (typeof key === 'symbol' && privates.has(key) && !Object.hasOwn(object, key))
    throw new TypeError('a private name that the object has not');
  return (object as Holder)[key as string];
}

function put(object: unknown, key: unknown, value: unknown): void {
  if (object == null)
    throw new TypeError(`Cannot set properties of ${object} (setting '${String(key)}')`);
  if (typeof key === 'symbol' && privates.has(key) && !Object.hasOwn(object, key))
    throw new TypeError('a private name that the object has not');
  (object as Holder)[key as string] = value;
}

const callable = (f: AnyFunction): AnyFunction => {
  if (typeof f === 'function') return f;
  throw new TypeError('it is not a function');
};

function argsOf(args: readonly Arg[], scope: Scope): unknown[] {
  return args.flatMap((arg) =>
    arg.tag === 'spread' ? [...(run(arg.of, scope) as Iterable<unknown>)] : [run(arg, scope)],
  );
}

function arrayOf(items: readonly (Arg | Hole)[], scope: Scope): unknown[] {
  const made: unknown[] = [];
  for (const item of items) {
    if (item.tag === 'hole') made.length++;
    else made.push(...argsOf([item], scope));
  }
  return made;
}

const asKey = (of: unknown): PropertyKey => (typeof of === 'symbol' ? of : String(of));
const visible = { enumerable: true, configurable: true } as const;

function objectOf({ entries }: Extract<Core, { tag: 'object' }>, scope: Scope): object {
  const made = {};
  for (const entry of entries) {
    if (entry.kind === 'spread') {
      const from = run(entry.of, scope);
      if (from != null)
        for (const key of Reflect.ownKeys(Object(from) as object))
          copied(made, from as Holder, key);
      continue;
    }
    const key = asKey(run(entry.key, scope));
    const value =
      entry.value.tag === 'closure' ? closure(entry.value.f, scope, made) : run(entry.value, scope);
    if (entry.kind === 'value')
      Object.defineProperty(made, key, { ...visible, value, writable: true });
    else Object.defineProperty(made, key, { ...visible, [entry.kind]: value });
  }
  return made;
}

function copied(to: object, from: Holder, key: PropertyKey): void {
  if (!Object.prototype.propertyIsEnumerable.call(from, key)) return;
  Object.defineProperty(to, key, { ...visible, value: from[key], writable: true });
}

// ── Functions and classes ──

function called(
  f: Fn,
  outer: Scope,
  self: unknown,
  args: readonly unknown[],
  target: unknown,
  prepare?: (scope: Scope) => void,
): unknown {
  const scope = new Scope(outer);
  if (f.kind !== 'arrow') {
    scope.names.set('this', f.isStrict ? self : (self ?? globalThis));
    scope.names.set('new.target', target);
    if (f.hasArguments) scope.names.set('arguments', argumentsOf(...args));
  }
  prepare?.(scope);
  f.params.forEach((name, k) => scope.names.set(name, args[k]));
  if (f.rest !== null) scope.names.set(f.rest, args.slice(f.params.length));
  for (const name of f.vars) scope.names.set(name, undefined);
  try {
    run(f.body, scope);
  } catch (error) {
    if (error instanceof Exiting && error.exit.how === 'return') return error.exit.value;
    throw error;
  }
}

const argumentsOf = function (..._: unknown[]): unknown {
  // eslint-disable-next-line prefer-rest-params -- the point of it
  return arguments;
};

/** A function of JavaScript; `home` is the object that it is a method of. */
function closure(f: Fn, scope: Scope, home: object | null): AnyFunction {
  const outer = new Scope(scope);
  if (f.kind === 'method' && home) superOf(outer, home);
  const made =
    f.kind === 'function'
      ? function (this: unknown, ...args: unknown[]): unknown {
          return called(f, outer, this, args, new.target);
        }
      : f.kind === 'arrow'
        ? (...args: unknown[]) => called(f, outer, undefined, args, undefined)
        : methodOf((self, args) => called(f, outer, self, args, undefined));
  return described(made, f.name, f.length) as AnyFunction;
}

/** A function without `new`. */
const methodOf = (run: (self: unknown, args: unknown[]) => unknown): AnyFunction => {
  const holder: { readonly method: AnyFunction } = {
    method(this: unknown, ...args: unknown[]): unknown {
      return run(this, args);
    },
  };
  const { method } = holder;
  return method;
};

const superOf = (scope: Scope, home: object): void => {
  scope.names.set('%home', home);
  scope.names.set(
    'super',
    new Proxy(
      {},
      {
        get: (_, key, self) =>
          Reflect.get(Object.getPrototypeOf(home) as object, key, self) as unknown,
      },
    ),
  );
};

function described(f: object, name: string, length: number): object {
  Object.defineProperty(f, 'name', { value: name, configurable: true });
  Object.defineProperty(f, 'length', { value: length, configurable: true });
  return f;
}

const privates = new Set<symbol>();

function classOf({ name, parent, make, members, privates: names }: Class, outside: Scope): object {
  const scope = new Scope(outside);
  for (const one of names) {
    const own = Symbol(one);
    privates.add(own);
    scope.names.set(one, own);
  }
  const base = parent ? (run(parent, outside) as new (...args: unknown[]) => object) : null;
  const fields: { key: PropertyKey; f: Fn }[] = [];
  const hidden: { key: symbol; member: Member }[] = [];
  const inner = new Scope(scope);
  const begin = (self: object): void => {
    for (const { key, member } of hidden) define(self, key, member, inner, self);
    for (const { key, f } of fields)
      Object.defineProperty(self, key, {
        ...visible,
        enumerable: !privates.has(key as symbol),
        value: called(f, inner, self, [], undefined),
        writable: true,
      });
  };
  const parentOf = base ?? Object;
  const made = base
    ? class extends base {
        constructor(...args: unknown[]) {
          if (make === null) {
            super(...args);
            begin(this);
            return;
          }
          const target = new.target as new () => object;
          let self: object | null = null;
          const given = called(make, inner, NEVER, args, target, (own) => {
            own.names.set('%make', (more: unknown[]) => {
              if (self) throw new ReferenceError('Super constructor may only be called once');
              self = Reflect.construct(parentOf, more, target);
              own.names.set('this', self);
              begin(self);
              return self;
            });
          });
          // The object is made by the body, which calls the parent's constructor.
          return (Object(given) === given ? given : (self ?? read('this', neverSet))) as never;
        }
      }
    : class {
        constructor(...args: unknown[]) {
          begin(this);
          const given = make ? called(make, inner, this, args, new.target) : undefined;
          if (Object(given) === given) return given as never;
        }
      };
  superOf(inner, made.prototype);
  described(made, name, make?.length ?? 0);
  const later: (() => void)[] = [];
  const statics = new Scope(scope);
  superOf(statics, made);
  for (const member of members) {
    const key = member.kind === 'block' ? '' : asKey(run(member.key, scope));
    const on = member.isStatic ? made : made.prototype;
    const isHidden = privates.has(key as symbol);
    if (member.kind === 'block')
      later.push(() => void called(member.f, statics, made, [], undefined));
    else if (member.kind === 'field') {
      if (!member.isStatic) fields.push({ key, f: member.f });
      else
        later.push(() =>
          Object.defineProperty(made, key, {
            ...visible,
            enumerable: !isHidden,
            value: called(member.f, statics, made, [], undefined),
            writable: true,
          }),
        );
    } else if (isHidden && !member.isStatic) hidden.push({ key: key as symbol, member });
    else define(on, key, member, member.isStatic ? statics : inner, on);
  }
  scope.names.set(name, made);
  later.forEach((work) => work());
  return made;
}

const neverSet = new Scope(null);
neverSet.names.set('this', NEVER);

function define(
  on: object,
  key: PropertyKey,
  { kind, f }: Member,
  scope: Scope,
  home: object,
): void {
  const value = closure({ ...f, kind: 'method' }, scope, null);
  void home;
  if (kind === 'method')
    Object.defineProperty(on, key, { value, writable: true, configurable: true });
  else Object.defineProperty(on, key, { [kind]: value, configurable: true });
}

/** A function of the core as one of JavaScript, in a scope of names. */
export function functionFrom(f: Fn, names: Readonly<Record<string, unknown>> = {}): AnyFunction {
  const scope = new Scope(null);
  for (const [name, value] of Object.entries(names)) scope.names.set(name, value);
  return closure(f, scope, null);
}

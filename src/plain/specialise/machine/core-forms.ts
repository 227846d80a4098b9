/** The meaning of each form of the core, on abstract values. */
import type { Core } from '../../core/core.js';
import { EARLY, known, NOTHING, Scope, UNSET, type Abstract } from '../values/abstract.js';
import { isStaying, passed, whereStaying } from './exits.js';
import { each } from './each.js';
import { loop } from './loops.js';
import type { Env } from './in-progress.js';
import type { Machine } from './machine.js';
import { applied, argsOf, invoke, literal, object } from './call-forms.js';
import { assign, declare, named, typeOfName, variable } from './variables.js';
import { operate } from './operators.js';
import { testOf } from './numbers-and-bools.js';

type Of<T extends Core['tag']> = Extract<Core, { readonly tag: T }>;
type Shortcut = Extract<Core, { readonly left: Core }>;

export function evaluate(m: Machine, core: Core, env: Env): Abstract {
  if (m.isDead) return UNSET;
  m.count();
  const of = (inner: Core): Abstract => evaluate(m, inner, env);
  const { meaning } = m;
  switch (core.tag) {
    case 'known':
      return known(core.value);
    case 'var':
      return variable(m, core.name, env);
    case 'let': {
      const value = of(core.value);
      named(value, core.name);
      declare(m, core.name, value, env);
      return value;
    }
    case 'assign':
      return assign(m, core, env);
    case 'get': {
      if (core.self) return meaning.superOf(m, of(core.key), env);
      const object = of(core.of);
      return meaning.get(m, object, of(core.key), env.frame.isLibrary);
    }
    case 'put': {
      const [object, key, value] = [core.of, core.key, core.value].map(of);
      if (!m.isDead) meaning.put(m, object, key, value, env.frame.isLibrary);
      return value;
    }
    case 'call': {
      const f = of(core.f);
      const self = core.self ? of(core.self) : NOTHING;
      return applied(m, f, self, core.args, env);
    }
    case 'invoke':
      return invoke(m, core, env);
    case 'new': {
      const f = of(core.f);
      const args = argsOf(m, core.args, env);
      return m.isDead ? UNSET : meaning.construct(m, f, args);
    }
    case 'super':
      return meaning.call(m, variable(m, '%make', env), NOTHING, argsOf(m, core.args, env));
    case 'closure':
      return {
        tag: 'closure',
        f: core.f,
        scope: env.scope,
        isLibrary: env.frame.isLibrary,
        ...(!env.frame.isLibrary && { own: m.obj(Function.prototype) }),
      };
    case 'class':
      return meaning.classOf(m, core, env);
    case 'array':
      return literal(m, core.items, env);
    case 'object':
      return object(m, core, env);
    case 'op':
      return core.op === 'typeof name'
        ? typeOfName(m, (core.args[0] as Of<'known'>).value as string, env)
        : operate(m, core.op, core.args.map(of));
    case 'if':
      return conditional(m, core, env, []);
    case 'and':
    case 'or':
      return shortcut(m, core, env);
    case 'nullish': {
      const left = of(core.left);
      const result = m.cell(UNSET);
      m.branch(
        operate(m, '==', [left, known(null)]),
        () => m.set(result, of(core.right)),
        () => m.set(result, m.read(left)),
      );
      return result.value;
    }
    case 'block':
      return block(m, core, env);
    case 'loop':
      loop(m, core, env);
      return NOTHING;
    case 'each':
      each(m, core, of(core.of), env);
      return NOTHING;
    case 'try':
      return attempt(m, core, env);
    case 'exit':
      return exit(m, core, env);
    case 'refused':
      m.line = core.line;
      return m.refuse(core.why);
  }
}

function shortcut(m: Machine, core: Shortcut, env: Env): Abstract {
  const isAnd = core.tag === 'and';
  const left = evaluate(m, core.left, env);
  if (m.isDead) return UNSET;
  const test = testOf(m, left);
  const result = m.cell(UNSET);
  let right: Abstract = UNSET;
  const more = () => m.set(result, (right = evaluate(m, core.right, env)));
  const isBool = left.tag === 'dynamic' && left.value.type === 'bool';
  const stop = () => m.set(result, isBool ? known(!isAnd) : left);
  m.branch(test, isAnd ? more : stop, isAnd ? stop : more);
  const found = result.value;
  if (found.tag !== 'dynamic' || found.value.type !== 'bool' || test.tag !== 'dynamic')
    return found;
  const facts = (of: Abstract, side: 'yes' | 'no') =>
    of.tag === 'dynamic' && of.value.type === 'bool' ? (of[side] ?? []) : [];
  return isAnd
    ? { ...found, yes: [...facts(test, 'yes'), ...facts(right, 'yes')], no: [] }
    : { ...found, no: [...facts(test, 'no'), ...facts(right, 'no')], yes: [] };
}

function block(m: Machine, core: Of<'block'>, env: Env): Abstract {
  const own = core.scope === null ? env : { ...env, scope: new Scope(env.scope) };
  for (const name of core.scope ?? []) own.scope.names.set(name, m.cell(EARLY));
  let last: Abstract = NOTHING;
  sequence(m, core.body, core.lines, own, (of) => (last = of));
  if (core.label !== undefined && !m.isDead) passed(m, env, `break ${core.label}`);
  return last;
}

/** Forms in order, until an exit is taken. */
function sequence(
  m: Machine,
  body: readonly Core[],
  lines: readonly number[] | undefined,
  env: Env,
  last: (of: Abstract) => void,
): void {
  for (let k = 0; k < body.length; k++) {
    // The library has no lines that people know.
    if (lines && !env.frame.isLibrary) m.line = lines[k];
    const rest = body.slice(k + 1);
    const more = (): void => sequence(m, rest, lines?.slice(k + 1), env, last);
    const core = body[k];
    // What follows stands in the side of a branch that does not leave.
    const isGuard =
      core.tag === 'if' && rest.length > 0 && (leaves(core.then) || leaves(core.otherwise));
    if (isGuard) {
      conditional(m, core, env, [more]);
      // Values of sides are not there behind a branch.
      last(UNSET);
      return;
    }
    last(evaluate(m, core, env));
    if (m.isDead) return;
    const stays = isStaying(m, env);
    if (stays.tag === 'known' && stays.value === true) continue;
    if (stays.tag === 'known' || rest.length === 0) return;
    m.branch(stays, more, () => {});
    last(UNSET);
    return;
  }
}

/** True if code always takes an exit, as far as its form shows. */
function leaves(core: Core): boolean {
  switch (core.tag) {
    case 'exit':
      return true;
    case 'block':
      return core.label === undefined && core.body.some(leaves);
    case 'if':
      return leaves(core.then) && leaves(core.otherwise);
    default:
      return false;
  }
}

/** `if`, with what follows in the sides that stay. */
function conditional(
  m: Machine,
  core: Of<'if'>,
  env: Env,
  rest: readonly (() => void)[],
): Abstract {
  const test = testOf(m, evaluate(m, core.test, env));
  if (m.isDead) return UNSET;
  const { line } = m;
  const result = m.cell(UNSET);
  const side = (of: Core) => () => {
    m.line = line;
    const given = evaluate(m, of, env);
    if (m.isDead) return;
    m.set(result, given);
    for (const more of rest) whereStaying(m, env, more);
  };
  m.branch(test, side(core.then), side(core.otherwise));
  return result.value.tag === 'lost' ? UNSET : result.value;
}

/** Errors leave the code, so a handler is never reached. */
function attempt(m: Machine, { body, finalizer }: Of<'try'>, env: Env): Abstract {
  const result = evaluate(m, body, env);
  if (finalizer === null || m.isDead) return result;
  const stays = isStaying(m, env);
  if (stays.tag !== 'known' || stays.value !== true) return m.refuse('an exit through finally');
  evaluate(m, finalizer, env);
  return result;
}

function exit(m: Machine, core: Of<'exit'>, env: Env): Abstract {
  if (core.how === 'throw') {
    // Whatever is thrown, a run answers from the beginning.
    m.leave();
    return UNSET;
  }
  const value = core.value ? evaluate(m, core.value, env) : UNSET;
  if (m.isDead) return UNSET;
  if (core.how === 'return') m.set(env.frame.result, value);
  m.set(env.frame.exit, known(core.label === undefined ? core.how : `${core.how} ${core.label}`));
  return NOTHING;
}

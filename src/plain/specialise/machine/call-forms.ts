/** Arguments, calls of properties, and literals of objects. */
import type { Arg, Core, Hole } from '../../core/core.js';
import {
  HOLE,
  known,
  NOTHING,
  UNSET,
  type Abstract,
  type Arr,
  type Closure,
} from '../values/abstract.js';
import type { Env } from './in-progress.js';
import type { Machine } from './machine.js';
import { repOf } from './growing-rows.js';

/** The elements of an array, if they are known one by one. */
function itemsOf(m: Machine, of: Abstract): readonly Abstract[] {
  const given = m.read(of);
  const list = m.meaning.gathered(m, given) ?? given;
  const isText = list.tag === 'known' && typeof list.value === 'string';
  if (isText || list.tag === 'array') m.meaning.goneThrough(m, list);
  if (isText) return [...(list.value as string)].map(known);
  if (list.tag !== 'array') return m.refuse(`a value of the kind ${list.tag} is spread`);
  const rep = repOf(m, list);
  return rep.tag === 'tuple'
    ? rep.items.map((one) => (one === HOLE ? NOTHING : one))
    : m.refuse('an array of a length that is not known is spread');
}

export function argsOf(m: Machine, args: readonly Arg[], env: Env): readonly Abstract[] {
  return args.flatMap((arg) =>
    arg.tag === 'spread'
      ? [...itemsOf(m, m.meaning.evaluate(m, arg.of, env))]
      : [m.meaning.evaluate(m, arg, env)],
  );
}

/** An array literal; of arrays whose elements are not known one by one it gets all. */
export function literal(m: Machine, items: readonly (Arg | Hole)[], env: Env): Abstract {
  const { meaning } = m;
  const made = m.tuple([]);
  if (m.modes.isGrowing) made.site = items;
  const push = meaning.library('pushOne');
  for (const item of items) {
    if (item.tag === 'hole') {
      meaning.call(m, push, made, [HOLE]);
      continue;
    }
    const given = m.read(meaning.evaluate(m, item.tag === 'spread' ? item.of : item, env));
    if (m.isDead) return UNSET;
    const of = (item.tag === 'spread' ? meaning.gathered(m, given) : null) ?? given;
    if (item.tag !== 'spread') meaning.call(m, push, made, [of]);
    else if (of.tag === 'array' && repOf(m, of).tag === 'dense') {
      meaning.goneThrough(m, of);
      meaning.call(m, meaning.library('pushAll'), made, [of]);
    } else for (const one of itemsOf(m, of)) meaning.call(m, push, made, [one]);
  }
  return made;
}

/** Calls a function with arguments; with an array of them where one that is spread has elements that are not known one by one. */
export function applied(
  m: Machine,
  f: Abstract,
  self: Abstract,
  given: readonly Arg[],
  env: Env,
): Abstract {
  const found = given.map((arg) => {
    const isSpread = arg.tag === 'spread';
    const of = m.meaning.evaluate(m, isSpread ? arg.of : arg, env);
    return { of: isSpread && !m.isDead ? listIn(m, of) : of, isSpread };
  });
  if (m.isDead) return UNSET;
  const isLong = found.some(
    ({ of, isSpread }) => isSpread && of.tag === 'array' && repOf(m, of).tag === 'dense',
  );
  if (!isLong) {
    const args = found.flatMap(({ of, isSpread }) => (isSpread ? [...itemsOf(m, of)] : [of]));
    return m.meaning.call(m, f, self, args);
  }
  const [{ of: only }] = found;
  if (found.length === 1) m.meaning.goneThrough(m, only);
  const list = found.length === 1 ? (only as Arr) : listOfAll(m, found);
  return m.meaning.apply(m, f, self, list);
}

const listIn = (m: Machine, given: Abstract): Abstract => {
  const of = m.read(given);
  return m.meaning.gathered(m, of) ?? of;
};

function listOfAll(
  m: Machine,
  found: readonly { readonly of: Abstract; readonly isSpread: boolean }[],
): Arr {
  const made = m.tuple([]);
  for (const { of, isSpread } of found) {
    if (isSpread) m.meaning.goneThrough(m, of);
    m.meaning.call(m, m.meaning.library(isSpread ? 'pushAll' : 'pushOne'), made, [of]);
  }
  return made;
}

/** The function is looked up before the arguments, which may change it; then nothing is known of choices. */
export function invoke(
  m: Machine,
  { on, key, args: given }: Extract<Core, { tag: 'invoke' }>,
  env: Env,
): Abstract {
  const { meaning } = m;
  const self = m.meaning.evaluate(m, on, env);
  const name = m.meaning.evaluate(m, key, env);
  if (m.isDead) return UNSET;
  const of = m.read(self);
  if (of.tag === 'foreign') {
    const args = argsOf(m, given, env);
    return m.isDead ? UNSET : meaning.methodCalled(m, of, name, args);
  }
  if (of.tag !== 'choice') {
    const f = meaning.get(m, self, name, env.frame.isLibrary);
    return applied(m, f, self, given, env);
  }
  const args = argsOf(m, given, env);
  return m.each(self, (own) => {
    if (own.tag === 'foreign') return meaning.methodCalled(m, own, name, args);
    const f = meaning.get(m, own, name, env.frame.isLibrary);
    return m.isDead ? UNSET : meaning.call(m, f, own, args);
  });
}

export function object(
  m: Machine,
  { entries }: Extract<Core, { tag: 'object' }>,
  env: Env,
): Abstract {
  const made = m.obj(Object.prototype);
  for (const entry of entries) {
    if (entry.kind === 'spread') {
      m.meaning.call(m, m.meaning.library('spreadInto'), made, [
        m.meaning.evaluate(m, entry.of, env),
      ]);
      continue;
    }
    const key = m.meaning.evaluate(m, entry.key, env);
    let value = m.meaning.evaluate(m, entry.value, env);
    if (value.tag === 'closure' && value.f.kind === 'method') value = { ...value, home: made };
    if (m.isDead) return UNSET;
    if (entry.kind !== 'value') value = { ...(value as Closure), home: made };
    m.meaning.define(m, made, key, entry.kind, value);
  }
  return made;
}

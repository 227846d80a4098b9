/** Loops: those of few steps over what is known, and those that carry what has no stable shape, are written out. */
import type { Loop } from '../../core/core.js';
import { Refusal, type Abstract, type Rep } from '../values/abstract.js';
import { passed, whereStaying } from './exits.js';
import type { Env } from './in-progress.js';
import { askedBefore, countsBy } from './loop-syntax.js';
import type { Machine } from './machine.js';
import { testOf } from './numbers-and-bools.js';
import { ImpureTest, repeated } from './repeated.js';

/** So many steps are written out where the bound is known, and where elements are known one by one. */
const FEW = 6;
const MANY = 24;
/** So many where there is no other way. */
const MOST = 64;
/** Steps of specialising that a loop may have taken before it is tried in another way. */
const DEAR = 50_000;

export function loop(m: Machine, core: Loop, env: Env): void {
  if (isShort(m, core, env)) unrolled(m, core, env, MOST);
  else looped(m, core, env);
}

/** A loop as one, or else written out. */
function looped(m: Machine, core: Loop, env: Env): void {
  const { steps, line, depth } = m;
  try {
    return repeated(m, core, env);
  } catch (error) {
    Object.assign(m, { line, depth });
    if (error instanceof ImpureTest) return void m.meaning.evaluate(m, askedBefore(core), env);
    if (!(error instanceof Refusal) || m.steps - steps > DEAR) throw error;
    if (asked(m, core, env)?.tag !== 'known') throw error;
    try {
      return unrolled(m, core, env, MOST);
    } catch (other) {
      throw other instanceof Refusal ? error : other;
    }
  }
}

/** Returns the result of code, without its effects; undefined if it is refused. */
function probe<T>(m: Machine, work: () => T): T | undefined {
  let found: T | undefined;
  try {
    m.side(() => (found = work()));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return found;
}

/** True if a loop counts between constants, and ends soon; or if its test is about known objects. */
function isShort(m: Machine, { test, update }: Loop, env: Env): boolean {
  const { evaluate } = m.meaning;
  const isCounting = test.tag === 'op' && ['<', '<=', '>', '>='].includes(test.op);
  if (!isCounting) {
    if (test.tag === 'known') return false;
    const asksForNothing =
      test.tag === 'op' && test.args.some((one) => one.tag === 'known' && one.value === null);
    return (
      (asksForNothing || test.tag === 'and') &&
      probe(m, () => testOf(m, evaluate(m, test, env)))?.tag === 'known'
    );
  }
  const [counter, bound] = test.args;
  if (update === null || counter.tag !== 'var' || !countsBy(update, counter.name)) return false;
  const from = env.scope.find(counter.name)?.value;
  const to = probe(m, () => evaluate(m, bound, env));
  if (from?.tag !== 'known' || to?.tag !== 'known') return false;
  const list =
    bound.tag === 'get' && bound.of.tag === 'var'
      ? env.scope.find(bound.of.name)?.value
      : undefined;
  const rep = list?.tag === 'array' ? (list.rep.value as Rep) : undefined;
  const isNumber = (of: Abstract) =>
    of.tag === 'dynamic' || (of.tag === 'known' && typeof of.value === 'number');
  const hasOthers = rep?.tag === 'tuple' && !rep.items.every(isNumber);
  return Math.abs(Number(to.value) - Number(from.value)) <= (hasOthers ? MANY : FEW);
}

/** The test of a loop, as far as it is known. */
const asked = (m: Machine, { test }: Loop, env: Env): Abstract | undefined =>
  probe(m, () => testOf(m, m.meaning.evaluate(m, test, env)));

/** The steps of a loop, one after the other, as long as the test is known. */
function unrolled(m: Machine, core: Loop, env: Env, left: number): void {
  if (left < MOST && asked(m, core, env)?.tag === 'dynamic') return looped(m, core, env);
  const test = testOf(m, m.meaning.evaluate(m, core.test, env));
  if (m.isDead) return;
  if (left === 0) m.refuse('a loop that has no end, or none that is known');
  // What the update leaves is known where no exit was taken.
  const next = (): void => {
    if (core.update !== null) m.meaning.evaluate(m, core.update, env);
    if (!m.isDead) unrolled(m, core, env, left - 1);
  };
  const go = (): void => {
    m.meaning.evaluate(m, core.body, env);
    if (m.isDead) return;
    passed(m, env, `continue ${core.label}`);
    whereStaying(m, env, next);
  };
  m.branch(test, go, () => {});
  if (!m.isDead) passed(m, env, `break ${core.label}`);
}

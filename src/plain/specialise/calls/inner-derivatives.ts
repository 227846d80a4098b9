/** Derivatives inside of functions: gradients, tangents, and maps that are called later. */
import { Substitution } from '../../improve/substitution.js';
import { partOf } from '../../improve/closed.js';
import { value } from '../../ir/build.js';
import { holdsReals, isArray, isNumber, type Value } from '../../ir/ir.js';
import { repOf } from '../machine/growing-rows.js';
import type { Machine } from '../machine/machine.js';
import { getField } from '../things/objects.js';
import { dynamic, known, NOTHING, UNSET, type Abstract } from '../values/abstract.js';
import { nativeToken, type Native } from './calls.js';
import { builtFrom, changesOf, ownValue, partsOf, valueLike } from './differentiated-trees.js';
import {
  derived,
  FIRST,
  inForm,
  innerOf,
  optionsOf,
  type Chosen,
  type Inner,
} from './inner-functions.js';
import { array, record } from './native-operands.js';

function objectOf(m: Machine, fields: Readonly<Record<string, Abstract>>): Abstract {
  const made = m.obj(Object.prototype);
  for (const [key, of] of Object.entries(fields))
    m.meaning.define(m, made, known(key), 'value', of);
  return made;
}

/** The elements of a list that is known one by one. */
function itemsOf(m: Machine, of: Abstract): readonly Abstract[] {
  const rep = repOf(m, array(m, of));
  return rep.tag === 'tuple'
    ? rep.items
    : m.refuse('a list of arguments of a length that is not known');
}

/** The function, its options, and the list of the arguments. */
const operandsOf = (m: Machine, [f, options, args]: readonly Abstract[]) => ({
  f,
  args: itemsOf(m, args),
  ...optionsOf(m, options),
});

export const gradientAt: Native = (m, _, operands) => {
  const { f, args, wrt, hasAux } = operandsOf(m, operands);
  const inner = innerOf(m, f, args, wrt ?? FIRST, hasAux);
  if (inner === null) return UNSET;
  const { result, yields } = inner;
  const isPair = result.tag === 'tuple' && result.items.length === 2;
  const first = hasAux ? isPair && result.items[0].tag === 'number' : result.tag === 'number';
  if (!first) return m.refuse('a gradient of what is not a number');
  const found = value('', 'f64');
  const slopes = new Map(inner.inputs.map((k) => [k, valueLike(inner.params[k])]));
  const more = yields.slice(1).map(valueLike);
  const name = derived(m, inner, inner.name, 'gradient');
  const results = [found, ...slopes.values(), ...more];
  m.b.add({ tag: 'call', of: name, args: inner.given, results });
  const answer = { value: dynamic(found), gradient: inForm(m, inner, slopes) };
  if (!hasAux || result.tag !== 'tuple') return objectOf(m, answer);
  return objectOf(m, { ...answer, aux: builtFrom(m, result.items[1], more) });
};

// ── Tangents ──

/** The results of a function, and their changes along the changes of its inputs. */
export function moved(m: Machine, inner: Inner, name: string, changes: readonly Value[]) {
  const own = inner.yields.map(valueLike);
  const tangents = own.map((one) => (holdsReals(one.type) ? valueLike(one) : one));
  const moving = tangents.filter(({ type }) => holdsReals(type));
  const args = [...inner.given, ...changes];
  m.b.add({ tag: 'call', of: name, args, results: [...own, ...moving] });
  return { own, tangents };
}

const isNothing = (m: Machine, of: Abstract): boolean => {
  const it = m.read(of);
  return it.tag === 'unset' || (it.tag === 'known' && it.value === undefined);
};

/** The value that belongs to each part that `wrt` names. */
function partsFor(m: Machine, { of, isList }: Chosen, given: Abstract): readonly Abstract[] {
  if (!isList) return [given];
  if (typeof of[0] === 'number') return partsOf(m, given, of.length);
  return of.map((key) => getField(m, record(m, given), String(key)));
}

const changesFor = (m: Machine, inner: Inner, given: readonly Abstract[]): readonly Value[] =>
  inner.parts.flatMap((part, k) => changesOf(m, part, given[k]));

/** The tangents are what `wrt` asks for; without it, and if the last operand says so, they are a list, one for each argument. */
export const tangentAt: Native = (m, _, [f, options, args, tangents, isEach]) => {
  const operands = operandsOf(m, [f, options, args]);
  let wrt = operands.wrt ?? FIRST;
  let given: readonly Abstract[];
  if (operands.wrt === null && isEach?.tag === 'known') {
    const all = itemsOf(m, tangents);
    if (all.length !== operands.args.length) return (m.leave(), UNSET);
    const moving = [...all.keys()].filter((k) => !isNothing(m, all[k]));
    wrt = { of: moving, isList: true };
    given = moving.map((k) => all[k]);
  } else given = partsFor(m, wrt, tangents);
  const inner = innerOf(m, f, operands.args, wrt);
  if (inner === null) return UNSET;
  const name = derived(m, inner, inner.name, 'tangent');
  const found = moved(m, inner, name, changesFor(m, inner, given));
  return objectOf(m, {
    value: builtFrom(m, inner.result, found.own),
    tangent: builtFrom(m, inner.result, found.tangents),
  });
};

// ── Later ──

/** A function at arguments, and what it gives there. Nobody writes into the arrays that it has. */
export function pointAt(m: Machine, operands: readonly Abstract[]) {
  const { f, args, wrt } = operandsOf(m, operands);
  const before = m.parts.functions.length;
  const made = innerOf(m, f, args, wrt ?? FIRST);
  if (made === null) return null;
  const inner = { ...made, given: made.given.map((one) => ownValue(m, one)) };
  keepAround(m, before);
  return { inner, found: valueOf(m, inner) };
}

/** The results of a function, which may write into its arguments. */
export function valueOf(m: Machine, { name, given, yields }: Inner): readonly Value[] {
  const results = yields.map(valueLike);
  const args = given.map((one) => ownValue(m, one));
  m.b.add({ tag: 'call', of: name, args, results });
  return results;
}

/** Lets the functions from one on have copies of the arrays around them, as these are now. */
function keepAround(m: Machine, from: number): void {
  const { functions, derivatives } = m.parts;
  const made = functions.slice(from).map(partOf);
  const own = new Set(made.map(({ name }) => name));
  for (const { name, of } of derivatives) if (own.has(of)) own.add(name);
  const foreign = made.flatMap(({ calls }) => [...calls]).find((name) => !own.has(name));
  if (foreign !== undefined) m.refuse('a map of a function that calls itself, or is large');
  const around = new Set(made.flatMap(({ free }) => [...free]));
  for (const { defined } of made) for (const of of defined) around.delete(of);
  const same = new Substitution();
  for (const of of around) if (isArray(of.type)) same.replace(of, ownValue(m, of));
  for (let k = from; k < functions.length; k++)
    functions[k] = { ...functions[k], region: same.inRegion(functions[k].region) };
}

/** The gradients of the inputs, for cotangents of the real results. */
export function pulled(
  m: Machine,
  inner: Inner,
  name: string,
  seeds: readonly Value[],
): ReadonlyMap<number, Value> {
  const slopes = new Map(inner.inputs.map((k) => [k, valueLike(inner.params[k])]));
  const args = [...inner.given, ...seeds];
  m.b.add({ tag: 'call', of: name, args, results: [...slopes.values()] });
  return slopes;
}

const isReal = ({ type }: Value): boolean => holdsReals(type);
const insistOnReals = (m: Machine, { yields }: Inner): void => {
  if (!yields.some(isReal)) m.refuse('a derivative of what holds no reals');
};

export const pullbackAt: Native = (m, _, operands) => {
  const point = pointAt(m, operands);
  if (point === null) return UNSET;
  const { inner, found } = point;
  insistOnReals(m, inner);
  const name = derived(m, inner, inner.name, 'pullback');
  const pullback: Native = (at, __, [cotangent = NOTHING]) =>
    inForm(at, inner, pulled(at, inner, name, changesOf(at, inner.result, cotangent)));
  return objectOf(m, {
    value: builtFrom(
      m,
      inner.result,
      found.map((one) => ownValue(m, one)),
    ),
    pullback: { tag: 'host', value: nativeToken(pullback) },
  });
};

export const pushforwardAt: Native = (m, _, operands) => {
  const point = pointAt(m, operands);
  if (point === null) return UNSET;
  const { inner, found } = point;
  insistOnReals(m, inner);
  const name = derived(m, inner, inner.name, 'tangent');
  const pushforward: Native = (at, __, [tangent = NOTHING]) => {
    const changes = changesFor(at, inner, partsFor(at, inner.wrt, tangent));
    return builtFrom(at, inner.result, moved(at, inner, name, changes).tangents);
  };
  return objectOf(m, {
    value: builtFrom(
      m,
      inner.result,
      found.map((one) => ownValue(m, one)),
    ),
    pushforward: { tag: 'host', value: nativeToken(pushforward) },
  });
};

/** True if all that a function gives is numbers. */
export const givesNumbers = ({ yields }: Inner): boolean =>
  yields.every(({ type }) => isNumber(type));

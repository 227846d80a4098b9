/**
 * Functions that are differentiated inside of others. Each becomes a function of the language, which takes what the derivative is
 * taken by, and uses all else as it stands around the call: so no derivative takes what another one changes for its own. Its
 * derivatives are calls of functions that are written out later (differentiate/expanded.ts).
 */
import type { Derivative } from '../../ir/derivative.js';
import { holdsReals, type Region, type Value } from '../../ir/ir.js';
import { listOf } from '../values/shapes.js';
import { Arr, known, NOTHING, type Abstract, type Cell, type Rep } from '../values/abstract.js';
import { repOf } from '../machine/growing-rows.js';
import type { Args, Side } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { getField, ownKeys, protoOf } from '../things/objects.js';
import { builtOf, ownValue, takenApart, valueLike, type Tree } from './differentiated-trees.js';
import { record } from './native-operands.js';

/** The inputs of a derivative: arguments by position, or entries of the first one by key. */
export interface Chosen {
  readonly of: readonly (number | string)[];
  readonly isList: boolean;
}
export interface Options {
  /** Null where it is not said. */
  readonly wrt: Chosen | null;
  readonly hasAux: boolean;
}
export const FIRST: Chosen = { of: [0], isList: false };

export interface Inner {
  readonly name: string;
  /** Its parameters, and in their places what is given for them. */
  readonly params: readonly Value[];
  readonly given: readonly Value[];
  readonly wrt: Chosen;
  /** The parts that `wrt` names; their leaves are the parameters. */
  readonly parts: readonly Tree[];
  /** The places of the parameters that hold reals. */
  readonly inputs: readonly number[];
  /** The result, and its leaves. */
  readonly result: Tree;
  readonly yields: readonly Value[];
}

export function optionsOf(m: Machine, given: Abstract): Options {
  const of = m.read(given);
  let [wrt, hasAux] = [null as Chosen | null, false];
  if (of.tag === 'known' && of.value === undefined) return { wrt, hasAux };
  const options = record(m, of);
  for (const key of ownKeys(m, options)) {
    const one = m.read(getField(m, options, key));
    if (one.tag === 'known' && one.value === undefined) continue;
    if (key === 'wrt') wrt = chosenBy(m, one);
    else if (key === 'aux' && one.tag === 'known') hasAux = one.value === true;
    else return m.refuse(`the option ${key} of a derivative`);
  }
  return { wrt, hasAux };
}

function chosenBy(m: Machine, of: Abstract): Chosen {
  const rep = of.tag === 'array' ? repOf(m, of) : null;
  const all = rep === null ? [of] : rep.tag === 'tuple' ? rep.items : [];
  const found = all.map((one) => {
    const choice = m.read(one);
    const { value } = choice as { value?: unknown };
    const isChoice = choice.tag === 'known' && ['number', 'string'].includes(typeof value);
    return isChoice ? (value as number | string) : m.refuse('wrt that is computed');
  });
  if (found.length === 0 || new Set(found).size < found.length)
    return m.refuse('a derivative by nothing, or by something twice');
  return { of: found, isList: rep !== null };
}

const MOST_TRIES = 8;

/** A function as one of the language; null where it is never left, or not known yet. */
export function innerOf(
  m: Machine,
  f: Abstract,
  args: Args,
  wrt: Chosen,
  isOwn = false,
): Inner | null {
  const given: Value[] = [];
  const parts = wrt.of.map((one) => {
    if (typeof one === 'number')
      return takenApart(m, args[one] ?? m.refuse('a derivative by what is not there'), given);
    return takenApart(m, getField(m, record(m, args[0]), one), given);
  });
  const params = given.map(valueLike);
  const inputs = params.flatMap(({ type }, k) => (holdsReals(type) ? [k] : []));
  if (inputs.length === 0) return m.refuse('a derivative by what holds no reals');
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    let region: Region | null = null;
    let result: Tree | null = null;
    const { isPending } = m;
    const mark = m.clock;
    const side = m.side(() => {
      region = m.b.region(params, () => {
        const found = m.meaning.call(m, f, NOTHING, inPlace(m, args, wrt, parts, params));
        const yields: Value[] = [];
        if (m.isDead) return yields;
        result = takenApart(m, found, yields);
        // The way back takes arrays apart that the function made.
        return isOwn ? yields.map((one) => ownValue(m, one)) : yields;
      });
    });
    if (m.isPending && !isPending) {
      m.isDead = true;
      return null;
    }
    if (region === null || result === null) {
      m.leave();
      return null;
    }
    if (isChanged(m, side, mark)) continue;
    const { yields } = region as Region;
    const name = `inner_${m.parts.functions.length}`;
    m.parts.functions.push({ name, region });
    return { name, params, given, wrt, parts, inputs, result, yields };
  }
  return m.refuse('a derivative of a function that changes what it captures');
}

/** The arguments, in which parameters stand for what `wrt` names. */
function inPlace(
  m: Machine,
  args: Args,
  wrt: Chosen,
  parts: readonly Tree[],
  params: readonly Value[],
): Args {
  let at = 0;
  const made = parts.map((part) => builtOf(m, part, () => params[at++]));
  const isByKeys = typeof wrt.of[0] === 'string';
  return args.map((arg, k) => {
    if (!isByKeys) return made[wrt.of.indexOf(k)] ?? arg;
    if (k > 0) return arg;
    const first = record(m, arg);
    const own = m.obj(protoOf(first));
    for (const key of ownKeys(m, first))
      m.meaning.define(
        m,
        own,
        known(key),
        'value',
        made[wrt.of.indexOf(key)] ?? getField(m, first, key),
      );
    return own;
  });
}

/** True if arrays around a function were made arrays of the language by it. They become such in front of it, for another try. */
function isChanged(m: Machine, { changes }: Side, mark: number): boolean {
  let isAny = false;
  for (const [cell, to] of changes) {
    if (cell.birth >= mark || cell.value === to || cell.value.tag === 'arena') continue;
    const rep = to as Rep;
    const of = ownerIn(cell, to);
    if (of === null || rep.tag !== 'dense')
      return m.refuse('a derivative of a function that changes something outside of it');
    const shape = { ...listOf(rep.of, of.storage), grows: rep.length !== null };
    m.meaning.flatten(m, of, { ...shape, isPinned: rep.isPinned });
    isAny = true;
  }
  return isAny;
}

const ownerIn = ({ owner, value }: Cell, to: Abstract): Arr | null =>
  owner instanceof Arr && value.tag === 'tuple' && to.tag === 'dense' ? owner : null;

/** A derivative of a function of the language, by the name that it is called by. */
export function derived(
  m: Machine,
  { params, inputs }: Inner,
  of: string,
  kind: Derivative['kind'],
): string {
  const name = `${kind}_${m.parts.derivatives.length}`;
  m.parts.derivatives.push({ name, of, kind, count: params.length, inputs });
  return name;
}

/** Values for the inputs, in the form that `wrt` asks for; a leaf without a value of its own keeps the one that is given. */
export function inForm(m: Machine, inner: Inner, slopes: ReadonlyMap<number, Value>): Abstract {
  const { wrt, parts, given } = inner;
  let at = 0;
  const next = (): Value => {
    const k = at++;
    return slopes.get(k) ?? given[k];
  };
  const made = parts.map((part) => builtOf(m, part, next));
  if (!wrt.isList) return made[0];
  if (typeof wrt.of[0] === 'number') return m.tuple(made);
  const all = m.obj(Object.prototype);
  made.forEach((one, k) => m.meaning.define(m, all, known(wrt.of[k]), 'value', one));
  return all;
}

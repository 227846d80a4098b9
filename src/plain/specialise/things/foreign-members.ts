/** Members, methods and elements of values of the program that code hands on. */
import { isCounting, isKnownMethod } from '../../../functions/known-array-functions.js';
import { quoted } from '../../ir/host.js';
import type { Value } from '../../ir/ir.js';
import { foreignCall } from '../machine/foreign-values.js';
import { repOf } from '../machine/growing-rows.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { solidNumber } from '../machine/numbers-and-bools.js';
import type { Abstract, Foreign } from '../values/abstract.js';
import { listOf } from '../values/shapes.js';
import { getField, ownKeys } from './objects.js';

/** Members that depend on no input. */
const constants: readonly string[] = ['dtype', 'length', 'ndim', 'shape', 'size'];

const fieldText = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${quoted(name)}]`;

/** Reading has no effect: what the library gives has no getters but its own. */
export function memberOf(m: Machine, of: Foreign, key: Abstract): Abstract {
  if (key.tag === 'dynamic' || (key.tag === 'known' && typeof key.value === 'number')) {
    const index = key.tag === 'dynamic' ? key.value : m.number(key.value as number);
    return { tag: 'foreign', value: foreignCall(m, '#[#]', [of.value, index]) };
  }
  if (key.tag !== 'known' || typeof key.value !== 'string')
    return m.refuse('a key of an array of NumPy that is computed');
  const name = key.value;
  const value = foreignCall(m, `#${fieldText(name)}`, [of.value], constants.includes(name));
  return { tag: 'foreign', value };
}

/** The result of a method of such a value. Only methods that change nothing are called, since code may leave. */
export function methodCalled(m: Machine, of: Foreign, key: Abstract, args: Args): Abstract {
  const name = m.read(key);
  if (name.tag !== 'known' || typeof name.value !== 'string' || !isKnownMethod(name.value))
    return m.refuse('a method of an array of NumPy that is not known to change nothing');
  const text = `#${fieldText(name.value)}`;
  return foreignApplied(m, text, [of.value], args, isCounting(name.value));
}

/** A call with arguments that are written into its text as far as they are known. */
export function foreignApplied(
  m: Machine,
  callee: string,
  values: readonly Value[],
  args: Args,
  isConstant: boolean,
): Abstract {
  const given = args.map((one) => m.read(one));
  const at = given.findIndex(({ tag }) => tag === 'choice');
  if (at >= 0)
    return m.each(given[at], (one) =>
      foreignApplied(m, callee, values, given.with(at, one), isConstant),
    );
  const all = [...values];
  const texts = given.map((one) => textOf(m, one, all));
  const value = foreignCall(m, `${callee}(${texts.join()})`, all, isConstant);
  return { tag: 'foreign', value };
}

/** The text of an argument; values that stand in it are added. */
function textOf(m: Machine, given: Abstract, values: Value[]): string {
  const of = m.read(given);
  const inner = (one: Abstract): string => textOf(m, one, values);
  switch (of.tag) {
    case 'foreign':
      values.push(of.value);
      return '#';
    case 'dynamic':
      values.push(of.value.type === 'bool' ? of.value : solidNumber(m, of));
      return '#';
    case 'known':
      if (typeof of.value === 'number') {
        values.push(m.number(of.value));
        return '#';
      }
      if (typeof of.value === 'string') return quoted(of.value);
      if (of.value == null || typeof of.value === 'boolean') return String(of.value);
      break;
    case 'array': {
      const rep = repOf(m, of);
      if (rep.tag === 'tuple' && of.storage === 'number[]')
        return `[${rep.items.map(inner).join()}]`;
      const shape = rep.tag === 'dense' ? rep.of : null;
      if (shape?.tag !== 'number') break;
      const own = m.arr(rep, of.storage);
      values.push(m.meaning.flatten(m, own, listOf(shape, of.storage))[0]);
      return '#';
    }
    case 'object': {
      if (of.proto !== Object.prototype) break;
      const keys = ownKeys(m, of);
      if (keys.some((key) => key === '__proto__' || key === 'out')) break;
      return `{${keys.map((key) => `${quoted(key)}:${inner(getField(m, of, key))}`).join()}}`;
    }
    default:
      break;
  }
  return m.refuse('this argument of a function of arrays');
}

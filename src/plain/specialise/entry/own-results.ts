/** Tells if what a function gives is its own: objects and arrays that nobody else has, each in one place. */
import { repOf } from '../machine/growing-rows.js';
import type { Machine } from '../machine/machine.js';
import { Obj, type Abstract, type Arr } from '../values/abstract.js';
import { keysOf } from '../values/kinds.js';

export function isOwnResult(m: Machine, result: Abstract): boolean {
  const met = new Set<object>();
  const isFirst = (of: Obj | Arr): boolean => {
    const members: ReadonlySet<Obj | Arr> = of.alias.root().members;
    const isNew = [...members].every((one) => !met.has(one));
    members.forEach((one) => met.add(one));
    return isNew && ![...members].some((one) => (one instanceof Obj ? one.lift : one.owners[0]));
  };
  const isOwn = (given: Abstract): boolean => {
    const of = m.read(given);
    switch (of.tag) {
      case 'known':
      case 'dynamic':
        return true;
      case 'object':
        return isFirst(of) && keysOf(of)?.every((key) => isOwn(of.slots.get(key)!.value)) === true;
      case 'array': {
        const rep = repOf(m, of);
        // Elements that a run rounds have other gradients.
        if (!isFirst(of) || of.storage === 'Float32Array') return false;
        return rep.tag === 'tuple' ? rep.items.every(isOwn) : rep.of.tag === 'number';
      }
      default:
        return false;
    }
  };
  return isOwn(result);
}

/** The arguments of a call, as a text: it is equal where calls inside of each other will hardly differ. */
import type { Abstract, Rep } from './abstract.js';
import { keyOf } from './shape-keys.js';

const DEEPEST = 4;

export function callKey(of: Abstract): string {
  return keyAt(of, 0);
}

function keyAt(of: Abstract, depth: number): string {
  if (depth > DEEPEST) return '…';
  const inner = (one: Abstract): string => keyAt(one, depth + 1);
  switch (of.tag) {
    case 'dynamic':
      return of.value.type === 'bool' ? 'bool' : 'number';
    case 'foreign':
      return of.tag;
    case 'choice':
      return `(${of.options.map(inner).join('|')})`;
    case 'object': {
      const { value: home } = of.home;
      if (home.tag === 'element') return inner(home);
      if (of.lift !== null) return keyOf({ tag: 'same', of });
      const slots = [...of.slots].map(([key, cell]) => `${key}:${inner(cell.value)}`);
      return `{${slots.join()}}`;
    }
    case 'array': {
      const rep = of.rep.value as Rep;
      if (of.isInput) return keyOf({ tag: 'same', of });
      return rep.tag === 'tuple' ? `[${rep.items.map(inner).join()}]` : rep.tag;
    }
    case 'closure':
      return keyOf({ tag: 'same', of: of.f as never });
    case 'element':
      return keyOf({ tag: 'element', kind: of.kind });
    case 'known':
      return keyOf(of);
    default:
      return keyOf({ tag: 'same', of });
  }
}

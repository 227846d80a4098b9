/** Shapes as texts: equal for equal shapes. */
import type { Shape } from './abstract.js';

const ids = new WeakMap<object, number>();
let lastId = 0;
const idOf = (of: object | null): number => {
  if (of === null) return 0;
  let id = ids.get(of);
  if (id === undefined) ids.set(of, (id = ++lastId));
  return id;
};

const primitiveKey = (of: unknown): string =>
  typeof of === 'symbol'
    ? `symbol ${String(of)}`
    : `${typeof of} ${Object.is(of, -0) ? '-0' : String(of)}`;

/** A text that is equal for equal shapes. */
export function keyOf(shape: Shape): string {
  switch (shape.tag) {
    case 'known':
      return `=${JSON.stringify(primitiveKey(shape.value))}`;
    case 'same':
      return `@${idOf(shape.of)}`;
    case 'object':
      return `{${idOf(shape.proto)};${shape.slots.map(([key, of]) => `${JSON.stringify(key)}:${keyOf(of)}`).join()}}`;
    case 'tuple':
      return `(${shape.items.map(keyOf).join()})`;
    case 'list': {
      const flags = `${shape.grows ? '+' : ''}${shape.isPinned ? '!' : ''}${'?'.repeat(shape.owners.length)}`;
      return `[${keyOf(shape.of)}]${shape.storage}${flags}`;
    }
    case 'element':
    case 'place':
    case 'row':
      return `${shape.tag} ${idOf(shape.kind)}`;
    case 'free':
      return `free ${idOf(shape.of.of)}`;
    case 'arena':
      return `arena ${idOf(shape.kind)};${shape.slots.map(keyOf).join()}`;
    case 'rep':
      return `rep ${keyOf(shape.of)}`;
    case 'choice':
      return `<${shape.options.map(keyOf).join('|')}>`;
    default:
      return shape.tag;
  }
}

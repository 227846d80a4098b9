/** One container among the contents of some trees (contents.ts), as it was at that time. */
import { isBlock } from '../../core/block.js';
import { isReal } from '../../core/real.js';
import type { CopyKind, Keys } from './copy-kinds.js';

export interface Snapshot {
  readonly original: object;
  readonly kind: CopyKind;
  readonly keys: Keys;
  readonly children: readonly unknown[];
  /** The index of its first dual among all. */
  firstDual: number;
}

export const isWritable = ({ original, kind, keys }: Snapshot): boolean =>
  kind.isWritable(original, keys);

/** True if there may be more to a container than its children. */
export const hidesSomething = ({ original, kind, keys }: Snapshot): boolean =>
  kind.hides !== undefined &&
  (kind.hides(original) || Reflect.ownKeys(original).length !== keys!.length);

/** Which containers are instances of classes that hold no reals at any depth. */
export function keptInstances(
  snapshots: readonly Snapshot[],
  indices: ReadonlyMap<object, number>,
): (k: number) => boolean {
  const hides = ({ original, kind }: Snapshot) => kind.hides?.(original) === true;
  if (!snapshots.some(hides)) return () => false;
  const holders: number[][] = snapshots.map(() => []);
  const holds = snapshots.map(({ children }) => children.some((x) => isReal(x) || isBlock(x)));
  snapshots.forEach(({ children }, k) => {
    for (const child of children) {
      const index = typeof child === 'object' && child !== null ? indices.get(child) : undefined;
      if (index !== undefined) holders[index].push(k);
    }
  });
  const found = snapshots.map((_, k) => k).filter((k) => holds[k]);
  for (const k of found) {
    for (const holder of holders[k]) {
      if (holds[holder]) continue;
      holds[holder] = true;
      found.push(holder);
    }
  }
  return (k) => !holds[k] && hides(snapshots[k]);
}

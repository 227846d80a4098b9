/** Where containers keep their parts: two containers with the same place are one, or share memory. */
import { isMemory } from './memory-views.js';
import { packed } from '../../tape/is-packed.js';
import { RealArray } from '../../core/floats/real-array.js';
import { spanOf } from '../../core/floats/real-array-view.js';

/** From `from` to before `to` of something that overlaps with nothing else. */
interface Place {
  readonly owner: object;
  readonly from: number;
  readonly to: number;
}

/** Where a container, or a view of memory, keeps what it holds. */
function placeOf(value: object): Place {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return { owner: buffer, from: byteOffset, to: byteOffset + byteLength };
  }
  if (isMemory(value)) return { owner: value, from: 0, to: value.byteLength };
  if (!(value instanceof RealArray)) return { owner: value, from: 0, to: 1 };
  const part = spanOf(value);
  if (part !== undefined) {
    const { owner, from } = placeOf(part.of);
    return { owner, from: from + part.start, to: from + part.start + part.size };
  }
  const place = packed(value)?.place;
  if (place === undefined) return { owner: value, from: 0, to: value.length };
  return { owner: place.store, from: place.start, to: place.start + value.length };
}

interface Named extends Place {
  readonly name: () => string;
  readonly isWritten: boolean;
}

/** The names of something that was written, and of something else in the same place. */
type Overlap = readonly [written: string, other: string];

/** Things with their places. */
export class Places {
  private readonly byOwner = new Map<object, Named[]>();

  add(value: object, isWritten: boolean, name: () => string): void {
    const place = { ...placeOf(value), isWritten, name };
    const others = this.byOwner.get(place.owner);
    if (others === undefined) this.byOwner.set(place.owner, [place]);
    else others.push(place);
  }

  /** Something written with something else that is there, too; null if there is none. O(n log n). */
  overlap(): Overlap | null {
    for (const places of this.byOwner.values()) {
      places.sort((one, other) => one.from - other.from);
      /** Of those up to here, what reaches furthest. */
      let furthest: Named | null = null;
      let written: Named | null = null;
      for (const place of places) {
        if (place.from === place.to) continue;
        if (written !== null && place.from < written.to) return [written.name(), place.name()];
        if (place.isWritten && furthest !== null && place.from < furthest.to) {
          return [place.name(), furthest.name()];
        }
        if (furthest === null || place.to > furthest.to) furthest = place;
        if (place.isWritten && (written === null || place.to > written.to)) written = place;
      }
    }
    return null;
  }
}

/** Objects and arrays that a function of the language is given by value: they are copies there. */
import type { Abstract, Arr, Cell, Obj, Rep } from '../values/abstract.js';
import { storable, type Shape } from '../values/shapes.js';
import type { Side } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';

/** The same shape, with arrays of elements that are not known one by one as arrays of the language that stay the same. */
export function pinnedShape(shape: Shape): Shape {
  switch (shape.tag) {
    case 'list':
      return storable(shape);
    case 'object':
      return {
        ...shape,
        slots: shape.slots.map(([key, slot]) => [key, pinnedShape(slot)] as const),
      };
    case 'tuple':
      return { ...shape, items: shape.items.map(pinnedShape) };
    case 'choice':
      return { ...shape, options: shape.options.map(pinnedShape) };
    case 'same':
      return shape.as ? { ...shape, as: pinnedShape(shape.as) } : shape;
    default:
      return shape;
  }
}

/** True if a shape has parts that are objects or arrays by value. */
export function holdsCopies(shape: Shape): boolean {
  if (shape.tag === 'choice') return shape.options.some(holdsCopies);
  return (
    shape.tag === 'object' || shape.tag === 'tuple' || (shape.tag === 'list' && !shape.isPinned)
  );
}

/** Objects and arrays that a function is given by value: it may read them, and neither write them nor give them. */
export class Copies {
  private readonly held = new Map<Cell, Abstract>();
  private readonly all = new Set<Obj | Arr>();

  constructor(private readonly mark: number) {}

  take(of: Abstract): void {
    if (of.tag === 'choice') of.options.forEach((one) => this.take(one));
    if (of.tag !== 'object' && of.tag !== 'array') return;
    if (of.birth < this.mark || this.all.has(of)) return;
    if (of.tag === 'object') {
      this.all.add(of);
      for (const cell of [...of.slots.values(), of.home, of.order]) this.hold(cell);
      return;
    }
    const rep = of.rep.value as Rep;
    // Others have the same array of the language.
    if (rep.tag === 'dense' && rep.isPinned) return;
    this.all.add(of);
    this.hold(of.rep);
    if (rep.tag === 'tuple') rep.items.forEach((one) => this.take(one));
  }

  private hold(cell: Cell): void {
    this.held.set(cell, cell.value);
    this.take(cell.value);
  }

  /** Refuses a function that writes them, or gives them. */
  insist(m: Machine, { changes }: Side, result: Shape): void {
    const isGiven = (shape: Shape): boolean => {
      if ('from' in shape && (shape.from as readonly (Obj | Arr)[]).some((of) => this.all.has(of)))
        return true;
      if (shape.tag === 'choice') return shape.options.some(isGiven);
      if (shape.tag === 'object') return shape.slots.some(([, slot]) => isGiven(slot));
      return shape.tag === 'tuple' && shape.items.some(isGiven);
    };
    const isWritten = [...this.held].some(([cell, of]) => (changes.get(cell) ?? of) !== of);
    const isLarger = [...this.all].some(
      (of) => of.tag === 'object' && [...of.slots.values()].some((cell) => !this.held.has(cell)),
    );
    if (!isWritten && !isLarger && !isGiven(result)) return;
    m.mayBePooled = m.mayGrow = true;
    m.refuse('an object that a function which calls itself writes, or gives back');
  }
}

/**
 * Lowers fields as cells. A field is a slot as long as its object has one name, or nobody writes into it. Where a
 * written object comes from outside, or is one of several that a branch chooses, its fields are cells: arrays of one
 * element, which all names of the object share. Cells are slower to read and to write. So a function is lowered with
 * cells only if it is refused without them.
 */
import type { Node } from '../../front/syntax.js';
import type { ArrayType, Value } from '../../ir/ir.js';
import { Branches } from './branches.js';
import {
  meaning,
  type CellMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import type { Shape } from '../shapes/shapes.js';

const ofNumbers: ArrayType = { storage: 'Float64Array' };
const ofBools: ArrayType = { storage: 'Int32Array' };

export abstract class Cells extends Branches {
  /** Whether anything in the module writes a field of a name. */
  protected abstract isFieldWritten(name: string): boolean;
  protected abstract isShapeWritten(shape: Shape): boolean;
  protected abstract element(array: Value, index: Value): Value;

  /** The cell of a field of a shape, if it has to be one. */
  protected cellTypeOf(name: string, { tag }: Pick<Shape, 'tag'>): ArrayType | undefined {
    if (!this.remedies.has('cells') || !this.isFieldWritten(name)) return undefined;
    return tag === 'number' ? ofNumbers : tag === 'bool' ? ofBools : undefined;
  }

  /** A new object, whose fields that are written are cells if they have to be. */
  protected withCells(of: RecordMeaning, node: Node): RecordMeaning {
    for (const [name, slot] of of.slots) {
      const held = this.state.get(slot);
      const { type } = held?.tag === 'value' ? held.value : { type: null };
      if (held === undefined || typeof type !== 'string' || type === 'host') continue;
      const cell = this.cellTypeOf(name, { tag: type === 'bool' ? 'bool' : 'number' });
      if (cell === undefined) continue;
      const array = this.builder.let(
        { tag: 'alloc', type: cell, args: [this.builder.constant(1)] },
        name,
      );
      const made: CellMeaning = { tag: 'cell', array };
      this.storeInCell(made, held, node);
      this.state.set(slot, made);
    }
    return of;
  }

  /** What a slot holds; of a cell what is in it. */
  protected read(slot: Slot, node: Node): Meaning {
    const held = this.kept(slot, node);
    if (held.tag !== 'cell') return held;
    const found = this.element(held.array, held.at ?? this.builder.constant(0));
    return meaning(isOfBools(held.array) ? this.builder.truthy(found) : found);
  }

  protected storeInCell({ array, at }: CellMeaning, to: Meaning, node: Node): void {
    const { builder } = this;
    const given = this.valueOf(to, node);
    const isBool = given.type === 'bool';
    if (isBool !== isOfBools(array))
      this.refuse(node, 'a field that holds a number and a bool', 'give each a field');
    const stored = isBool
      ? builder.choose(given, builder.constant(1), builder.constant(0))
      : this.numberOf(to, node);
    // What is not there would become NaN.
    if (!isBool) this.leaveUnless(builder.present(stored));
    builder.store(array, at ?? builder.constant(0), stored);
  }

  /** What a function gives that is not inlined are copies: of an object with cells there is none. */
  protected insistOnNoCells(of: Shape | null, node: Node): void {
    if (of !== null && this.remedies.has('cells') && this.isShapeWritten(of))
      this.refuse(
        node,
        'a function that is not inlined, and gives an object that changes',
        'return its numbers',
      );
  }
}

const isOfBools = ({ type }: Value): boolean => (type as ArrayType).storage === ofBools.storage;

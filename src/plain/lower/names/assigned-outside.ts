/**
 * Lowers variables of the module that functions assign: counters, seeds, what was found last. The code begins with what they
 * hold, carries that as it carries its own variables, and leaves at its end what the source would leave: entry puts it back
 * when all is computed. So each is an array of one number in front, or of two, if it may hold nothing.
 */
import type { ArrayType, Value } from '../../ir/ir.js';
import type { Variable } from '../../ir/origin.js';
import type { Binding, Node, types } from '../../front/syntax.js';
import { meaning, type Meaning, type Slot } from '../meanings/meanings.js';
import type { Shape } from '../shapes/shapes.js';
import { keptFields, type KeptField } from '../syntax/kept-fields.js';
import { isAssignedLater } from '../syntax/module-variables.js';
import { Outside } from './outside.js';

const cellType: ArrayType = { storage: 'Float64Array' };

/** A variable, and what the code begins with. */
interface Carried {
  readonly variable: Variable;
  readonly shape: Shape;
  readonly cell: Value;
  readonly slot: Slot;
  readonly before: Meaning;
}

export abstract class Variables extends Outside {
  /** Makes the parameter for what a variable outside holds. */
  protected abstract variableCaptured(
    node: Node,
    name: string,
    type: ArrayType,
    variable: Variable,
  ): Value;

  private readonly carried: Carried[] = [];

  /** The slots of these. */
  protected variableSlots = (): readonly Slot[] => this.carried.map(({ slot }) => slot);

  /** What may hold nothing is carried, too, if code only reads it: so all functions that are linked have one parameter for it. */
  protected override outside(node: types.Identifier, binding: Binding): Meaning {
    if (keptFields(binding) !== null) this.learnAssigned(node, binding);
    if (isAssignedLater(binding) && this.shapeOutside(binding)?.tag === 'optional') {
      const variable = variableOf(this.shapeOutside(binding)!);
      if (variable !== undefined) this.learnAssigned(node, binding);
    }
    return super.outside(node, binding);
  }

  /** Ends lowering where a variable outside is assigned: it begins again with the variable, if that can be carried. */
  protected override assignedOutside(node: types.Identifier, binding: Binding | undefined): never {
    if (binding !== undefined && isAssignedLater(binding)) {
      const shape = this.shapeOutside(binding);
      if (shape !== undefined && variableOf(shape) !== undefined)
        return this.learnAssigned(node, binding);
      return this.refuse(
        node,
        `an assignment to ${node.name} outside of the function, which holds more than a number or a bool`,
        'declare it as a number or a boolean, or return what it is to hold',
      );
    }
    return this.refuse(
      node,
      `an assignment to ${node.name} outside of the function`,
      'declare it inside, or at the top of the module with let',
    );
  }

  private learnAssigned(node: Node, binding: Binding): never {
    const { name } = binding.identifier;
    this.remedies.learnAssigned(binding);
    return this.refuse(node, `an assignment to ${name} outside of the function`, 'return it');
  }

  /** Reads the variables that are known to be assigned. */
  protected beginVariables(): void {
    for (const binding of this.remedies.assigned) {
      const slot = this.module.declare(binding);
      const fields = keptFields(binding);
      if (fields === null) {
        const { begin, before } = this.begun(
          binding,
          binding.identifier,
          this.shapeOutside(binding)!,
        );
        this.state.set(slot, before);
        begin(slot);
        continue;
      }
      const all = [...fields].map(([field, shape]) => {
        const made = this.begun({ holder: binding, field }, binding.identifier, shape);
        return [field, made] as const;
      });
      const group = this.record(all.map(([field, { before }]) => [field, before]));
      for (const [field, { begin }] of all) begin(group.slots.get(field)!);
      this.state.set(slot, group);
    }
  }

  /** Reads a variable; `begin` is for the slot that holds it from now on. */
  private begun(of: Binding | KeptField, node: types.Identifier, shape: Shape) {
    const name = 'holder' in of ? of.field : node.name;
    const variable = variableOf(shape)!;
    const cell = this.variableCaptured(node, name, cellType, variable);
    this.captures.set(of, { shape, values: [cell], which: this.captures.size });
    const before = this.firstIn(cell, variable, name);
    const begin = (slot: Slot) => this.carried.push({ variable, shape, cell, slot, before });
    return { begin, before };
  }

  private firstIn(cell: Value, { of, absent }: Variable, name: string): Meaning {
    const at = (k: number, own: string) => this.builder.load(cell, this.builder.constant(k), own);
    const held = (k: number): Meaning => {
      const found = at(k, name);
      return meaning(of === 'bool' ? this.builder.truthy(found) : found);
    };
    return absent === undefined
      ? held(0)
      : {
          tag: 'optional',
          there: this.builder.truthy(at(0, '')),
          of: held(1),
          isNull: absent === 'null',
        };
  }

  /** Leaves in them what the source would leave. */
  protected endVariables(node: Node): void {
    for (const { variable, shape, cell, slot, before } of this.carried) {
      const held = this.state.get(slot);
      if (held === undefined || held === before) continue;
      const name = slot.name;
      if (variable.absent === undefined) {
        this.leaveIn(cell, 0, held, variable, name, node);
        continue;
      }
      const last = this.asShape(held, shape);
      if (last.tag !== 'optional' || last.isNull !== (variable.absent === 'null'))
        return this.refuseHeld(name, node);
      this.builder.store(cell, this.builder.constant(0), this.inCell(last.there));
      this.leaveIn(cell, 1, last.of, variable, name, node);
    }
  }

  private leaveIn(
    cell: Value,
    place: number,
    held: Meaning,
    { of, absent }: Variable,
    name: string,
    node: Node,
  ): void {
    const { builder } = this;
    if (held.tag !== 'value' || (held.value.type === 'bool') !== (of === 'bool'))
      return this.refuseHeld(name, node);
    const last = of === 'bool' ? this.inCell(held.value) : this.numberOf(held, node);
    // What is not there would become NaN.
    if (of === 'number' && absent === undefined) this.leaveUnless(builder.present(last));
    builder.store(cell, builder.constant(place), last);
  }

  private inCell = (of: Value): Value =>
    this.builder.choose(of, this.builder.constant(1), this.builder.constant(0));

  private refuseHeld(name: string, node: Node): never {
    return this.refuse(
      node,
      `the variable ${name} outside of the function, which is given something of another kind`,
      'always give it a number, or always a bool',
    );
  }
}

/** What can be carried: a number or a bool, which may be missing. */
function variableOf(shape: Shape): Variable | undefined {
  if (shape.tag === 'number' || shape.tag === 'bool') return { of: shape.tag };
  const inner = shape.tag === 'optional' ? variableOf(shape.of) : undefined;
  return inner !== undefined && inner.absent === undefined && shape.tag === 'optional'
    ? { ...inner, absent: shape.isNull ? 'null' : 'undefined' }
    : undefined;
}

/**
 * Notes the classes outside of a function that it takes as they are written: their methods, and static members. And knows
 * what is outside.
 */
import {
  isClassMethod,
  isPrivate,
  type Binding,
  type FunctionNode,
  type types,
} from '../../front/syntax.js';
import type { Frame } from '../meanings/meanings.js';
import { Dictionaries } from '../containers/dictionaries.js';
import {
  bindingOfClass,
  lineOf,
  nameOfMember,
  receiverIn,
  type ClassNode,
} from '../syntax/class-places.js';

import type { AsWritten } from '../syntax/written-down.js';

/** Whether a function stands in another one. */
const isInside = (inner: FunctionNode, outer: FunctionNode): boolean =>
  inner !== outer && outer.start! <= inner.start! && inner.end! <= outer.end!;

export abstract class OnClasses extends Dictionaries {
  /** Each with the names of static members; constants with functions; and enums. */
  private readonly classes = new Map<AsWritten, Set<string>>();

  /** Takes a class with its parents, a constant, or an enum as it is written: entry asks whether it still is so. */
  protected relyOn(of: AsWritten, staticMember?: string): void {
    const line = of.type === 'ClassDeclaration' ? lineOf(this.facts, of) : undefined;
    for (const node of line ?? [of]) {
      const found = this.classes.get(node) ?? new Set();
      this.classes.set(node, found);
      // Nobody outside of the class can write a private one.
      if (staticMember !== undefined && !isPrivate(staticMember)) found.add(staticMember);
    }
  }

  /** A method is what its class has under its name. */
  protected relyOnItself(f: FunctionNode): void {
    const place = isClassMethod(f) ? receiverIn(this.facts, f) : undefined;
    if (place !== undefined) this.relyOn(place.of, place.isStatic ? nameOfMember(f) : undefined);
  }

  /** The classes at the top of the module that it relies on; one that the function makes itself is changed by nobody else. */
  protected classesAround(f: FunctionNode): ReadonlyMap<AsWritten, ReadonlySet<string>> {
    const { facts } = this;
    const isAround = (owner: FunctionNode | null): boolean =>
      owner === null || (owner !== f && owner.start! <= f.start! && f.end! <= owner.end!);
    const all = [...this.classes].filter(([node]) => {
      if (node.type !== 'ClassDeclaration') return true;
      const binding = node.id == null ? undefined : facts.bindings.get(node.id);
      if (binding?.scope.path.isProgram() === true) return true;
      if (binding === undefined || isAround(facts.ownerOf(binding)))
        this.refuse(
          f,
          'a class inside of a block or a function',
          'move it to the top of the module',
        );
      return false;
    });
    return new Map(all);
  }

  /** The function that is lowered with all that it calls, while its own code is. */
  protected root: FunctionNode | null = null;

  /** A variable of one of the functions that are lowered is known here once its declaration ran. */
  protected insistOnOutside(binding: Binding, node: types.Identifier): void {
    const owner = this.facts.ownerOf(binding);
    if (owner !== null && this.root !== null && !isInside(this.root, owner))
      this.refuse(node, `${node.name}, which may not be declared yet`, 'declare it before');
  }

  /** A class in a function, from where its declaration runs. */
  protected declareClass(node: ClassNode, frame: Frame): void {
    const binding = bindingOfClass(this.facts, node);
    if (binding !== undefined)
      this.state.set(frame.declare(binding), { tag: 'class', node, frame });
  }
}

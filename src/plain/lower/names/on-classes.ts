/** Notes the classes outside of a function that it takes as they are written: their methods, and static members. */
import type { FunctionNode } from '../../front/syntax.js';
import { ArrayMethods } from '../arrays/array-methods.js';
import { lineOf, nameOfMember, receiverIn, type ClassNode } from '../syntax/class-places.js';

export abstract class OnClasses extends ArrayMethods {
  /** Each with the names of static members. */
  private readonly classes = new Map<ClassNode, Set<string>>();

  /** Takes a class as it is written, with its parents: entry asks whether it still is so. */
  protected relyOn(of: ClassNode, staticMember?: string): void {
    for (const node of lineOf(this.facts, of) ?? [of]) {
      const found = this.classes.get(node) ?? new Set();
      this.classes.set(node, found);
      if (staticMember !== undefined) found.add(staticMember);
    }
  }

  /** A method is what its class has under its name. */
  protected relyOnItself(f: FunctionNode): void {
    const place = f.type === 'ClassMethod' ? receiverIn(this.facts, f) : undefined;
    if (place !== undefined) this.relyOn(place.of, place.isStatic ? nameOfMember(f) : undefined);
  }

  /** The classes at the top of the module that it relies on; one that the function makes itself is changed by nobody else. */
  protected classesAround(f: FunctionNode): ReadonlyMap<ClassNode, ReadonlySet<string>> {
    const { facts } = this;
    const isAround = (owner: FunctionNode | null): boolean =>
      owner === null || (owner !== f && owner.start! <= f.start! && f.end! <= owner.end!);
    const all = [...this.classes].filter(([node]) => {
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
}

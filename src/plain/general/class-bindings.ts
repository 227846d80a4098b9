/** The classes, and constants that hold functions, that compiled code takes as they are written. */
import type { Facts } from '../front/facts.js';
import type { Binding } from '../front/syntax.js';
import { bindingOfClass, type ClassNode } from '../lower/syntax/class-places.js';
import { isAsWritten } from '../lower/syntax/constants.js';
import { bindingOfHolder, holderOf, type Holder } from '../lower/syntax/written-down.js';

/** Classes, each with the names of static members; and constants that hold functions. */
export type Classes = ReadonlyMap<ClassNode | Holder, ReadonlySet<string>>;

/** The variable of a class, or of a constant. */
export const bindingIn = (facts: Facts, of: ClassNode | Holder): Binding =>
  of.type === 'VariableDeclarator' ? bindingOfHolder(facts, of) : bindingOfClass(facts, of)!;

/** Whether a variable is a class or a constant with functions that code of other modules may take as it is written. */
export const isKeptAsWritten = (facts: Facts, binding: Binding): boolean =>
  binding.path.node.type === 'ClassDeclaration'
    ? isAsWritten(binding)
    : holderOf(facts, binding) !== undefined;

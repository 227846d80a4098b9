/** Guesses what is taken apart by a pattern, from the types and the uses of the variables in it. */
import type { Facts } from '../../front/facts.js';
import { bare, nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';
import { arrayOf, asElement, handedOn, joinedUses, number, recordOf } from './joined-uses.js';
import { toldByLiteral } from './questions.js';
import { passedOn, type Shape } from './shapes.js';
import { shapeOf } from './promised-shapes.js';
import { shapeAsUsed } from './shapes-as-used.js';
import { optional } from './unions.js';

export abstract class ShapesOfPatterns {
  constructor(protected readonly facts: Facts) {}

  /** The shape of a variable by its uses. */
  abstract binding(of: Binding): Shape | undefined;

  /** The shape of a pattern's variables. */
  pattern(given: Node): Shape | undefined {
    const node = bare(given);
    switch (node.type) {
      case 'AssignmentPattern':
        return this.pattern(node.left) ?? toldByLiteral(node.right);
      case 'Identifier': {
        const binding = this.facts.bindings.get(node);
        const { declared } = this.facts;
        const annotated = shapeOf(node.typeAnnotation, declared);
        if (annotated !== undefined || binding === undefined) return annotated;
        return shapeAsUsed(node.typeAnnotation, declared, this.binding(binding));
      }
      case 'ArrayPattern': {
        const all = node.elements.map((inner) => inner !== null && this.pattern(inner));
        const isNumeric = all.every(
          (inner) =>
            inner === undefined ||
            inner === passedOn ||
            (inner !== false && asElement(inner).tag === 'number'),
        );
        return isNumeric ? arrayOf(number) : undefined;
      }
      case 'ObjectPattern':
        return this.objectPattern(node);
      case 'TSParameterProperty':
        return this.pattern(node.parameter);
      default:
        return undefined;
    }
  }

  private objectPattern({ properties }: types.ObjectPattern): Shape | undefined {
    const fields = new Map<string, Shape>();
    let rest: Shape | undefined;
    for (const property of properties) {
      if (property.type === 'RestElement') {
        rest = this.pattern(property.argument);
        continue;
      }
      const name = nameOfKey(property.key, property.computed);
      const shape = this.pattern(property.value) ?? handedOn;
      if (name === undefined) return undefined;
      // A default is for what is missing.
      fields.set(name, property.value.type === 'AssignmentPattern' ? optional(shape) : shape);
    }
    return joinedUses([recordOf(fields), rest]);
  }
}

/**
 * Which parts of a function are known to run no code of others. Only such loops are one Let-binding: other code may record. It
 * may run anything: a member may be a getter of another module, an operator may ask for `valueOf`, a spread list runs an
 * iterator.
 */
import { bare, type Node } from '../../front/syntax.js';
import { constants, isLogical, KnownValues, literals } from './known-values.js';

export class KnownCode extends KnownValues {
  private readonly quiet = new Map<Node, boolean>();
  /** Which expressions are pure, as far as this was asked (pure.ts). */
  readonly pure: Map<Node, boolean> = new Map<Node, boolean>();

  /** True if a part of a function is known to run no code of others. */
  runsNothing(node: Node | null | undefined): boolean {
    if (node == null) return true;
    let found = this.quiet.get(node);
    if (found === undefined) this.quiet.set(node, (found = this.isQuiet(bare(node))));
    return found;
  }

  private areQuiet(nodes: readonly (Node | null | undefined)[]): boolean {
    return nodes.every((node) => this.runsNothing(node));
  }

  /** True if operands run no code and are no objects. */
  private areQuietPrimitives(nodes: readonly Node[]): boolean {
    return this.areQuiet(nodes) && nodes.every((node) => this.isPrimitive(node));
  }

  private isQuiet(node: Node): boolean {
    if (literals.includes(node.type)) return true;
    switch (node.type) {
      case 'ThisExpression':
      case 'EmptyStatement':
        return true;
      case 'Identifier':
        // A global variable may be a getter.
        return this.bindingOf(node) !== undefined || constants.includes(node.name);
      case 'UnaryExpression':
        if (['!', 'typeof', 'void'].includes(node.operator)) return this.runsNothing(node.argument);
        return node.operator !== 'delete' && this.areQuietPrimitives([node.argument]);
      case 'BinaryExpression':
        if (['===', '!=='].includes(node.operator)) return this.areQuiet([node.left, node.right]);
        return (
          node.operator !== 'in' &&
          node.operator !== 'instanceof' &&
          this.areQuietPrimitives([node.left, node.right])
        );
      case 'LogicalExpression':
        return this.areQuiet([node.left, node.right]);
      case 'ConditionalExpression':
        return this.areQuiet([node.test, node.consequent, node.alternate]);
      case 'SequenceExpression':
        return this.areQuiet(node.expressions);
      case 'TemplateLiteral':
        return this.areQuietPrimitives(node.expressions);
      case 'ArrayExpression':
        return this.areQuiet(node.elements);
      case 'ObjectExpression':
        return node.properties.every(
          (property) =>
            property.type === 'ObjectProperty' &&
            (!property.computed || this.areQuietPrimitives([property.key])) &&
            this.runsNothing(property.value),
        );
      case 'MemberExpression':
        if (this.isConstant(node) || this.isLength(node)) return this.runsNothing(node.object);
        return this.isElement(node) && this.areQuiet([node.object, node.property]);
      case 'CallExpression':
        return this.isMath(node) && this.areQuietPrimitives(node.arguments);
      default:
        return this.isQuietStatement(node);
    }
  }

  private isQuietStatement(node: Node): boolean {
    switch (node.type) {
      case 'ExpressionStatement':
        return this.runsNothing(node.expression);
      case 'UpdateExpression':
        return node.argument.type === 'Identifier' && this.areQuietPrimitives([node.argument]);
      case 'AssignmentExpression': {
        if (node.left.type !== 'Identifier') return false;
        return node.operator === '=' || isLogical(node)
          ? this.runsNothing(node.right)
          : this.areQuietPrimitives([node.left, node.right]);
      }
      case 'VariableDeclaration':
        return node.declarations.every(
          ({ id, init }) => id.type === 'Identifier' && this.runsNothing(init),
        );
      case 'BlockStatement':
        return this.areQuiet(node.body);
      case 'ForStatement':
        return this.areQuiet([node.init, node.test, node.update, node.body]);
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.areQuiet([node.test, node.body]);
      default:
        return false;
    }
  }
}

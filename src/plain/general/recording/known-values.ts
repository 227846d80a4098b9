/**
 * Facts about values in the code of a function, known without running it. Types promise, and nothing checks them.
 * Known are values that were made in the module, and parameters that the entry guard checks: indices are
 * numbers, and arrays of floats are arrays of floats (runtime/recording.ts).
 */
import { functionOf } from '../../front/called-function.js';
import type { Inference } from '../../front/inference.js';
import { isFloats } from '../../front/kinds.js';
import type { Definition } from '../../front/variable-values.js';
import { CircularProperty } from './circular-property.js';
import {
  bare,
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';

export const literals = [
  'NumericLiteral',
  'StringLiteral',
  'BooleanLiteral',
  'NullLiteral',
  'BigIntLiteral',
];
export const constants = ['undefined', 'NaN', 'Infinity'];
const arithmetic = ['-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>'];

export const isLogical = ({ operator }: types.AssignmentExpression): boolean =>
  ['&&=', '||=', '??='].includes(operator);

export class KnownValues {
  constructor(
    private readonly inference: Inference,
    /** The function; null for facts that hold everywhere. */
    private readonly f: FunctionNode | null,
    /** The pairs of the function. A pair was a real when it was unboxed. */
    private readonly pairs: ReadonlySet<Binding>,
    /** Parameters that the entry guard checks to be numbers. */
    private readonly indices: ReadonlySet<Binding>,
    /** The facts that hold everywhere, also of variables that other functions declare. */
    private readonly everywhere: KnownValues | null,
  ) {}

  // ── Variables ──

  protected bindingOf(node: Node): Binding | undefined {
    return this.inference.facts.bindings.get(node);
  }

  private isPair(node: Node): boolean {
    const binding = this.bindingOf(node);
    return binding !== undefined && this.pairs.has(binding);
  }

  private isOwn(binding: Binding): boolean {
    return this.f !== null && this.inference.facts.ownerOf(binding) === this.f;
  }

  /** True if code that runs meanwhile may change what a name stands for. */
  mayChange(node: types.Identifier): boolean {
    const binding = this.bindingOf(node);
    if (binding === undefined) return !constants.includes(node.name);
    if (binding.kind === 'module') return true;
    return !binding.constant && !this.isOwn(binding);
  }

  /** True if all definitions of a variable have a property. */
  private isAlways(
    property: 'primitives' | 'numbers' | 'floats',
    node: types.Identifier,
    fits: (value: Node) => boolean,
    ofOthers: (definition: Definition, binding: Binding) => boolean,
  ): boolean {
    const binding = this.bindingOf(node);
    if (binding === undefined) return false;
    const definitions = this.inference.facts.definitions.get(binding) ?? [];
    return (
      definitions.length > 0 &&
      this[property].holds(binding, () =>
        definitions.every((definition) =>
          definition.by === 'value' ? fits(definition.of) : ofOthers(definition, binding),
        ),
      )
    );
  }

  // ── Values ──

  private readonly primitives = new CircularProperty<Binding>();
  private readonly numbers = new CircularProperty<Binding>();
  private readonly floats = new CircularProperty<Binding | FunctionNode>();

  /** The facts that know a variable: those of this function, or those that hold everywhere. */
  private of(node: types.Identifier): KnownValues {
    const binding = this.bindingOf(node);
    return binding === undefined || this.isOwn(binding) ? this : (this.everywhere ?? this);
  }

  /** True if a value is no object. Operators convert it without running any code. */
  isPrimitive(node: Node): boolean {
    const inner = bare(node);
    if (literals.includes(inner.type)) return true;
    switch (inner.type) {
      case 'UnaryExpression':
      case 'BinaryExpression':
      case 'UpdateExpression':
      case 'TemplateLiteral':
        return true;
      case 'Identifier':
        return this.of(inner).isPrimitiveVariable(inner);
      case 'AssignmentExpression':
        if (inner.operator === '=') return this.isPrimitive(inner.right);
        return (
          !isLogical(inner) || [inner.left, inner.right].every((side) => this.isPrimitive(side))
        );
      case 'LogicalExpression':
        return [inner.left, inner.right].every((side) => this.isPrimitive(side));
      case 'ConditionalExpression':
        return [inner.consequent, inner.alternate].every((side) => this.isPrimitive(side));
      case 'SequenceExpression':
        return this.isPrimitive(inner.expressions.at(-1)!);
      case 'CallExpression':
        return this.isMath(inner);
      case 'MemberExpression':
        return this.isConstant(inner) || this.isLength(inner) || this.isElement(inner);
      default:
        return false;
    }
  }

  private isPrimitiveVariable(node: types.Identifier): boolean {
    if (this.isPair(node)) return true;
    if (this.bindingOf(node) === undefined) return constants.includes(node.name);
    return this.isAlways(
      'primitives',
      node,
      (value) => this.isPrimitive(value) || this.isChecked(node),
      (definition, binding) =>
        definition.by === 'key' ||
        definition.by === 'nothing' ||
        (definition.by === 'result' && this.isPrimitive(definition.of)) ||
        (definition.by === 'parameter' && this.indices.has(binding)),
    );
  }

  /** True if a variable is checked to be a number where it is assigned (passive-terms.ts), whatever types promise. */
  isChecked(node: types.Identifier): boolean {
    const binding = this.bindingOf(node);
    return (
      binding !== undefined &&
      this.isOwn(binding) &&
      this.inference.ofBinding(binding).tag === 'number'
    );
  }

  /** True if a value is a number or a dual, and not another one that arithmetic takes for a number. */
  isNumber(node: Node): boolean {
    const inner = bare(node);
    switch (inner.type) {
      case 'NumericLiteral':
      case 'UpdateExpression':
        return true;
      case 'Identifier':
        return this.of(inner).isNumberVariable(inner);
      case 'UnaryExpression':
        return ['-', '+', '~'].includes(inner.operator) && this.isPrimitive(inner.argument);
      case 'AssignmentExpression':
        return (
          arithmetic.includes(inner.operator.slice(0, -1)) ||
          (inner.operator === '+=' &&
            [inner.left, inner.right].every((side) => this.isNumber(side)))
        );
      case 'BinaryExpression':
        return (
          arithmetic.includes(inner.operator) ||
          (inner.operator === '+' &&
            [inner.left, inner.right].every((side) => this.isPrimitive(side)))
        );
      case 'CallExpression':
        return this.isMath(inner);
      case 'MemberExpression':
        return this.isConstant(inner) || this.isLength(inner);
      default:
        return false;
    }
  }

  private isNumberVariable(node: types.Identifier): boolean {
    return this.isAlways(
      'numbers',
      node,
      (value) => this.isNumber(value),
      (definition, binding) =>
        (definition.by === 'result' && this.isNumber(definition.of)) ||
        (definition.by === 'parameter' && this.indices.has(binding)),
    );
  }

  /** True if a value is an array of floats: a Float64Array, or an array that stands for one. */
  isFloats(node: Node): boolean {
    const inner = bare(node);
    if (!isFloats(this.inference.of(inner))) return false;
    switch (inner.type) {
      case 'Identifier':
        return this.of(inner).isFloatsVariable(inner);
      case 'NewExpression':
        return this.inference.globals.nameOf(inner.callee) === 'Float64Array';
      case 'ConditionalExpression':
        return [inner.consequent, inner.alternate].every((side) => this.isFloats(side));
      case 'CallExpression': {
        const callee = bare(inner.callee);
        if (callee.type === 'MemberExpression')
          return this.inference.globals.nameOf(callee.object) === 'Float64Array';
        const f = functionOf(this.inference.facts, callee);
        if (f === undefined || f.async === true || f.generator === true) return false;
        return (f === this.f ? this : (this.everywhere ?? this)).returnsFloats(f);
      }
      default:
        return false;
    }
  }

  private isFloatsVariable(node: types.Identifier): boolean {
    return this.isAlways(
      'floats',
      node,
      (value) => this.isFloats(value),
      // The entry guard checks it.
      (definition) => definition.by === 'parameter' && definition.of === this.f,
    );
  }

  private returnsFloats(f: FunctionNode): boolean {
    const values = this.inference.facts.returns.get(f) ?? [];
    return (
      values.length > 0 && this.floats.holds(f, () => values.every((value) => this.isFloats(value)))
    );
  }

  /** A call of a function of Math, whose arguments are no spread list. */
  protected isMath({ callee, arguments: args }: types.CallExpression): boolean {
    const name = this.inference.globals.mathFunction(callee);
    return (
      name !== undefined &&
      typeof (Math as unknown as Record<string, unknown>)[name] === 'function' &&
      args.every(({ type }) => type !== 'SpreadElement')
    );
  }

  /** `Math.PI` and the like. */
  protected isConstant({ object, property, computed }: types.MemberExpression): boolean {
    const holder = this.inference.globals.nameOf(object);
    const name = nameOfKey(property, computed);
    return (holder === 'Math' || holder === 'Number') && /^[A-Z0-9_]+$/.test(name ?? '');
  }

  protected isLength({ object, property, computed }: types.MemberExpression): boolean {
    return nameOfKey(property, computed) === 'length' && this.isFloats(object);
  }

  /** True if an expression is an element of an array of floats: a number, a dual or undefined. */
  isElement(node: Node): boolean {
    const inner = bare(node);
    return (
      inner.type === 'MemberExpression' &&
      inner.computed &&
      this.inference.of(inner).tag === 'real' &&
      this.isFloats(inner.object) &&
      this.isPrimitive(inner.property)
    );
  }
}

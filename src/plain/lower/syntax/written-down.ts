/**
 * Finds constants of the module whose literals hold functions, maybe with numbers, texts and objects of those: `const
 * stats = { mean(xs) {…}, … }`. What they hold is as it is written, as long as nobody changes it, which entry asks where
 * the module hands the object on.
 */
import type { Facts } from '../../front/facts.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import { childrenOf } from './assigned.js';
import { isConstant } from './constants.js';
import { isGlobalNamed } from './global-names.js';
import { isLeftAlone } from './private-data.js';

/** A declaration of such a constant. */
export type Holder = types.VariableDeclarator;

/** What code takes as it is written, and others may change: a class, such a constant, or an enum that is exported. */
export type AsWritten = types.ClassDeclaration | Holder | types.TSEnumDeclaration;

/** The most numbers of a list that is made where the constant is named: longer ones are better captured. */
const MOST_ELEMENTS = 32;

/** The declaration of a constant at the top of the module that is written down with functions in it; undefined for any other. */
export function holderOf(facts: Facts, binding: Binding): Holder | undefined {
  const { node } = binding.path;
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return undefined;
  if (binding.scope.path.type !== 'Program' || binding.kind === 'var') return undefined;
  if (!isConstant(binding) || node.init == null) return undefined;
  const looked = new WrittenDown(facts);
  const literal = literalIn(facts, node.init);
  const isIt = literal !== undefined && looked.isIt(node.init) && looked.hasFunctions;
  return isIt ? node : undefined;
}

/** The variable of such a declaration. */
export const bindingOfHolder = (facts: Facts, { id }: Holder): Binding => facts.bindings.get(id)!;

/** The literal that an expression gives: itself, frozen, or returned by a function that is called once. */
function literalIn(facts: Facts, given: Node): Node | undefined {
  const node = bare(given);
  if (node.type === 'ObjectExpression' || node.type === 'ArrayExpression') return node;
  if (node.type !== 'CallExpression') return undefined;
  const once = calledOnce(node);
  if (once !== undefined) return literalIn(facts, once.given);
  return isFreezing(facts, node) ? literalIn(facts, node.arguments[0]) : undefined;
}

const isFreezing = (facts: Facts, { callee, arguments: given }: types.CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  isGlobalNamed(facts, callee.object, 'Object') &&
  nameOfKey(callee.property, callee.computed) === 'freeze' &&
  given.length === 1;

/** A function without parameters that is called where it is written, and declares constants before it gives something. */
function calledOnce({
  callee,
  arguments: given,
}: types.CallExpression):
  { readonly declared: readonly types.VariableDeclarator[]; readonly given: Node } | undefined {
  const f = bare(callee);
  if (!isFunction(f) || given.length > 0 || f.params.length > 0) return undefined;
  if (f.async === true || f.generator === true) return undefined;
  if (f.body.type !== 'BlockStatement') return { declared: [], given: f.body };
  const [last, ...before] = [...f.body.body].reverse();
  if (last?.type !== 'ReturnStatement' || last.argument == null) return undefined;
  const declared: types.VariableDeclarator[] = [];
  for (const statement of before) {
    if (statement.type === 'FunctionDeclaration') continue;
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return undefined;
    declared.push(...statement.declarations);
  }
  return { declared, given: last.argument };
}

class WrittenDown {
  hasFunctions = false;
  private readonly asked = new Set<Node>();

  constructor(private readonly facts: Facts) {}

  /** Whether an expression gives the same each time that it is evaluated, but for new objects, and has no effects. */
  isIt = (given: Node): boolean => {
    const node = bare(given);
    if (isFunction(node)) return this.isKnown(node);
    switch (node.type) {
      case 'NumericLiteral':
      case 'StringLiteral':
      case 'BooleanLiteral':
        return true;
      case 'UnaryExpression':
        return node.operator !== 'delete' && this.isIt(node.argument);
      case 'BinaryExpression':
        return node.left.type !== 'PrivateName' && [node.left, node.right].every(this.isIt);
      case 'Identifier':
        return this.isName(node);
      case 'MemberExpression':
        return this.isOfMath(node);
      case 'CallExpression':
        return this.isCall(node);
      case 'ArrayExpression':
        return (
          node.elements.length > 0 &&
          node.elements.length <= MOST_ELEMENTS &&
          node.elements.every(
            (one) => one !== null && one.type !== 'SpreadElement' && this.isIt(one),
          )
        );
      case 'ObjectExpression':
        return node.properties.length > 0 && node.properties.every(this.isField);
      default:
        return false;
    }
  };

  private isField = (one: types.ObjectExpression['properties'][number]): boolean => {
    if (one.type === 'SpreadElement') return false;
    const name = nameOfKey(one.key, one.computed);
    if (name === undefined || name === '__proto__') return false;
    if (one.type === 'ObjectProperty') return this.isIt(one.value);
    return one.kind === 'method' && this.isKnown(one);
  };

  private isKnown = (f: FunctionNode): boolean => {
    this.hasFunctions = true;
    return f.async !== true;
  };

  private isName(node: types.Identifier): boolean {
    const binding = this.facts.bindings.get(node);
    if (binding === undefined || binding.kind === 'var' || !isConstant(binding)) return false;
    const declared = binding.path.node;
    if (this.asked.has(declared)) return true;
    this.asked.add(declared);
    if (isFunction(declared)) return binding.kind === 'hoisted' && this.isKnown(declared);
    return declared.type === 'VariableDeclarator' && this.isDeclared(declared);
  }

  /** Whether a constant is so, and stays so where nobody outside can see it. */
  private isDeclared = ({ id, init }: types.VariableDeclarator): boolean => {
    const binding = id.type === 'Identifier' ? this.facts.bindings.get(id) : undefined;
    if (binding === undefined || init == null || !this.isIt(init)) return false;
    const literal = literalIn(this.facts, init);
    const isOutside = binding.scope.path.type === 'Program';
    return isOutside || literal === undefined || isLeftAlone(binding, literal);
  };

  private isOfMath(node: types.MemberExpression): boolean {
    if (!isGlobalNamed(this.facts, node.object, 'Math')) return false;
    const name = nameOfKey(node.property, node.computed);
    if (name === undefined || name === 'random' || !(name in Math)) return false;
    this.hasFunctions ||= name.toUpperCase() !== name;
    return true;
  }

  private isCall(node: types.CallExpression): boolean {
    if (isFreezing(this.facts, node)) return this.isIt(node.arguments[0] as Node);
    const { callee } = node;
    if (callee.type === 'MemberExpression') {
      const { hasFunctions } = this;
      const isValue = this.isOfMath(callee) && node.arguments.every(this.isIt);
      this.hasFunctions = hasFunctions;
      return isValue;
    }
    const once = calledOnce(node);
    return once !== undefined && once.declared.every(this.isDeclared) && this.isIt(once.given);
  }
}

/** The names of fields in literals of a declaration that hold no function, which would be another one after a write. */
export function fieldsWithin({ init }: Holder): readonly string[] {
  const found: string[] = [];
  const calledHere = new Set<Node>();
  const visit = (node: Node): void => {
    if (isFunction(node) && !calledHere.has(node)) return;
    if (node.type === 'CallExpression') calledHere.add(bare(node.callee));
    if (node.type === 'ObjectProperty') found.push(nameOfKey(node.key, node.computed) ?? '');
    if (node.type === 'ArrayExpression') node.elements.forEach((_, k) => found.push(String(k)));
    childrenOf(node).forEach(visit);
  };
  if (init != null) visit(init);
  return found;
}

/** Whether an expression is a number from literals only. */
export function isNumeric(given: Node): boolean {
  const node = bare(given);
  if (node.type === 'NumericLiteral') return true;
  if (node.type === 'UnaryExpression') return node.operator === '-' && isNumeric(node.argument);
  return node.type === 'BinaryExpression' && isNumeric(node.left) && isNumeric(node.right);
}

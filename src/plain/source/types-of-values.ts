/** The types of values that are written down, and of samples. */
import { bare, nameOfKey, type Node, type types } from '../front/syntax.js';
import type { Storage } from '../ir/ir.js';
import { BOOL, listOf, NUMBER, other, typed, union, type Promised } from './promised-types.js';

/** The type of a value that is written down. */
export function ofValue(given: Node | null | undefined): Promised {
  if (given == null) return other('a variable without a type');
  const node = bare(given);
  switch (node.type) {
    case 'NumericLiteral':
      return NUMBER;
    case 'BooleanLiteral':
      return BOOL;
    case 'StringLiteral':
      return other('a text', false);
    case 'UnaryExpression':
      return node.operator === '-' || node.operator === '+' ? ofValue(node.argument) : BOOL;
    case 'ArrayExpression': {
      const items = node.elements.map(ofValue);
      return items.length === 0 ? other('an empty array') : listOf(union(items));
    }
    case 'ObjectExpression': {
      const fields = new Map<string, Promised>();
      for (const one of node.properties) {
        const key = one.type === 'SpreadElement' ? undefined : nameOfKey(one.key, one.computed);
        if (key === undefined) return other('an object with computed keys');
        fields.set(key, one.type === 'ObjectProperty' ? ofValue(one.value) : other('a method'));
      }
      return { tag: 'record', fields, isTuple: false };
    }
    case 'NewExpression':
    case 'CallExpression': {
      const { callee } = node;
      const of = callee.type === 'MemberExpression' ? callee.object : callee;
      const name = of.type === 'Identifier' ? of.name : '';
      const isFrom =
        callee.type !== 'MemberExpression' || ['of', 'from'].includes(nameOfMember(callee));
      return typed.includes(name) && isFrom
        ? { tag: 'numbers', type: { storage: name as Storage } }
        : other('what a call gives when the module runs');
    }
    default:
      return other('what the module computes when it runs');
  }
}
const nameOfMember = (of: types.MemberExpression): string =>
  nameOfKey(of.property, of.computed) ?? '';

/** The type of a sample. */
export function ofSample(of: unknown): Promised {
  if (typeof of === 'number') return NUMBER;
  if (typeof of === 'boolean') return BOOL;
  if (typeof of === 'string') return other('a text', false);
  if (ArrayBuffer.isView(of)) {
    const { name } = of.constructor;
    return typed.includes(name)
      ? { tag: 'numbers', type: { storage: name as Storage } }
      : other(`a value of the type ${name}`);
  }
  if (Array.isArray(of)) return of.length === 0 ? listOf(NUMBER) : listOf(union(of.map(ofSample)));
  if (typeof of !== 'object' || of === null || Object.getPrototypeOf(of) !== Object.prototype)
    return other('a sample of this kind');
  const fields = Object.entries(of).map(([key, one]) => [key, ofSample(one)] as const);
  return { tag: 'record', fields: new Map(fields), isTuple: false };
}

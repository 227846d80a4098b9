/** Patterns: what they take from a value, and what they do with it. */
import { bare, type Node, type types as t } from '../front/syntax.js';
import { temporary, refused, type Around } from './around.js';
import { contains } from './declared-names.js';
import { branch, declared, known, NOTHING, operation, variable, type Core } from './core.js';

/** Gives a name, or another place, a value. */
export type Give = (to: Node, value: Core, around: Around) => readonly Core[];

const changes = [
  'CallExpression',
  'OptionalCallExpression',
  'NewExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'TaggedTemplateExpression',
  'YieldExpression',
  'AwaitExpression',
];
const mayChange = (node: Node): boolean => contains(node, ({ type }) => changes.includes(type));

/** Takes a value apart as a pattern says; `give` is for what stands at its ends. */
export function taken(to: Node, value: Core, around: Around, give: Give): readonly Core[] {
  switch (to.type) {
    case 'AssignmentPattern': {
      const own = temporary(around);
      const { left, right } = to;
      const usual = around.forms.expression(named(right, left), around);
      const test = operation('===', variable(own), NOTHING);
      return [
        declared(own, value),
        ...taken(left, branch(test, usual, variable(own)), around, give),
      ];
    }
    case 'ArrayPattern':
      return takenFromItems(to, value, around, give);
    case 'ObjectPattern':
      return takenFromFields(to, value, around, give);
    default:
      return give(to, value, around);
  }
}

/** A function that has no name yet gets that of what it is given to. */
export function named<T extends Node>(node: T, to: Node): T {
  const target = bare(node);
  const isAnonymous =
    target.type === 'ArrowFunctionExpression' ||
    ((target.type === 'FunctionExpression' || target.type === 'ClassExpression') && !target.id);
  if (isAnonymous && to.type === 'Identifier') namesGiven.set(target, to.name);
  return node;
}
export const namesGiven = new WeakMap<Node, string>();

function takenFromItems(
  to: t.ArrayPattern,
  value: Core,
  around: Around,
  give: Give,
): readonly Core[] {
  // All items are taken at once, so nothing may change what is gone through meanwhile.
  const early = to.elements.slice(0, -1).find((item) => item !== null && mayChange(item));
  if (early) return [refused('a pattern whose defaults have effects', early)];
  const own = temporary(around);
  const last = to.elements.at(-1);
  const hasRest = last?.type === 'RestElement';
  const count = to.elements.length - (hasRest ? 1 : 0);
  const items = to.elements.flatMap((item, k) => {
    if (item === null) return [];
    const at: Core = { tag: 'get', of: variable(own), key: known(k) };
    return taken(item.type === 'RestElement' ? item.argument : item, at, around, give);
  });
  return [declared(own, operation('take', value, known(count), known(hasRest))), ...items];
}

function takenFromFields(
  to: t.ObjectPattern,
  value: Core,
  around: Around,
  give: Give,
): readonly Core[] {
  const own = temporary(around);
  const keys: Core[] = [];
  const items = to.properties.flatMap((item): readonly Core[] => {
    if (item.type === 'RestElement')
      return taken(item.argument, operation('rest', variable(own), ...keys), around, give);
    const key = temporary(around);
    const of = { tag: 'get', of: variable(own), key: variable(key) } as const;
    if (!item.computed) {
      const name = known(nameOfKey(item.key));
      keys.push(name);
      return taken(item.value, { ...of, key: name }, around, give);
    }
    keys.push(variable(key));
    const computed = operation('key', around.forms.expression(item.key, around));
    return [declared(key, computed), ...taken(item.value, of, around, give)];
  });
  // Nothing is taken apart by no pattern.
  return [declared(own, operation('there', value)), ...items];
}

/** The key that is written as a name, a text or a number. */
export function nameOfKey(key: Node): string {
  switch (key.type) {
    case 'Identifier':
      return key.name;
    case 'StringLiteral':
      return key.value;
    case 'NumericLiteral':
      return String(key.value);
    case 'BigIntLiteral':
      return String(BigInt(key.value));
    default:
      return '';
  }
}

/** Questions in code: what a test compares, looks up and seeks, and what a statement writes, by its syntax alone. */
import { bare, nameOfKey, type Expression, type Node, type types } from './syntax.js';

/** True if to evaluate an expression once more has no effect. */
export const isName = (node: Node): node is Expression =>
  node.type === 'Identifier' ||
  node.type === 'ThisExpression' ||
  (node.type === 'MemberExpression' &&
    isName(node.object) &&
    (!node.computed || isName(node.property) || isConstant(node.property)));

interface MethodCall {
  readonly call: types.CallExpression | types.OptionalCallExpression;
  readonly of: Node;
  readonly name: string;
}

export function methodOf(node: Node): MethodCall | null {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return null;
  const callee = bare(node.callee);
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return null;
  const name = nameOfKey(callee.property, callee.computed);
  return name === undefined ? null : { call: node, of: callee.object, name };
}

/** Methods of native collections that write nothing. */
const reading = new Set(
  [Array, Map].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);
for (const name of 'set delete clear getOrInsert getOrInsertComputed push pop shift unshift splice sort reverse fill copyWithin'.split(
  ' ',
))
  reading.delete(name);

export const mayWrite = ({ call, name }: MethodCall): boolean =>
  call.arguments.length > 0 && !reading.has(name);

interface Sought {
  readonly found: Node;
  /** True if a number says where it was found. */
  readonly byMethod: boolean;
}

/** Finds the expressions of which a test asks if they are there, or where. */
export function soughtIn(test: Node): Sought[] {
  const node = bare(test);
  switch (node.type) {
    case 'UnaryExpression':
      return /^(!|typeof)$/.test(node.operator) ? soughtIn(node.argument) : [];
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(soughtIn);
    case 'AssignmentExpression':
      return soughtIn(node.right);
    case 'BinaryExpression': {
      if (node.operator === 'in') return [{ found: node, byMethod: false }];
      if (!/[<>=]/.test(node.operator) || /(<<|>>)$/.test(node.operator)) return [];
      const sides = [node.left, node.right].map(bare);
      const constant = sides.find(isConstant);
      if (constant === undefined) return [];
      const byMethod = /^(Numeric|Unary)/.test(constant.type) && !isVoid(constant);
      return sides
        .filter((side) => side !== constant)
        .flatMap((side) => soughtIn(side).map(({ found }) => ({ found, byMethod })));
    }
    default:
      return [{ found: node, byMethod: false }];
  }
}

const isVoid = (node: Node): boolean => node.type === 'UnaryExpression' && node.operator === 'void';

/**
 * The outcome of a test that says that something is there, or equal, or near; null if its syntax does not tell. A call
 * may ask for the opposite.
 */
export function outcomeIfFound(test: Node): boolean | null {
  const node = bare(test);
  switch (node.type) {
    case 'UnaryExpression': {
      const inside = node.operator === '!' ? outcomeIfFound(node.argument) : null;
      return inside === null ? null : !inside;
    }
    case 'LogicalExpression': {
      const [one, other] = [node.left, node.right].map(outcomeIfFound);
      return one === null || other === null || one === other ? (one ?? other) : null;
    }
    case 'BinaryExpression': {
      if (/^[<>]=?$/.test(node.operator)) {
        const isNear = nearIn(node).length > 0;
        return isNear ? node.operator.startsWith('<') === isDistance(node.left) : null;
      }
      if (node.operator === 'in') return true;
      if (!/^[!=]==?$/.test(node.operator)) return null;
      const isMissing = [node.left, node.right].some(
        (side) => side.type === 'NullLiteral' || isUndefined(side),
      );
      return isMissing === node.operator.startsWith('!');
    }
    case 'Identifier':
    case 'MemberExpression':
      return true;
    default:
      return null;
  }
}

const isUndefined = (node: Node): boolean =>
  (node.type === 'Identifier' && node.name === 'undefined') || isVoid(node);

/** The object in which an expression looks something up: `o[k]`, `k in o`, `o.get(k)`, `Object.hasOwn(o, k)`. */
export function holderIn(node: Node, byMethod: boolean): Node | null {
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression')
    return node.computed && !byMethod && !isConstant(node.property) ? node.object : null;
  if (node.type === 'BinaryExpression') return node.operator === 'in' ? node.right : null;
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return null;
  const method = methodOf(node);
  if (node.arguments.length === 0) return null;
  return method === null || byMethod ? (method?.of ?? null) : node;
}

/** The sides of a comparison for equality, or of one up to a tolerance. */
export function comparedIn(node: Node): readonly Node[] {
  const method = methodOf(node);
  if (method?.name === 'is') return method.call.arguments;
  if (node.type !== 'BinaryExpression') return [];
  const sides = [node.left, node.right].map(bare);
  if (/^[!=]==?$/.test(node.operator)) return sides.some(isConstant) ? [] : sides;
  return nearIn(node);
}

/** True if a comparison is for equality, and not up to a tolerance. */
export const isForEquality = (node: Node): boolean =>
  node.type !== 'BinaryExpression' || /^[!=]==?$/.test(node.operator);

/** The distances that a comparison holds against a tolerance. */
export const nearIn = (node: types.BinaryExpression): readonly Node[] =>
  /^[<>]=?$/.test(node.operator) ? [node.left, node.right].map(bare).filter(isDistance) : [];

/** The targets of an assignment, or of a loop that assigns what is older. */
export function targetsOf(node: Node): Node[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return patternTargets(node.left);
    case 'UpdateExpression':
      return [bare(node.argument)];
    case 'ForOfStatement':
    case 'ForInStatement':
      return node.left.type === 'VariableDeclaration' ? [] : patternTargets(node.left);
    default:
      return [];
  }
}

/** The values that an assignment, a loop that assigns, or a method that writes may store. */
export const storedBy = (node: Node): readonly Node[] =>
  methodOf(node)?.call.arguments ?? ('right' in node ? [node.right as Node] : []);

/** The variables and members that a pattern assigns. */
export function patternTargets(node: Node): Node[] {
  switch (node.type) {
    case 'ArrayPattern':
      return node.elements.flatMap((one) => (one === null ? [] : patternTargets(one)));
    case 'ObjectPattern':
      return node.properties.flatMap((one) =>
        patternTargets(one.type === 'RestElement' ? one.argument : one.value),
      );
    case 'AssignmentPattern':
      return patternTargets(node.left);
    case 'RestElement':
      return patternTargets(node.argument);
    default:
      return [bare(node)];
  }
}

export const isConstant = (node: Node): boolean =>
  (node.type.endsWith('Literal') && node.type !== 'TemplateLiteral') ||
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'UnaryExpression' &&
    (/^(typeof|void)$/.test(node.operator) || isConstant(node.argument)));

/** `Math.abs(…)`, or the like, or a square. */
export function isDistance(expression: Node): boolean {
  const node = bare(expression);
  if (node.type === 'BinaryExpression')
    return node.operator === '**' || (node.operator === '*' && isSame(node.left, node.right));
  if (node.type !== 'CallExpression') return false;
  const callee = bare(node.callee);
  const name = methodOf(node)?.name ?? (callee.type === 'Identifier' ? callee.name : '');
  return /^(abs|hypot|sqrt)$/.test(name);
}

/** True if two names are written alike. */
function isSame(one: Node, other: Node): boolean {
  const [x, y] = [bare(one), bare(other)];
  if (x.type === 'Identifier') return y.type === 'Identifier' && x.name === y.name;
  if (x.type === 'ThisExpression') return y.type === 'ThisExpression';
  if (isConstant(x))
    return 'value' in x && 'value' in y && x.type === y.type && x.value === y.value;
  return (
    x.type === 'MemberExpression' &&
    y.type === 'MemberExpression' &&
    x.computed === y.computed &&
    isSame(x.object, y.object) &&
    isSame(x.property, y.property)
  );
}

/** `x ||= e` for `x = x || e`, and the like; null for others. */
export function assignedIfMissing(node: Node): types.AssignmentExpression | null {
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return null;
  const right = bare(node.right);
  if (right.type !== 'LogicalExpression' || !isName(node.left)) return null;
  return isSame(node.left, right.left)
    ? { ...node, operator: `${right.operator}=`, right: right.right }
    : null;
}

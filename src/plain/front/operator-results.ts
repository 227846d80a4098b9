/** The kinds of the results of operators, and of members, elements and parts. */
import {
  any,
  isNative,
  isNumeric,
  join,
  joinAll,
  native,
  none,
  number,
  real,
  widened,
  type Kind,
} from './kinds.js';
import type { Step } from './variable-values.js';
import type { Node, types } from './syntax.js';

const arithmetic = ['-', '*', '/', '%', '**'];
const bitwise = ['|', '&', '^', '<<', '>>', '>>>'];

/** The result of an operator on numbers. */
export function arithmeticResult(operands: readonly Kind[]): Kind {
  if (operands.every(({ tag }) => tag === 'number' || tag === 'none')) return number;
  if (operands.every(isNative)) return native;
  // Beside a real, only a real can stand: bigints would be refused.
  return operands.some(isNumeric) ? real : any;
}

export function binaryResult(operator: string, left: Kind, right: Kind): Kind {
  if (arithmetic.includes(operator)) return arithmeticResult([left, right]);
  if (bitwise.includes(operator)) return isNumeric(left) || isNumeric(right) ? number : native;
  if (operator !== '+') return native;
  if (isNumeric(left) && isNumeric(right)) return arithmeticResult([left, right]);
  return isNative(left) && isNative(right) ? native : any;
}

/** The kind of a literal of a primitive value. */
export function literalKind({ type }: Node): Kind | undefined {
  if (type === 'NumericLiteral') return number;
  return /^(String|Boolean|Null|BigInt|Template)Literal$/.test(type) ? native : undefined;
}

/** The kind of the elements of a container. */
export function elementOf(kind: Kind): Kind {
  if (kind.tag === 'none') return none;
  return kind.tag === 'list' ? kind.of : any;
}

/** The kind of what an array literal holds. */
export function ofElements(
  elements: types.ArrayExpression['elements'],
  of: (element: Node) => Kind,
): Kind {
  const kinds = elements.map((element) => {
    if (element?.type === 'SpreadElement') return elementOf(of(element.argument));
    return element === null ? native : widened(of(element));
  });
  return elements.length === 0 ? any : joinAll(kinds);
}

/** The kind of a member. */
export function memberOf(kind: Kind, name: string): Kind {
  if (kind.tag === 'none') return none;
  if (kind.tag === 'list') return name === 'length' ? number : any;
  return kind.tag === 'object' ? kind.member(name) : any;
}

/** The kind of a part of a value. */
export const partOf = (kind: Kind, step: Step): Kind =>
  step === 'element' ? elementOf(kind) : memberOf(kind, step.member);

export function unaryResult(operator: string, kind: Kind): Kind {
  switch (operator) {
    case '-':
      return kind.tag === 'any' ? any : arithmeticResult([kind]);
    case '+':
      return isNative(kind) ? number : real;
    case '~':
      return isNumeric(kind) ? number : native;
    default:
      return native;
  }
}

export function assignmentResult(operator: string, before: Kind, after: Kind): Kind {
  if (operator === '=') return after;
  if (['&&=', '||=', '??='].includes(operator)) return join(before, after);
  return binaryResult(operator.slice(0, -1), before, after);
}

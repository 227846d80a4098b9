/** Writes the operations of the language as expressions of JavaScript. */
import type { Op } from '../ir/ir.js';
import type { Order } from '../ir/order.js';
import type { TextVerb } from '../ir/text-verbs.js';
import { isInMath, isWritten } from '../ir/rows.js';
import {
  binary,
  call,
  choice,
  element,
  level,
  literal,
  member,
  nothing,
  orZero,
  unary,
  type Text,
} from './text.js';

/** Functions that emitted code calls and JavaScript has not. */
export interface Helpers {
  /** The value of a row. */
  readonly row: (name: string) => string;
  /** A partial of a row, differentiated further along some arguments. */
  readonly partial: (name: string, by: number, along?: readonly number[]) => string;
  /** A product in which an exact 0 wins. */
  readonly times: () => string;
  /** A new list of zeros. */
  readonly zeros: () => string;
  /** The places of numbers from the least on. */
  readonly order: (by: Order) => string;
  /** The code of an operation on texts. */
  readonly text: (does: TextVerb) => string;
}

const operators: Readonly<Record<string, readonly [string, number]>> = {
  add: ['+', level.sum],
  sub: ['-', level.sum],
  mul: ['*', level.product],
  div: ['/', level.product],
  rem: ['%', level.product],
  pow: ['**', level.power],
};
const comparisons = {
  lt: ['<', level.less],
  le: ['<=', level.less],
  gt: ['>', level.less],
  ge: ['>=', level.less],
  eq: ['===', level.equal],
  ne: ['!==', level.equal],
} as const;
export const symbolOf = (by: keyof typeof comparisons): string => comparisons[by][0];

const bitLevel = {
  '|': level['|'],
  '&': level['&'],
  '^': level['^'],
  '<<': level.shift,
  '>>': level.shift,
  '>>>': level.shift,
};

function prim(row: string, args: readonly Text[], helpers: Helpers): Text {
  if (row === 'neg') return unary('-', args[0]);
  if (isWritten(row)) return binary(...operators[row], args[0], args[1]);
  return call(isInMath(row) ? `Math.${row}` : helpers.row(row), args);
}

/** Writes a choice between bools as `&&` or `||`, if it is one. */
function chosen(test: Text, then: Text, otherwise: Text): Text {
  if (otherwise.text === 'false') return binary('&&', level.and, test, then);
  if (then.text === 'true') return binary('||', level.or, test, otherwise);
  return choice(test, then, otherwise);
}

/** An operation on operands that are expressions. */
export function operation(op: Op, args: readonly Text[], helpers: Helpers): Text {
  switch (op.tag) {
    case 'const':
      return literal(op.value);
    case 'prim':
      return prim(op.row, args, helpers);
    case 'partial':
      return call(helpers.partial(op.row, op.by, op.along), args);
    case 'times':
      return call(helpers.times(), args);
    case 'compare': {
      const [symbol, at] = comparisons[op.by];
      return binary(symbol, at, args[0], args[1]);
    }
    case 'bits':
      return binary(op.by, bitLevel[op.by], args[0], args[1]);
    case 'not':
      return unary('!', args[0]);
    case 'truthy':
      return unary('!', unary('!', args[0]));
    case 'present':
      return binary('!==', level.equal, args[0], nothing);
    case 'choose':
      return op.args[1].type === 'bool'
        ? chosen(args[0], args[1], args[2])
        : choice(args[0], args[1], args[2]);
    case 'load':
      return op.orZero === true ? orZero(element(args[0], args[1])) : element(args[0], args[1]);
    case 'stop':
      return args[0];
    case 'length':
      return member(args[0], 'length');
    case 'alloc': {
      const { storage } = op.type;
      if (storage === 'number[]') return call(helpers.zeros(), args);
      return call(`new ${storage === 'list' ? 'Array' : storage}`, args);
    }
    case 'text':
      return call(helpers.text(op.does), args);
    case 'order':
      return call(helpers.order(op.by), args);
    case 'view':
      return call(member(args[0], 'subarray').text, args.slice(1));
  }
}

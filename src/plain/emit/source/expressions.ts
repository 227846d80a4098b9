/** Writes operations as expressions of TypeScript that stand alone: what TypeScript has not is a helper. */
import { isList, type ArrayType, type Op, type Value } from '../../ir/ir.js';
import type { Order } from '../../ir/order.js';
import { operation } from '../operations.js';
import { binary, call, element, level, literal, member, unary, type Text } from '../text.js';
import { isHelper, type Helper } from './helpers.js';
import { typescriptOf } from './typescript.js';

/** A row that only the library has. */
export class NotStandAlone extends Error {
  constructor(readonly row: string) {
    super(`${row} is a function of the library`);
  }
}

/**
 * The operands that the text of an operation reads. Of the partials that are written here, only hypot's
 * need the output.
 */
export const readsOf = (op: Op): readonly Value[] =>
  op.tag === 'partial' && op.row !== 'hypot' ? op.args.slice(0, -1) : op.args;

/** The way an array is read. */
export interface Reading {
  readonly element: (index: Text) => Text;
  readonly length: () => Text;
  /** The text of an element that is there. */
  readonly row: (index: Text) => Text;
}

export class Expressions {
  /**
   * @param readings of arrays that are not variables
   * @param rowNamed the function of the file for a row
   */
  constructor(
    private readonly isIndexChecked: boolean,
    private readonly readings: ReadonlyMap<string, Reading>,
    private readonly helper: (name: Helper) => string,
    private readonly rowNamed: (row: string) => string | undefined,
  ) {}

  element = (array: Text, index: Text): Text => {
    const read = this.readings.get(array.text)?.element(index);
    if (read !== undefined) return read;
    const made = element(array, index);
    return this.isIndexChecked ? { ...made, text: `${made.text}!` } : made;
  };

  /** The text that is undefined where an array has no element. */
  presence = (array: Text, index: Text): Text =>
    this.readings.get(array.text)?.row(index) ?? element(array, index);

  length = (array: Text): Text =>
    this.readings.get(array.text)?.length() ?? member(array, 'length');

  of(op: Op, args: readonly Text[]): Text {
    switch (op.tag) {
      case 'load':
        return op.orZero === true
          ? orZero(element(args[0], args[1]))
          : this.element(args[0], args[1]);
      case 'length':
        return this.length(args[0]);
      case 'alloc':
        return this.alloc(op.type, args);
      case 'partial':
        return this.partial(op.row, op.by, args);
      case 'compare':
        return op.by === 'ne' && op.args[0] === op.args[1]
          ? call('Number.isNaN', args.slice(1))
          : operation(op, args, this.names);
      case 'prim':
        return op.row === 'sub' ? difference(args) : operation(op, args, this.names);
      default:
        return operation(op, args, this.names);
    }
  }

  private readonly names = {
    row: (row: string) => {
      const own = this.rowNamed(row);
      if (own !== undefined) return own;
      if (!isHelper(row)) throw new NotStandAlone(row);
      return this.helper(row);
    },
    partial: (row: string): never => {
      throw new NotStandAlone(row);
    },
    text: (does: string): never => {
      throw new NotStandAlone(does);
    },
    times: () => this.helper('times'),
    zeros: () => this.helper('zeros'),
    order: (by: Order) => this.helper(by === 'value' ? 'placesByValue' : 'places'),
  };

  private alloc(type: ArrayType, args: readonly Text[]): Text {
    if (type.storage === 'number[]') return call(this.helper('zeros'), args);
    const of = isList(type) ? `Array<${typescriptOf(type.of!)}>` : type.storage;
    return call(`new ${of}`, args);
  }

  /** The partials that the table has as functions only; the last argument is the output. */
  private partial(row: string, by: number, args: readonly Text[]): Text {
    const inputs = args.slice(0, -1);
    if (row === 'hypot') return call(this.helper('cosine'), [literal(by), args.at(-1)!, ...inputs]);
    if (row === 'atan2') {
      const radius = call('Math.hypot', [inputs[1], inputs[0]]);
      const share = call(this.helper('angular'), [inputs[1 - by], radius]);
      return by === 0 ? share : unary('-', share);
    }
    throw new NotStandAlone(row);
  }
}

/** `x ?? 0`, in parentheses wherever anything else stands beside it. */
const orZero = (x: Text): Text => ({ ...x, text: `${x.text} ?? 0`, level: level.choice });

/** `x.length - 2` for `x.length - 1 - 1`, which is exact. */
function difference([x, y]: readonly Text[]): Text {
  const known = /^([\w.]+\.length - )(\d+)$/.exec(x.text);
  if (known === null || !/^\d+$/.test(y.text)) return binary('-', level.sum, x, y);
  return { ...x, text: known[1] + String(Number(known[2]) + Number(y.text)) };
}

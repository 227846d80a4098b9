/**
 * The facts about operations that passes ask for, one row each: a new operation does not compile before
 * its row is there. Facts that one pass alone needs are in that pass. What one pass alone computes of
 * it is in that pass.
 */
import { fits, isArray, type Op, type Type, type Value } from './ir.js';

interface Operation {
  /**
   * True if it gives a new array: its identity does not follow from the operands, so it is not computed
   * twice.
   */
  readonly makesArray: boolean;
  /**
   * The part of an array that it reads: elements, which stores change, or the length, which nothing
   * changes.
   */
  readonly reads: 'elements' | 'length' | 'nothing';
  /** The operands that hand gradients on to the result; rows may do so less (`steps` of analyse/activity.ts). */
  readonly carries: 'all' | readonly number[];
  /** The operands that decide what else is done, or where: tests, lengths and indices. */
  readonly isSteeredBy: readonly number[];
  /** True if one operation may stand for another with the same operands. */
  readonly isShared: boolean;
  /**
   * True if it is computed before a loop whose steps compute the same: it is worth that, and cannot
   * fail.
   */
  readonly leavesLoops: boolean;
}

const none: readonly number[] = [];
const arithmetic: Operation = {
  makesArray: false,
  reads: 'nothing',
  carries: 'all',
  isSteeredBy: none,
  isShared: true,
  leavesLoops: false,
};
const question: Operation = { ...arithmetic, carries: none };
const array: Operation = { ...question, makesArray: true, isShared: false };

export const operations: Readonly<Record<Op['tag'], Operation>> = {
  const: { ...question, leavesLoops: true },
  prim: { ...arithmetic, leavesLoops: true },
  partial: arithmetic,
  times: { ...arithmetic, leavesLoops: true },
  compare: question,
  bits: question,
  not: question,
  truthy: question,
  // Its operand is a load of its own, which nobody else reads.
  present: { ...question, isShared: false },
  choose: { ...arithmetic, carries: [1, 2], isSteeredBy: [0] },
  load: { ...arithmetic, reads: 'elements', carries: [0], isSteeredBy: [1] },
  length: { ...question, reads: 'length', leavesLoops: true },
  stop: { ...question, isShared: false },
  alloc: { ...array, isSteeredBy: [0] },
  view: { ...array, carries: [0], isSteeredBy: [1, 2] },
  order: { ...array, reads: 'elements' },
  // A new text only gets a place.
  text: { ...question, leavesLoops: true },
};

/** The operands of an operation that hand gradients on to its result. */
export function carriedBy(op: Op): readonly Value[] {
  const { carries } = operations[op.tag];
  return carries === 'all' ? op.args : carries.map((k) => op.args[k]!);
}

/** The type of what an operation gives. */
export function resultType(op: Op): Type {
  switch (op.tag) {
    case 'const':
      return typeof op.value === 'boolean' ? 'bool' : 'f64';
    case 'bits':
      return op.by === '>>>' ? 'f64' : 'i32';
    case 'compare':
    case 'not':
    case 'truthy':
    case 'present':
      return 'bool';
    case 'choose': {
      const [, then, otherwise] = op.args;
      return fits(then.type, otherwise.type) ? otherwise.type : then.type;
    }
    case 'stop':
    case 'view':
      return op.args[0].type;
    case 'alloc':
      return op.type;
    case 'order':
      return { storage: 'Int32Array' };
    case 'load': {
      const { type } = op.args[0];
      return isArray(type) && type.of !== undefined ? type.of : 'f64';
    }
    case 'prim':
    case 'partial':
    case 'times':
    case 'length':
    case 'text':
      return 'f64';
  }
}

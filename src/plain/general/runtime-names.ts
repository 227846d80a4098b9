/** The names of the functions of the runtime that mean the same on duals as an operator, or as a global function. */

export const binaryNames: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'shl',
  '>>': 'shr',
  '>>>': 'ushr',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '===': 'eq',
  '==': 'looseEq',
  '!==': 'eq',
  '!=': 'looseEq',
};

/** Equality with a constant. */
export const constantNames: Readonly<Record<string, string>> = {
  '===': 'eqConstant',
  '==': 'looseEqConstant',
  '!==': 'eqConstant',
  '!=': 'looseEqConstant',
};

/** Equality with what the function keeps. */
export const keptNames: Readonly<Record<string, string>> = {
  '===': 'eqKept',
  '==': 'looseEqKept',
  '!==': 'eqKept',
  '!=': 'looseEqKept',
};

export const unaryNames: Readonly<Record<string, string>> = { '-': 'neg', '+': 'plus', '~': 'not' };
export const updateNames: Readonly<Record<string, string>> = { '++': 'inc', '--': 'dec' };

export const isEquality = (operator: string): boolean =>
  operator.endsWith('==') || operator === '!=';
export const isNegated = (operator: string): boolean => operator.startsWith('!');

/** Native functions of global objects whose meaning on duals differs. */
export const globalFunctions = [
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'Object',
  'Array',
  'isNaN',
  'isFinite',
  'parseFloat',
  'parseInt',
  'structuredClone',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
];
export const globalObjects = ['Number', 'Object', 'Array', 'Reflect', 'JSON', 'Promise'];

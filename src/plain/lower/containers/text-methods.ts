/** The methods of texts and numbers that give texts, numbers or bools, and what they take. */
import type { TextVerb } from '../../ir/text-verbs.js';

/** What each argument of a method is, and what it is if it is left out; and what the method gives. */
export interface Method {
  readonly does: TextVerb;
  readonly takes: readonly (readonly ['text' | 'number', usual?: number | string])[];
  readonly gives: 'text' | 'number' | 'bool';
  /** What its first number must be, so that it neither throws nor takes the memory. */
  readonly from?: number;
  readonly below?: number;
}

type Row = readonly [name: TextVerb, takes: Method['takes']];

const table = (gives: Method['gives'], rows: readonly Row[]) =>
  rows.map(([does, takes]) => [does, { does, takes, gives }] as const);

const [ofText, atStart] = [[['text']], [['number', 0]]] as const;
const search = [['text'], ['number', 0]] as const;
const toEnd = [['text'], ['number', Infinity]] as const;
const stretch = [
  ['number', 0],
  ['number', Infinity],
] as const;
const pad = [['number'], ['text', ' ']] as const;
const exchange = [['text'], ['text']] as const;

/** The longest text that is made of a length. */
const LONGEST = 2 ** 20;

export const methodsOfTexts: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...table('number', [
    ['charCodeAt', atStart],
    ['codePointAt', atStart],
    ['indexOf', search],
    ['lastIndexOf', toEnd],
    ['localeCompare', ofText],
  ]),
  ...table('bool', [
    ['includes', search],
    ['startsWith', search],
    ['endsWith', toEnd],
  ]),
  ...table('text', [
    ['charAt', atStart],
    ['slice', stretch],
    ['substring', stretch],
    ['toLowerCase', []],
    ['toUpperCase', []],
    ['trim', []],
    ['trimStart', []],
    ['trimEnd', []],
    ['normalize', []],
    ['replace', exchange],
    ['replaceAll', exchange],
  ]),
  ['repeat', { does: 'repeat', takes: [['number']], gives: 'text', from: 0, below: LONGEST }],
  ['padStart', { does: 'padStart', takes: pad, gives: 'text', below: LONGEST }],
  ['padEnd', { does: 'padEnd', takes: pad, gives: 'text', below: LONGEST }],
]);

const digits = { takes: [['number']], gives: 'text', below: 101 } as const;

export const methodsOfNumbers: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['toFixed', { ...digits, does: 'toFixed', takes: [['number', 0]], from: 0 }],
  ['toPrecision', { ...digits, does: 'toPrecision', from: 1 }],
  ['toExponential', { ...digits, does: 'toExponential', from: 0 }],
  ['toString', { ...digits, does: 'inRadix', takes: [['number', 10]], from: 2, below: 37 }],
]);

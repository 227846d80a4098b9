/**
 * Checks that the functions that the language brings are those that were there when this was loaded.
 * Compiled code has them written down, so it answers only as long as a program has replaced none of
 * them.
 */
import {
  allOf,
  definedBy,
  isArray,
  statementsOf,
  wholeStorages,
  type Func,
  type Type,
  type Value,
} from '../../ir/ir.js';

/** By where they stand. Numbers that are drawn are asked for by code itself. */
const names: Readonly<Record<string, readonly string[]>> = {
  Math: Object.getOwnPropertyNames(Math).filter((name) => name !== 'random'),
  Number: ['isFinite', 'isInteger', 'isNaN', 'isSafeInteger', 'parseFloat', 'parseInt'],
  Object: ['assign', 'entries', 'fromEntries', 'hasOwn', 'is', 'keys', 'values', 'freeze'],
  'Object.prototype': ['hasOwnProperty', 'propertyIsEnumerable', 'toString', 'valueOf'],
  'Function.prototype': ['apply', 'bind', 'call'],
  Array: ['from', 'isArray', 'of'],
  String: ['fromCharCode'],
  'Array.prototype': Object.getOwnPropertyNames(Array.prototype),
  'Map.prototype': ['get', 'set', 'has', 'keys', 'values', 'entries', 'forEach', 'delete', 'clear'],
  'Set.prototype': ['add', 'has', 'keys', 'values', 'entries', 'forEach', 'delete', 'clear'],
  'Number.prototype': ['toExponential', 'toFixed', 'toPrecision', 'toString'],
  'RegExp.prototype': ['exec', 'test'],
  'String.prototype': Object.getOwnPropertyNames(String.prototype),
  'Object.getPrototypeOf(Float64Array)': ['from', 'of'],
  Float64Array: ['from', 'of'],
  // By way of these, what stands before the methods of all typed arrays is found, too.
  'Float64Array.prototype': Object.getOwnPropertyNames(
    Object.getPrototypeOf(Float64Array.prototype),
  ),
  'Object.getPrototypeOf([].values())': ['next'],
  'Object.getPrototypeOf(new Map().values())': ['next'],
  'Object.getPrototypeOf(new Set().values())': ['next'],
  'Object.getPrototypeOf(String.prototype[Symbol.iterator].call(""))': ['next'],
  'Object.getPrototypeOf("".matchAll(/a/g))': ['next'],
  'Object.getPrototypeOf(function* () {}).prototype': ['next', 'return'],
  'Object.getPrototypeOf(Object.getPrototypeOf([].values()))': [],
};
/** Getters, which are asked by what they give. */
const left: readonly string[] = ['length', 'buffer', 'byteLength', 'byteOffset'];
const given = `o.length === 0 && none.size === 0 && one.size === 1 && noneOf.size === 0 && oneOf.size === 1`;
const globals = ['Math', 'Number', 'Object', 'Array', 'Map', 'Set', 'String'].concat(
  ['Float64Array', 'Float32Array', 'Int32Array', 'Int16Array', 'Int8Array', 'RegExp'],
  ['Uint32Array', 'Uint16Array', 'Uint8Array', 'Uint8ClampedArray', 'Infinity', 'NaN'],
  ['isFinite', 'isNaN', 'parseFloat', 'parseInt', 'Boolean'],
);
/** By symbols: which of the objects above have something under them. */
const symbols: Readonly<Record<string, readonly string[]>> = {
  iterator: [
    ...['Array', 'Map', 'Set', 'String'].map((name) => `${name}.prototype`),
    'Float64Array.prototype',
    'Object.getPrototypeOf(Object.getPrototypeOf([].values()))',
  ],
  isConcatSpreadable: ['Array.prototype'],
  species: ['Array', 'Object.getPrototypeOf(Float64Array)'],
  ...Object.fromEntries(
    ['match', 'matchAll', 'replace', 'search', 'split'].map((name) => [name, ['RegExp.prototype']]),
  ),
};

/** True if a list or an object inherits an element; other names are asked for where they are read. */
function inheritsElement(): boolean {
  // eslint-disable-next-line @typescript-eslint/no-for-in-array -- what is inherited is what is asked for
  for (const name in []) if (String(Number(name)) === name) return true;
  return false;
}

/**
 * Each question is written out: so engines take what is there for constants, as long as nobody changes it, and all of them take
 * some nanoseconds.
 */
function made(): () => boolean {
  const objects = Object.keys(names);
  const questions = objects.flatMap((of, k) =>
    names[of]
      .filter((name) => !left.includes(name))
      .map((name) => [`o${k}.${name}`, `${of}.${name}`] as const),
  );
  const all = [
    ...questions,
    ...Object.entries(symbols).flatMap(([symbol, owners]) =>
      owners.map((of) => [`o${objects.indexOf(of)}[${symbol}]`, `${of}[Symbol.${symbol}]`]),
    ),
    ...globals.filter((name) => name !== 'NaN').map((name) => [name, name]),
  ];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a text of this file
  const make = new Function(
    'inheritsElement',
    `const { ${Object.keys(symbols).join(', ')} } = Symbol, list = [], floats = Object.create(Float64Array.prototype), none = new Map(), noneOf = new Set();
    const one = new Map([[1, 1]]), oneOf = new Set([1]), o = Array.prototype;
    ${objects.map((of, k) => `const o${k} = ${of};`).join('\n')}
    ${all.map(([, whole], k) => `const b${k} = ${whole};`).join('\n')}
    return () => {
      for (const name in list) if (inheritsElement()) return false;
      for (const name in floats) return false;
      return ${given} && ${all.map(([now], k) => `${now} === b${k}`).join(' && ')};
    };`,
  ) as (asked: typeof inheritsElement) => () => boolean;
  return make(inheritsElement);
}

/** The same for what stands at one kind of typed arrays. */
function madeFor(kind: string): () => boolean {
  const methods = names['Float64Array.prototype'].filter((name) => !left.includes(name));
  const all = [
    ...methods.map((name) => `prototype.${name}`),
    'prototype[iterator]',
    ...['from', 'of', '[species]'].map((name) => (name.startsWith('[') ? name : `.${name}`)),
  ].map((name) => (name.startsWith('p') ? name : `kind${name}`));
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a text of this file
  const make = new Function(
    `const { iterator, species } = Symbol, kind = ${kind}, { prototype } = kind, none = new kind(0);
    ${all.map((one, k) => `const b${k} = ${one};`).join('\n')}
    return () => none.length === 0 && ${all.map((one, k) => `${one} === b${k}`).join(' && ')};`,
  ) as () => () => boolean;
  return make();
}

const whole = orNone(made);
const ofKinds = new Map(
  ['Float32Array', ...wholeStorages].map((kind) => [kind, orNone(() => madeFor(kind))] as const),
);
/** The questions for kinds of typed arrays that some code has. */
const met = new Set<() => boolean>();

/** Notes the kinds of typed arrays that a program has: what stands at their prototypes is asked from now on. O(size). */
export function meetKinds(f: Func): void {
  if (met.size === ofKinds.size) return;
  const see = ({ type }: Value): void => {
    let of: Type | undefined = type;
    for (; of !== undefined && isArray(of); of = of.of) {
      const asked = ofKinds.get(of.storage);
      if (asked !== undefined) met.add(asked);
    }
  };
  allOf(f).forEach(({ region }) => region.params.forEach(see));
  for (const stmt of statementsOf(f)) definedBy(stmt).forEach(see);
}

/** True if nobody has replaced the functions that compiled code has written down. */
export function areBuiltInsAsLoaded(): boolean {
  if (!whole()) return false;
  for (const asked of met) if (!asked()) return false;
  return true;
}

/** Where no code may be made of texts, there is no compiled code either. */
function orNone(make: () => () => boolean): () => boolean {
  try {
    return make();
  } catch {
    return () => false;
  }
}

export const REPLACED = 'a function of the language was replaced after the library was loaded';

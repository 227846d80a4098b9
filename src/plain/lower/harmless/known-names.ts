/**
 * What of the platform changes nothing that was there before, draws no numbers and asks for no time, by its names. Names that do
 * not stand here are refused.
 */
const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Globals that may be named alone: functions, which may be called or given, and values. */
export const globals =
  namesIn(`undefined NaN Infinity Number String Boolean BigInt Array parseInt parseFloat isNaN isFinite
  structuredClone encodeURIComponent decodeURIComponent`);

/** Globals that make new objects by `new`; those that hold what they are given first. */
export const classes =
  namesIn(`Array Map Set WeakMap WeakSet RegExp Error TypeError RangeError SyntaxError EvalError
  URIError AggregateError ArrayBuffer DataView Float64Array Float32Array Int8Array Int16Array Int32Array Uint8Array
  Uint16Array Uint32Array Uint8ClampedArray BigInt64Array BigUint64Array`);

/** Those of them that take equal objects for one. */
export const keyed = namesIn('Map Set WeakMap WeakSet');

/** Those of them that may be views of a buffer that they are given. */
export const views = /^(DataView|(Big)?(Float|Uint|Int)\d+(Clamped)?Array)$/;

/** Members of globals. */
const members: Readonly<Record<string, ReadonlySet<string>>> = {
  Math: namesIn(`E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh
    exp expm1 floor fround hypot imul log log10 log1p log2 max min pow round sign sin sinh sqrt tan tanh trunc`),
  Number:
    namesIn(`EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY
    isFinite isInteger isNaN isSafeInteger parseFloat parseInt`),
  Object: namesIn('keys values entries fromEntries is hasOwn getOwnPropertyNames groupBy'),
  Array: namesIn('from isArray of'),
  String: namesIn('fromCharCode fromCodePoint raw'),
  JSON: namesIn('parse stringify'),
  Symbol: namesIn('iterator'),
  Map: namesIn('groupBy'),
  Float64Array: namesIn('from of BYTES_PER_ELEMENT'),
  Float32Array: namesIn('from of BYTES_PER_ELEMENT'),
  Int32Array: namesIn('from of BYTES_PER_ELEMENT'),
  Uint8Array: namesIn('from of BYTES_PER_ELEMENT'),
};

export const isMember = (of: string, name: string): boolean =>
  Object.hasOwn(members, of) && members[of].has(name);

/** Methods of what the platform makes that change nothing. */
export const reading =
  namesIn(`at concat entries every filter find findIndex findLast findLastIndex flat flatMap forEach
  includes indexOf join keys lastIndexOf map reduce reduceRight slice some subarray toReversed toSorted toSpliced values
  with toString toLocaleString valueOf charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd
  padStart repeat replace replaceAll search split startsWith substring substr toLowerCase toUpperCase trim trimEnd trimStart
  toFixed toExponential toPrecision get has hasOwnProperty difference intersection union symmetricDifference isSubsetOf
  isSupersetOf isDisjointFrom`);

/** Methods of regular expressions. One that looks for all finds remembers where it was. */
export const searching = namesIn('exec test');

/** Methods that change what they are called on, and put there what they are given. */
export const changing = namesIn(
  `push unshift splice fill set add pop shift sort reverse copyWithin clear delete next`,
);

/** Methods whose first argument is compared with what is there. */
export const comparing = namesIn('includes indexOf lastIndexOf get has set add delete');

/** Methods of arrays and texts whose results are numbers, texts or bools, or hold nothing else. */
export const givingPlain =
  namesIn(`join indexOf lastIndexOf findIndex findLastIndex includes every some has toString
  toLocaleString charAt charCodeAt codePointAt endsWith localeCompare normalize padEnd padStart repeat replace replaceAll
  search startsWith substring substr toLowerCase toUpperCase trim trimEnd trimStart toFixed toExponential toPrecision test
  hasOwnProperty`);

/** The same that give new objects, which hold nothing else. */
export const givingTexts = namesIn('split match matchAll exec');

/** Methods that give a part of what they are called on, and that itself. */
export const givingParts = namesIn('find findLast at get pop shift');
export const givingItself = namesIn('fill sort reverse set add');

/** Methods that give a new object that holds what the old one does. */
export const copying =
  namesIn(`slice filter concat toReversed toSorted toSpliced with entries values keys subarray difference
  intersection union symmetricDifference`);

/** Methods that call functions which they are given: with elements and places, and with what was found so far before these. */
export const visiting = namesIn(
  `map forEach filter some every find findIndex findLast findLastIndex flatMap`,
);
export const folding = namesIn('reduce reduceRight');
/** The same with pairs of elements, or with parts of texts. */
export const ordering = namesIn('sort toSorted');
export const replacing = namesIn('replace replaceAll');

/** Methods of texts that may be given a pattern first. */
export const withPattern = namesIn('match matchAll replace replaceAll search split');

/** What objects are asked for without a call that is written down. */
export const implicit = namesIn('toString valueOf toJSON next return throw then constructor');

/** All names of methods that the platform has of its own, also those that change what they are called on. */
const native: ReadonlySet<string> = new Set(
  [Object, Function, Array, Float64Array, Map, Set, WeakMap, WeakSet, RegExp, String, Number, Date]
    .concat([Promise, DataView, ArrayBuffer, Symbol, BigInt, Error] as never)
    .flatMap(({ prototype }): object[] => [prototype, Object.getPrototypeOf(prototype) as object])
    .concat(Object.getPrototypeOf((function* () {})()) as object)
    .concat(Object.getPrototypeOf([].values()) as object)
    .flatMap((one) => (one === null ? [] : Object.entries(Object.getOwnPropertyDescriptors(one))))
    .flatMap(([name, { value }]) => (typeof value === 'function' ? [name] : [])),
);

/** Whether a method of the platform may change something, though it is not known how. */
export const mayChange = (name: string): boolean =>
  native.has(name) && !reading.has(name) && !searching.has(name) && !changing.has(name);

/** Operators of the library on numbers, which may be called anywhere. */
export const operators =
  namesIn(`add sub mul div neg pow exp log sin cos tan tanh sinh cosh asin acos atan atan2 sqrt abs
  min max hypot log1p expm1 sigmoid softplus relu erf lgamma square primalOf lt le gt ge eq stopGradient constant`);

/** Syntax that does nothing itself; what is in it is looked at. */
export const passing =
  namesIn(`ArrayExpression ArrayPattern AssignmentPattern BlockStatement BooleanLiteral BigIntLiteral
  CatchClause ConditionalExpression DoWhileStatement EmptyStatement ExpressionStatement ForStatement IfStatement LogicalExpression
  NullLiteral NumericLiteral ObjectExpression ObjectPattern RestElement ReturnStatement SequenceExpression SpreadElement
  StringLiteral SwitchCase TemplateElement TemplateLiteral ThrowStatement TryStatement WhileStatement YieldExpression`);

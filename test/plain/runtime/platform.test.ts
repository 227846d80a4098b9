/**
 * Every function of the language's own library, on duals where programs have numbers: it gives what it
 * gives on numbers, or refuses and says what to do, or says what JavaScript says. None takes a dual for
 * an object in silence.
 */
import { Dual, DeltaTapeError, grad, jvp, primalOf, type Real } from 'delta-tape';
import { load } from '../../support/plain.js';
import { unnoted } from '../../../src/errors/swallowed.js';

const spaces = [
  'Math, Number, Object, Array, String, Boolean, BigInt, Symbol, Date, JSON, Reflect, Intl, Map, Set, WeakMap, WeakSet',
  'ArrayBuffer, SharedArrayBuffer, DataView, Float64Array, Float32Array, Int8Array, Uint8Array, Uint8ClampedArray',
  'Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, Error, RangeError, RegExp, Proxy, URLSearchParams',
].flatMap((line) => line.split(', '));

const functions = [
  'parseInt, parseFloat, isNaN, isFinite, String, Number, Boolean, BigInt, Symbol, Object, Array, RegExp, Error',
  'encodeURIComponent, decodeURIComponent, encodeURI, decodeURI, escape, unescape, structuredClone, btoa',
].flatMap((line) => line.split(', '));

const receivers = [
  ...[
    '"abc"',
    '[1, 2, 3]',
    '[x, 1]',
    'new Map([[3, 2]])',
    'new Set([3])',
    'new Date(0)',
    '/a/',
    '{}',
  ],
  ...['Symbol()', '5n', 'true', 'x', 'new Float64Array([1, 2, 3])', 'new Float64Array([x, 2])'],
  ...['new Int32Array(3)', 'new BigInt64Array(3)', 'new ArrayBuffer(8)', '[1, 2].values()'],
  ...['new DataView(new ArrayBuffer(32))', 'new Error("a")', 'new Intl.NumberFormat("en")'],
  ...['new Intl.DateTimeFormat("en")', 'new Intl.PluralRules("en")', 'new URLSearchParams()'],
];

const operations = [
  ...[
    '`${x}`',
    '"" + x',
    'x + 1n',
    '5n * x',
    '[x] + ""',
    '"abcd"[x]',
    '[1, 2, 3, 4][x]',
    'x in [1]',
  ],
  ...[
    'new Array(x).length',
    'Array.from({ length: x }).length',
    'BigInt.asIntN(x, 5n)',
    'Date.UTC(2020, x)',
  ],
  ...[
    'BigInt.asUintN(8, BigInt(x))',
    'new Date(2020, x).getMonth()',
    '+new Date(x)',
    'String.raw`a${x}`',
  ],
  ...[
    'new BigInt64Array(x).length',
    'new Float64Array([x])[0]',
    'Float64Array.of(x)[0]',
    'new Number(x) * 2',
  ],
  ...[
    'Math.max.apply(null, [x, 1])',
    'Reflect.apply(Math.sin, null, [x])',
    'Object.entries({ a: x })[0][1]',
  ],
  ...[
    'structuredClone({ a: x }).a',
    '[[x]].flat()[0]',
    '[x, 1].join("-")',
    '[x].reduce((a, b) => a + b, 1)',
  ],
  ...[
    'Array.from(new Set([1, 2]), (y) => y * x)[0]',
    '[...new Map([["a", x]]).values()][0]',
    'typeof x',
  ],
];

/** Expressions that call a function with a number in each place where one may be. */
function* expressions(): Generator<string> {
  const lists = ['x', '1, x', '[x]'];
  const names = (o: object): string[] =>
    Object.getOwnPropertyNames(o).filter((name) => {
      const { value } = Object.getOwnPropertyDescriptor(o, name) as { value?: unknown };
      return typeof value === 'function' && name !== 'constructor';
    });
  for (const space of spaces) {
    const o = (globalThis as Record<string, unknown>)[space] as object;
    for (const list of lists) {
      for (const name of names(o)) yield `${space}.${name}(${list})`;
      if (space === 'Intl') for (const name of names(o)) yield `new Intl.${name}(${list})`;
      if (typeof o === 'function') yield `new ${space}(${list})`;
    }
  }
  for (const name of functions) for (const list of lists) yield `${name}(${list})`;
  for (const receiver of receivers) {
    const all = new Set<string>();
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
    const make = new Function('x', `return Object(${receiver})`) as (x: number) => object;
    const given = make(3);
    const isLast = (o: object) => receiver !== '{}' && o === Object.prototype;
    for (let o = given; !isLast(o) && Object(o) === o; o = Object.getPrototypeOf(o) as object) {
      for (const name of names(o)) all.add(name);
    }
    for (const name of all)
      for (const list of ['', ...lists]) yield `(${receiver}).${name}(${list})`;
  }
  yield* operations;
}

/** True for calls that give another answer each time, wait, or change a prototype for all. */
const isApart = (text: string): boolean =>
  /random|now\(|Async\(|captureStackTrace|setPrototypeOf|__define|__lookup|getTimezone|toLocale/.test(
    text,
  );

/**
 * Calls that are refused in a way of their own, or are known to be otherwise: text is a leaf; a list of
 * values that are not entries; an object for a number, which JavaScript makes of it. Programs that
 * JavaScript refuses may do as they like.
 */
const known: Readonly<Record<string, string>> = {
  'Object.assign(x)': 'gives the number itself',
};

const cases = [...new Set(expressions())].filter((text) => !isApart(text) && !(text in known));

type Program = (x: number) => unknown;
const program = cases.map((text, k) => `exports.f${k} = (x) => (${text});`).join('\n');
const translated = load<Readonly<Record<string, Program>>>(program);

/** A value in words, with the primals of its reals. */
function words(value: unknown): string {
  if (value instanceof Dual) return String(primalOf(value));
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    return `[${Array.from(value as ArrayLike<unknown>, words).join()}]`;
  }
  if (value instanceof Map || value instanceof Set) return words([...value]);
  if (value instanceof Number) return `boxed ${words(value.valueOf())}`;
  const kind = Object.prototype.toString.call(value);
  const own = Object.entries(value).map(([key, inner]) => `${key}: ${words(inner)}`);
  return kind === '[object Object]' ? `{${own.join()}}` : `${kind} ${String(value)}`;
}

interface Outcome {
  readonly said: string;
  readonly error?: unknown;
  readonly isDual?: boolean;
}
function outcome(run: () => unknown): Outcome {
  try {
    // Each refusal is looked at by itself.
    const value = unnoted(run);
    return { said: words(value), isDual: value instanceof Dual };
  } catch (error) {
    return { said: 'an error', error };
  }
}

const modes: Readonly<Record<string, (f: (x: Real) => Real, at: number) => unknown>> = {
  grad: (f, at) => grad(f)(at),
  jvp: (f, at) => jvp(f)([at], [1]),
  nested: (f, at) => grad((x: Real) => jvp(f)([x], [1]).tangent)(at),
};

/** Says what is wrong with a function on a dual; undefined if nothing is. */
function complaint(f: Program, at: number, mode: string): string | undefined {
  const native = outcome(() => f(at));
  // What JavaScript refuses has no right answer; a dual may be refused in its words, or in the library's.
  if (native.error !== undefined) return undefined;
  let found: Outcome | undefined;
  modes[mode]((x) => {
    found = outcome(() => f(x as number));
    return x;
  }, at);
  const { said, error, isDual } = found!;
  if (error !== undefined) {
    const remedy = /primalOf\(x\)|plain number|pass it as an argument|use plain|Make the array/;
    const isClear = error instanceof DeltaTapeError && remedy.test(error.message);
    return isClear ? undefined : `throws ${String(error)}`;
  }
  if (said !== native.said) return `gives ${said} in the place of ${native.said}`;
  if (isDual === true || Number.isNaN(Number(said))) return undefined;
  const beside = [at - 1e-6, at + 1e-6].map((x) => outcome(() => f(x)).said);
  const isSmooth = new Set([said, ...beside]).size === 3;
  return isSmooth ? 'loses the derivative' : undefined;
}

describe.each(Object.keys(modes))('In the mode %s, functions of the platform', (mode) => {
  test.each([3, 2.5])('mean at %d what they mean on numbers, or are refused.', (at) => {
    const complaints = cases.flatMap((text, k) => {
      const said = complaint(translated[`f${k}`], at, mode);
      return said === undefined ? [] : [`${text} ${said}`];
    });
    expect(complaints).toEqual([]);
  });
});

test('The check is of most of the library, and objects to what is wrong.', () => {
  expect(cases.length).toBeGreaterThan(1500);
  const without = (f: (x: Real) => unknown) => complaint(f, 2.5, 'grad');
  expect(without((x) => Number(typeof x === 'number' ? x : 0))).toMatch('gives 0');
  expect(without((x) => (x instanceof Dual ? primalOf(x) : x))).toMatch('loses the derivative');
  expect(without((x) => (x instanceof Dual ? JSON.parse('{') : x))).toMatch('throws Syntax');
  expect(without((x) => x)).toBeUndefined();
});

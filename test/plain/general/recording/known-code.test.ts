/**
 * A recording version keeps what it has read only across code that is known to run nothing. Each
 * program reads the same things before and after a construct that runs code of the user, which changes
 * them.
 */
import { jvp, valueAndGrad, type Real } from 'delta-tape';
import { load } from '../../../support/plain.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';

// What is recorded is tested here, not what compiled code has for it.
compiled.recorded = () => undefined;

const helpers = `
  interface Holder { a: number; up: number; set: number; key: any; list: number[]; method: any }
  let shared: number = 1;
  let o: { a: number } = { a: 1 };
  let q: number[] = [1];
  let fs: Float64Array = new Float64Array(1);
  let x: any = 1;
  function touch(): number {
    shared = shared * x;
    o.a = o.a * x + 1;
    q[0] = q[0] * x * x;
    fs[0] = fs[0] + x;
    return x * 0.5;
  }
  const withGetter = (): any => ({
    get ['u' + 'p']() { return touch(); },
    set ['u' + 'p'](v: number) { touch(); },
    get method() { touch(); return (u: number) => u * u; },
    [Symbol.toPrimitive]() { return touch(); },
  });
  class Base { get ['u' + 'p'](): number { return touch(); } }
  class Derived extends Base {}
  class Fields { n = touch(); }
  class Weird { static [Symbol.hasInstance]() { touch(); return true; } }
  const defined = (): any => Object.defineProperty({}, 'up', { get: touch, enumerable: true, configurable: true });
  const proxied = (): any => new Proxy({ up: 1 } as any, {
    get(target: any, key: any) { return key === 'up' ? touch() : key === 'length' ? (touch(), 1) : target[key]; },
    has(target: any, key: any) { touch(); return key in target; },
    set() { touch(); return true; },
    deleteProperty() { touch(); return true; },
    ownKeys() { touch(); return ['up']; },
  });
  const slots = (): any => Object.defineProperty([1, 2], 1, { get: touch, set: touch, configurable: true });
  const valued = (): any => ({ valueOf() { return touch(); } });
  const named = (): any => ({ toString() { touch(); return 'a'; } });
  const primitive = (): any => ({ [Symbol.toPrimitive]() { return touch(); } });
  function* items(): any { yield touch(); yield touch(); }
  const tag = (..._: any[]): any => touch();
  const defaults = (u: number = touch()): number => u;
  const pattern = ({ up }: any): number => up;
  const twice = (u: number): number => u + u;
  const args = (...all: number[]): number => all[0] * 2 + all[1] * 3 + (all[2] ?? 0) * 5;
  const replaced: any = { method: (u: number) => u, next: (u: number) => { replaced.method = (v: number) => v * v; touch(); return u; } };
`;

type F = (xs: readonly Real[]) => number;

interface Program {
  readonly setup: string;
  readonly body: string;
}

/** All in one module, so that the helpers are translated once. */
const programsOf = (programs: readonly Program[]): readonly F[] =>
  load<{ all: F[] }>(`${helpers}
    function reset(given: number[]) {
      x = given[0];
      o = { a: given[1] };
      q = [given[0], given[1]];
      fs = new Float64Array([given[1], given[0]]);
      shared = given[1];
      replaced.method = (u: number) => u;
    }
    exports.all = [];
    ${programs
      .map(
        ({ setup, body }, k) => `
    function inner${k}(s: Holder, v: any, ns: number[], it: any, key: any, x: number, y: number): number {
      let total = 0;
      for (let i = 0; i < 3; i++) total += x * y + x / y;
      ${body}
      return total;
    }
    const setup${k} = (): any => ${setup};
    exports.all[${k}] = function (given: number[]): number {
      reset(given);
      const made = setup${k}();
      return inner${k}(made.s, made.v, made.ns, made.it, made.key, given[0], given[1]);
    };`,
      )
      .join('')}`).all;
const programOf = (setup: string, body: string): F => programsOf([{ setup, body }])[0];

const before = 'o.a * x + q[0] * 2 + fs[0] * y + shared * 3';
const after = 'o.a * 5 + q[0] * y + fs[0] * 7 + shared * x';
const at = [1.25, 0.75];

function expectSame(f: F): void {
  const { value, gradient } = valueAndGrad((xs: Real[]) => f(xs))(at);
  expect(value).toBe(f(at));
  gradient.forEach((slope, k) => {
    const unit = at.map((_, j) => (j === k ? 1 : 0));
    const along = jvp((xs: Real[]) => f(xs))([at], [unit]);
    expect(along.value).toBe(value);
    const moved = (h: number) => f(at.map((u, j) => (j === k ? u + h : u)));
    const difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
    expect(slope / (1 + Math.abs(slope))).toBeCloseTo(along.tangent / (1 + Math.abs(slope)), 10);
    expect(slope / (1 + Math.abs(slope))).toBeCloseTo(difference / (1 + Math.abs(slope)), 5);
  });
}

const setups = {
  literal: '({ s: withGetter(), v: valued(), it: items() })',
  class: '({ s: new Derived(), v: named(), it: items() })',
  defined: '({ s: defined(), v: primitive(), it: items() })',
  inherited: '({ s: Object.create(defined()), v: primitive(), it: items() })',
  proxy: '({ s: proxied(), v: new Proxy(valued(), {}), ns: proxied(), it: items() })',
  slots: '({ s: slots(), ns: slots(), v: valued(), it: items(), key: 1 })',
  computed: "({ s: withGetter(), v: withGetter(), it: items(), key: 'up' })",
};

/** Expressions that run code, as numbers, and what they run on. */
const expressions: readonly (readonly [setup: keyof typeof setups, text: string])[] = [
  ...(['literal', 'class', 'defined', 'inherited', 'proxy'] as const).flatMap((setup) =>
    ['s.up', 's!.up', 's?.up', '(s.up as number)', '(<number>s.up)', '(s.up ?? 0)', "s['up']"].map(
      (text) => [setup, text] as const,
    ),
  ),
  ['computed', '(s as any)[key]'],
  ['literal', '(s.up, x)'],
  ['literal', '(s.up > 9 ? x : y)'],
  ['literal', '(!s.up ? x : y)'],
  ['literal', '(s.up && x)'],
  ['literal', "(typeof s.up === 'number' ? x : y)"],
  ['literal', '(({ ...s } as any).up)'],
  ['literal', '(({ up: s.up } as any).up)'],
  ['literal', '[s.up, x][1]'],
  ['literal', 's.method(x)'],
  ['literal', 's.method?.(x)'],
  ['literal', 'pattern(s)'],
  ['literal', 'Math.max(...it)'],
  ['literal', 'Math.max(...items(), x)'],
  ['literal', '[...it].length'],
  ['literal', 'args(...([...it] as any))'],
  ['literal', 'Math.abs(v)'],
  ['literal', 'Math.floor(v)'],
  ['literal', 'Math.max(v, 0)'],
  ['literal', '(v - 1)'],
  ['literal', '(v * x)'],
  ['literal', '(x * v)'],
  ['literal', '(v + 1)'],
  ['literal', '(x + v)'],
  ['literal', '(v ** 2)'],
  ['literal', '(-v)'],
  ['literal', '(+v)'],
  ['literal', '(~v)'],
  ['literal', '(v | 0)'],
  ['literal', '(v < 9 ? x : y)'],
  ['literal', '(x < v ? x : y)'],
  ['literal', '(v == 9 ? x : y)'],
  ['class', '(`${v}`.length * x)'],
  ['class', '(`a` + v).length'],
  ['class', '(v in { a: 1 } ? x : y)'],
  ['class', '((({ [v]: 1 }) as any).a * x)'],
  ['class', '(({ a: 2 } as any)[v] * x)'],
  ['class', '(String(v).length * x)'],
  ['literal', '(Number(v) * x)'],
  ['literal', '(isNaN(v) ? x : y)'],
  ['literal', '(parseFloat(v) > 9 ? x : y)'],
  ['proxy', "('up' in s ? x : y)"],
  ['proxy', '(delete (s as any).up ? x : y)'],
  ['proxy', 'ns.length'],
  ['proxy', '(ns.length * x)'],
  ['slots', 'ns[1]'],
  ['slots', 'ns[key]'],
  ['slots', '(ns[1] * ns[1])'],
  ['slots', 'Math.sin(ns[1])'],
  ['slots', 'ns.slice()[0]'],
  ['slots', 'ns.map(twice)[1]'],
  ['literal', '(s instanceof Weird ? x : y)'],
  ['literal', 'new Fields().n'],
  ['literal', 'tag`a${x}`'],
  ['literal', 'defaults()'],
  ['literal', 'args(s.up, x, s.up)'],
  ['literal', 'args(o.a, s.up, o.a * x)'],
  ['literal', 'args(`${v}`.length, x * s.up)'],
  ['literal', 'replaced.method(replaced.next(x) * y)'],
  ['literal', 'replaced.method(replaced.next(x) * y + s.up)'],
  ['literal', 'Object.keys({ up: 1 }).length * twice(s.up)'],
];

/** Each expression in a program of its own. */
const eachIn = (bodyOf: (text: string) => string): void => {
  let programs: readonly F[];
  beforeAll(() => {
    programs = programsOf(
      expressions.map(([setup, text]) => ({ setup: setups[setup], body: bodyOf(text) })),
    );
  });
  test.each(expressions.map((expression, k) => [...expression, k] as const))(
    '%s: %s',
    (_, __, k) => {
      expectSame(programs[k]);
    },
  );
};

describe('What was read is read again after', () => {
  eachIn((text) => `total += ${before} + ${text} * 11 + ${after};`);
});

describe('What was read is read again after, by itself,', () => {
  eachIn(
    (text) =>
      `const first = o.a * x + fs[0]; const here = ${text}; total += first * y + o.a * q[0] + fs[0] * here;`,
  );
});

const twice = (text: string) => `for (let i = 0; i < 2; i++) ${text}`;

describe('A loop that adds', () => {
  // Iterators are empty after the first time.
  eachIn((text) => (/it[)\]]/.test(text) ? '' : twice(`total += x * y * ${text};`)));

  test.each([
    ['has a getter in its test', 'for (let i = 0; i < 2 && s.up < 99; i++) total += x * y;'],
    ['has a getter in its step', 'for (let i = 0; i < 2; i += s.up > 99 ? 1 : 2) total += x * y;'],
    ['has a value in its test', 'for (let i = 0; i < 3 && v < 99; i++) total += x * shared;'],
    ['has a length with effects', 'for (let i = 0; i < ns.length; i++) total += x * y * o.a;'],
    ['runs over items', 'for (const w of it) total += x * w;'],
    ['runs over keys', 'for (const k in ns) total += x * y * k.length;'],
  ])('%s.', (_, body) => {
    expectSame(programOf(setups.proxy.replace('it: items()', 'it: items()'), body));
  });
});

describe('Statements that run code', () => {
  test.each([
    ['a pattern', 'const { up } = s; total += up * x;'],
    ['a pattern with a default', 'const { none = s.up } = s as any; total += none * x;'],
    ['a pattern of items', 'const [first, second] = it; total += first * second;'],
    ['a setter', 's.up = x * y;'],
    ['a setter that adds', 's.up += x * y;'],
    ['a setter that counts', 's.up++;'],
    ['a setter in a pattern', '[s.up] = [x];'],
    ['a setter in a logical assignment', 's.up ||= x;'],
    ['a switch', 'switch (s.up > 0) { case true: total += x; break; default: total += y; }'],
    ['a value that is subtracted', 'total -= v;'],
    ['a value that is a condition', 'if (v < 99) total += x; else total -= y;'],
    ['a getter by itself', 's.up;'],
    ['an operator by itself', '+v;'],
  ])('%s.', (_, body) => {
    for (const setup of [setups.literal, setups.proxy])
      expectSame(programOf(setup, `const was = o.a * fs[0]; ${body} total += was + ${before};`));
  });
});

const valueAndSlopes = (text: string) => {
  const { f } = load<{ f: (x: Real) => Real }>(text);
  const whole = f as (x: number) => number;
  return { f: whole, ...valueAndGrad(whole)(2), tangent: jvp(whole)([2], [1]).tangent };
};

test('Functions in defaults of parameters change the parameters of derivative versions.', () => {
  const found = valueAndSlopes(`
    function g(x: number, set: () => void = () => { x = 3 * x; }): number {
      let total = 0;
      for (let i = 0; i < 3; i++) total += x * x;
      set();
      return total + x * x;
    }
    exports.f = (x: number): number => g(x);`);
  expect(found.value).toBe(found.f(2));
  expect([found.gradient, found.tangent]).toEqual([48, 48]);
});

test.each(['??=', '||=', '&&=', '+=', '-='])('A getter changes what %s assigns to.', (operator) => {
  const found = valueAndSlopes(`
    let o: any;
    function g(x: number): number {
      let seen = 0;
      const second: any = { up: 5 };
      o = { get up() { o = second; return x; }, set up(v: number) { seen = v; } };
      o.up ${operator} x * x;
      const kept = seen;
      return kept * 10 + second.up;
    }
    exports.f = (x: number): number => g(x);`);
  expect(found.value).toBe(found.f(2));
  expect(found.gradient).toBe(found.tangent);
});

test('An object where a number is declared is refused with what to do.', () => {
  const { f } = load<{ f: (x: Real) => Real }>(`
    function g(x: number, y: number): number {
      let total = 0;
      for (let i = 0; i < 3; i++) total += x * y + y;
      return total;
    }
    exports.f = (x: number): number => g({ valueOf: () => 2 } as any, x);`);
  expect(() => valueAndGrad(f as (x: number) => number)(2)).toThrow(/Pass Number\(x\)/);
});

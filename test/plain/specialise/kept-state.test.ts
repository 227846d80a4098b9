/** Code leaves where an input meets what an earlier call kept, so that a run computes it again; all other state is specialised. */
import { gradientOf } from '../../../src/plain/specialise/specialised-gradient.js';
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { compiled } from '../../../src/plain/runtime/compiled/lowered.js';
import { effort } from '../../../src/plain/runtime/specialised/specialised-function.js';
import { leavingWhereKept } from '../../../src/plain/specialise/kept-state.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { statementsOf, type Func } from '../../../src/plain/ir/ir.js';
import { cachePrograms } from '../../support/cache-programs.js';
import { loaded, program } from '../../support/known-programs.js';
import { load } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';
import { statePrograms } from '../../support/state-programs.js';
import { withoutCompiled } from '../../support/tiers.js';
import type { Any } from '../../support/untyped.js';

const caches: Readonly<Record<string, string>> = {
  'a variable': `let at = NaN, kept = 0;
function keep(x) { if (at !== x) { at = x; kept = h(x); } return kept; }`,
  'a way out': `let at = NaN, kept = 0;
function keep(x) { if (x === at) return kept; const made = h(x); at = x; kept = made; return made; }`,
  'up to a tolerance': `const cache = { t: NaN, v: 0 };
function keep(x) { if (!(Math.abs(cache.t - x) < 1e-9)) { cache.t = x; cache.v = h(x); } return cache.v; }`,
  'up to a tolerance, the other way around': `const cache = { t: 9, v: 0 };
function keep(x) { if (1e-9 < (cache.t - x) ** 2) { cache.t = x; cache.v = h(x); } return cache.v; }`,
  'an instance': `class Last { constructor() { this.t = NaN; this.v = 0; } at(x) { if (this.t !== x) { this.v = h(x); this.t = x; } return this.v; } }
const last = new Last(); const keep = (x) => last.at(x);`,
  'a closure': `const make = () => { let t = NaN; let v = 0; return (x) => { if (t !== x) { v = h(x); t = x; } return v; }; };
const keep = make();`,
  'private fields': `class Base { #scale = 1; static #all = 1; get scale() { return this.#scale; } }
class Last extends Base { #t = NaN; #v = 0; at(x) { if (this.#t === x) return this.#v; this.#t = x; this.#v = h(x) * this.scale; return this.#v; } }
const last = new Last(); const keep = (x) => last.at(x);`,
  'variables that closures share': `const make = () => { let t = NaN, v = 0; return { t: () => t, v: () => v, set: (a, b) => { t = a; v = b; } }; };
const last = make(); const other = make(); function keep(x) { if (last.t() !== x) last.set(x, h(x)); other.set(x, 1); return last.v() * other.v(); }`,
  'a field beside': `const cache = { t: NaN, v: 0 };
function keep(x) { if (cache.t === x) return cache.v; cache.v = h(x); return ((cache.t = x), cache.v); }`,
  'a rounded number': `let at = NaN, kept = 0;
function keep(x) { const key = Math.round(x * 1e6); if (at !== key) { at = key; kept = h(x); } return kept; }`,
  helpers: `let cache = { t: NaN, v: 0 };
const isFresh = (x) => Math.abs(cache.t - x) < 1e-12; function fill(x) { cache = { t: x, v: h(x) }; }
function keep(x) { if (!isFresh(x)) fill(x); return cache.v; }`,
};

describe('Code leaves where an input meets what was kept, and answers elsewhere', () => {
  test.each(Object.entries(caches))('%s.', (_, text) => {
    const module = loaded<Record<string, Any>>(
      `const h = (x) => x * x * x;\n${text}\nexport function f(x) { return 2 * keep(x) + keep(x); }`,
    );
    module.f(1.5);
    const gradient = gradientOf(specialise(program, module.f, [2]));
    expect(gradient([1.5])).toBeNull();
    expect(gradient([2])).toEqual({ value: 24, gradient: 36 });
    expect(gradient([2])).toBeNull();
    expect(gradient([1])).toEqual({ value: 3, gradient: 9 });
    expect(module.f(1)).toBe(3);
  });
});

test.each([
  ['a counter', 'let n = 0;', 'n++; return x * n;', [2, 4, 6], [1, 2, 3]],
  ['the last value', 'let last = null;', 'last = x; return x * x;', [4, 4, 4], [4, 4, 4]],
  ['a sum', 'let s = 1;', 's += x; return s * x;', [6, 10, 14], [5, 7, 9]],
  [
    'the greatest so far',
    'const best = { x: 1 };',
    'if (x > best.x) best.x = x; return best.x * x;',
    [4, 4, 4],
    [4, 2, 2],
  ],
  ['a log', 'const log = [];', 'log.push(x); return x * log.length;', [2, 4, 6], [1, 2, 3]],
  [
    'a workspace',
    'const work = new Float64Array(2);',
    'work[0] = x; work[1] = x * x; return work[0] * work[1];',
    [8, 8, 8],
    [12, 12, 12],
  ],
  [
    'a product in a condition',
    'let n = 1;',
    'const y = x * n; n++; if (y < 50) return y; return 0;',
    [2, 4, 6],
    [1, 2, 3],
  ],
  [
    'a convergence test',
    'let steps = 0;',
    'let y = x; while (Math.abs(y * y - x) > 1e-9) { y = (y + x / y) / 2; steps++; } return y * y + 0 * steps;',
    [2, 2, 2],
    [1, 1, 1],
  ],
])('State that is no cache is answered: %s.', (_, declared, body, values, slopes) => {
  const module = loaded<Record<string, Any>>(`${declared}\nexport function f(x) { ${body} }`);
  const gradients = new Set<Any>();
  const answer = (x: number) => {
    for (const one of gradients) {
      const found = one([x]) as { value: number; gradient: number } | null;
      if (found !== null) return found;
    }
    const made = gradientOf(specialise(program, module.f, [x])) as Any;
    gradients.add(made);
    return made([x]) as { value: number; gradient: number };
  };
  const found = [answer(2), answer(2), answer(2)];
  found.forEach(({ value, gradient }, k) => {
    expect(value).toBeCloseTo(values[k], 9);
    expect(gradient).toBeCloseTo(slopes[k], 6);
  });
});

test('Private fields of objects that are given are read and written.', () => {
  const { f, make, mean } = loaded<Record<string, Any>>(`
class Sum { #n = 0; #s = 1; add(x) { this.#n++; this.#s += x; return this; } get mean() { return this.#s / this.#n; } }
const sum = new Sum();
export const make = () => new Sum();
export const mean = (of) => (of ?? sum).mean;
export function f(x, other) { return sum.add(x).mean * other.add(2).mean; }`);
  const [one, two] = [make(), make()];
  const gradient = gradientOf(specialise(program, f, [2, one]));
  expect([mean(null), mean(one)]).toEqual([Infinity, Infinity]);
  expect(gradient([2, one])).toEqual({ value: 9, gradient: 3 });
  expect([mean(null), mean(one)]).toEqual([3, 3]);
  expect(gradient([3, two])).toEqual({ value: 9, gradient: 1.5 });
  expect(f(0, two)).toBe(2 * 2.5);
});

const leaves = (made: Func) => [...statementsOf(made)].some(({ tag }) => tag === 'leave');

test('What no input is compared with is left as it is, and so is what nothing keeps.', () => {
  const { f } = loaded<Record<string, Any>>(
    'let at = 1, n = 0;\nexport function f(x, y) { if (y === at) n++; at = y; return x * n; }',
  );
  const { func, bare, params } = specialise(program, f, [2, 3]);
  expect([bare, func].map((one) => leaves(one))).toEqual([false, true]);
  const kept = params.map((one) => one.kept);
  expect(leavingWhereKept(bare, kept, (k) => params[k].argument === 0)).toBe(bare);
  expect(leaves(leavingWhereKept(bare, kept, (k) => params[k].argument === 1))).toBe(true);
  const none = params.map(() => 'no' as const);
  expect(leavingWhereKept(bare, none, (k) => params[k].argument === 1)).toBe(bare);
});

/** The results of calls, in their order, of which each is a derivative or a call; errors as texts. */
const told = (calls: readonly (() => unknown)[]): unknown[] =>
  calls.map((call) => {
    try {
      return JSON.parse(
        JSON.stringify(call(), (_, x: unknown) =>
          typeof x === 'number' ? x.toPrecision(9) : (x ?? null),
        ),
      ) as unknown;
    } catch (error) {
      return String(error);
    }
  });

/** Does something where specialised code answers alone; `held` says whether each answer is held against a run. */
function bySpecialised<T>(held: boolean, work: () => T): T {
  const [before, wasHeld] = [{ ...compiled }, effort.held];
  const none = () => null;
  Object.assign(compiled, { answer: none, ready: none, at: none, withAux: none });
  effort.held = held ? Infinity : 0;
  try {
    return work();
  } finally {
    Object.assign(compiled, before);
    effort.held = wasHeld;
  }
}

type Module = Record<string, Any>;
const gradientIn = (name: string, of: Module) => valueAndGrad(of[name] as never) as unknown as Any;

test('Random programs with state leave what runs leave, call by call.', () => {
  const property = fc.property(statePrograms, fc.boolean(), ({ text, calls }, held) => {
    const names = ['f', 'g', 'set', 'restart', 'step', 'state'];
    const source = `${text.replaceAll(/^export (?=function|const)/gm, '')}
${names.map((name) => `exports.${name} = ${name};`).join(' ')}`;
    const story = () => {
      const of = load<Module>(source, 'program.ts');
      return told(
        [...calls, ...calls].flatMap(([name, ...given]) => [
          () =>
            (/^[fg]$/.test(name) ? gradientIn(name, of)(...given) : of[name](...given)) as unknown,
          () => of.state() as unknown,
        ]),
      );
    };
    expect(bySpecialised(held, story)).toEqual(withoutCompiled(story));
  });
  fc.assert(property, { numRuns: sampled(40) });
});

test('Random programs with caches answer what runs answer, call by call.', () => {
  let count = 0;
  const { onDifference } = effort;
  effort.onDifference = (what, f) => (count++, onDifference?.(what, f));
  const property = fc.property(cachePrograms, fc.boolean(), ({ text, calls }, held) => {
    const story = () => {
      const of = load<Module>(text.text);
      return told(
        [...calls, ...calls].map(({ what, x }) => () => {
          const [, name] = what.split(' ');
          return (name === undefined ? of[what](x) : gradientIn(name, of)(x)) as unknown;
        }),
      );
    };
    expect(bySpecialised(held, story)).toEqual(withoutCompiled(story));
  });
  try {
    fc.assert(property, { numRuns: sampled(60) });
  } finally {
    effort.onDifference = onDifference;
  }
  expect(count).toBeGreaterThan(3);
});

/**
 * Bundles: the wrapper around all functions has the derivative version only, since copies would have no end. While no
 * derivative is in progress, it does what the program does, bit for bit.
 */
import fc from 'fast-check';
import { grad } from 'delta-tape';
import { translate } from '../../../src/plain/translate.js';
import { load, run } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';

/**
 * The statements that programs have at the top of bundles. Each gives a value that can be written down.
 */
const doings = [
  'const k = new Float64Array(1), b = new Uint8Array(k.buffer); k[0] = 8; return [...b].join();',
  'const k = new Float32Array([1.5, 2]); return new DataView(k.buffer, 4).getFloat32(0, true);',
  'const k = Float64Array.from([1, 2, 3]).subarray(1); return k.byteOffset + k.buffer.byteLength;',
  'const k = new Float64Array([1, 2]).map((x) => x * 2); return [k instanceof Float64Array, k.constructor === Float64Array, Array.isArray(k), ArrayBuffer.isView(k)].join();',
  'return Object.prototype.toString.call(new Float32Array(2)) + Object.keys(new Float64Array(2)) + Reflect.ownKeys(Float64Array.of(1)).join();',
  'class Vec extends Float64Array { get norm() { return Math.hypot(...this); } } return new Vec([3, 4]).norm + (new Vec(2).slice() instanceof Vec);',
  'return [Float64Array, Array, Number, Math.max, Object.keys, Map].map((C) => C.name + C.length).join();',
  'const C = Float64Array; return (new C(2)).BYTES_PER_ELEMENT + Reflect.construct(C, [3]).length;',
  'const m = new Map([[NaN, 1], [-0, 2]]); return m.get(NaN) + m.get(0) + new Set([1, 1]).size;',
  'return (1.23456789).toFixed(7) * 1 + Number("12.5") + parseFloat("3x") + JSON.parse(JSON.stringify({ a: 1.2345678901 })).a;',
  'return [Array(2).fill(1).length, new Array(3).length, Array.of(7)[0], [].concat([1], 2).length, [3, 1, 2].sort((a, b) => a - b).join()].join();',
  'try { return null.x; } catch (e) { return e.constructor.name; }',
  'try { return (void 0)(); } catch (e) { return e.constructor.name; }',
  'try { return [...3]; } catch (e) { return e.constructor.name; }',
  'try { return new (() => 1)(); } catch (e) { return e.constructor.name; }',
  'return typeof (function () { return this; }).call(5) + typeof (function () { "use strict"; return this; }).call(5);',
  'return [1 / -0, 0.1 + 0.2, 2 ** -1, -7 % 3, 5 & 3, ~5, -1 >>> 28, 1n + 2n, "a" + 1, 1 == "1", null ?? 4].map(String).join();',
  'const o = { get x() { return 3; }, ["y" + 1]: 4 }; return Object.entries(o).join() + ("x" in o) + delete o.y1 + Object.keys(o);',
  'function* g() { const x = yield 1; yield x * 2; } const it = g(); it.next(); return it.next(4).value;',
  'return (function () {}).constructor === Function && Object.getPrototypeOf([]) === Array.prototype;',
  'return structuredClone(new Float64Array([1])) instanceof Float64Array;',
  'let s = 0; outer: for (let i = 0; i < 4; i++) for (const j in [1, 2]) { if (i === 2) continue outer; s += i * j; } return s;',
  'const { a, ...rest } = { a: 1, b: 2, c: 3 }; const [p, , q = 5] = [1, 2]; return [a, rest.c, p, q].join();',
  'const t = (s, ...v) => s.raw.join("|") + v; return t`a${1}b${2}` + `${[1, [2]]}`;',
  'return new Date(2020, 1, 1).getTime() > 0 && isNaN("x") && Number.isInteger(3) && !isFinite(1 / 0);',
];

type Wrap = (body: string) => string;

/** The ways in which bundles wrap their modules. Each body returns something. */
const wraps: readonly Wrap[] = [
  (body) =>
    `return (function (root, factory) { const it = {}; factory(it); return it.value; })(globalThis, function (exports) { exports.value = (function () { ${body} })(); });`,
  (body) => `return (() => { ${body} })();`,
  (body) =>
    `const modules = { 1: function (module, exports, need) { module.exports = (() => { ${body} })(); } }; const need = (k) => { const module = { exports: {} }; modules[k].call(module.exports, module, module.exports, need); return module.exports; }; return need(1);`,
  (body) =>
    `var lazy; const init = () => lazy ??= { value: (function () { ${body} }).call(null) }; return init().value;`,
  (body) => `return new (class { value = (() => { ${body} })(); })().value;`,
];
/** Code beside the rest, so that the functions are deep, and the wrapper has little of its own. */
const deep = 'const far = (x) => () => () => () => () => x * x;';

const asText = (value: unknown) => `${typeof value} ${String(value)}`;

/** The value of a module, as it is and translated. */
function both(body: string): readonly [string, string] {
  const text = `exports.value = (function () { ${body} })();`;
  const { code } = translate(text, { filename: 'program.cjs' });
  return [run<{ value: unknown }>(text), run<{ value: unknown }>(code)].map(({ value }) =>
    asText(value),
  ) as [string, string];
}

describe('The wrapper of a bundle', () => {
  test.each(doings)('does what it does untranslated: %s', (doing) => {
    const [own, translated] = both(wraps[0](`${deep} ${doing}`));
    expect(translated).toBe(own);
  });

  test('does so in every wrapper, and however deeply they stand in each other.', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...wraps), { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom(...doings), { minLength: 1, maxLength: 4 }),
        (around, inside) => {
          const all = inside.map((doing) => `(function () { ${doing} })()`).join(', ');
          const body = around.reduce<string>(
            (text, wrap) => wrap(`${deep} ${text}`),
            `return [${all}].map(String).join(';');`,
          );
          const [own, translated] = both(body);
          expect(translated).toBe(own);
        },
      ),
      { numRuns: sampled(150) },
    );
  });

  test('has functions that are differentiated, with scratch arrays of their own.', () => {
    const { norm } = load<{ norm: (x: number[]) => number }>(`
      (function (root, factory) { Object.assign(module.exports, factory()); })(globalThis, function () {
        const bytes = new Uint8Array(new Float64Array([8]).buffer);
        ${deep}
        return {
          norm(x) {
            const scratch = new Float64Array(x.length);
            for (let k = 0; k < x.length; k++) scratch[k] = x[k] * x[k];
            return scratch.reduce((a, b) => a + b, 0) * bytes[6] + far(x[0])()()()();
          },
        };
      });`);
    expect(norm([1, 2])).toBe(5 * 32 + 1);
    expect(grad(norm)([1, 2])).toEqual([66, 128]);
  });
});

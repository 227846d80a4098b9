/** Statements. */
import type { Group } from '../row.js';

export const statements: Group = {
  title: 'Statements',
  rows: [
    {
      name: '`let`, `const`, `var`',
      source: `export function f(x: number) {
        const a = x * x, b = a + 1;
        let c; c = a * b;
        var d = c; { var e = d * x; }
        { const a = 3; c += a; }
        return c + e + hoisted(x);
        function hoisted(y: number) { return y * b; }
      }`,
    },
    {
      name: '`if`, `else`',
      source: `export function f(x: number) {
        let r = x;
        if (x) r *= x; else r = 3;
        if (x - x) r = 4; else if (x > 1) r = 5; else { r += x ** 3; }
        if (x - x) ;
        return r;
      }`,
    },
    {
      name: '`for`',
      source: `export function f(x: number) {
        let s = 0;
        for (let i = 0, p = x; i < 4; i++, p *= x) s += p / (i + 1);
        for (let t = x; t < 3; t += x) s += t * t;
        for (let n = 3; n; n--) s += x;
        for (;;) { s *= x; if (s < 1) break; }
        return s;
      }`,
    },
    {
      name: '`while`, `do … while`',
      source: `export function f(x: number) {
        let a = x, n = 0;
        while (a < 10) { a = a * 2 + x; n++; }
        do { a /= 3; } while (a > x);
        let rest = x - x + 2;
        while (rest) { rest = rest - 1; a *= x; }
        return a * n;
      }`,
    },
    {
      name: '`for … of`',
      source: `export function f(x: number) {
        let s = 0;
        for (const y of [x, x * x, 3]) s += y * y;
        for (const [a, b = x] of [[x, 2], [x * x]]) s += a * b;
        for (const { v, w: { u } } of [{ v: x, w: { u: 2 * x } }]) s += v * u;
        let last; for (last of [1, x]) ; s *= last;
        const o: any = {}; for (o.a of [1, x * x]) s += o.a;
        const list: any = [0, 0]; for (list[1] of [x, 3 * x]) s += list[1];
        for (const c of 'ab') s += c === 'a' ? x : 2;
        return s;
      }`,
    },
    {
      name: '`for … in`',
      source: `export function f(x: any) {
        let s = 0;
        const o: any = { a: x, b: x * x };
        for (const k in o) s += o[k] * x;
        const list = [x, 2 * x];
        for (const k in list) s += list[k] * (+k + 1);
        for (const k in x) s += 100;
        let k2: any; for (k2 in o) ; s += o[k2];
        return s;
      }`,
      remark: 'a dual has no properties',
    },
    {
      name: '`switch`',
      source: `export function f(x: any) {
        let r = x;
        switch (x) { case 3: r = 1; break; case x * 1: r *= x; default: r *= 2; }
        switch (x * 2) { case 5: r = 1; break; default: r += x; case 6: r += x; break; case 7: r = 1; }
        switch (true) { case x > 3: r = 1; break; case x > 0.5: r *= x; }
        switch (1) { case x / x: r *= x; break; default: r = 1; }
        switch ('a' + (x > 0)) { case 'atrue': r *= x; }
        switch (x > 0 ? 1 : 2) { case 1: { const x = 5; r *= x; } break; case 2: r = 0; }
        switch (1) { case x / x: r *= x; }
        return r;
      }`,
      remark: 'by primals',
    },
    {
      name: '`switch` on a plain number, cases that are reals',
      source: `export function f(x: number) {
        let r = x * x + x;
        switch (0) { case x - x: r = r * x; break; default: r = 1; }
        return r;
      }`,
    },
    {
      name: 'labels, `break`, `continue`',
      source: `export function f(x: number) {
        let s = 0;
        outer: for (let i = 0; i < 4; i++) {
          for (let j = 0; j < 4; j++) {
            if (j > i) continue outer;
            if (i * j > 4 * x) break outer;
            s += x ** (i + j);
          }
        }
        block: { s += x; if (s > x) break block; s = 0; }
        pick: switch (x) { default: for (;;) { s *= x; break pick; } }
        return s;
      }`,
    },
    {
      name: '`throw`, `try`, `catch`, `finally`',
      source: `export function f(x: number) {
        let s = x;
        const fail = (y: number): number => { if (y < 1) throw { y, error: new RangeError('y is ' + y) }; return y; };
        try { s *= fail(x); } catch (e: any) { s += e.y * (e.error.message === 'y is ' + x ? x : 1); } finally { s *= x; }
        try { throw new Error(\`\${x}\`); } catch { s += x; }
        const early = () => { try { return x * x; } finally { s *= 2; } };
        return early() + s;
      }`,
    },
    {
      name: '`return` without a value',
      source:
        'export function f(x: any) { const g = () => { if (x > 0) return; return x; }; return (g() ?? x) * x; }',
    },
    {
      name: '`debugger`, empty statements, directives',
      source: `export function f(x: number) { 'some directive'; ; debugger; return x * x; }`,
    },
    {
      name: '`with`',
      status: 'refused',
      only: 'js',
      source: 'var f = function f(x) { with ({ y: x }) { return y * x; } };',
      error: 'the function f uses with or a direct eval',
    },
    {
      name: 'direct `eval`',
      status: 'refused',
      source: `function f(x: number) { return eval('x * x'); }`,
      error: 'the function f uses with or a direct eval',
    },
    {
      name: "direct `eval` under `'use no grad'`",
      status: 'passed through',
      only: 'js',
      source: `function f(x) { const two = g(); return x * two; }
      function g() { 'use no grad'; return eval('1 + 1'); }`,
    },
    {
      name: 'indirect `eval`, `new Function`',
      status: 'refused',
      source: `export const f = (x: number) => new Function('x', 'return x * x')(x);`,
      error: 'a dual number met a native operator',
      remark: 'code made from text at run time is not translated',
    },
  ],
};

export const bindings: Group = {
  title: 'Destructuring and spread',
  rows: [
    {
      name: '`const [a, b] = xs`',
      source:
        'export function f(x: number) { const [a, , b, ...rest] = [x, 1, x * x, 2 * x, 3 * x]; return a * b + rest[0] * rest[1] * rest.length; }',
    },
    {
      name: '`const { a, b: c } = o`',
      source: `export function f(x: number) { const { a, b: { c }, ['d' + 1]: d, ...rest }: any = { a: x, b: { c: x * x }, d1: 2 * x, e: x ** 3 }; return a * c + d * rest.e; }`,
    },
    {
      name: 'defaults',
      source: `export function f(x: number) { const { a = x, b = a * x, c: { d = 2 * x } = {} }: any = { a: undefined }; const [e = x && d, g = x++]: any = []; return a * b + d * e + g * x; }`,
    },
    {
      name: '`[a, b] = [b, a]`',
      source:
        'export function f(x: number) { let a = x, b = x * x; [a, b] = [b, a]; [a, b] = [a + b, a - b]; return a * b + a; }',
    },
    {
      name: 'members as targets',
      source: `export function f(x: number) {
        const o: any = {}; const xs: any = [x, 2 * x, 3];
        [o.a, xs[0], xs[1]] = [x, xs[1], xs[0]];
        ({ p: o.b, q: xs[2], ...o.rest } = { p: x * x, q: x ** 3, r: x });
        let i = 0;
        [xs[i++], xs[i++]] = [xs[1], xs[0] * x];
        ({ z: xs[i] = x * 5 } = {} as any);
        return o.a * o.b + xs[0] * xs[1] * xs[2] + o.rest.r * i;
      }`,
    },
    {
      name: 'elements of typed arrays as targets',
      source: `export function f(x: number) {
        const xs = new Float64Array(3), ys = new Float32Array(2), ks = new Int32Array(2);
        [xs[0], xs[1], xs[7]] = [x, x * x, 5];
        [xs[0], xs[1]] = [xs[1], xs[0]];
        [ys[0]] = [0.5]; [ks[0]] = [7 * x];
        for (xs[2] of [1, x]) ;
        return xs[0] * xs[1] * xs[1] + xs.length + ys[0] * x + ks[0] * x + xs[2];
      }`,
    },
    {
      name: '`f(...xs)`, `[...xs]`',
      source:
        'export function f(x: number) { const g = (a: number, b: number, ...c: number[]) => a * b + c.length * c[0]; const xs = [x, x * x]; return g(...xs, ...[...xs, 3]) + Math.max(...xs) * Math.hypot(...xs); }',
    },
    {
      name: '`{ ...o }`',
      source:
        'export function f(x: any) { const o: any = { a: x, b: 1 }; const p = { ...o, b: x * x, ...x, ...null, ...undefined }; return p.a * p.b * Object.keys(p).length; }',
      remark: 'a dual has no properties',
    },
    {
      name: 'parameters',
      source: `export function f(x: number) {
        const g = ({ a, b = a * x }: any, [c, d = b]: any = [x], e = c && d, ...[h, ...k]: any[]) => a * b + c * d * e + (h ?? x) * k.length;
        return g({ a: x }) + g({ a: 1, b: x }, [x, 2], x * x, x, x, x);
      }`,
    },
  ],
};

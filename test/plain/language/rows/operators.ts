/** Operators. */
import type { Group } from '../row.js';

const binary = (operator: string, right: string, remark?: string) => ({
  name: `\`x ${operator} y\``,
  source: `export function f(x: number) { const y = ${right} * x; const z = (x + 1) ${operator} y; return z * x; }`,
  ...(remark === undefined ? {} : { remark }),
});

const step = 'a step: its derivative is 0';
const compared = 'by primals';

const comparison = (operator: string) => ({
  name: `\`x ${operator} y\``,
  source: `export function f(x: number) {
    const y = x * x;
    const z = x;
    const count = (x ${operator} y ? 1 : 0) + (y ${operator} x ? 2 : 0) + (x ${operator} 0.6 ? 4 : 0) + (0.8 ${operator} x ? 8 : 0);
    return count * x + (x ${operator} z ? x * x : x);
  }`,
  remark: compared,
});

const compound = (operator: string, right = '1.5 * x') => [
  {
    name: `\`a ${operator} y\``,
    source: `export function f(x: number) { let a = x + 1; a ${operator} ${right}; return (a ${operator} x) * a + x; }`,
  },
  {
    name: `\`o.a ${operator} y\``,
    source: `export function f(x: number) { const o = { a: x + 1 }; o.a ${operator} ${right}; return (o.a ${operator} x) * o.a + x; }`,
  },
  {
    name: `\`o[k] ${operator} y\``,
    source: `export function f(x: number) {
      const o = [x, x + 1];
      let k = 0;
      const used = (o[++k] ${operator} ${right});
      let calls = 0;
      const at = () => { calls += 1; return o; };
      at()[k] ${operator} x;
      return used * o[1] + calls * o[0] + x;
    }`,
  },
  {
    name: `\`this.#a ${operator} y\``,
    source: `class C {
      #a: any;
      constructor(x: number) { this.#a = x + 1; }
      change(x: number): any { const used = (this.#a ${operator} ${right}); return used * this.#a; }
    }
    export const f = (x: number) => new C(x).change(x) + x;`,
  },
];

export const arithmetic: Group = {
  title: 'Arithmetic',
  rows: [
    binary('+', '0.5'),
    binary('-', '0.5'),
    binary('*', '0.5'),
    { name: '`x / y`', source: 'export const f = (x: number) => (x / (x + 1)) * (2 / x) / x;' },
    binary('%', '0.5'),
    binary('**', '0.5'),
    binary('&', '11', step),
    binary('|', '11', step),
    binary('^', '11', step),
    binary('<<', '11', step),
    binary('>>', '11', step),
    binary('>>>', '11', step),
    { name: '`-x`', source: 'export const f = (x: number) => -x * -(x * x);' },
    { name: '`+x`', source: 'export const f = (x: number) => +x * +(x * x) + (+"3") * x;' },
    { name: '`~x`', source: 'export const f = (x: number) => ~(x * 17) * x;', remark: step },
    {
      name: '`++x`, `x++`, `--x`, `x--`',
      source:
        'export function f(x: number) { let a = x; const b = a++ * ++a; return b + a-- * --a * x; }',
    },
    {
      name: '`o.a++`, `o[k]--`',
      source: `export function f(x: number) {
        const o = { a: x, list: [x, x * x] };
        let k = 0;
        const r = o.a++ * ++o.a + o.list[k++]-- * --o.list[k];
        return r * o.a + o.list[0] * o.list[1] * k;
      }`,
    },
    {
      name: '`this.#a++`',
      source: `class C { #a: any; constructor(x: number) { this.#a = x; } next() { return this.#a++ * ++this.#a; } }
      export const f = (x: number) => new C(x).next();`,
    },
    {
      name: 'order of evaluation',
      source: `export function f(x: number) {
        const g = (y: number) => { x *= 2; return y; };
        let a = x;
        a += g(a) + a++;
        return a + x * g(x) + (x = x + 1, x) * x;
      }`,
    },
    {
      name: 'arithmetic of other values',
      source: `export function f(x: number) {
        const three: any = '3';
        const one: any = true;
        const nothing: any = null;
        const half: any = { valueOf() { return 0.5; } };
        return x * three + one * x - nothing * x + x / half + (half - x);
      }`,
      remark: 'JavaScript converts it as it does beside a number',
    },
    {
      name: '`valueOf` that returns a real',
      source: `class Money { constructor(readonly amount: number) {} valueOf() { return this.amount; } }
      export function f(x: number) {
        const a: any = new Money(x);
        const b: any = new Money(x * x);
        return a + b * 2 - a * b + a / 3 + -a + Math.sin(a) + (a < b ? x : 2 * x) + (+b) + a ** 2 + (a == x ? x : 5 * x) + (a === x ? 1 : x);
      }`,
    },
    {
      name: '`[Symbol.toPrimitive]` that returns a real',
      source: `export function f(x: number) {
        const a: any = { [Symbol.toPrimitive]: (hint: string) => hint === 'number' ? x : x * x };
        return a * 2 + (a + 1) * x;
      }`,
    },
    {
      name: '`x + "text"`',
      source: `export function f(x: number) {
        const s: any = 'a' + x + 'b';
        return s.slice(0, 4).length * x + (x + '').slice(0, 2).length * x;
      }`,
      remark: 'the text of the primal; text has no derivative',
    },
  ],
};

export const comparisons: Group = {
  title: 'Comparison, logic and other operators',
  rows: [
    ...['<', '<=', '>', '>=', '===', '!==', '==', '!='].map(comparison),
    {
      name: '`x == "0.7"`',
      source:
        'export const f = (x: any) => (x == "0.5" ? x * x : x) + (x == null ? 1 : x) + (x == "y" ? 1 : 2) * x + ((x / x) == true ? x * x : x) + ((x - x) == "" ? x * x : x);',
    },
    {
      name: '`x === undefined`, `x !== null`',
      source:
        'export const f = (x: any) => (x === undefined ? 1 : x) * (x !== null ? x : 2) * (x === "a" ? 2 : x) * (x === true ? 2 : x);',
    },
    {
      name: '`!x`',
      source:
        'export const f = (x: number) => (!x ? 1 : x * x) + (!!x ? x : 3) + (!(x - x) ? 2 * x : 3);',
      remark: 'a dual is false where its primal is 0 or NaN',
    },
    {
      name: '`x && y`, `x || y`',
      source: `export function f(x: number) {
        const zero = x - x;
        return (x && x * x) + (zero || x) + (x || 3) + (zero && 5 * x) + ((zero && x) || x * 2) * (x && zero ? 5 : x);
      }`,
    },
    {
      name: '`x ?? y`',
      source:
        'export const f = (x: any) => (x ?? 3) * (undefined ?? x) + ((x - x) ?? 5) + (null ?? x * x);',
    },
    {
      name: '`c ? x : y`',
      source:
        'export const f = (x: number) => (x ? x * x : 3) + (x - x ? 3 : 2 * x) + (x > 0.5 ? (x < 0.6 ? 1 : x ** 3) : 2);',
    },
    ...['&&=', '||=', '??='].flatMap((operator) => compound(operator)),
    ...['+=', '-=', '*=', '/=', '%=', '**='].flatMap((operator) => compound(operator)),
    ...['&=', '|=', '^=', '<<=', '>>=', '>>>='].flatMap((operator) =>
      compound(operator, '11.3 * x'),
    ),
    {
      name: '`super.a op= y`',
      source: `class A { get a(): any { return this.b; } set a(v: any) { this.b = v * 2; } b: any = 1; }
      class B extends A {
        run(x: number): any {
          super.a = x; super.a += x * x; super.a *= 3; super['a'] -= x; super.a ||= 3; super.a++;
          return this.b + super.a;
        }
      }
      export const f = (x: number) => new B().run(x);`,
    },
    {
      name: '`x, y`',
      source: 'export function f(x: number) { let a = 1; return (a = x, a *= x, a + x); }',
    },
    {
      name: '`typeof x`',
      source: `export function f(x: any) {
        const kinds: any = { number: 2, object: 100 };
        return (typeof x === 'number' ? x * x : 1) * kinds[typeof x] + (typeof nowhere === 'undefined' ? x : 1);
      }`,
      remark: "`'number'`",
    },
    {
      name: '`x instanceof C`',
      source: `class P { constructor(readonly v: number) {} }
      export function f(x: any) {
        const p: any = new P(x);
        return (x instanceof Object ? 3 : x) * (x instanceof Number ? 3 : x) * (x instanceof P ? 3 : x) * (p instanceof P ? p.v : 3) * (p instanceof Object ? x : 3);
      }`,
      remark: 'false, as for a number',
    },
    {
      name: '`k in o`',
      source: `export function f(x: any) {
        const o: any = { a: x };
        let r = 'a' in o ? o.a * x : 1;
        try { if ('run' in x) r *= 2; r *= 3; } catch (error) { if (error instanceof TypeError) r *= x; }
        return r;
      }`,
      remark: 'a TypeError where the right side is a dual, as with a number',
    },
    {
      name: '`#p in o`',
      source: `class C { #p: any; constructor(x: any) { this.#p = x; } static is(o: any) { return #p in o ? o.#p * 2 : 1; } }
      export const f = (x: number) => C.is(new C(x * x)) + C.is({}) * x;`,
    },
    {
      name: '`delete o.a`, `delete o[k]`, `delete o?.a`',
      source: `export function f(x: any) {
        const o: any = { a: x, b: x * x, c: 3 * x, d: 5 };
        const k = 'b';
        delete o.a; delete o[k];
        const none: any = undefined;
        const done = delete o?.c && delete none?.c;
        return Object.keys(o).length * x + (o.a ?? x) + (o.b ?? x * x) + (o.c ?? x ** 3) + (done ? x : 1);
      }`,
    },
    {
      name: '`void e`',
      source: 'export function f(x: any) { let a = x; return (void (a *= x) ?? 2) * a; }',
    },
    {
      name: '`o.constructor` and other members of a number',
      source: `export function f(x: any) {
        let r = x;
        if (x.constructor === Number) r *= x;
        if (x.length === undefined && x.id === undefined && x.run === undefined && x.primal === undefined) r *= x;
        if (x.mul === undefined && x['id'] === undefined) r *= x;
        return r * (x.hasOwnProperty('id') ? 2 : x) * ('id' in Object(x) ? 2 : x);
      }`,
    },
  ],
};

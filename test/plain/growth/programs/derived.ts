/** Functions of many shapes that grow with `n`, whose gradients by their first parameters are compiled. */
import { each, list, sum, type Shapes } from './parts.js';

const f = (params: string, body: string): string => `function f(${params}) {\n${body}\n}`;

export const derived: Shapes = {
  'straight-line code': (n) =>
    f(
      'p: Float64Array',
      `let a = p[0]; let b = p[1];
       ${each(n, (k) => (k % 2 === 0 ? 'a = Math.sin(a) * b;' : 'b = b + a * p[2];'))}
       return a + b;`,
    ),
  'one sum of many terms': (n) =>
    f('p: Float64Array', `return ${sum(n, (k) => `p[${k % 5}] * ${k}`)};`),
  'stores into one array': (n) =>
    f(
      'p: Float64Array',
      `const a = new Float64Array(10);
       ${each(n, (k) => `a[${k % 10}] = a[${(k + 3) % 10}] * 0.5 + p[${k % 5}];`)}
       return a[0];`,
    ),
  'an array of constants': (n) =>
    f(
      'p: Float64Array',
      `const w = [${list(n, String)}]; let s = 0;
       for (let i = 0; i < w.length; i++) s += w[i] * p[0];
       return s;`,
    ),
  'branches in a row': (n) =>
    f(
      'p: Float64Array',
      `let a = p[0];
       ${each(n, (k) => `if (a > ${k}) { a = a * 0.9; } else { a = a + p[1] * 0.1; }`)}
       return a;`,
    ),
  'loops in a row': (n) =>
    f(
      'p: Float64Array',
      `let a = p[0];
       ${each(n, () => 'for (let i = 0; i < 3; i++) a = a * 0.9 + p[i];')}
       return a;`,
    ),
  'folds in a row': (n) =>
    f(
      'p: Float64Array',
      `let s = 0;
       ${each(n, () => 'for (let i = 0; i < 3; i++) s += p[i] * p[i];')}
       return s;`,
    ),
  'loops that write one array': (n) =>
    f(
      'p: Float64Array',
      `const a = new Float64Array(p.length);
       ${each(n, () => 'for (let i = 1; i < p.length; i++) a[i] = a[i - 1] * 0.5 + p[i];')}
       return a[1];`,
    ),
  'loops that make arrays': (n) =>
    f(
      'p: Float64Array',
      `let s = 0;
       ${each(
         n,
         (k) => `const a${k} = new Float64Array(p.length);
           for (let i = 0; i < p.length; i++) a${k}[i] = Math.sin(p[i]);
           s += a${k}[0];`,
       )}
       return s;`,
    ),
  'rows of a list': (n) =>
    f(
      'm: number[][]',
      `let s = 0;
       ${each(n, () => 'for (let i = 0; i < m.length; i++) for (let j = 0; j < m[i].length; j++) s += m[i][j] * m[i][0];')}
       return s;`,
    ),
  'objects one after the other': (n) =>
    f(
      'p: { x: number; y: number }',
      `let q = { x: p.x, y: p.y };
       ${each(n, () => 'q = { x: q.x * q.y, y: q.y + p.x };')}
       return q.x;`,
    ),
  'many variables that a loop carries': (n) =>
    f(
      'p: Float64Array',
      `${each(n, (k) => `let a${k} = p[${k % 5}];`)}
       for (let i = 0; i < 5; i++) { ${each(n, (k) => `a${k} = a${k} * 0.9 + a${(k + 1) % n};`)} }
       return a0;`,
    ),
  'functions that call themselves': (n) =>
    `${each(n / 4, (k) => `function g${k}(x: number, p: Float64Array): number { return x > 10 ? g${k}(x - 1, p) * p[1] : x * p[0]; }`)}
     function f(p: Float64Array) { return ${sum(n / 4, (k) => `g${k}(p[0], p)`)}; }`,
};

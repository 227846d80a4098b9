/** Functions of deeply nested syntax, each with one of loops that computes the same. */

interface Deep {
  readonly depth: number;
  /** The body of a function of `xs`. */
  readonly body: string;
  readonly loop: string;
}

const row = (depth: number, part: (k: number) => string, between = ''): string =>
  Array.from({ length: depth }, (_, k) => part(k)).join(between);

const nested = (depth: number, before: string, inner: string, after: string): string =>
  `${before.repeat(depth)}${inner}${after.repeat(depth)}`;

/** Engines run chains of operators of any length, and other code as deeply nested as is said here. */
export const deep: Readonly<Record<string, Deep>> = {
  product: {
    depth: 5000,
    body: `return ${row(5000, (k) => `xs[${k}]`, ' * ')};`,
    loop: 'let p = xs[0]; for (let k = 1; k < 5000; k++) p *= xs[k]; return p;',
  },
  sum: {
    depth: 5000,
    body: `return ${row(5000, (k) => `xs[${k}] ${'+-'[k % 2]} `)}xs[0] * xs[1];`,
    loop: 'let s = xs[0]; for (let k = 1; k < 5000; k++) s = k % 2 ? s + xs[k] : s - xs[k]; return s - xs[0] * xs[1];',
  },
  or: {
    depth: 5000,
    body: `return ${row(5000, (k) => `(xs[${k}] - xs[${k}])`, ' || ')} || xs[0] * xs[1];`,
    loop: 'return xs[0] * xs[1];',
  },
  nullish: {
    depth: 5000,
    body: `return ${row(5000, (k) => `xs[${5000 + k}]`, ' ?? ')} ?? xs[0] * xs[1];`,
    loop: 'return xs[0] * xs[1];',
  },
  negations: {
    depth: 5000,
    body: `return ${'- '.repeat(5000)}(xs[0] * xs[1]);`,
    loop: 'return xs[0] * xs[1];',
  },
  conditions: {
    depth: 2400,
    body: `const x = xs[0]; return ${row(2400, (k) => `x > ${k + 5} ? x * ${k} : `)}x * xs[1];`,
    loop: 'return xs[0] * xs[1];',
  },
  'else if': {
    depth: 2000,
    body: `let y = xs[1]; ${row(2000, (k) => `if (xs[0] > ${k + 5}) y = ${k}; else `)}y *= xs[0]; return y;`,
    loop: 'return xs[1] * xs[0];',
  },
  methods: {
    depth: 1000,
    body: `return xs${'.map((x) => x * 1.0001)'.repeat(1000)}[0] * xs[1];`,
    loop: 'let x = xs[0]; for (let k = 0; k < 1000; k++) x *= 1.0001; return x * xs[1];',
  },
  calls: {
    depth: 1000,
    body: `const g = (x: number) => x * 1.0001; return ${nested(1000, 'g(', 'xs[0]', ')')} * xs[1];`,
    loop: 'let x = xs[0]; for (let k = 0; k < 1000; k++) x *= 1.0001; return x * xs[1];',
  },
  parentheses: {
    depth: 1000,
    body: `return ${nested(1000, 'xs[1] + (', 'xs[0] * xs[1]', ')')};`,
    loop: 'let s = xs[0] * xs[1]; for (let k = 0; k < 1000; k++) s = xs[1] + s; return s;',
  },
  arrays: {
    depth: 1500,
    body: `return (${nested(1500, '[', 'xs[0] * xs[1]', ']')} as any)${'[0]'.repeat(1500)};`,
    loop: 'return xs[0] * xs[1];',
  },
};

const written = (name: string, body: string, type: string) =>
  `export function ${name}(xs: ${type}): number { ${body} }\n`;

/** A module of such a function, and of the same by loops. */
export const moduleOf = ({ body, loop }: Deep, type = 'readonly number[]'): string =>
  written('f', body, type) + written('loop', loop, type);

/** A program that compares both in every mode, and prints the name of what is the same. */
export const comparing = (name: string, file: string, make = 'xs'): string => `
  import { grad, hvp, jvp } from 'delta-tape';
  import { f, loop } from '${file}';
  {
    const xs = Array.from({ length: 5000 }, (_, k) => 1 + Math.sin(k) / 1e4);
    const v = xs.map((_, k) => Math.cos(k));
    const [x, dx] = [xs, v].map((xs) => ${make});
    const modes = (g) => [
      g(x),
      jvp(g)([x], [dx]).value,
      jvp(g)([x], [dx]).tangent,
      ...grad(g)(x).slice(0, 3),
      ...hvp(g)(x, dx).slice(0, 3),
    ];
    const [ours, right] = [f, loop].map(modes);
    const isSame = ours.every((y, k) => Math.abs(y - right[k]) <= 1e-9 * (1 + Math.abs(right[k])));
    if (ours[0] !== right[0] || ours[1] !== right[0] || !isSame) throw new Error(ours + ' ' + right);
    console.log('${name}');
  }`;

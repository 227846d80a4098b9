/** Gradients as source: what is written, what compiles in strict projects, and what is refused. */
import { transformSync } from 'esbuild';
import { namedOperators } from '../../../src/special/named.js';
import { helpers } from '../../../src/plain/emit/source/helpers.js';
import { partialOf } from '../../../src/plain/ir/rows.js';
import { gradientSource, type GradientSourceOptions } from 'delta-tape/compile';
import { plain } from 'delta-tape/plain';
import { complaints } from './strict.js';

type Written = (...args: unknown[]) => { value: number; gradient: unknown };

/** The export of a text of TypeScript by a name. */
function evaluated<T>(text: string, name: string): T {
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs', define: {} });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  const make = new Function('module', 'exports', `${code}\nreturn ${name};`);
  return (make as (...args: unknown[]) => T)({}, {});
}

const written = (text: string, options: GradientSourceOptions = {}): Written => {
  const source = gradientSource(text, options);
  return evaluated<Written>(source, /function (\w+Gradient)/.exec(source)![1]);
};

const bodyOf = (text: string, options: GradientSourceOptions = {}): string => {
  const source = gradientSource(text, options);
  return source.slice(source.indexOf('export function'), source.indexOf('\n}\n'));
};

describe('Huot and Shaikhha', () => {
  test('print Example 1.1 as straight-line code.', () => {
    const text =
      'const f = (x1: number, x2: number, x3: number) => { const w1 = x1 * x2; return w1 * x1; };';
    const options = { wrt: [0, 1, 2] };
    expect(bodyOf(text, options)).toContain('[w1 + w1, x1 * x1, 0]');
    expect(written(text, options)(3, 5, 7)).toEqual({ value: 45, gradient: [30, 9, 0] });
  });

  test.each([
    ['prod', 'xs.reduce((p, x) => p * x, 1)', [[2, 3, 4]], [12, 8, 6]],
    ['prod', 'xs.reduce((p, x) => p * x, 1)', [[0, 3, 4]], [12, 0, 0]],
    ['prod', 'xs.reduce((p, x) => p * x, 1)', [[0, 0, 4]], [0, 0, 0]],
    ['prod', 'xs.reduce((p, x) => p * x, 1)', [[5]], [1]],
    ['prod', 'xs.reduce((p, x) => p * x, 1)', [[]], []],
    ['sum', 'xs.reduce((s, x) => s + x, 0)', [[2, 3, 4]], [1, 1, 1]],
    ['sum', 'xs.map((x) => 2 * x).map((x) => x / 2).reduce((s, x) => s + x, 0)', [[2, 3]], [1, 1]],
  ])(
    'have for the gradient of %s (%s) no lambda and no division.',
    (name, body, args, gradient) => {
      const text = `const ${name} = (xs: number[]) => ${body};`;
      expect(written(text)(...args).gradient).toEqual(gradient);
      expect(bodyOf(text)).not.toMatch(/=>/);
      if (name === 'prod') expect(bodyOf(text)).not.toMatch(/ \/ /);
    },
  );

  test('have B for the gradient of dot by A.', () => {
    const text = `const dot = (a: number[], b: number[]) => {
      let s = 0;
      for (let i = 0; i < a.length; i++) s += a[i] * b[i];
      return s;
    };`;
    expect(bodyOf(text)).toMatch(/aBar\[i\] \+= b\w*(\[i\])?;/);
    expect(written(text, { wrt: [0, 1] })([1, 2], [3, 4]).gradient).toEqual([
      [3, 4],
      [1, 2],
    ]);
  });
});

/** The statements of a gradient. */
const stepsOf = (text: string, options: GradientSourceOptions = {}): string[] =>
  bodyOf(text, options)
    .split('{ value: number; gradient: number[] } {\n')[1]
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

describe('The gradients of Example 5.5 of Huot and Shaikhha', () => {
  test('are a loop with 1 for sum.', () => {
    expect(stepsOf('const sum = (xs: number[]) => xs.reduce((s, x) => s + x, 0);')).toEqual([
      'const xsBar = zeros(xs.length);',
      'let total = 0;',
      'for (let k = 0; k < xs.length; k++) {',
      'const x = xs[k];',
      'xsBar[k] += 1;',
      'total += x;',
      '}',
      'insist(xsBar);',
      'return { value: total, gradient: xsBar };',
    ]);
  });

  test('are a scan from the left and one from the right for prod.', () => {
    expect(stepsOf('const prod = (xs: number[]) => xs.reduce((p, x) => p * x, 1);')).toEqual([
      'const xsBar = zeros(xs.length);',
      'let kept = column;',
      'let top = 0;',
      'let total = 1;',
      'kept = withRoom(kept, top + (xs.length + 1));',
      'for (let k = 0; k < xs.length; k++) {',
      'const x = xs[k];',
      'kept[top++] = total;',
      'total *= x;',
      '}',
      '// The reverse sweep.',
      'let totalBar = 1;',
      'for (let k = xs.length - 1; k >= 0; k--) {',
      'const total2 = kept[--top];',
      'xsBar[k] += totalBar * total2;',
      'totalBar *= xs[k];',
      '}',
      'insist(xsBar);',
      'return { value: total, gradient: xsBar };',
    ]);
  });

  test('are B for dot by A.', () => {
    const text = `const dot = (a: number[], b: number[]) => {
      let s = 0;
      for (let i = 0; i < a.length; i++) s += a[i] * b[i];
      return s;
    };`;
    expect(stepsOf(text)).toEqual([
      'const aBar = zeros(a.length);',
      'let s = 0;',
      'for (let i = 0; i < a.length; i++) { // line 3',
      'const bi = b[i];',
      'aBar[i] += bi;',
      's += a[i] * bi;',
      '}',
      'insist(aBar);',
      'return { value: s, gradient: aBar };',
    ]);
  });
});

const steep = 'const f = (x: number, y: number) => Math.sqrt(x) * y;';

test('A gradient with NaN is an error that says what to do; exactZeros asks.', () => {
  expect(() => written(steep)(0, 0)).toThrow(/option exactZeros/);
  expect(written(steep, { exactZeros: true })(0, 0)).toEqual({ value: 0, gradient: 0 });
  expect(written(steep, { exactZeros: true })(NaN, 1).gradient).toBeNaN();
});

test('What the function throws at is an error of the code.', () => {
  const text = "function f(x: number) { if (x < 0) throw new Error('no'); return x * x; }";
  expect(written(text)(3)).toEqual({ value: 9, gradient: 6 });
  expect(() => written(text)(-1)).toThrow(RangeError);
});

test('A type keeps its comments, and not those of what comes next.', () => {
  const text = `/** Where. */
    interface Point { /** To the east. */ x: number }
    /** Its square. */
    function f(p: Point) { return p.x * p.x; }`;
  const source = gradientSource(text);
  expect(source).toMatch(/Where[^]*To the east/);
  expect(source).not.toMatch('Its square');
});

test('Trees have gradients of their shapes, also arrays of objects.', () => {
  const text = `interface Point { x: number; y: number }
    interface Data { points: Point[]; at: [number, Float32Array] }
    function f({ points, at }: Data, unused: number) {
      let s = at[0] * at[1][0];
      for (const { x, y } of points) s += x * y * y;
      return s;
    }`;
  const data = {
    points: [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ],
    at: [5, Float32Array.of(6, 7)],
  };
  expect(written(text)(data, 0)).toEqual({
    value: 82,
    gradient: {
      points: [
        { x: 4, y: 4 },
        { x: 16, y: 24 },
      ],
      at: [6, Float32Array.of(5, 0)],
    },
  });
  expect(gradientSource(text)).toContain('_unused: number');
});

test('A function by its own text, and variables from outside.', () => {
  expect(gradientSource((x: number) => x * x * x)).toContain('function fGradient');
  const text = 'let rate = Number(process.argv[2]);\nconst f = (x: number) => x * rate;';
  expect(written(text.replace('let rate', 'const rate: number'))(3, 5)).toEqual({
    value: 15,
    gradient: 5,
  });
});

test.each([
  ['there is no function', () => gradientSource('const x = 1;'), /Write one/],
  [
    'there are two',
    () =>
      gradientSource('const f = (x: number) => x, g = f2; function f2(x: number) { return x; }'),
    /option name: f, f2/,
  ],
  ['it has no such name', () => gradientSource(steep, { name: 'g' }), /no function g .* f\./],
  [
    'it does not lower',
    () => gradientSource('function f(x: number) { return String(x); }'),
    /cannot be written as source/,
  ],
  [
    'it is of the library',
    () =>
      gradientSource(
        "import { lgamma } from 'delta-tape';\nfunction f(x: number) { return lgamma(x); }",
      ),
    /lgamma/,
  ],
  [
    'it is translated',
    () => gradientSource(plain((x: number) => x * x)),
    /give the text of its module/,
  ],
  ['it is none', () => gradientSource(3 as never), /takes a function/],
  ['wrt is no argument', () => gradientSource(steep, { wrt: 2 }), /wrt/],
])('It is refused if %s.', (_, write, message) => {
  expect(write).toThrow(message);
});

/** Values where functions of the table change their formulas. */
const points = [0, -0, 1, -1, 0.3, -2.5, 40, -40, 1e-300, 1e300, Infinity, -Infinity, NaN];

test.each(['relu', 'softplus', 'sigmoid'] as const)(
  'The helper %s has the bits of the row.',
  (name) => {
    const helper = evaluated<(x: number) => number>(helpers[name], name);
    const row = namedOperators.get(name) as unknown as (x: number) => number;
    for (const x of points) expect(helper(x)).toBe(row(x));
  },
);

test('The helpers of partials have the bits of the rows.', () => {
  const angular = evaluated<(x: number, radius: number) => number>(helpers.angular, 'angular');
  const cosine = evaluated<(k: number, ...of: number[]) => number>(helpers.cosine, 'cosine');
  for (const x of points)
    for (const y of points) {
      expect(angular(x, Math.hypot(x, y))).toBe(partialOf('atan2', 0)(y, x, Math.atan2(y, x)));
      for (const k of [0, 1]) {
        const z = Math.hypot(x, y);
        expect(cosine(k, z, x, y)).toBe(partialOf('hypot', k)(x, y, z));
      }
    }
});

test('Strict projects compile what is written.', () => {
  const text = `function f(rows: number[][], w: Float64Array, n: number) {
    let s = 0;
    let now = w.slice();
    for (let k = 0; k < n; k++) {
      const next = new Float64Array(now.length);
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i];
        for (let j = 0; j < row.length; j++) next[i] += Math.tanh(row[j] * now[j]);
      }
      now = next;
    }
    for (const x of now) s += x > 0 ? Math.hypot(x, 1) : x;
    return s;
  }`;
  for (const isChecked of [false, true]) {
    const source = gradientSource(text, { wrt: [0, 1], noUncheckedIndexedAccess: isChecked });
    expect(complaints(new Map([['written.ts', source]]), isChecked)).toEqual([]);
  }
});

/** Functions that are odd in what they are called, in how they are written, or in what they take and give. */

export interface Odd {
  readonly what: string;
  readonly text: string;
  /** The function, if it is not called f. */
  readonly name?: string;
  readonly args: readonly unknown[];
  readonly wrt?: number | readonly number[];
  /** Variables outside of the function that follow its arguments. */
  readonly captured?: readonly unknown[];
  /** The modules that it imports, by the names that it has for them. */
  readonly modules?: Readonly<Record<string, string>>;
  /** True if it writes into arguments that are not inputs. */
  readonly isWriting?: boolean;
  /** True if compiled code does not answer everything, so that digits differ. */
  readonly isByRuns?: boolean;
}

const xs = [0.3, -1.2, 0.7, 2.1];
const rows = [
  [0.5, -0.2, 0.9],
  [1.1, 0.3, -0.7],
];

export const oddFunctions: readonly Odd[] = [
  {
    what: 'names of helpers',
    text: `export function f(zeros: readonly number[], column: number, kept: number, top: number) {
      let insist = column;
      for (let gradient = 0; gradient < zeros.length; gradient++) {
        const times = Math.sin(zeros[gradient] * insist);
        insist = times * kept + top;
      }
      return insist;
    }`,
    args: [xs, 0.5, 0.7, 0.1],
  },
  {
    what: 'names of cotangents and tangents',
    text: `export function f(x: number[], xBar: number, xDot: number, xDotDot: number, resultBar: number) {
      let value = 0;
      for (const tangent of x) value += tangent * tangent * xBar * xDot - resultBar;
      return value * xDotDot;
    }`,
    args: [xs, 2, 3, 0.4, 5],
    wrt: [0, 1],
  },
  {
    what: 'shadowed names',
    text: `export function f(x: number[], y: number) {
      let s = y;
      for (let i = 0; i < x.length; i++) {
        const y = x[i] * s;
        { const s = y * y; for (let i = 0; i < 2; i++) { const x = s + i; if (x > 1) break; } }
        s += Math.sin(y);
      }
      return s;
    }`,
    args: [xs, 0.3],
    wrt: [0, 1],
  },
  {
    what: 'Greek and accented names',
    text: `export function f(θ: number, größe: readonly number[]) {
      const σ = Math.exp(-θ);
      let Δ = 0;
      for (const ñ of größe) Δ += σ * ñ * ñ;
      return Δ / σ;
    }`,
    args: [0.4, xs],
    wrt: [0, 1],
  },
  {
    what: 'reserved words as fields',
    text: `export interface Model { class: number; default: number[]; 'my rate': number; new: { in: number } }
    export function f(model: Model, _: number) {
      let s = model['my rate'] * model.new.in;
      for (const d of model.default) s = s * model.class + d;
      return s;
    }`,
    args: [{ class: 0.5, default: xs, 'my rate': 2, new: { in: 3 } }, 7],
  },
  {
    what: 'negative zeros',
    text: `export function f(x: number, y: number) {
      const none = -0;
      return x * none + y / (1 + none) - -0 + Math.max(-0, x) * y;
    }`,
    args: [0.5, 2],
    wrt: [0, 1],
  },
  {
    what: 'labels and loops that are left in the middle',
    text: `export function f(x: readonly number[], n: number) {
      let s = 1;
      outer: for (let i = 0; i < n; i++) {
        for (let j = 0; j < x.length; j++) {
          if (j === 3) continue outer;
          if (s > 50) break outer;
          s += Math.abs(x[j]) * s;
        }
      }
      return s;
    }`,
    args: [xs, 5],
  },
  {
    what: 'a while loop with a way out',
    text: `export function f(x: number, tol: number) {
      let guess = x;
      let steps = 0;
      while (true) {
        const next = 0.5 * (guess + x / guess);
        if (Math.abs(next - guess) < tol || ++steps > 20) return next;
        guess = next;
      }
    }`,
    args: [3, 1e-12],
  },
  {
    what: 'constants and arrays from outside',
    text: `const rate = 0.5;
    const weights = [0.2, 0.3, 0.5, 0.1];
    export const weightsAsArray = Float64Array.of(1, 2, 3);
    export const f = (x: readonly number[]) => {
      let s = 0;
      for (let i = 0; i < x.length; i++) s += weights[i] * x[i] ** 2 * rate;
      return s * weightsAsArray[1];
    };`,
    args: [xs],
    captured: [[0.2, 0.3, 0.5, 0.1], Float64Array.of(1, 2, 3)],
  },
  {
    what: 'comments in odd places',
    text: `/* one */ export /* two */ function /* three */ f /* four */ (/* five */ x /* six */ : /* seven */ number[] /* eight */, // nine
      y: number /* ten */) /* eleven */ {
      // twelve
      return /* thirteen */ x[0] /* fourteen */ * /* fifteen */ y; // sixteen
    } /* seventeen */`,
    args: [xs, 3],
  },
  {
    what: 'overloads',
    text: `export function f(x: number): number;
    export function f(x: number, y: number): number;
    export function f(x: number, y = 2): number { return x * x * y; }`,
    args: [3, 4],
  },
  {
    what: 'defaults and patterns',
    text: `interface Point { x: number; y: number }
    export function f({ x, y: z }: Point, [a, b]: [number, number], scale = 2) { return (x * a - z * b) * scale; }`,
    args: [{ x: 1, y: 2 }, [3, 4], 0.5],
    wrt: [0, 1],
  },
  {
    what: 'generic arrays and readonly types',
    text: `type Vector = ReadonlyArray<number>;
    type Rows = readonly Vector[];
    export function f(rows: Rows, v: Readonly<{ at: Vector }>): number {
      let s = 0;
      for (const row of rows) for (let j = 0; j < row.length; j++) s += row[j] * v.at[j];
      return s;
    }`,
    args: [rows, { at: xs }],
    wrt: [0, 1],
  },
  {
    what: 'an array that is handed on',
    text: `export function f(x: readonly number[], n: number) {
      let now = x;
      for (let k = 0; k < n; k++) now = now.map((e, i) => e + 0.1 * Math.sin(now[(i + 1) % now.length]));
      return now.reduce((s, e) => s + e * e, 0);
    }`,
    args: [xs, 3],
  },
  {
    what: 'a typed array that is handed on',
    text: `export function f(x: Float64Array, n: number) {
      let now = x;
      for (let k = 0; k < n; k++) now = now.map((e) => e * e + 0.1);
      let s = 0;
      for (const e of now) s += e;
      return s;
    }`,
    args: [Float64Array.from(xs), 2],
  },
  {
    what: 'rows that are handed on',
    text: `export function f(m: readonly (readonly number[])[], pick: number) {
      let row = m[0];
      if (pick > 0) row = m[1];
      let s = 0;
      for (const e of row) s += e ** 3;
      return s;
    }`,
    args: [rows, 1],
  },
  {
    what: 'singles',
    text: `export function f(x: Float32Array, y: number) {
      let s = 0;
      for (let i = 0; i < x.length; i++) s += x[i] * x[i] * y;
      return s;
    }`,
    args: [Float32Array.from(xs), 0.5],
    wrt: [0, 1],
  },
  {
    what: 'whole numbers and bools',
    text: `interface Step { at: Int32Array; isOn: boolean; scale: number }
    export function f(step: Step, x: number[]) {
      let s = 0;
      for (const k of step.at) s += step.isOn ? x[k] * step.scale : x[k];
      return s;
    }`,
    args: [{ at: Int32Array.of(2, 0), isOn: true, scale: 3 }, xs],
    wrt: [0, 1],
  },
  {
    what: 'arrays of objects',
    isByRuns: true,
    text: `export interface Body { at: [number, number]; mass: number }
    export function f(bodies: readonly Body[], g: number) {
      let s = 0;
      for (let i = 0; i < bodies.length; i++)
        for (let j = 0; j < i; j++) {
          const [x, y] = bodies[i].at;
          const r = Math.hypot(x - bodies[j].at[0], y - bodies[j].at[1]);
          s -= (g * bodies[i].mass * bodies[j].mass) / r;
        }
      return s;
    }`,
    args: [
      [
        { at: [0, 1], mass: 2 },
        { at: [2, 0.5], mass: 1 },
        { at: [-1, 0.2], mass: 3 },
      ],
      0.7,
    ],
  },
  {
    what: 'an argument that is written into',
    text: `export function f(x: number[], y: number) {
      for (let i = 1; i < x.length; i++) x[i] += x[i - 1] * y;
      return x[x.length - 1];
    }`,
    args: [xs, 0.5],
  },
  {
    what: 'other functions of the module',
    text: `const square = (x: number) => x * x;
    function norm(v: readonly number[]) { return Math.sqrt(v.reduce((s, e) => s + square(e), 0)); }
    class Scale { constructor(readonly by: number) {} of(x: number) { return x * this.by; } }
    export function f(v: readonly number[], by: number) { return new Scale(by).of(norm(v)); }`,
    args: [xs, 3],
    wrt: [0, 1],
  },
  {
    what: 'a throw and a check',
    text: `export function f(x: number[]) {
      if (x.length === 0) throw new Error('empty');
      const y = x.slice();
      for (let i = 0; i < y.length; i++) y[i] = Math.log1p(y[i] * y[i]);
      return Math.max(...y) + y[0];
    }`,
    args: [xs],
  },
  {
    what: 'an argument that nobody reads',
    text: `export function f(x: number, note: string, _x: number, more: { deep: Map<string, number> }) { return x * x; }`,
    args: [3, 'note', 5, { deep: new Map() }],
  },
  {
    what: 'results of several parts',
    text: `export function f(x: readonly number[], y: number) {
      const scaled = x.map((e) => e * y);
      return { scaled, total: scaled.reduce((s, e) => s + e, 0), pair: [y * y, x[0]] as [number, number], 'first one': x[0], y };
    }`,
    args: [xs, 0.5],
  },
  {
    what: 'a result that is an argument',
    text: `export function f(x: number[], t: Float64Array) { return [x, t, x] as [number[], Float64Array, number[]]; }`,
    args: [xs, Float64Array.of(1, 2)],
  },
  {
    what: 'a result without a derivative',
    text: `export function f(x: number[], n: number) { return { count: n * 2, list: [1, 2], x: x[1] }; }`,
    args: [xs, 3],
  },
  {
    what: 'a matrix for a result',
    text: `export function f(x: number[]) { return x.map((a) => x.map((b) => a * b)); }`,
    args: [xs],
  },
  {
    what: 'a typed array for a result',
    text: `export function f(x: Float64Array, y: number) {
      const z = new Float64Array(x.length - 1);
      for (let i = 0; i < z.length; i++) z[i] = (x[i + 1] - x[i]) * y;
      return z;
    }`,
    args: [Float64Array.from(xs), 2],
  },
  {
    what: 'an array by a number',
    text: `export const f = (t: number, n: number) => Array.from({ length: n }, (_, k) => Math.cos(k * t));`,
    args: [0.3, 4],
  },
  {
    what: 'one number by one number, in one line',
    text: `export default function f(x: number) { return x > 0 ? Math.sqrt(x) : -x; }`,
    args: [2],
  },
  {
    what: 'a linear function',
    text: `export function f(x: number[]) { let s = 0; for (const e of x) s += 2 * e; return s; }`,
    args: [xs],
  },
  {
    what: 'names of blocks that come again',
    text: `export function f(x: number[]) {
      let s = 0;
      for (let k = 0; k < x.length; k++) { const t = x[k] * x[k]; const t2 = t * s; s += t + Math.sin(t2); }
      for (let k = 0; k < x.length; k++) { const t = x[k]; for (let k = 0; k < 2; k++) { const t2 = t + k; s *= t2; } }
      return s;
    }`,
    args: [xs],
  },
  {
    what: 'names that the language has',
    text: `export function f(Float: number, undefined_: number, Infinity_: number, arguments_: number[]) {
      const NaN_ = Float * undefined_;
      return NaN_ + Infinity_ * arguments_[0];
    }`,
    args: [2, 3, 4, xs],
    wrt: [0, 3],
  },
  {
    what: 'a tuple with a gap',
    text: `export function f(t: [number, boolean, number[], number]) { return t[0] * t[2][0] + t[3] * t[3]; }`,
    args: [[1, true, xs, 4]],
  },
];

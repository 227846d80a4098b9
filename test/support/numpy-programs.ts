/**
 * Random functions that mix numbers with arrays of NumPy: loops over numbers, typed arrays and rows around calls of `np`
 * and `nn`, numbers from arrays that steer branches, indices and loops, arrays of NumPy that loops and branches carry,
 * objects and lists that hold both, lists of arrays that grow, helpers that take and give both, errors half way, and what stands beside a number.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

export interface NumpyProgram {
  readonly text: string;
  /** The same function with something beside its number. */
  readonly withAux: string;
  readonly x: number;
  readonly v: readonly number[];
  readonly xs: readonly number[];
}

interface Scope {
  readonly reals: readonly string[];
  readonly vectors: readonly string[];
  readonly matrices: readonly string[];
  readonly floats: readonly string[];
  readonly counters: readonly string[];
  /** Variables that may be assigned. */
  readonly open: { readonly reals: readonly string[]; readonly vectors: readonly string[] };
  readonly loops: number;
}

class Programs {
  private names = 0;
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private fresh = (base: string): string => `${base}${this.names++}`;

  private index = ({ counters }: Scope): string =>
    this.pick(['0', '1', '2', ...counters.flatMap((i) => [`${i} % 3`, `(${i} + 1) % 3`])]);

  real(scope: Scope, size: number): string {
    if (size <= 0) return this.leaf(scope);
    const inner = () => this.real(scope, size - 1 - this.draw(1));
    const vector = () => this.vector(scope, size - 1);
    if (this.chance(40)) return `stopGradient(${inner()})`;
    switch (this.draw(20)) {
      case 0:
      case 1:
        return `(${inner()} + ${inner()})`;
      case 2:
        return `${inner()} * ${inner()}`;
      case 3:
        return `(${inner()} - 0.5) / (1.5 + Math.sin(${inner()}))`;
      case 4:
        return `Math.${this.pick(['sin', 'tanh', 'abs', 'atan'])}(${inner()})`;
      case 5:
        return `(${this.test(scope)} ? ${inner()} : ${inner()})`;
      case 6:
      case 7:
        return `np.${this.pick(['sum', 'mean', 'max', 'min'])}(${vector()})`;
      case 8:
        return `np.dot(${vector()}, ${vector()})`;
      case 9:
        return `${vector()}.get([${this.index(scope)}])`;
      case 10:
        return `np.mean(np.square(${vector()}))`;
      case 11:
        return `${vector()}.sum()`;
      case 12:
        return `np.trace(${this.matrix(scope, size - 1)})`;
      case 13:
        return `(${this.pick(scope.vectors)}.shape[0] * ${inner()})`;
      case 14:
        return `xs[np.argmax(${this.pick(scope.vectors)})]`;
      case 15:
        return `helper(${inner()}, ${vector()})`;
      case 16:
        return `nn.logSumExp(${vector()})`;
      case 17:
        return `np.${this.pick(['tanh', 'sin'])}(${inner()})`;
      case 18:
        return `np.sum(${this.matrix(scope, size - 1)}, 1).get([${this.index(scope)}])`;
      default:
        return this.leaf(scope);
    }
  }

  private leaf(scope: Scope): string {
    const element = () => `${this.pick(scope.floats)}[${this.index(scope)}]`;
    const forms = [
      () => this.pick(['0.5', '1.5', '-0.25']),
      () => this.pick(scope.reals),
      () => this.pick(scope.reals),
      element,
      () => this.pick([...scope.counters, 'p.b']),
      () => `${this.pick(scope.vectors)}.get([${this.index(scope)}])`,
    ];
    return this.pick(forms)();
  }

  private test = (scope: Scope): string => {
    const one = `${this.leaf(scope)} ${this.pick(['<', '<=', '>'])} ${this.leaf(scope)}`;
    return this.pick([
      one,
      one,
      `np.sum(${this.pick(scope.vectors)}) > 0.3`,
      `np.any(np.greater(${this.pick(scope.vectors)}, 0.4))`,
      `np.allclose(${this.pick(scope.vectors)}, 0.4)`,
    ]);
  };

  vector(scope: Scope, size: number): string {
    if (size <= 0) return this.pick(scope.vectors);
    const inner = () => this.vector(scope, size - 1 - this.draw(1));
    const real = () => this.real(scope, size - 1);
    switch (this.draw(17)) {
      case 0:
      case 1:
        return `np.${this.pick(['tanh', 'sin', 'square', 'negative'])}(${inner()})`;
      case 2:
      case 3:
        return `np.${this.pick(['add', 'subtract', 'multiply', 'maximum'])}(${inner()}, ${inner()})`;
      case 4:
        return `np.multiply(${inner()}, ${real()})`;
      case 5:
        return `np.array([${real()}, ${real()}, ${real()}])`;
      case 6:
        return `np.array(${this.pick([...scope.floats, 'xs.map((one) => one * x)', '[0.1, 0.2, 0.3]'])})`;
      case 7:
      case 8:
        return `np.matmul(${this.matrix(scope, size - 1)}, ${inner()})`;
      case 9:
        // What np.where gives of plain arrays has no methods, and of recorded ones it has.
        return `np.add(np.where(np.greater(${inner()}, ${this.leaf(scope)}), ${inner()}, ${inner()}), 0)`;
      case 10:
        return `np.${this.pick(['sum', 'max'])}(${this.matrix(scope, size - 1)}, ${this.pick(['0', '1'])})`;
      case 11:
        return `np.concatenate([${this.pick(scope.vectors)}.slice('0:2'), np.array([${real()}])])`;
      case 12:
        return `np.flip(${inner()}).reshape([3])`;
      case 13:
        return `nn.${this.pick(['softplus', 'softmax', 'sigmoid'])}(${inner()})`;
      case 14:
        return `tanh(${inner()})`;
      case 15:
        return `shifted(${inner()}, ${real()})`;
      default:
        return this.pick(scope.vectors);
    }
  }

  private matrix(scope: Scope, size: number): string {
    if (size <= 0) return this.pick(scope.matrices);
    const inner = () => this.matrix(scope, size - 1);
    const vector = () => this.vector(scope, size - 1);
    switch (this.draw(5)) {
      case 0:
        return `np.outer(${vector()}, ${vector()})`;
      case 1:
        return `${inner()}.T`;
      case 2:
        return `np.add(${inner()}, ${this.chance(2) ? inner() : vector()})`;
      case 3:
        return `np.stack([${vector()}, ${vector()}, ${vector()}])`;
      case 4:
        return `np.matmul(${inner()}, ${inner()})`;
      default:
        return this.pick(scope.matrices);
    }
  }

  private block = (scope: Scope, count: number): string => this.blockIn(scope, count)[0];

  /** A block, and what is in scope at its end. */
  private blockIn(scope: Scope, count: number): readonly [string, Scope] {
    const lines: string[] = [];
    let inside = scope;
    for (let k = 0; k < count; k++) {
      const [line, next] = this.statement(inside);
      lines.push(line);
      inside = next;
    }
    return [lines.join('\n'), inside];
  }

  /** An expression that stands beside a number. */
  private beside(scope: Scope): string {
    const part = (): string => {
      switch (this.draw(6)) {
        case 0:
          return this.real(scope, 1);
        case 1:
          return this.pick(scope.floats);
        case 2:
          return this.pick(scope.matrices);
        case 3:
          return `[${this.vector(scope, 1)}, ${this.pick(scope.reals)}]`;
        case 4:
          return `${this.pick(scope.vectors)}.${this.pick(['shape', 'tolist()'])}`;
        default:
          return this.vector(scope, 1);
      }
    };
    return this.chance(4) ? part() : `{ k: ${part()}, l: ${part()}, m: { s, n: ${part()} } }`;
  }

  private statement(scope: Scope): readonly [string, Scope] {
    const { open } = scope;
    const named = (name: string): Scope => ({
      ...scope,
      reals: [...scope.reals, name],
      open: { ...open, reals: [...open.reals, name] },
    });
    switch (this.draw(scope.loops < 2 ? 13 : 8)) {
      case 0: {
        const name = this.fresh('s');
        return [`let ${name} = ${this.real(scope, 2)};`, named(name)];
      }
      case 1:
      case 2: {
        const name = this.fresh('h');
        const vectors = [...scope.vectors, name];
        const next = { ...scope, vectors, open: { ...open, vectors: [...open.vectors, name] } };
        return [`let ${name} = ${this.vector(scope, 2)};`, next];
      }
      case 3: {
        const name = this.fresh('m');
        const next = { ...scope, matrices: [...scope.matrices, name] };
        return [`const ${name} = ${this.matrix(scope, 1)};`, next];
      }
      case 4:
      case 5:
        return [`${this.pick(open.reals)} += Math.tanh(${this.real(scope, 2)});`, scope];
      case 6:
        if (open.vectors.length === 0) return [`s = Math.sin(${this.real(scope, 2)});`, scope];
        return [`${this.pick(open.vectors)} = np.tanh(${this.vector(scope, 2)});`, scope];
      case 7:
        return [`a[${this.index(scope)}] = Math.sin(${this.real(scope, 2)});`, scope];
      case 8: {
        const name = this.fresh('o');
        const made = `const ${name} = { k: ${this.real(scope, 1)}, h: ${this.vector(scope, 1)} };`;
        return [
          made,
          {
            ...scope,
            reals: [...scope.reals, `${name}.k`],
            vectors: [...scope.vectors, `${name}.h`],
          },
        ];
      }
      case 9:
      case 10: {
        const i = this.fresh('i');
        const inside = { ...scope, counters: [...scope.counters, i], loops: scope.loops + 1 };
        const bound = this.pick(['3', '2', 'v.shape[0]', 'xs.length']);
        const body = this.block(inside, 1 + this.draw(2));
        return [`for (let ${i} = 0; ${i} < ${bound}; ${i}++) {\n${body}\n}`, scope];
      }
      case 11: {
        const inside = { ...scope, loops: scope.loops + 1 };
        const other = this.chance(2) ? ` else {\n${this.block(inside, 1)}\n}` : '';
        return [
          `if (${this.test(scope)}) {\n${this.block(inside, 1 + this.draw(1))}\n}${other}`,
          scope,
        ];
      }
      case 12: {
        const one = this.fresh('r');
        const inside = { ...scope, loops: scope.loops + 1, reals: [...scope.reals, one] };
        const all = this.pick(['xs', 'a', this.pick(scope.vectors)]);
        return [`for (const ${one} of ${all}) {\n${this.block(inside, 1)}\n}`, scope];
      }
      default:
        if (this.chance(3)) return [`if (s > 5) throw new Error('far');`, scope];
        if (this.chance(2)) return this.list(scope);
        return [
          `let n${this.names} = 0;\nwhile (n${this.names} < 4 && np.sum(${this.pick(scope.vectors)}) < s + n${this.names}) n${this.names++}++;`,
          scope,
        ];
    }
  }

  /** A list of arrays that grows, and what is made of it. */
  private list(scope: Scope): readonly [string, Scope] {
    const [l, k, h] = ['l', 'k', 'h'].map(this.fresh);
    const inside = { ...scope, counters: [...scope.counters, k], loops: scope.loops + 1 };
    const body = this.block(inside, 1);
    const first = this.chance(2) ? this.vector(scope, 1) : '';
    const other = this.chance(3) ? `${l}.push(${this.vector(scope, 1)});\n` : '';
    const made = this.pick([
      `np.sum(np.stack(${l}), 0)`,
      `np.mean(np.stack(${l}), 0)`,
      `np.concatenate(${l}).slice('0:3')`,
      `np.add(${l}[${l}.length - 1], ${l}[0])`,
    ]);
    const push = `${l}.push(${this.vector(inside, 1)});`;
    const grown = this.chance(3) ? `if (${this.test(inside)}) ${push}` : push;
    const text = `const ${l} = [${first}];
${other}for (let ${k} = 0; ${k} < 3; ${k}++) {
${body}
${grown}
}
let ${h} = ${made};`;
    const { open } = scope;
    const vectors = [...scope.vectors, h];
    return [text, { ...scope, vectors, open: { ...open, vectors: [...open.vectors, h] } }];
  }

  program(): Pick<NumpyProgram, 'text' | 'withAux'> {
    const scope: Scope = {
      reals: ['x', 's'],
      vectors: ['v', 'p.w', 'constant'],
      matrices: ['M'],
      floats: ['xs', 'a'],
      counters: [],
      open: { reals: ['s'], vectors: [] },
      loops: 0,
    };
    const [body, inside] = this.blockIn(scope, 3 + this.draw(4));
    const number = `s + ${this.real(scope, 2)} + np.dot(v, p.w) * x`;
    const aux = this.beside(inside);
    const moduleOf = (result: string) => `
import { stopGradient } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import * as nn from 'delta-tape/nn';
import { tanh } from 'delta-tape/numpy';
const M = np.array([[0.5, -0.2, 0.1], [0.3, 0.4, -0.6], [-0.1, 0.2, 0.7]]);
const constant = np.array([0.2, 0.4, -0.3]);
function helper(k: number, h: np.NDArray): number {
  let sum = 0;
  for (let j = 0; j < h.size; j++) sum += k * h.get([j]) * (j + 1);
  return Math.tanh(sum);
}
const shifted = (h: np.NDArray, by: number) => np.add(np.multiply(h, 0.5), Math.sin(by));
export function f(x: number, v: np.NDArray, xs: Float64Array, p: { w: np.NDArray; b: number }) {
  const a = new Float64Array(3);
  a[1] = x;
  let s = 0.1;
${body}
  return ${result};
}
`;
    return { text: moduleOf(number), withAux: moduleOf(`[${number}, ${aux}]`) };
  }
}

export const numpyPrograms: fc.Arbitrary<NumpyProgram> = fc.gen().map((g) => {
  const draw: Draw = (max) => g(fc.nat, { max });
  const real = () => draw(24) / 10 - 1.163;
  const three = () => [real(), real(), real()];
  return { ...new Programs(draw).program(), x: real(), v: three(), xs: three() };
});

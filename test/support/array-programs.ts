/**
 * Random numeric functions that work in place: values that are overwritten and needed later, arrays under two
 * names, rebound and made anew in loops, sums that a branch takes, loops that are left in the middle, counters
 * that run up, down and in steps, helpers that write into arrays, a function that calls itself with arrays that may be
 * one, neighbours that are not there; and what array-constructs.ts has.
 */
import fc from 'fast-check';
import { construct, vec, type Scope, type Tools } from './array-constructs.js';

type Draw = (max: number) => number;

export interface ArrayProgram {
  readonly text: string;
  readonly args: readonly [number, number, readonly number[], readonly number[]];
}

const none = { matrices: [], bodies: [], points: [], vectors: [] };

class Programs implements Tools {
  private names = 0;
  constructor(private readonly draw: Draw) {}

  pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  chance = (n: number): boolean => this.draw(n - 1) === 0;
  fresh = (base: string): string => `${base}${this.names++}`;

  index = ({ counters }: Scope): string => {
    const forms = ['0', '1', '2', '3'];
    for (const i of counters) forms.push(`${i} % 4`, `(${i} + 1) % 4`, i, i);
    if (this.chance(30)) return '9';
    return this.pick(forms);
  };

  /** An index that may be none. */
  private beside = ({ counters }: Scope): string =>
    this.pick(['4', '-1', '1', ...counters.flatMap((i) => [`${i} + 1`, `${i} - 1`])]);

  private element = (scope: Scope, among = [...scope.arrays, 'xs', 'ys']): string =>
    `${this.pick(among)}[${this.index(scope)}]`;

  leaf = (scope: Scope): string => {
    switch (this.draw(5)) {
      case 0:
        return this.pick(['0.5', '1.5', '2', '0.25', '-1']);
      case 1:
      case 2:
        return this.element(scope);
      case 3:
        return this.pick([...scope.counters, 'n']);
      case 4:
        if (this.chance(3))
          return `(${this.pick([...scope.arrays, 'xs', 'ys'])}[${this.beside(scope)}] ?? 0.5)`;
        return this.pick([...scope.reals, ...scope.constants]);
      default:
        return this.pick([...scope.reals, ...scope.constants]);
    }
  };

  real(scope: Scope, size: number): string {
    if (size <= 0) return this.leaf(scope);
    const inner = () => this.real(scope, size - 1 - this.draw(1));
    switch (this.draw(11)) {
      case 0:
      case 1:
        return `(${inner()} + ${inner()})`;
      case 2:
        return `(${inner()} - ${inner()})`;
      case 3:
      case 4:
        return `${inner()} * ${inner()}`;
      case 5:
        return `${inner()} / (1.5 + Math.sin(${inner()}))`;
      case 6:
        return `Math.${this.pick(['sin', 'cos', 'tanh', 'atan', 'abs', 'floor', 'asinh'])}(${inner()})`;
      case 7:
        return `Math.${this.pick(['max', 'min', 'atan2', 'hypot'])}(${inner()}, ${inner()})`;
      case 8:
        return `(${this.test(scope)} ? ${inner()} : ${inner()})`;
      case 9:
        return `(${inner()}) ** ${this.pick(['2', '3'])}`;
      case 10:
        return `-${this.leaf(scope).replace('-', '')}`;
      default:
        return this.leaf(scope);
    }
  }

  bounded = (scope: Scope): string => `Math.${this.pick(['tanh', 'sin'])}(${this.real(scope, 2)})`;

  test = (scope: Scope): string => {
    const one = `${this.leaf(scope)} ${this.pick(['<', '<=', '>', '>='])} ${this.leaf(scope)}`;
    return this.chance(4) ? `${one} ${this.pick(['&&', '||'])} ${this.leaf(scope)} < 0.3` : one;
  };

  block = (scope: Scope, count: number): string => {
    const lines: string[] = [];
    let inside = scope;
    for (let k = 0; k < count; k++) {
      const [line, next] = this.statement(inside);
      lines.push(line);
      inside = next;
    }
    return lines.join('\n');
  };

  private statement(scope: Scope): [string, Scope] {
    if (this.chance(3)) {
      const made = construct(this, scope);
      if (made !== null) return [...made];
    }
    const target = () => (scope.reals.length > 0 ? this.pick(scope.reals) : null);
    const kind = this.draw(scope.loops < 2 ? 14 : 9);
    switch (kind) {
      case 0: {
        const name = this.fresh('s');
        return [
          `let ${name} = ${this.real(scope, 2)};`,
          { ...scope, reals: [...scope.reals, name] },
        ];
      }
      case 1:
      case 2: {
        const name = target();
        if (name === null) break;
        return [`${name} ${this.pick(['=', '+=', '-=', '*='])} ${this.bounded(scope)};`, scope];
      }
      case 3:
      case 4:
      case 5: {
        if (scope.arrays.length === 0) break;
        const place = this.element(scope, [...scope.arrays]);
        return [
          `${place} ${this.pick(['=', '=', '+=', '*=', '-='])} ${this.bounded(scope)};`,
          scope,
        ];
      }
      case 6: {
        const body = this.block(scope, 1 + this.draw(1));
        const other = this.chance(2) ? ` else {\n${this.block(scope, 1)}\n}` : '';
        return [`if (${this.test(scope)}) {\n${body}\n}${other}`, scope];
      }
      case 7: {
        const [one, other] = [
          this.pick([...scope.arrays, 'xs']),
          this.pick([...scope.arrays, 'ys']),
        ];
        if (scope.arrays.length < 2) break;
        const name = this.fresh('t');
        // Under another name; written only where both are arrays of the function.
        const isOwn = one !== 'xs' && other !== 'ys';
        const line = `const ${name} = ${this.test(scope)} ? ${one} : ${other};`;
        const write = isOwn ? `\n${name}[${this.index(scope)}] = ${this.bounded(scope)};` : '';
        const read =
          scope.reals.length > 0 ? `\n${target()!} += ${name}[${this.index(scope)}];` : '';
        return [line + write + read, scope];
      }
      case 8: {
        if (scope.isHelper || scope.arrays.length === 0) break;
        const name = target();
        if (name === null) break;
        if (this.chance(2)) {
          const [one, other] = [this.pick(scope.arrays), this.pick(scope.arrays)];
          return [
            `${name} = Math.sin(again(${this.leaf(scope)}, ${one}, ${other}, ${this.draw(3)}));`,
            scope,
          ];
        }
        return [`${name} += helper(${this.leaf(scope)}, ${this.pick(scope.arrays)});`, scope];
      }
      case 9: {
        const name = this.fresh('w');
        const made = this.pick([
          `new Float64Array(4)`,
          `Float64Array.from(xs)`,
          `xs.map((x, k) => x * ${this.leaf(scope)} + k)`,
          `ys.slice()`,
          `[${this.leaf(scope)}, ${this.leaf(scope)}, 1, ${this.leaf(scope)}]`,
          `new Array(4)`,
        ]);
        if (made === 'new Array(4)') {
          const i = this.fresh('i');
          const given = this.leaf({ ...scope, counters: [...scope.counters, i] });
          return [
            `const ${name} = ${made};\nfor (let ${i} = 0; ${i} < 4; ${i}++) ${name}[${i}] = ${given};`,
            { ...scope, arrays: [...scope.arrays, name] },
          ];
        }
        if (made.startsWith('['))
          return [
            `const ${name} = ${made};\n${name}[n % 2] *= 2;`,
            { ...scope, arrays: [...scope.arrays, name] },
          ];
        return [`let ${name} = ${made};`, { ...scope, arrays: [...scope.arrays, name] }];
      }
      case 10:
        return [this.powers(scope), scope];
      case 11:
      case 12:
        return [this.loop(scope), scope];
      case 13: {
        const name = this.fresh('c');
        const inner = { ...scope, loops: scope.loops + 1, constants: [...scope.constants] };
        const body = this.block(inner, 1 + this.draw(1));
        const more = target();
        const test = more === null ? '' : ` && ${more} < 3`;
        return [`let ${name} = 0;\nwhile (${name} < 4${test}) {\n${name}++;\n${body}\n}`, scope];
      }
      default: {
        const list = this.pick([...scope.arrays, 'xs', 'ys']);
        const [name, total] = [this.fresh('e'), target()];
        if (total === null) break;
        return [
          `for (const ${name} of ${list}) {\n${total} = Math.sin(${total} + ${name} * ${this.leaf(scope)});\n}`,
          scope,
        ];
      }
    }
    const name = this.fresh('s');
    return [`let ${name} = ${this.real(scope, 1)};`, { ...scope, reals: [...scope.reals, name] }];
  }

  /** A loop that only adds to what gradients flow through, and carries a power of something else. */
  private powers(scope: Scope): string {
    const [i, power] = [this.fresh('i'), this.fresh('p')];
    const total = scope.reals.length > 0 ? this.pick(scope.reals) : 'x';
    const inner = { ...scope, loops: 2, counters: [...scope.counters, i] };
    const term = `${this.element(inner)} * ${power}`;
    const half = this.pick(['n * 0.25', '0.5', this.leaf({ ...scope, reals: ['n'], arrays: [] })]);
    return `let ${power} = ${this.pick(['1', 'n', '0.5'])};
for (let ${i} = ${this.pick(['0', '1', 'n - 2'])}; ${i} < ${this.pick(['4', 'n', 'xs.length'])}; ${i}++) {
${total} ${this.pick(['+=', '-='])} ${this.pick([term, `${term} * ${this.leaf(inner)}`, `Math.sin(${term})`])};
${power} *= ${half};
}`;
  }

  private loop(scope: Scope): string {
    const i = this.fresh('i');
    const head = this.pick([
      `let ${i} = 0; ${i} < 4; ${i}++`,
      `let ${i} = 0; ${i} < xs.length; ${i}++`,
      `let ${i} = 3; ${i} >= 0; ${i}--`,
      `let ${i} = 0; ${i} < n; ${i} += 2`,
      `let ${i} = 1; ${i} <= n; ${i}++`,
      `let ${i} = n; ${i} > 0; ${i}--`,
      `let ${i} = 0; ${i} < 3.5; ${i} += n`,
    ]);
    const inner = { ...scope, loops: scope.loops + 1, counters: [...scope.counters, i] };
    const parts = [this.block(inner, 1 + this.draw(2))];
    if (this.chance(4))
      parts.unshift(`if (${this.test(inner)}) ${this.pick(['break', 'continue'])};`);
    if (this.chance(5)) parts.push(`if (${this.test(inner)}) { ${this.block(inner, 1)}\nbreak; }`);
    if (this.chance(8)) parts.push(`if (${this.test(inner)}) return ${this.bounded(inner)};`);
    const swapped = scope.arrays.filter((name) => name.startsWith('u'));
    if (swapped.length === 2 && this.chance(3)) {
      const t = this.fresh('t');
      parts.push(`const ${t} = u0; u0 = u1; u1 = ${t};`);
    }
    if (swapped.length === 2 && this.chance(4))
      parts.push(`u1 = new Float64Array(4); u1[1] = ${this.bounded(inner)};`);
    return `for (${head}) {\n${parts.join('\n')}\n}`;
  }

  /** Statements of a function of some arrays, which knows nothing of `f`. */
  private inHelper(reals: readonly string[], arrays: readonly string[], count: number): string {
    const scope: Scope = {
      reals: [...reals],
      constants: [],
      counters: [],
      arrays: [...arrays],
      ...none,
      loops: 1,
      isHelper: true,
    };
    return this.block(scope, count)
      .replace(/\b(xs|ys)\b/g, 'w')
      .replace(/\bn\b/g, '3');
  }

  /** A function that calls itself, with its arrays, exchanged or not, or new ones. */
  private again(): string {
    const pair = this.pick(['w, v', 'v, w', 'w, w', 'w.slice(), w']);
    const second = this.chance(3) ? ` - again(r * 0.5, v, w, k - 2)` : '';
    return `function again(a: number, w: Float64Array | any, v: Float64Array | any, k: number): number {
if (k <= 0) return ${this.pick(['a', 'w[1] * a', 'v[k + 2] + w[0]'])};
${this.inHelper(['a'], ['w', 'v'], 1 + this.draw(1))}
let r = again(${this.pick(['a', 'a * w[2]', 'Math.sin(a + v[0])'])}, ${pair}, k - 1);
${this.inHelper(['a', 'r'], ['w', 'v'], 1)}
return Math.tanh(r * w[1] + a)${second};
}`;
  }

  program(): string {
    const helper = this.inHelper(['a'], ['w'], 1 + this.draw(2));
    const scope: Scope = {
      reals: ['x'],
      constants: ['y'],
      counters: [],
      arrays: ['u0', 'u1'],
      ...none,
      loops: 0,
      isHelper: false,
    };
    const body = this.block(scope, 4 + this.draw(4));
    const early = this.chance(4) ? `if (${this.test(scope)}) return ${this.bounded(scope)};\n` : '';
    return `${vec}
function helper(a: number, w: Float64Array | any): number {
${helper}
return a + w[1] * w[2];
}
${this.again()}
export function f(x: number, y: number, xs: Float64Array, ys: Float64Array, n: number): number {
let u0 = new Float64Array(4);
let u1 = Float64Array.from(xs);
${early}${body}
return x + u0[0] * u1[1] + u0[2] * u0[3] + u1[2];
}`;
  }
}

export const arrayPrograms: fc.Arbitrary<ArrayProgram> = fc.gen().map((g) => {
  const draw: Draw = (max) => g(fc.nat, { max });
  const real = () => (draw(300) - 150) / 100;
  const text = new Programs(draw).program();
  return {
    text,
    args: [real(), real(), [real(), real(), real(), real()], [real(), real(), real(), real()]],
  };
});

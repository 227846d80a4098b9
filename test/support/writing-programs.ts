/**
 * Random programs that write into arrays before, within and after calls of `checkpoint`, `loop` and
 * `scan`, whose arguments, states and outputs share them. As text: with operators of the library, or
 * in plain TypeScript.
 */
import fc from 'fast-check';

export interface WritingProgram {
  /** The body of a function of `xs`, with `dt` for the library and `tools` for what calls functions. */
  readonly operators: string;
  readonly plain: string;
  readonly point: readonly number[];
}

/** An expression in both spellings. */
type Text = readonly [operators: string, plain: string];

interface Names {
  /** Variables that hold arrays of two reals. */
  readonly arrays: readonly string[];
  /** Variables that hold reals. */
  readonly reals: readonly string[];
}

class Writer {
  private next = 0;
  private made = 0;

  constructor(private readonly choices: readonly number[]) {}

  /** A number below `count`. */
  private choose(count: number): number {
    return (this.choices[this.next++] ?? 0) % count;
  }

  private pick(from: readonly string[]): string {
    return from[this.choose(from.length)];
  }

  private name(): string {
    return `v${this.made++}`;
  }

  private real({ arrays, reals }: Names, depth = 2): Text {
    switch (this.choose(depth === 0 ? 3 : 7)) {
      case 0: {
        const value = String(this.choose(5) - 1);
        return [value, value];
      }
      case 1: {
        const name = this.pick(reals);
        return [name, name];
      }
      case 2: {
        const cell = `${this.pick(arrays)}[${this.choose(2)}]`;
        return [cell, cell];
      }
      case 3: {
        const [operators, plain] = this.real({ arrays, reals }, depth - 1);
        return [`dt.sin(${operators})`, `Math.sin(${plain})`];
      }
      default: {
        const one = this.real({ arrays, reals }, depth - 1);
        const other = this.real({ arrays, reals }, depth - 1);
        return this.choose(2) === 0
          ? [`dt.sub(${one[0]}, ${other[0]})`, `(${one[1]} - ${other[1]})`]
          : [`dt.sin(dt.mul(${one[0]}, ${other[0]}))`, `Math.sin(${one[1]} * ${other[1]})`];
      }
    }
  }

  private both(write: (spell: (text: Text) => string) => string): Text {
    return [write(([operators]) => operators), write(([, plain]) => plain)];
  }

  private pair(names: Names): Text {
    const [one, other] = [this.real(names), this.real(names)];
    return this.both((spell) => `[${spell(one)}, ${spell(other)}]`);
  }

  /** The result of a function of two arrays: one of them, or a new one. */
  private result(names: Names): Text {
    if (this.choose(3) === 0) return this.pair(names);
    const name = this.pick(names.arrays);
    return [name, name];
  }

  private state(names: Names): string {
    return `[${this.pick(names.arrays)}, ${this.pick(names.arrays)}]`;
  }

  private call(names: Names, depth: number): Text {
    const [p, q, k, x, s, t] = Array.from({ length: 6 }, () => this.name());
    const within = { arrays: [p, q], reals: ['xs[0]', 'xs[1]', k, x] };
    const from = this.state(names);
    const to = [this.pick(names.arrays), this.pick(names.arrays)];
    const statements = this.block(within, depth - 1, 1 + this.choose(3));
    switch (this.choose(3)) {
      case 0: {
        const result = this.result(within);
        const [a, b] = [this.real(names), this.real(names)];
        return this.both(
          (spell) =>
            `${to[0]} = tools.checkpoint((${p}, ${q}, ${k}, ${x}) => { ${spell(statements)} return ${spell(result)}; })(...${from}, ${spell(a)}, ${spell(b)});`,
        );
      }
      case 1: {
        const times = 1 + this.choose(6);
        const next = [`[${p}, ${q}]`, `[${q}, ${p}]`, s][this.choose(3)];
        return this.both(
          (spell) =>
            `const ${t} = tools.loop(${times}, (${s}, ${k}) => { let [${p}, ${q}] = ${s}; const ${x} = ${k}; ${spell(statements)} return ${next}; }, ${from}); ${to[0]} = ${t}[0]; ${to[1]} = ${t}[1];`,
        );
      }
      default: {
        const [output, a, b, c] = [
          this.result(within),
          this.real(names),
          this.real(names),
          this.real(names),
        ];
        const at = this.choose(3);
        return this.both(
          (spell) =>
            `const ${t} = tools.scan([${spell(a)}, ${spell(b)}, ${spell(c)}], (${s}, ${x}, ${k}) => { let [${p}, ${q}] = ${s}; ${spell(statements)} return [[${q}, ${p}], ${spell(output)}]; }, ${from}); ${to[0]} = ${t}.outputs[${at}]; ${to[1]} = ${t}.state[1];`,
        );
      }
    }
  }

  private statement(names: Names, depth: number): Text {
    const to = this.pick(names.arrays);
    switch (this.choose(depth > 0 ? 6 : 3)) {
      case 0: {
        const array = this.choose(2) === 0 ? this.pair(names) : undefined;
        const other = this.pick(names.arrays);
        return this.both((spell) => `${to} = ${array === undefined ? other : spell(array)};`);
      }
      case 1:
      case 2: {
        const value = this.real(names);
        const at = this.choose(2);
        return this.both((spell) => `${to}[${at}] = ${spell(value)};`);
      }
      default:
        return this.call(names, depth);
    }
  }

  private block(names: Names, depth: number, count: number): Text {
    const all = Array.from({ length: count }, () => this.statement(names, depth));
    return this.both((spell) => all.map(spell).join('\n'));
  }

  program(): Text {
    const names = { arrays: ['a', 'b', 'c'], reals: ['xs[0]', 'xs[1]'] };
    const statements = this.block(names, 2, 3 + this.choose(6));
    const total: Text = [
      'dt.sum([...a, ...b, ...c].map((x, k) => dt.mul(x, k + 1)))',
      '[...a, ...b, ...c].reduce((total, x, k) => total + x * (k + 1), 0)',
    ];
    return this.both(
      (spell) =>
        `let a = [xs[0], 0]; let b = [1, xs[1]]; let c = a;\n${spell(statements)}\nreturn ${spell(total)};`,
    );
  }
}

export const writingPrograms: fc.Arbitrary<WritingProgram> = fc
  .tuple(
    fc.array(fc.nat(2 ** 20), { minLength: 40, maxLength: 160 }),
    fc.constantFrom([0.7, -0.4], [1.3, 2], [0, 0.9]),
  )
  .map(([choices, point]) => {
    const [operators, plain] = new Writer(choices).program();
    return { operators, plain, point };
  });

/**
 * Random functions that mix code of the numeric tier with calls of functions that are none: generators, Maps, regular
 * expressions, caught errors, accessors, dictionaries and texts. These take numbers, arrays, objects and texts, give numbers,
 * arrays, objects and parts of what they were given, throw half way, count what they did, and are called in loops that are left,
 * beside arrays that the function writes.
 */
import fc from 'fast-check';
import { helpers, resets } from './exotic-helpers.js';

type Draw = (max: number) => number;

export interface ExoticProgram {
  readonly text: string;
  readonly x: number;
  readonly xs: readonly number[];
}

class Programs {
  private names = 0;
  /** True if one thing is drawn that could be noticed, and nothing else that does not lower. */
  private isPointed = false;
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private fresh = (base: string): string => `${base}${this.names++}`;

  private list = (): string => this.pick(['xs', 'ys', 'ys', 'grid', '[x, 0.5]']);

  /** A call of one of the functions that do not lower; seldom of one that changes something. */
  private exotic(reals: readonly string[], size: number): string {
    const x = () => this.real(reals, size - 1);
    if (this.isPointed) return `Math.cos(${x()})`;
    if (this.chance(60))
      return this.pick([
        `counted(${x()})`,
        `keeping(ys)`,
        `written(ys, ${x()})`,
        `distinct(ys, ys)`,
        `distinct(ys, xs)`,
      ]);
    switch (this.draw(15)) {
      case 14:
        return this.hidden(x);
      case 15:
        return `gainOf(kindOf(${x()}), ${x()})`;
      case 0:
        return `caught(${x()})`;
      case 1:
        return this.chance(4) ? `thrown(${x()})` : `thrown(Math.sin(${x()}))`;
      case 2:
        return `looked(${this.draw(3)})`;
      case 3:
        return `parsed('${this.pick(['a', 'b', 'c'])}')`;
      case 4:
        return `degrees(${x()})`;
      case 5:
        return `total(${this.list()})`;
      case 6:
        return `scaled(${this.list()}, ${x()})[${this.draw(1)}]`;
      case 7:
        return `split(${this.list()}, ${x()}).${this.pick(['odd', 'even', 'both[1]'])}`;
      case 8:
        return `${this.chance(4) ? 'same' : 'scaled'}(${this.list()}, 1)[1]`;
      case 9:
        return `shown({ a: ${x()}, b: ${x()} })`;
      case 10:
        return `searched(${x()}, ${this.list()})`;
      case 11:
        return `deep(${x()}, ${this.draw(4)})`;
      case 12:
        return `[...steps(3, ${x()})][2]`;
      default:
        return `Math.max(...scaled(ys, ${x()}))`;
    }
  }

  /** A call of what reads or changes something that does not show. */
  private hidden(x: () => string): string {
    if (!this.isPointed && !this.chance(3))
      return this.pick([
        `queued(${x()})`,
        `attempted(${this.list()}, ${x()})`,
        `risky(${this.list()}, 2 + ${x()})`,
      ]);
    return this.pick([
      `ticked(${x()})`,
      `held(${x()})`,
      `heldBy(${x()})`,
      `gained(${x()})`,
      `levelled(${x()})`,
      `lazy(${x()}).a`,
      `stamped(ys) * ${x()}`,
      `tooled(ys, ${x()})`,
      `applying(ys, ${x()})`,
      `defaulted(ys, ${x()})`,
    ]);
  }

  /** A statement after which a name may stand for what another name stands for, or has changed. */
  private noticed(real: () => string): string {
    const [a, b] = [this.fresh('a'), this.fresh('b')];
    return this.pick([
      `const ${a} = Float64Array.of(x, ${real()}, 0.5); const ${b} = tail(${a}); ${a}[1] = ${real()}; s += ${b}[0];`,
      `const ${a} = handed(ys); ${a}.a[0] = ${real()}; s += ${a}.b[0] * ys[0];`,
      `const ${a} = twice(${real()}); ${a}.a[0] = ${real()}; s += ${a}.b[0];`,
      `const ${a} = rows(${real()}); ${a}[0][0] = ${real()}; s += ${a}[1][0];`,
      `const ${a} = lazy(${real()}); s += ${a}.a - 2 * ${a}.a;`,
      `for (const ${a} of [...moving(3)]) { s += ${a}[0] * ${real()}; }`,
      `for (const [${a}, ${b}] of moving(3)) { s += ${a} * ${real()} + ${b}; }`,
      `const ${a} = ys.values(); s += drawn(${a}) - 2 * drawn(${a});`,
      `try { s += risky(ys, ${real()}); } catch { s += ${real()}; }`,
      `Keep.n = ${1 + this.draw(2)}; s += held(${real()});`,
      `Gain.one.put(0, ${1 + this.draw(2)}); s += gained(${real()});`,
      `level = ${1 + this.draw(2)}; s += levelled(${real()});`,
      `for (let ${a} = far(); ${a} < far() + 3; ${a} += 2) { s += ${real()}; }`,
    ]);
  }

  real(reals: readonly string[], size: number): string {
    if (size <= 0) return this.pick([...reals, 'xs[0]', 'ys[1]', '0.75', 'x']);
    const inner = () => this.real(reals, size - 1 - this.draw(1));
    switch (this.draw(7)) {
      case 0:
        return `(${inner()} + ${inner()})`;
      case 1:
        return `${inner()} * ${inner()}`;
      case 2:
        return `Math.${this.pick(['sin', 'tanh', 'abs', 'sqrt'])}(${inner()})`;
      case 3:
        return `(${inner()} > ${inner()} ? ${inner()} : ${inner()})`;
      default:
        return this.exotic(reals, size);
    }
  }

  statements(reals: readonly string[], size: number, loops: number): string {
    let known = reals;
    const all = Array.from({ length: 1 + this.draw(2) }, () => {
      const real = () => this.real(known, 2);
      switch (this.draw(10)) {
        case 9:
          return this.chance(2) ? this.noticed(real) : `s += ${real()};`;
        case 0:
        case 1: {
          const name = this.fresh('t');
          const text = `const ${name} = ${real()};`;
          known = [...known, name];
          return text;
        }
        case 2:
          return `ys[${this.draw(1)}] = ${real()};`;
        case 3: {
          if (!this.chance(4)) return `s += ${real()};`;
          const name = this.fresh('r');
          return `const ${name} = same(ys); ys[1] = ${real()}; s += ${name}[1] * 0.5;`;
        }
        case 4:
          if (size <= 0) return `s += ${real()};`;
          return `if (${real()} > 0.3) { ${this.statements(known, size - 1, loops)} } else { s -= ${real()}; }`;
        case 5: {
          if (size <= 0 || loops > 1) return `s = s * 0.5 + ${real()};`;
          const i = this.fresh('i');
          const leave = this.chance(2) ? `if (s > ${real()}) break;` : '';
          const body = this.statements([...known, i], size - 1, loops + 1);
          return `for (let ${i} = 0; ${i} < 3; ${i}++) { ${leave} ${body} }`;
        }
        case 6: {
          if (loops > 1) return `s -= ${real()};`;
          const [u, w] = [this.fresh('u'), this.fresh('w')];
          const leave = this.chance(3) ? `if (${u} > 0.3) break;` : '';
          if (this.chance(3)) {
            const write = this.chance(3) ? `ys[1] = ${this.real([...known, u], 1)};` : '';
            return `for (const ${u} of weighted(ys, ${real()})) { ${leave} ${write} s += ${u} * ${real()}; }`;
          }
          return `for (const [${u}, ${w}] of pairs(3, ${real()})) { ${leave} s += ${w} * ${this.real([...known, u, w], 1)}; }`;
        }
        case 7: {
          const name = this.fresh('o');
          const text = `const ${name} = split(${this.list()}, ${real()});`;
          known = [...known, `${name}.odd`, `${name}.both[0]`];
          return text;
        }
        case 8:
          return `ys = scaled(ys, ${real()});`;
        default:
          return `s += ${real()};`;
      }
    });
    return all.join(' ');
  }

  program(): string {
    return this.around(`${this.statements(['s'], 2, 0)}\n  ${this.statements(['s'], 1, 0)}`);
  }

  /** A program with one thing that could be noticed, between statements that compile. */
  pointed(): string {
    this.isPointed = true;
    const real = () => this.real(['s'], 1);
    const add = () => `s += ${real()};`;
    const noticed = this.chance(2) ? this.noticed(real) : `s += ${this.hidden(real)};`;
    const again = this.chance(2) ? `for (let k = 0; k < 2; k++) { ${noticed} }` : noticed;
    return this.around([add(), again, 's += ys[0] * 0.5 - ys[1];', add()].join('\n  '));
  }

  private around(body: string): string {
    const begin = this.pick(['[x, xs[1]]', 'xs.map((y) => y * x)', 'xs.slice()']);
    const reset = Object.entries(resets).flatMap(([name, text]) =>
      body.includes(name) ? [text] : [],
    );
    return `${helpers}
export const f = (x: number, xs: number[]): number => {
  let s = 0;
  let ys = ${begin};
  ${reset.join(' ')}
  ${body}
  return s + xs[0] * x;
};`;
  }
}

const real = fc.double({ min: -2, max: 2, noNaN: true }).map((x) => Math.round(x * 100) / 100);

const programsBy = (written: (of: Programs) => string): fc.Arbitrary<ExoticProgram> =>
  fc
    .record({
      tape: fc.array(fc.nat(), { minLength: 150, maxLength: 150 }),
      x: real,
      xs: fc.array(real, { minLength: 3, maxLength: 3 }),
    })
    .map(({ tape, x, xs }) => {
      let next = 0;
      const draw: Draw = (max) => tape[next++ % tape.length] % (max + 1);
      return { text: written(new Programs(draw)), x, xs };
    });

export const exoticPrograms = programsBy((of) => of.program());
export const pointedPrograms = programsBy((of) => of.pointed());

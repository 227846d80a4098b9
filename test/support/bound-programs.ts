/**
 * Random functions whose loops change how far they count while they do: lists that become longer or shorter, fields that are
 * bounds, which other names, methods, closures, patterns and functions of `Object` write, and getters.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

class Bounds {
  private names = 0;
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private fresh = (base: string): string => `${base}${this.names++}`;

  /** The bound of a loop, and the statement that changes it. */
  private bound(i: string): { readonly before: string; readonly to: string; change: string } {
    const name = this.fresh('b');
    const value = this.pick([`x[${i}]`, 's', `x[0] * ${i}`, '1']);
    switch (this.draw(3)) {
      case 0: {
        const change = this.pick([
          `${name}.push(${value});`,
          `${name}[${name}.length] = ${value};`,
          `${name}.pop();`,
          `${name}.shift();`,
          `${name}.unshift(${value});`,
          `${name}.splice(1, 1);`,
          `${name} = [${value}, ...${name}];`,
          `[s, ...${name}] = [s, s, ${value}];`,
          `grow${name}();`,
        ]);
        const more = `const grow${name} = () => { if (${name}.length < 6) ${name}[${name}.length] = s; };`;
        const init = this.pick(['[...x]', '[x[0]]', '[1, x[1], 2]']);
        return { before: `let ${name} = ${init}; ${more}`, to: `${name}.length`, change };
      }
      case 1: {
        const n = this.pick([i, `${i} + 2`, '2', '5']);
        const change = this.pick([
          `${name}.n = ${n};`,
          `alias${name}.n = ${n};`,
          `Object.assign(${name}, { n: ${n} });`,
          `[${name}.n] = [${n}];`,
          `({ a: ${name}.n } = { a: ${n} });`,
          `for (${name}.n of [${n}]) s += 1;`,
          `for (const k in ${name}) ${name}[k] = ${n};`,
          `set${name}(${n});`,
          `${name}.n++;`,
        ]);
        const before = `const ${name} = { n: 3, m: 1 }; const alias${name} = ${name}; const set${name} = (n: number) => { alias${name}.n = n; };`;
        return { before, to: `${name}.n`, change };
      }
      case 2: {
        const change = this.pick([
          `${name}.k = ${this.pick(['4', i, '1'])};`,
          `${name}.more();`,
          `${name}.xs = [${value}, s];`,
        ]);
        const to = this.pick([`${name}.n`, `${name}.size`, `${name}.length`]);
        return { before: `const ${name} = new Count();`, to, change };
      }
      default: {
        const change = this.pick([
          `for (${name} of [3, 2]) s += 1;`,
          `${name} = ${this.pick([i, '2', '5'])};`,
          `({ n: ${name} } = { n: 2 });`,
          `set${name}(4);`,
          `for (${i} of [${i} + 1]) s *= 0.5;`,
          `[${i}] = [${i} + 1];`,
        ]);
        const before = `let ${name} = 3; const set${name} = (n: number) => { ${name} = n; };`;
        return { before, to: name, change };
      }
    }
  }

  private loop(depth: number): string {
    const [i, guard] = [this.fresh('i'), this.fresh('g')];
    const { before, to, change } = this.bound(i);
    const asked = this.pick(['', `if (${i} === 1) `, `if (s < 2) `, `if (x[${i} % 4] > 0) `]);
    const inner = depth > 0 && this.draw(1) > 0 ? this.loop(depth - 1) : '';
    const step = this.pick(['++', '++', ' += 1']);
    const parts = [`s = Math.sin(s + x[${i} % 4] * ${i});`, `${asked}{ ${change} }`, inner];
    if (this.draw(1) > 0) parts.reverse();
    return `${before}
let ${guard} = 0;
for (let ${i} = 0; ${i} < ${to}; ${i}${step}) {
if (++${guard} > 9) break;
${parts.join('\n')}
}
s += ${guard};`;
  }

  program(): string {
    const loops = Array.from({ length: 1 + this.draw(1) }, () => this.loop(2));
    return `class Count { k = 2; xs = [1, 2]; get n() { return this.k; } get size() { return this.xs.length; } get length() { return this.k + 1; } more() { if (this.k < 5) this.k++; } }
exports.f = f;
function f(x: number[]): number {
let s = x[0];
${loops.join('\n')}
return s * x[1] + s;
}`;
  }
}

export const boundPrograms: fc.Arbitrary<string> = fc
  .gen()
  .map((g) => new Bounds((max) => g(fc.nat, { max })).program());

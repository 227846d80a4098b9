/**
 * Random programs of which a part cannot be compiled, and which call functions that give lists and objects, write into arrays
 * that have several names, and give back what they were given; what they gave is changed afterwards.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

class Groups {
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;

  private element = (): string =>
    this.pick(['a[i % a.length]', 'b[i]', 'a[0]', 'b[b.length - 1]', 'a[a.length - 1]']);

  private number(size: number): string {
    if (size <= 0) return this.pick([this.element(), this.element(), 's', 't', '0.5', '(i + 1)']);
    const inner = () => this.number(size - 1);
    return this.pick([
      `(${inner()} ${this.pick(['+', '-', '*'])} ${inner()})`,
      `Math.${this.pick(['sin', 'tanh', 'cos'])}(${inner()})`,
      `(${inner()} > 0.3 ? ${inner()} : ${inner()})`,
      `${inner()} / (1 + ${inner()} ** 2)`,
    ]);
  }

  private statement(writes: boolean): string {
    const value = this.number(2);
    return this.pick([
      `s += 0.3 * ${value};`,
      `s = Math.sin(${value});`,
      `r.push(${value});`,
      `r.push(${value});`,
      `if (${this.number(1)} > 0.2) s -= ${value}; else r[0] = ${value};`,
      ...(writes
        ? [
            `a[i % a.length] = Math.tanh(${value});`,
            `b[i] ${this.pick(['+=', '-='])} 0.1 * ${value};`,
            `[a[0], b[i]] = [b[0], Math.sin(${value})];`,
          ]
        : []),
    ]);
  }

  private helper(name: string): string {
    const writes = this.chance(2);
    const body = Array.from({ length: 2 + this.draw(2) }, () => this.statement(writes)).join(' ');
    const result = this.pick([
      'r',
      'r',
      '{ s, r }',
      '[s, s * r[0]]',
      '{ r, q: r.map((v) => v * s) }',
      'a',
      '{ r, s: a }',
      's',
      '',
    ]);
    return `function ${name}(a: number[], b: number[], t: number) { let s = t; const r = [t]; for (let i = 0; i < b.length; i++) { ${body} } ${result === '' ? 'b[0] *= 1;' : `return ${result};`} }`;
  }

  private call(name: string, k: number): string {
    const list = () => this.pick(['p', 'q', 'p', 'x0', 'data', 'last']);
    const after = this.pick([
      '',
      `change(y${k}, z);`,
      `if (Array.isArray(y${k}) && y${k}.length > 2) last = y${k};`,
      `${this.pick(['p', 'q'])}[1] = z * 0.5;`,
    ]);
    return `const y${k} = ${name}(${list()}, ${list()}, ${this.pick(['z', 'x[0]', '0.7', 'p[0]'])}); z = Math.sin(z + all(y${k})); ${after}`;
  }

  program(): string {
    const calls = Array.from({ length: 2 + this.draw(1) }, (_, k) =>
      this.call(this.pick(['h', 'g']), k),
    );
    return `exports.f = f;
let begun: any = [0]; function* upto(n) { begun = [n]; for (let i = 0; i < n; i++) yield i; }
${this.helper('h')}
${this.helper('g')}
function all(y) { if (typeof y === 'number') return y; if (y === undefined) return 0; let s = 0; for (const k of Object.keys(y)) s = s * 0.7 + all(y[k]); return s; }
function change(y, z) { if (Array.isArray(y)) { y[0] = z; return; } if (typeof y === 'object') for (const k of Object.keys(y)) if (Array.isArray(y[k])) y[k][0] = z; else y[k] = z; }
function f(x) {
let z = x[2];
const p = [x[0], 1, x[1] * 2], q = ${this.pick(['[0.5, x[1], 2]', '[0.5, 1, 2]', 'p', 'x.slice()'])}, x0 = [...x], data = [0.2, -0.4, 0.9];
let last = [x[1], 0.1, x[0]];
for (const n of upto(2)) { ${calls.join('\n')} }
return z + all(p) + all(q) * 0.5 + all(last) + all(x0) * 0.3 + all(data);
}`;
  }
}

export const groupPrograms: fc.Arbitrary<string> = fc
  .gen()
  .map((g) => new Groups((max) => g(fc.nat, { max })).program());

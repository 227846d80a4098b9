/**
 * Random functions whose expressions change what other parts of them read: assignments, pushes and calls of closures stand in
 * arguments, literals, indices, spreads, defaults and conditions.
 */
import fc from 'fast-check';

export type Draw = (max: number) => number;

const lists = ['a', 'b'];
const numbers = ['s', 't'];
const objects = ['o', 'q'];

export class Orders {
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private list = (): string => this.pick(lists);

  private leaf(): string {
    const list = this.list();
    return this.pick([
      ...numbers,
      ...numbers,
      'x[0]',
      'x[1]',
      'x[k]',
      '2',
      `${list}[0]`,
      `${list}[${list}.length - 1]`,
      `${list}.length`,
      `${this.pick(objects)}.u`,
      `${this.pick(objects)}.v`,
    ]);
  }

  /** An expression that changes something. */
  private effect(size: number): string {
    const list = this.list();
    const value = () => this.number(size - 1);
    return this.pick([
      `(${this.pick(numbers)} = ${value()})`,
      `(${this.pick(numbers)} += ${value()})`,
      `(${this.pick(objects)}.${this.pick(['u', 'v'])} = ${value()})`,
      `(${this.pick(objects)}.u *= ${value()})`,
      `(${list}[${this.pick(['0', 'k'])}] = ${value()})`,
      `(${list}.length < 8 ? ${list}.push(${this.values(size - 1)}) : 1)`,
      `(${list}.length > 2 ? ${list}.pop() : 1)`,
      `(${list}.length > 2 ? ${list}.shift() : 1)`,
      `(${list}.length < 8 ? ${list}.unshift(${this.values(size - 1)}) : 1)`,
      'k++',
      '--k',
      `act(${value()})`,
      `obj().${this.pick(['u', 'v'])}`,
      `arr()[${this.pick(['0', '1'])}]`,
      `(x[0] > ${value()} ? 1 : ${this.pick(numbers)} = 3)`.replace(/: (\w) = 3/, ': ($1 = 3)'),
    ]);
  }

  private values = (size: number): string =>
    Array.from({ length: 1 + this.draw(1) }, () => this.number(size)).join(', ');

  /** Numbers, and lists that are spread. */
  private parts = (size: number): string =>
    Array.from({ length: 2 + this.draw(1) }, () =>
      this.chance(2) ? `...${this.pick([...lists, 'arr()', 'x'])}` : this.number(size),
    ).join(', ');

  private number(size: number): string {
    if (size <= 0) return this.leaf();
    const inner = () => this.number(size - 1);
    const list = this.pick([...lists, ...lists, 'arr()']);
    switch (this.draw(15)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return this.effect(size);
      case 4:
        return `(${inner()} ${this.pick(['+', '-', '*'])} ${inner()})`;
      case 5:
        return `(${inner()} < ${inner()} ${this.pick(['', `&& ${inner()} > 0 `, `|| ${inner()} > 0 `])}? ${inner()} : ${inner()})`;
      case 6:
        return `[${this.parts(size - 1)}]${this.pick(['[1]', '.length', '.reduce((u, v) => u * 0.5 + v, 0)'])}`;
      case 7:
        return `Math.${this.pick(['max', 'min', 'hypot'])}(${this.chance(2) ? this.parts(size - 1) : this.values(size - 1)})`.replace(
          /hypot\(([^]*\.\.\.)/,
          'max($1',
        );
      case 8:
        return `${list}.reduce((u, v) => u * 0.5 + v, ${inner()})`;
      case 9:
        return `${list}.slice(${this.pick(['0', '1', '-2', `(${inner()}, 1)`])}).reduce((u, v, i) => u + v * i, 0)`;
      case 10:
        return `({ ...${this.pick(objects)}, u: ${inner()}, ...${this.pick(objects)}, v: ${inner()} }).${this.pick(['u', 'v'])}`;
      case 11:
        return `two(${inner()}, ${inner()})`;
      case 12:
        return `of(${this.pick([...objects, 'obj()'])}, ${inner()})`;
      case 13:
        return `(${inner()}, ${inner()})`;
      case 14:
        return `${list}.map((v) => v * ${this.leaf()}, ${inner()}).length`;
      default:
        return `Math.sin(${inner()})`;
    }
  }

  private statement(): string {
    const value = () => this.number(3);
    const list = this.list();
    switch (this.draw(9)) {
      case 0:
        return `${this.pick(numbers)} ${this.pick(['=', '+=', '*='])} ${value()};`;
      case 1:
        return `${list}[${this.pick(['0', '1', 'k'])}] ${this.pick(['=', '+='])} ${value()};`;
      case 2:
        return `${this.pick(objects)}.${this.pick(['u', 'v'])} ${this.pick(['=', '+='])} ${value()};`;
      case 3:
        return `[s, t] = [${value()}, ${value()}];`;
      case 4:
        return `[${list}[0], o.u, s] = [${value()}, ${value()}, ${value()}];`;
      case 5:
        return `({ u: t, v: s = ${value()} } = { u: ${value()}, v: ${this.pick(['undefined', value()])} });`;
      case 6:
        return `if (${list}.length < 6) ${list}.push(${this.chance(2) ? this.parts(2) : this.values(2)});`;
      case 7:
        return `if (${list}.length > 2) ${list}.splice(${this.pick(['0', '1', '-1'])}, ${this.pick(['0', '1'])}, ${this.values(2)});`;
      case 8:
        return `${list} = [${this.parts(2)}].slice(0, 5);`;
      default:
        return `for (let i = 0; i < 2; i++) { s = Math.sin(${value()}); k = 0; }`;
    }
  }

  program(): string {
    const body = Array.from({ length: 2 + this.draw(2) }, () => `${this.statement()}\nk = 0;`);
    return `exports.f = f;
function two(p, r) { return p * 0.5 - r; }
function of(m, r) { return m.u * r + m.v; }
function f(x: number[]) {
let s = x[0], t = 2, k = 0;
let a = [x[1], 1], b = [s, x[2], 3];
const o = { u: 1, v: x[1] }, q = { u: x[0], v: 3 };
const act = (v) => { s += v; a[0] = s * 0.5; if (b.length < 7) b.push(v); return t; };
const obj = () => { o.u += 1; return o; };
const arr = () => { b[0] = s; if (b.length < 7) b.push(2); return b; };
${body.join('\n')}
return Math.sin(s + t * 2 + a.reduce((u, v) => u * 0.5 + v, 0) - b.reduce((u, v) => u * 0.5 + v, 0) + o.u * o.v - q.u * q.v);
}`;
  }
}

export const orderPrograms: fc.Arbitrary<string> = fc
  .gen()
  .map((g) => new Orders((max) => g(fc.nat, { max })).program());

/**
 * Random calls whose arguments change what is called: the object, the member, the variable. Members have names of native
 * methods and others; calls are plain and optional, with spreads, by `new`, by templates, by `super` and by computed keys.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;

const names = ['at', 'push', 'map', 'toFixed', 'valueOf', 'get', 'own'];

class Callees {
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private name = (): string => this.pick(names);
  private object = (): string => this.pick(['o', 'o', 'p.o', 'xs', 'made()']);

  private member(): string {
    const [object, name] = [this.object(), this.name()];
    return this.pick([
      `${object}.${name}`,
      `${object}.${name}`,
      `${object}['${name}']`,
      `${object}[(${this.change()}, '${name}')]`,
    ]);
  }

  /** An expression that may change what is called. */
  private change(): string {
    const other = this.pick(['g', 'h', 'g.bind(null, 3)', '5', 'undefined']);
    const name = this.name();
    return this.pick([
      `(${this.pick(['o', 'p.o', 'xs'])}.${name} = ${other})`,
      `delete o.${name}`,
      `(o = ${this.pick(['q', 'q', 'null', 'xs'])})`,
      '(p.o = q)',
      `(v = ${other})`,
      `swap('${name}')`,
      'o.got',
      `+turned('${name}')`,
      `(x[0] * turned('${name}'))`,
      `[...steps('${name}')].length`,
      `\`\${turned('${name}')}\``,
      `('own' in o)`,
    ]);
  }

  private argument(size: number): string {
    const real = this.pick(['x[0]', 'x[1]', '2', 'x[2]']);
    return this.pick([
      real,
      `(${this.change()}, ${real})`,
      `(${this.change()}, ${real})`,
      ...(size > 0 ? [this.call(size - 1)] : []),
    ]);
  }

  private call(size: number): string {
    const args = () =>
      Array.from({ length: 1 + this.draw(1) }, () =>
        this.draw(4) === 0 ? `...[${this.argument(size)}]` : this.argument(size),
      ).join(', ');
    const member = this.member();
    const called = this.pick([
      `${member}(${args()})`,
      `${member}(${args()})`,
      `(${member})(${args()})`,
      `${member}?.(${args()})`,
      `${this.pick(['o', 'p?.o', 'p.o', 'none'])}?.${this.name()}(${args()})`,
      `${this.pick(['o', 'none'])}?.${this.name()}?.(${args()})`,
      `(o?.${this.name()})(${args()})`,
      `p?.o.${this.name()}(${args()})`,
      `${member}.call(${this.pick(['o', 'null'])}, ${args()})`,
      `v(${args()})`,
      `new ${this.pick(['o.Own', 'p.o.Own', 'C'])}(${args()}).value`,
      `${member}\`\${${this.argument(size)}}\``,
      `kid.${this.pick(['at', 'own'])}(${args()})`,
    ]);
    return `num(${called})`;
  }

  program(): string {
    const calls = Array.from({ length: 1 + this.draw(2) }, () => `s += ${this.call(2)} * x[1];`);
    const all = names.map((name, k) => `${name}: (...a) => first(a) * ${k + 2}`).join(', ');
    return `exports.f = f;
const num = (r) => (typeof r === 'number' ? r : 7);
const first = (a) => { for (const e of a) if (typeof e === 'number') return e; return 1; };
class Parent { at(...a) { return first(a) * 5; } own(...a) { return first(a) * 6; } }
class Child extends Parent { at(...a) { return super.at(...a) + 1; } own(a) { return super.own((Parent.prototype.own = Parent.prototype.at, a)) * 2; } }
function f(x) {
const before = Parent.prototype.own;
let s = x[2], none;
const g = (...a) => first(a) * 11;
const h = (...a) => first(a) * 13;
let v = g;
class C { constructor(a) { this.value = a * 3; } }
class D { constructor(a) { this.value = a * 4; } }
const q = { ${all}, Own: D, get got() { q.own = h; return 1; } };
let o = { ${all.replace(/\* (\d)/g, '* 0.$1')}, Own: C, get got() { o.at = h; o.push = g; o.Own = D; return 1; } };
const p = { o };
const xs = [x[0], 2];
const kid = new Child();
const made = () => { s += 0.5; return o; };
const swap = (name) => { o[name] = g; return 1; };
const turned = (name) => ({ valueOf() { o[name] = h; return 2; }, toString() { o[name] = g; return '2'; } });
const steps = (name) => ({ *[Symbol.iterator]() { o[name] = h; yield 1; } });
try { ${calls.join('\n')} } catch (error) { s = s * 2 + (error instanceof TypeError ? 1 : 3); } finally { Parent.prototype.own = before; }
return Math.sin(s) + s;
}`;
  }
}

export const calleePrograms: fc.Arbitrary<string> = fc
  .gen()
  .map((g) => new Callees((max) => g(fc.nat, { max })).program());

/**
 * Random classes: fields of all kinds, parents with overriding and super, accessors, functions in fields, instances in
 * instances; what is differentiated reaches an object by a variable, by `this`, bound or as an argument. Between calls
 * the object, what it holds, and members of classes are changed from outside, where no text of the module tells of it.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;
type Instance = Record<string, unknown>;

/** The value and the gradient of what uses an object, and the value alone. */
interface Users {
  readonly g: (p: readonly number[]) => { readonly value: number; readonly gradient: unknown };
  readonly h: (p: readonly number[]) => number;
}

/** The exports of the module of a program. */
export interface Classes {
  readonly first: () => Instance;
  readonly using: (o: unknown) => Users;
  /** New instances of Inner, Wider, Base and Derived. */
  readonly made: () => readonly Instance[];
  readonly others: { readonly at: unknown; readonly mean: () => number };
}

export interface ClassProgram {
  readonly text: string;
  readonly p: readonly number[];
  /** The changes between calls, by their names. */
  readonly changes: readonly string[];
}

const prototypeOf = (of: object) => Object.getPrototypeOf(of) as Instance;
const classOf = (of: Instance) => of.constructor as unknown as Instance;
const getter = (of: object, name: string, get: () => unknown): void =>
  void Object.defineProperty(of, name, { get, set: () => undefined, configurable: true });

/**
 * The functions that change an object of a program, its class or its parts; or put an object in its
 * place.
 */
const changes: Readonly<Record<string, (of: Classes, o: Instance) => unknown>> = {
  number: (_, o) => (o.k = 3),
  notFinite: (_, o) => (o.k = -Infinity),
  text: (_, o) => (o.k = '3'),
  noField: (_, o) => delete o.k,
  newField: (_, o) => (o.more = 5),
  getterForField: (_, o) => getter(o, 'k', () => 7),
  getterOfPrototype: (_, o) => {
    delete o.k;
    if (prototypeOf(o) !== Object.prototype) getter(prototypeOf(o), 'k', () => 7);
  },
  element: (_, o) => ((o.list as number[])[1] = -2),
  longer: (_, o) => (o.list as number[]).push(4),
  hole: (_, o) => (o.list as number[]).length++,
  newList: (_, o) => (o.list = [7, 8]),
  emptyList: (_, o) => (o.list = []),
  floatsForList: (_, o) => (o.list = new Float64Array([1, 4])),
  listForFloats: (_, o) => (o.floats = [1, 4]),
  singles: (_, o) => (o.floats = new Float32Array([0.1, 4])),
  sameFloats: (_, o) => (o.floats = (o as { floats: Float64Array }).floats.subarray(0, 1)),
  unread: (_, o) => (o.unread = 'text'),
  switched: (_, o) => (o.on = o.on !== true),
  switchedByNumber: (_, o) => (o.on = 1),
  ownMethod: ({ others }, o) => (o.at = others.at),
  ownGetter: ({ others }, o) => getter(o, 'mean', others.mean),
  ownArrow: ({ others }, o) => (o.arrow = others.at),
  frozen: (_, o) => Object.freeze(o),
  sealed: (_, o) => Object.seal(o),
  base: ({ made }) => made()[2],
  derived: ({ made }) => made()[3],
  childOfObject: (_, o) => Object.create(o) as object,
  copy: (_, o) => Object.assign(Object.create(prototypeOf(o)) as object, o),
  plain: (_, o) => ({ ...o }),
  promoted: ({ made }, o) => Object.setPrototypeOf(o, prototypeOf(made()[3])) as object,
  between: (_, o) => Object.setPrototypeOf(o, Object.create(prototypeOf(o)) as object) as object,
  parentOfClass: ({ made }) =>
    void Object.setPrototypeOf(
      prototypeOf(made()[3]),
      Object.create(prototypeOf(made()[2])) as object,
    ),
  innerNumber: (_, o) => ((o.inner as Instance).s = 0.75),
  newInner: ({ made }, o) => (o.inner = made()[0]),
  wider: ({ made }, o) => (o.inner = made()[1]),
  innerAsPlain: ({ others }, o) => (o.inner = { s: 2, at: others.at }),
  noInner: (_, o) => (o.inner = null),
  sharedInner: (_, o) => (o.second = o.inner),
  innerOwnMethod: ({ others }, o) => ((o.inner as Instance).at = others.at),
  innerFrozen: (_, o) => Object.freeze(o.inner),
  methodOfBase: ({ made, others }) => (prototypeOf(made()[2]).at = others.at),
  methodOfDerived: ({ made, others }) => (prototypeOf(made()[3]).at = others.at),
  methodOfInner: ({ made, others }) => (prototypeOf(made()[0]).at = others.at),
  getterOfBase: ({ made, others }) => getter(prototypeOf(made()[2]), 'mean', others.mean),
  fixedField: ({ made }) => (classOf(made()[2]).rate = 3),
  fixedElement: ({ made }) => ((classOf(made()[2]).table as number[])[1] = 3),
  fixedMethod: ({ made, others }) => (classOf(made()[2]).fixed = others.at),
};
const names = Object.keys(changes);
const inPlace = new Set(['base', 'derived', 'childOfObject', 'copy', 'plain']);

/** Changes an object, and gives that or the one in its place. */
export function changed(name: string, of: Classes, o: Instance): Instance {
  const given = changes[name](of, o);
  return inPlace.has(name) ? (given as Instance) : o;
}

class Programs {
  private readonly isTold: boolean;
  /** True if Base has private members. */
  private isHiding = false;
  constructor(private readonly draw: Draw) {
    this.isTold = this.chance(2);
  }

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private chance = (n: number): boolean => this.draw(n - 1) === 0;
  private literal = (): string => this.pick(['0.5', '1.5', '2', '-1', '0', '0.25']);
  private typed = (type: string): string => (this.isTold ? `: ${type}` : '');

  /** A read of a method of Base that may call so many others of it. */
  private own = (below: number, x: string): string =>
    this.pick([
      'this.k',
      'this.k',
      'this.list[0]',
      'this.list[1]',
      'this.list.length',
      'this.floats[0]',
      'this.inner.s',
      'this.second.s',
      'this.rate',
      'Base.rate',
      'Base.table[1]',
      '(this.on ? this.k : 2)',
      `this.inner.at(${x})`,
      `this.second.at(${x})`,
      `this.inner.both(${x})`,
      ...(below > 0
        ? [`this.at(${x})`, `this.at(this.k * ${x})`, `this.arrow(${x})`, `Base.fixed(${x})`]
        : []),
      ...(below > 1 ? ['this.mean', 'this.mean'] : []),
    ]);

  private real = (size: number, below: number, reals: readonly string[]): string => {
    const leaf = (): string =>
      this.pick([...reals, ...reals, this.literal(), this.own(below, this.pick(reals))]);
    if (size <= 0) return leaf();
    const inner = () => this.real(size - 1 - this.draw(1), below, reals);
    switch (this.draw(7)) {
      case 0:
        return `(${inner()} + ${inner()})`;
      case 1:
        return `(${inner()} - ${inner()})`;
      case 2:
      case 3:
      case 4:
        return `${inner()} * ${inner()}`;
      case 5:
        return `Math.${this.pick(['sin', 'tanh', 'abs'])}(${inner()})`;
      case 6:
        return `(${leaf()} > ${leaf()} ? ${inner()} : ${inner()})`;
      default:
        return this.own(below, `Math.sin(${inner()})`);
    }
  };

  private inner = (): string => {
    const of = (more: readonly string[]) =>
      this.pick(['this.s * x', 'x + this.s', 'this.s', 'Math.sin(x) * this.s * x', ...more]);
    return `class Inner { s${this.typed('number')} = 1; constructor(s: number) { this.s = s; }
  at(x: number): number { return ${of([])}; }
  both(x: number): number { return ${of(['this.at(x)', 'this.at(x) * this.at(2)'])}; } }
class Wider extends Inner { ${this.pick(['', 't = 3;', 't = this.s * 2;'])}
  at(x: number): number { return ${this.pick(['x * x', 'super.at(x) * this.s', 'super.at(x * x)'])}; } }`;
  };

  /** Statements in front of what a method returns. */
  private lines = (below: number): string =>
    this.pick([
      '',
      '',
      'for (const e of this.list) s += e * x;',
      'for (let i = 0; i < this.floats.length; i++) s += this.at(this.floats[i]);',
      'for (let i = 0; i < this.list.length; i++) s *= this.list[i] + this.inner.at(x);',
      'if (this.on) s += this.k; else s -= this.inner.s;',
      `const { k, inner } = this; s += k * inner.at(x) * ${this.own(below, 'x')};`,
      'const me = this; s += me.k * me.at(x);',
      's += this.list.map((e) => this.at(e * x)).reduce((a, b) => a + b, 0);',
      'const made = new Inner(x); made.s += this.k; s += made.at(x);',
      `const made = new ${this.pick(['Inner', 'Wider'])}(this.k); made.s = x; s += made.both(made.s);`,
      'this.rate = this.k; s += this._rate;',
      'this.k = 2; s += this.k * x;',
      'this.count++; s += this.count;',
      'this.list[0] = 2; s += this.list[0] * x;',
      'this.inner.s = 0.5; s += this.second.s;',
    ]);

  private base = (): string => {
    const lists = this.pick(['list: number[] = [1, 2];', 'list = [1, 2];']);
    const floats = 'floats = new Float64Array([0.5, 2]);';
    const inners = `inner${this.typed('Inner')} = new Inner(2); second: Inner = new ${this.pick(['Inner', 'Inner', 'Wider'])}(3);`;
    const unread = this.pick(['', 'unread = new Map();', 'unread: number[] = [1];']);
    const flags = `on = ${this.pick(['true', 'false'])}; count = 0; _rate = 1;`;
    const fields = [lists, floats, inners, unread, flags];
    if (this.chance(2)) fields.reverse();
    const constructor = this.pick([
      'k = 2; constructor(k: number) { this.k = k; }',
      'constructor(public k: number) {}',
      'k: number; constructor(k: number) { this.k = k * 2; this.list[0] = k; }',
    ]);
    const at = this.real(1, 0, ['x']);
    const hidden = this.chance(2)
      ? ''
      : `#own = ${this.literal()}; #twice(x: number): number { return x * this.#own * 2; }
  hidden(x: number): number { this.#own += x; return this.#twice(x) + this.#own; }`;
    this.isHiding = hidden !== '';
    const arrow = `arrow = (x: number): number => ${this.real(1, 0, ['x'])};`;
    return `class Base { static rate = 2; static table = [1, 0.5]; static fixed(x: number): number { return x * Base.rate; }
  ${fields.join(' ')} ${constructor} ${arrow} ${hidden}
  get rate(): number { return ${this.pick(['this._rate', 'this._rate * 2', 'this.k'])}; }
  set rate(v: number) { this._rate = ${this.pick(['v', 'v * this.k', 'Math.sin(v)'])}; }
  at(x: number): number { return ${at}; }
  get mean(): number { let s = 0; for (const e of this.list) s += e; return s / this.list.length * ${this.own(1, '1.5')}; }
  total(x: number): number { let s = ${this.pick(['0', 'x', 'this.mean'])}; ${this.lines(2)} ${this.chance(3) ? `{ ${this.lines(2)} }` : ''}
    return s * ${this.real(2, 2, ['x'])}; }
  loss(p: number[]): number { return ${this.real(3, 2, ['p[0]', 'p[1]', 'p[2]', 'this.total(p[0])'])}; }
  lossOf() { ${this.pick(['', 'const k = this.k;', 'const { list } = this;'])} return (p: number[]): number => ${this.pick(['this.loss(p)', 'this.loss(p) * this.k', 'this.total(p[1]) + this.at(p[0])'])}; }
  lossField = (p: number[]): number => this.loss(p) + this.k * p[0];
}`;
  };

  private derived = (): string => {
    const constructor = this.pick([
      '',
      'constructor(k: number) { super(k + 1); }',
      'constructor(k: number) { super(k); this.k *= 2; this.list.push(k); }',
      'constructor(k: number, readonly extra = 2) { super(k * extra); }',
    ]);
    const members = [
      this.chance(2) ? 'n = 3;' : '',
      this.chance(3) ? 'k = 5;' : '',
      this.chance(2)
        ? `at(x: number): number { return ${this.pick(['x * this.k', 'super.at(x) * x', 'super.at(x) + this.list[0]', 'this.arrow(x)'])}; }`
        : '',
      this.chance(3) ? 'get mean(): number { return super.mean * 2; }' : '',
      this.chance(3) ? 'total(x: number): number { return super.total(x * 2) + super.mean; }' : '',
      this.chance(4) ? 'static fixed(x: number): number { return x ** 2; }' : '',
    ];
    return `class Derived extends Base { ${constructor} ${members.join(' ')} }`;
  };

  text(): string {
    const made = this.pick(['Base', 'Base', 'Derived']);
    const base = this.base();
    const derived = this.derived();
    const uses: (readonly [string, string])[] = [
      ['', '(p: number[]) => o.loss(p)'],
      ['', '(p: number[]): number => o.loss(p) * o.k + o.inner.at(p[0])'],
      ['function f(p: number[]): number { return o.loss(p) * o.k + o.mean; }', 'f'],
      ['function f(p: number[]): number { return o.total(p[0]) + o.at(p[1] * o.list[0]); }', 'f'],
      [
        'function f(p: number[]): number { const m = new Derived(p[0]); return m.hidden(p[1]) * m.hidden(2) + m.k; }',
        'f',
      ],
      [
        'function f(p: number[]): number { let s = 0; for (const m of [new Base(p[0]), new Derived(p[1])]) s += m instanceof Derived ? m.k : m.at(p[2]); return s; }',
        'f',
      ],
      [
        'function f(p: number[], m: Base): number { return m instanceof Derived ? p[0] : m instanceof Base ? m.at(p[1]) : 0; }',
        'f',
      ],
      ['', 'o.lossOf()'],
      ['', 'o.lossField'],
      ['', 'o.loss.bind(o)'],
      ['', 'o.loss.bind(o)'],
      ['function f(p: number[], m: Base): number { return m.loss(p) + m.k * p[2]; }', 'f'],
      [
        'function f(p: number[]): number { const m = new Derived(p[0]); m.k += p[1]; return m.loss(p); }',
        'f',
      ],
      [
        'function f(p: number[]): number { const m = new Base(2); m.rate = p[0]; return m.rate * m.total(p[1]); }',
        'f',
      ],
      [
        'function f(p: number[]): number { return Base.fixed(p[0]) * p[1] + Derived.fixed(p[2]); }',
        'f',
      ],
    ];
    const [body, f] = this.pick(
      uses.filter(([text]) => this.isHiding || !text.includes('.hidden')),
    );
    const args = body.includes('m: Base') ? 'p, o' : 'p';
    // Private fields are not copied, so runs take no object that has some for an input.
    const isByObject = body.includes('m: Base') && !this.isHiding && this.chance(2);
    const wrt = isByObject ? ', { wrt: [0, 1] }' : '';
    const users = `{ g: (p: number[]) => valueAndGrad(${f}${wrt})(${args}), h: (p: number[]) => (${f})(${args}) }`;
    const first = `new ${made}(${this.pick(['2', '0.5'])})`;
    const using = this.chance(2)
      ? `const o${this.pick([': Base', ''])} = ${first};
${body}
exports.first = () => o;
exports.using = (next: object) => { if (next !== o) Object.setPrototypeOf(Object.assign(o, next), Object.getPrototypeOf(next)); return ${users}; };`
      : `exports.first = () => ${first};
exports.using = (o: Base) => { ${body}
return ${users}; };`;
    return `const { valueAndGrad } = require('delta-tape');
${this.inner()}
${base}
${derived}
${using}
exports.made = () => [new Inner(1), new Wider(2), new Base(3), new Derived(4)];
exports.others = { at: (x: number): number => x * x * 7, mean: (): number => 7 };
`;
  }

  changes = (): string[] => Array.from({ length: 1 + this.draw(3) }, () => this.pick(names));
}

export const classPrograms: fc.Arbitrary<ClassProgram> = fc.gen().map((g) => {
  const draw: Draw = (max) => g(fc.nat, { max });
  const programs = new Programs(draw);
  const real = () => (draw(256) - 128) / 64;
  return { text: programs.text(), p: [real(), real(), real()], changes: programs.changes() };
});

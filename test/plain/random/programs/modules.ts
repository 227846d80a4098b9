/** Random modules: a class, helper functions that call each other, and `main`. */
import fc from 'fast-check';
import {
  code,
  either,
  joined,
  math,
  operation,
  stored,
  textOf,
  typing,
  type Code,
  type Form,
  type Member,
} from './code.js';
import type { Context, Draw, Signature, Type, Variable } from './scope.js';
import { annotation, Statements } from './statements.js';

/** A program, and where it is run. */
export interface PlainProgram {
  readonly source: Code;
  readonly text: (form: Form) => string;
  readonly point: Point;
}
export type Point = readonly [x: number, y: number, xs: readonly number[], fs: readonly number[]];

const empty: Context = {
  scope: [],
  helpers: [],
  numeric: true,
  loops: 0,
  labels: [],
  jumps: false,
  returns: true,
  vars: true,
  itself: null,
};

/** Modules' own variables, which helpers change and `main` sets. */
const shared: readonly Variable[] = [
  { name: 'shared', type: 'real', writable: true },
  { name: 'pool', type: 'list', writable: true },
  { name: 'crate', type: 'box' },
  { name: 'grains', type: 'floats' },
];

const element = (holder: string, key: string): Member => ({
  holder,
  key,
  text: `${holder}[${key}]`,
});
const crate: Member = { holder: 'crate', key: "'a'", text: 'crate.a' };
const tanh = (x: Code, y: Code) => math('tanh', [operation('+', x, y)]);

/** The function that runs code in members and operators, and changes all that is shared. */
const stir: Code = code`function stir(u${typing(': any')})${typing(': number')} {
shared = ${tanh('shared', 'u')};
${stored(crate, tanh('crate.a', 'shared'))};
${stored(element('pool', '0'), tanh('pool[0]', 'crate.a'))};
${stored(element('grains', '0'), tanh('grains[0]', 'pool[0]'))};
return ${operation('*', 'shared', '0.5')};
}`;
const anything = typing(': any');
const getter = "{ get ['u' + 'p']() { return stir(0.25); } }";
const handler = '{ get: () => stir(0.75), has: () => { stir(1); return true; } }';
const hidden: Readonly<Record<string, Code>> = {
  hidden: code`const hidden${typing(': Hidden')} = ${getter}${typing(' as any')};`,
  defined: code`const defined${anything} = Object.defineProperty({}, 'up', { get: () => stir(0.5) });`,
  inherited: code`const inherited${anything} = Object.create({ get up() { return stir(0.5); } });`,
  proxied: code`const proxied${typing(': Hidden')} = new Proxy({ up: 1 }, ${handler});`,
  slots: code`const slots${typing(': number[]')} = Object.defineProperty([0, 0], 1, { get: () => stir(1.5) });`,
  valued: code`const valued${anything} = { valueOf() { return stir(1.25); } };`,
  named: code`const named${anything} = { toString() { stir(2); return 'name'; } };`,
  Instances: code`const Instances${anything} = { [Symbol.hasInstance]() { stir(3); return true; } };`,
  items: code`function* items()${anything} { yield stir(0.5); yield stir(0.125); }`,
};

/** As much of it as a text names. */
function hiddenIn(text: Code): Code {
  const written = textOf(text, 'typed');
  const named = Object.keys(hidden).filter((name) => new RegExp(`\\b${name}\\b`).test(written));
  return named.length === 0 ? '' : joined([stir, ...named.map((name) => hidden[name])], '\n');
}

class Modules extends Statements {
  module(): Code {
    const helpers: Signature[] = [];
    const texts = this.many(1, 4, () => {
      const { text, signature } = this.helper(helpers);
      helpers.push(signature);
      return text;
    });
    const rest = joined([this.box_(), ...texts, this.main(helpers)], '\n');
    return joined(
      [
        typing('interface Point { a: number; b: number; xs: number[] }'),
        typing('interface Hidden { up: number }'),
        'let shared = 0;',
        code`let pool${annotation('list')} = [];`,
        code`let crate${typing(': Point')} = { a: 0, b: 0, xs: [0] };`,
        code`let grains = ${either('new Float64Array(2)', '$.floats(2)')};`,
        hiddenIn(rest),
        rest,
      ],
      '\n',
    );
  }

  /** Parameters in text, the last ones with default values. */
  private params(variables: readonly Variable[], context: Context): Code {
    return joined(
      variables.map(({ name, type }, k): Code => {
        const isLast = k === variables.length - 1;
        if (!isLast || type !== 'real' || !this.chance(3)) return code`${name}${annotation(type)}`;
        const before = { ...context, scope: [...context.scope, ...variables.slice(0, k)] };
        return code`${name}${annotation(type)} = ${this.bounded(before, 2)}`;
      }),
    );
  }

  private helper(helpers: readonly Signature[]): { text: Code; signature: Signature } {
    const name = this.fresh('f');
    const isRecursive = this.chance(4);
    const numeric = !this.chance(3);
    const kinds: readonly Type[] = [
      'real',
      'real',
      'list',
      'list',
      'int',
      'floats',
      'box',
      'closure',
    ];
    const params: Type[] = this.many(1, 4, () => this.pick(kinds));
    if (isRecursive) params.unshift('int');
    const variables = params.map((type, k): Variable => {
      if (isRecursive && k === 0) return { name: 'fuel', type };
      return { name: this.fresh('p'), type, writable: type === 'real' };
    });
    const signature: Signature = {
      name,
      params,
      result: isRecursive ? 'real' : this.pick(['real', 'real', 'real', 'int', 'list'] as const),
      ...(isRecursive ? { falling: 0 } : {}),
    };
    const scope = [...shared, ...variables];
    const context: Context = { ...empty, scope, helpers, numeric };
    const given = this.params(variables, { ...context, scope: shared });
    const parameter = variables.find(({ type }) => type === 'real')?.name;
    const inside = {
      ...context,
      returns: signature.result === 'real',
      itself: isRecursive ? signature : null,
      ...(parameter === undefined ? {} : { parameter }),
    };
    const { text, context: after } = this.sequence(inside, 1 + this.draw(4));
    const size = signature.result === 'real' ? 6 : 2;
    const last = code`return ${this[signature.result](after, size)};`;
    const stop = isRecursive ? code`if (fuel <= 0) return ${this.real(context, 3)};\n` : '';
    const result = this.pick([
      '',
      typing(': any'),
      annotation(signature.result),
      annotation(signature.result),
    ]);
    return {
      text: code`function ${name}(${given})${result} {\n${stop}${text}${last}\n}`,
      signature,
    };
  }

  private box_(): Code {
    const itself: Variable = { name: 'this', type: 'box' };
    const u: Variable = { name: 'u', type: 'real', writable: true };
    const inside: Context = { ...empty, scope: [...shared, itself, u] };
    const { text, context } = this.sequence(inside, 1 + this.draw(2));
    const getter = this.sequence({ ...inside, scope: [...shared, itself] }, this.draw(1));
    return code`class Box {
${typing('a: number; xs: number[];')} b = 0.5;
constructor(a${annotation('real')}, xs${annotation('list')}) { this.a = a; this.xs = xs; }
get weight()${annotation('real')} {
${getter.text}return ${this.real(getter.context, 4)};
}
step(u${annotation('real')})${annotation('real')} {
${text}return ${this.bounded(context, 4)};
}
}`;
  }

  private main(helpers: readonly Signature[]): Code {
    const own: readonly Variable[] = [
      { name: 'x', type: 'real', writable: true },
      { name: 'y', type: 'real', writable: true },
      { name: 'xs', type: 'list' },
      { name: 'fs', type: 'floats' },
      { name: 'o', type: 'box' },
    ];
    const inside: Context = {
      ...empty,
      scope: [...shared, ...own],
      helpers,
      numeric: this.chance(2),
    };
    const { text, context } = this.sequence(inside, 3 + this.draw(4));
    const weigh = math('tanh', ['o.weight']);
    const sums = [this.real(context, 6), weigh, code`o.step(${this.real(context, 3)})`];
    const result = sums.reduce((x, y) => operation('+', x, y));
    const params = own.slice(0, 4).map(({ name, type }) => code`${name}${annotation(type)}`);
    return code`function main(${joined(params)})${annotation('real')} {
shared = x; pool = [y, 0.5, x]; crate = new Box(y, [x, 0.5, y]);
grains = ${either('new Float64Array([y, x])', '$.floats([y, x])')};
const o = new Box(x, [y, 1, x]);
${text}return ${result};
}
exports.main = main;`;
  }
}

export function program(draw: Draw): PlainProgram {
  const source = new Modules(draw).module();
  const real = () => (draw(300) - 150) / 100;
  const point: Point = [real(), real(), [real(), real(), real()], [real(), real()]];
  return { source, text: (form) => textOf(source, form), point };
}

export const plainPrograms: fc.Arbitrary<PlainProgram> = fc
  .gen()
  .map((g) => program((max) => g(fc.nat, { max })));

/** Random expressions. Magnitudes stay small for the most part: what grows is wrapped now and then. */
import {
  and,
  code,
  counted,
  countedMember,
  either,
  joined,
  math,
  negated,
  operation,
  or,
  same,
  stored,
  truthy,
  typing,
  updated,
  updatedMember,
  type Code,
  type Member,
  type Operator,
} from './code.js';
import { Drawing, visible, within, type Context, type Signature } from './scope.js';

const bounded = ['sin', 'cos', 'tanh', 'atan'];
const unary = [...bounded, 'sin', 'tanh', 'abs', 'asinh', 'cbrt', 'floor', 'sign', 'trunc'];
const binary = ['max', 'min', 'atan2', 'hypot'];
const operators: readonly Operator[] = ['+', '-', '*', '+', '-', '*', '/', '%', '**'];
export const assigning: readonly Operator[] = ['+', '-', '*', '+', '-', '/'];

const half = (size: number) => Math.floor((size - 1) / 2);

export class Expressions extends Drawing {
  /** The number of calls that the current place is an argument of. */
  private calls = 0;

  // ── Reals ──

  real(context: Context, size: number): Code {
    if (size <= 0) return this.leaf(context);
    const forms = [
      () => this.leaf(context),
      () => this.member(context, 0).text,
      () => this.arithmetic(context, size),
      () => this.arithmetic(context, size),
      () => math(this.pick(unary), [this.real(context, size - 1)]),
      () =>
        math(this.pick(binary), [this.real(context, half(size)), this.real(context, half(size))]),
      () => (this.chance(2) ? this.choice(context, size) : negated(this.real(context, size - 1))),
      () => this.called(context, size) ?? this.arithmetic(context, size),
      () => this.called(context, size) ?? this.arithmetic(context, size),
      () => this.rare(context, size),
      () => this.trap(context, size),
      () => this.hidden(context, size),
    ];
    if (!context.numeric) forms.push(() => this.effect(context, size));
    return this.pick(forms)();
  }

  /** A real of bounded size that is a number, whatever went into it. */
  bounded(context: Context, size: number): Code {
    return math(this.pick(bounded), [this.real(context, size)]);
  }

  /** Code that nobody sees in an expression runs, and changes what is read around it (modules.ts). */
  private hidden(context: Context, size: number): Code {
    const x = this.leaf(context);
    const forms: readonly (() => Code)[] = [
      () => this.pick(['hidden.up', 'defined.up', 'inherited.up', 'proxied.up', 'slots[1]']),
      () => this.pick(['hidden?.up', 'proxied?.up', '(hidden.up ?? 0)', "hidden['up']"]),
      () => code`(hidden${typing('!')}.up)`,
      () => code`(defined.up${typing(' as number')})`,
      () => code`({ ...hidden }).up`,
      () => code`(\`\${named}\`.length > 1 ? ${x} : 2)`,
      () => code`('up' in proxied ? ${x} : 2)`,
      () => code`(1 instanceof Instances ? ${x} : 2)`,
      () => math('max', ['...items()']),
      () => '[...items()][1]',
      () => operation('-', either('valued', 'valued.valueOf()'), '0.5'),
      () => operation('*', either('valued', 'valued.valueOf()'), '0.5'),
      () => negated(either('valued', 'valued.valueOf()')),
      () => code`(${either('valued', 'valued.valueOf()')} < 0.25 ? ${x} : 2)`,
    ];
    const found = this.pick(forms)();
    if (!this.chance(2)) return found;
    const read = this.pick([
      () => this.leaf(context),
      () => this.member(context, 0).text,
      () => this.pick(['crate.a', 'grains[0]', 'pool[0]']),
    ])();
    return operation('+', operation(this.pick(['+', '*']), read, found), size > 1 ? read : x);
  }

  /** Something is read before and after what may change it. */
  private trap(context: Context, size: number): Code {
    const read = this.chance(3) ? this.leaf(context) : this.member(context, 0).text;
    const between = this.called(context, size) ?? this.real(context, half(size));
    const operators = this.many(2, 2, () => this.pick(['+', '-', '*'] as const));
    return operation(operators[0], operation(operators[1], read, between), read);
  }

  protected leaf(context: Context): Code {
    const reals = visible(context, 'real');
    const kind = this.draw(9);
    if (kind < 5 && reals.length > 0) return this.pick(reals).name;
    if (kind < 7) return this.member(context, 0).text;
    if (kind === 7) return this.int(context, 0);
    return this.chance(60) ? this.pick(['NaN', 'Infinity', '(0 / 0)']) : this.literal();
  }

  protected literal = (): string =>
    this.pick(['0', '1', '2', '0.5', '1.5', '0.25', '3', '(-1)', '(-0.75)']);

  private arithmetic(context: Context, size: number): Code {
    const op = this.pick(operators);
    const x = this.real(context, half(size));
    if (op === '**') return operation(op, x, this.pick(['2', '3', '2', '1']));
    if (op === '%') return operation(op, x, this.pick(['0.7', '1.3']));
    const y = this.real(context, half(size));
    if (op !== '/' || this.chance(12)) return operation(op, x, y);
    return operation(op, x, operation('+', '1.5', math('sin', [y])));
  }

  private choice(context: Context, size: number): Code {
    const [then, otherwise] = [this.real(context, half(size)), this.real(context, half(size))];
    return code`(${this.test(context, half(size))} ? ${then} : ${otherwise})`;
  }

  private rare(context: Context, size: number): Code {
    const [x, y] = [this.real(context, half(size)), this.real(context, half(size))];
    const [list] = visible(context, 'list');
    switch (this.draw(7)) {
      case 0:
        return and(x, y);
      case 1:
        return or(x, y);
      case 2:
        return code`(${this.member(context, 0, true).text} ?? ${y})`;
      case 3: {
        const read = this.leaf(context);
        return code`(${this.chance(2) ? code`${read} === undefined` : code`${read} == null`} ? ${x} : ${read} ?? ${y})`;
      }
      case 4:
        return code`(${this.list(context, 1)})[${String(this.draw(1))}]`;
      case 5:
        return list === undefined ? x : this.pick([`${list.name}?.[1]`, `${list.name}.at(-1)`]);
      case 6:
        return code`(${x} | 0)`;
      default:
        return either(code`(+${x})`, code`$.number(${x})`);
    }
  }

  /** An expression with effects. */
  private effect(context: Context, size: number): Code {
    const x = this.real(context, half(size));
    const variables = visible(context, 'real').filter(({ writable }) => writable);
    const closures = visible(context, 'closure');
    const variable = variables.length > 0 ? this.pick(variables).name : null;
    const forms = [
      () => code`(${stored(this.member(context, 1), x)})`,
      () => code`(${updatedMember(this.member(context, 1), this.pick(assigning), x)})`,
      () => code`(${countedMember(this.member(context, 1), this.pick(['+', '-']))})`,
      () => code`(() => { const t = ${x}; return ${operation('*', 't', 't')}; })()`,
      () => this.folded(context, size),
      () => (closures.length > 0 ? code`${this.pick(closures).name}(${x})` : x),
    ];
    if (variable !== null) {
      forms.push(
        () => code`(${variable} = ${x})`,
        () => code`(${updated(variable, this.pick(assigning), x)})`,
        () => code`(${counted(variable, this.pick(['+', '-']))})`,
        () => code`(${counted(variable, this.pick(['+', '-']))}, ${x})`,
      );
    }
    return this.pick(forms)();
  }

  private folded(context: Context, size: number): Code {
    const lists = visible(context, 'list', 'floats');
    if (lists.length === 0) return this.leaf(context);
    const inner = within(
      context,
      { name: 's', type: 'real', writable: true },
      { name: 'e', type: 'real', writable: true },
    );
    const value = this.real(inner, half(size));
    return code`${this.pick(lists).name}.reduce((s, e) => ${math('tanh', [value])}, ${this.literal()})`;
  }

  // ── Calls ──

  /** A call of a helper; not deep in loops, where programs would take long. */
  called(context: Context, size: number, result: Signature['result'] = 'real'): Code | null {
    const { helpers, itself, loops } = context;
    const possible = [
      ...helpers.filter((helper) => helper.result === result),
      ...(itself === null || loops > 0 || result !== 'real' ? [] : [itself]),
    ];
    if (possible.length === 0 || loops > 1 || this.calls > 1) return null;
    this.calls++;
    const chosen = this.pick(possible);
    const outside: Context = { ...context, itself: null };
    const args = joined(this.args(outside, chosen, half(size), chosen === itself));
    this.calls--;
    const { name } = chosen;
    return this.pick([
      code`${name}(${args})`,
      code`${name}(${args})`,
      code`${name}(${args})`,
      code`(0, ${name})(${args})`,
      code`${name}.call(null, ${args})`,
      code`({ inner: { ${name} } }).inner.${name}(${args})`,
      code`${name}(...([${args}]${typing(' as [any, any, any, any]')}))`,
    ]);
  }

  args(context: Context, { params, falling }: Signature, size: number, isItself: boolean): Code[] {
    const small = Math.min(size, 2);
    return params.map((type, k): Code => {
      if (k === falling) return isItself ? 'fuel - 1' : String(this.draw(2));
      switch (type) {
        case 'int':
          return this.chance(6) ? this.activeInt(context) : this.int(context, 1);
        case 'list':
          return this.list(context, small);
        case 'floats':
          return this.floats(context, small);
        case 'box':
          return this.box(context, small);
        case 'closure':
          return this.closure(context, small);
        case 'real':
          return this.real(context, size);
      }
    });
  }

  // ── Positions and truth ──

  int(context: Context, size: number): Code {
    const ints = visible(context, 'int');
    const lists = visible(context, 'list', 'floats');
    if (size > 0 && this.chance(6)) {
      const call = this.called(context, 3, 'int');
      if (call !== null) return call;
    }
    if (size <= 0 || this.chance(3)) {
      return ints.length > 0 && !this.chance(3) ? this.pick(ints).name : String(this.draw(2));
    }
    const inner = this.int(context, size - 1);
    const forms = [() => code`(${inner} + 1)`, () => code`(${inner} % 2)`, () => inner];
    if (lists.length > 0) forms.push(() => `${this.pick(lists).name}.length`);
    return this.pick(forms)();
  }

  /** A real that is a whole number, though it depends on inputs. */
  private activeInt(context: Context): Code {
    const moving = operation('*', '0', math('tanh', [this.real(context, 1)]));
    return or(operation('+', '1', moving), '1');
  }

  test(context: Context, size: number): Code {
    const real = () => this.real(context, half(size));
    const forms = [
      () => code`${real()} ${this.pick(['<', '<=', '>', '>='])} ${real()}`,
      () => code`${real()} ${this.pick(['<', '>'])} ${real()}`,
      () => code`${this.int(context, 1)} < ${this.int(context, 0)}`,
      () => same(this.int(context, 1), this.int(context, 0)),
      () => same(real(), real()),
      () => truthy(real()),
      () => code`${this.leaf(context)} === undefined`,
      () => code`!(${real()} < ${real()})`,
      () => code`${real()} < ${real()} && ${real()} > ${real()}`,
      () => code`${real()} < ${real()} || ${real()} > ${real()}`,
    ];
    return this.pick(forms)();
  }

  // ── Members ──

  /** A member that holds a real; one that is read may be missing. */
  member(context: Context, size: number, mayBeMissing = this.chance(25)): Member {
    const holders = visible(context, 'list', 'floats', 'box');
    const { name, type } = this.pick(holders);
    if (type === 'box' && !this.chance(4)) {
      const field = this.pick(['a', 'b']);
      return { holder: name, key: `'${field}'`, text: `${name}.${field}` };
    }
    const holder = type === 'box' ? `${name}.xs` : name;
    const key = this.key(context, holder, size, mayBeMissing);
    return { holder, key, text: code`${holder}[${key}]` };
  }

  private key(context: Context, holder: string, size: number, mayBeMissing: boolean): Code {
    if (mayBeMissing && size === 0) return this.pick(['9', code`${this.int(context, 0)} + 7`]);
    const counters = visible(context, 'int').filter(({ writable }) => writable);
    if (!context.numeric && counters.length > 0 && this.chance(4)) {
      const { name } = this.pick(counters);
      return code`${name}++ % ${holder}.length`;
    }
    const int = this.int(context, 1);
    return this.pick([
      String(this.draw(1)),
      code`${int} % ${holder}.length`,
      `${holder}.length - 1`,
    ]);
  }

  // ── Structures ──

  list(context: Context, size: number): Code {
    const lists = visible(context, 'list');
    const items = () => joined(this.many(2, 3, () => this.real(context, size)));
    if (lists.length === 0 || this.chance(6)) return code`[${items()}]`;
    if (size > 0 && this.chance(5)) {
      const call = this.called(context, 3, 'list');
      if (call !== null) return call;
    }
    const { name, writable } = this.pick(lists);
    if (writable && !context.numeric && this.chance(4)) return code`(${name} = ${name}.slice())`;
    if (size <= 0 || !this.chance(4)) return name;
    const inner = within(context, { name: 'e', type: 'real' }, { name: 'k', type: 'int' });
    const forms = [
      () => `${name}.slice()`,
      () => code`[...${name}, ${this.real(context, 1)}].slice(0, 4)`,
      () => code`(${this.test(context, 1)} ? ${name} : ${this.pick(lists).name})`,
      () => `${name}.slice().reverse()`,
    ];
    if (!context.numeric) {
      forms.push(
        () => code`${name}.map((e, k) => ${this.real(inner, 3)})`,
        () => code`Array.from(${name}, (e, k) => ${this.real(inner, 3)})`,
        () => code`${name}.slice().sort((e, w) => ${operation('-', 'e', 'w')})`,
      );
    }
    return this.pick(forms)();
  }

  floats(context: Context, size: number): Code {
    const all = visible(context, 'floats');
    if (all.length > 0 && !this.chance(5)) return this.pick(all).name;
    if (this.chance(2)) return either('new Float64Array(3)', '$.floats(3)');
    const list = this.list(context, size);
    return either(code`new Float64Array(${list})`, code`$.floats(${list})`);
  }

  box(context: Context, size: number): Code {
    const boxes = visible(context, 'box');
    if (boxes.length > 0 && !this.chance(3)) return this.pick(boxes).name;
    const [a, b] = [this.real(context, size), this.real(context, size)];
    const xs = this.list(context, size);
    return this.chance(2) ? code`new Box(${a}, ${xs})` : code`{ a: ${a}, b: ${b}, xs: ${xs} }`;
  }

  closure(context: Context, size: number): Code {
    const closures = visible(context, 'closure');
    if (context.numeric)
      return closures.length > 0 ? this.pick(closures).name : either('Math.sin', '$.sin');
    const outside: Context = { ...context, itself: null };
    const inner = within(outside, { name: 'u', type: 'real', writable: true });
    const typed = this.pick(['number', 'number', 'any']);
    return code`((u${typing(`: ${typed}`)}) => ${this.bounded(inner, size)})`;
  }
}

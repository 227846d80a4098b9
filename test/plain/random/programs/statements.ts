/** Random statements; every loop ends, and what lists hold stays short. */
import {
  code,
  counted,
  countedMember,
  either,
  joined,
  math,
  operation,
  stored,
  typing,
  updated,
  updatedMember,
  type Code,
} from './code.js';
import { assigning, Expressions } from './expressions.js';
import { visible, within, without, type Context, type Type, type Variable } from './scope.js';

/** The names that a statement leaves behind for those that follow it. */
interface Made {
  readonly text: Code;
  readonly declared?: readonly Variable[];
}

const types: Readonly<Record<Type, string>> = {
  real: 'number',
  int: 'number',
  list: 'number[]',
  floats: 'Float64Array',
  box: 'Point',
  closure: '(u: number) => number',
};
export const annotation = (type: Type): Code => typing(`: ${types[type]}`);

export class Statements extends Expressions {
  /** Statements one after another, and what they leave in scope. */
  sequence(context: Context, count: number): { readonly text: Code; readonly context: Context } {
    const texts: Code[] = [];
    let inside = context;
    for (let k = 0; k < count; k++) {
      const { text, declared = [] } = this.statement(inside);
      texts.push(text, '\n');
      inside = within(inside, ...declared);
    }
    return { text: texts, context: inside };
  }

  /** A block, which now and then shadows a variable from around it. */
  block(context: Context, more: readonly Variable[] = []): Code {
    const inner = within({ ...context, vars: false }, ...more);
    const outer = visible(inner, 'real').filter((variable) => !more.includes(variable));
    if (outer.length > 0 && this.chance(4)) {
      const { name } = this.pick(outer);
      const value = this.real(without(inner, [name]), 2);
      const shadow: Variable = { name, type: 'real', writable: true };
      const { text } = this.sequence(within(inner, shadow), 1 + this.draw(2));
      return code`{\nlet ${name} = ${value};\n${text}}`;
    }
    return code`{\n${this.sequence(inner, 1 + this.draw(2)).text}}`;
  }

  statement(context: Context): Made {
    const { loops, numeric } = context;
    const forms: (() => Made)[] = [
      () => this.declaration(context),
      () => this.declaration(context),
      () => this.assignment(context),
      () => this.assignment(context),
      () => this.assignment(context),
      () => ({ text: this.store(context) }),
      () => ({ text: this.store(context) }),
      () => ({ text: this.effect_(context) }),
      () => ({ text: this.conditional(context) }),
      () => ({ text: this.swap(context) }),
      () => this.pattern(context),
      () => this.unmoved(context),
    ];
    if (loops < 2)
      forms.push(
        () => this.loop(context),
        () => ({ text: this.sum(context) }),
      );
    if (context.jumps) forms.push(() => ({ text: this.jump(context) }));
    if (context.returns) forms.push(() => ({ text: this.early(context) }));
    if (!numeric) forms.push(() => this.free(context));
    return this.pick(forms)();
  }

  // ── Variables ──

  private declaration(context: Context): Made {
    const kind = this.draw(9);
    if (kind === 0) return this.structure(context);
    if (kind === 1 && context.vars) {
      const name = this.fresh('w');
      const text = code`var ${name}${annotation('real')} = ${this.real(context, 5)};`;
      return { text, declared: [{ name, type: 'real', writable: true }] };
    }
    const name = this.fresh('v');
    if (kind === 2) {
      const text = code`let ${name}${annotation('real')};`;
      return { text, declared: [{ name, type: 'real', writable: true }] };
    }
    const writable = this.chance(2);
    const typed = this.chance(2) ? '' : annotation('real');
    const word = writable ? 'let' : 'const';
    return {
      text: code`${word} ${name}${typed} = ${this.real(context, 6)};`,
      declared: [{ name, type: 'real', writable }],
    };
  }

  /** Variables that no input moves yet, and one that takes twice what they are now. Later statements may move them. */
  private unmoved(context: Context): Made {
    const [first, second, third] = [this.fresh('v'), this.fresh('v'), this.fresh('v')];
    const value = math(this.pick(['cos', 'exp', 'atan']), [operation('*', first, this.literal())]);
    const twice = operation('*', operation('*', this.real(context, 2), second), second);
    return {
      text: code`let ${first} = ${this.literal()};\nlet ${second} = ${value};\nlet ${third} = ${twice};`,
      declared: [first, second, third].map((name) => ({ name, type: 'real', writable: true })),
    };
  }

  private structure(context: Context): Made {
    const type = this.pick(['list', 'box', 'floats', 'int'] as const);
    const name = this.fresh(type === 'int' ? 'k' : 'q');
    const value = this[type](context, 2);
    const writable = (type === 'int' || type === 'list') && this.chance(2);
    return {
      text: code`${writable ? 'let' : 'const'} ${name}${annotation(type)} = ${value};`,
      declared: [{ name, type, writable }],
    };
  }

  private assignment(context: Context): Made {
    const variables = visible(context, 'real').filter(({ writable }) => writable);
    if (variables.length === 0) return this.declaration(context);
    const { name } = this.pick(variables);
    const value = this.chance(3) ? this.bounded(context, 4) : this.real(context, 5);
    switch (this.draw(7)) {
      case 0:
      case 1:
        return { text: code`${name} = ${value};` };
      case 2:
        return { text: code`${counted(name, this.pick(['+', '-']))};` };
      case 3:
        // An order trap: the variable is read before and after something that may change it.
        return { text: code`${name} = ${operation('+', this.real(context, 4), name)};` };
      case 4:
        return { text: this.logical(context, name, value) };
      default:
        return { text: code`${updated(name, this.pick(assigning), value)};` };
    }
  }

  private logical(context: Context, name: string, value: Code): Code {
    if (context.numeric && !this.chance(3)) return code`${name} = ${value};`;
    return this.pick([
      code`${name} ??= ${value};`,
      either(code`${name} ||= ${value};`, code`$.truthy(${name}) || (${name} = ${value});`),
      either(code`${name} &&= ${value};`, code`$.truthy(${name}) && (${name} = ${value});`),
    ]);
  }

  private store(context: Context): Code {
    const member = this.member(context, 1, false);
    const value = this.chance(3) ? this.bounded(context, 4) : this.real(context, 4);
    switch (this.draw(3)) {
      case 0:
        return code`${countedMember(member, this.pick(['+', '-']))};`;
      case 1:
        return code`${stored(member, value)};`;
      default:
        return code`${updatedMember(member, this.pick(assigning), value)};`;
    }
  }

  private effect_(context: Context): Code {
    const lists = visible(context, 'list');
    const call = this.called(context, 5);
    const writable = lists.filter((list) => list.writable);
    if (writable.length > 0 && this.chance(4)) {
      return code`${this.pick(writable).name} = ${this.list(context, 2)};`;
    }
    if (lists.length > 0 && (call === null || this.chance(3))) {
      const { name } = this.pick(lists);
      return code`if (${name}.length < 6) ${name}.push(${this.real(context, 3)});`;
    }
    return code`${call ?? ''};`;
  }

  private swap(context: Context): Code {
    const [x, y] = [this.member(context, 1, false), this.member(context, 1, false)];
    if (!this.chance(3)) return code`${updatedMember(x, '+', y.text)};`;
    return either(
      code`[${x.text}, ${y.text}] = [${y.text}, ${x.text}];`,
      code`{ const old = [${y.text}, ${x.text}]; ${stored(x, 'old[0]')}; ${stored(y, 'old[1]')}; }`,
    );
  }

  private pattern(context: Context): Made {
    const [v, w] = [this.fresh('v'), this.fresh('v')];
    if (context.vars && context.parameter !== undefined && this.chance(8)) {
      return { text: code`var ${context.parameter} = ${this.real(context, 3)};` };
    }
    const declared: Variable[] = [v, w].map((name) => ({ name, type: 'real', writable: true }));
    const boxes = visible(context, 'box').filter(({ name }) => name !== 'this');
    if (boxes.length > 0 && this.chance(2)) {
      return { text: code`let { a: ${v}, b: ${w} } = ${this.pick(boxes).name};`, declared };
    }
    const missing = this.chance(3) ? code` = ${this.real(context, 2)}` : '';
    return { text: code`let [${v}, ${w}${missing}] = ${this.list(context, 2)};`, declared };
  }

  // ── Control ──

  private conditional(context: Context): Code {
    if (this.chance(5)) return this.switched(context);
    const then = code`if (${this.test(context, 5)}) ${this.block(context)}`;
    return this.chance(2) ? then : code`${then} else ${this.block(context)}`;
  }

  private switched(context: Context): Code {
    const one = (label: string) =>
      code`${label}: ${this.block(context)} ${this.chance(2) ? 'break;' : ''}\n`;
    const cases = [one('case 0'), one('case 1'), one('default')];
    const int = this.int(context, 1);
    return code`switch (${either(int, code`$.plain(${int})`)}) {\n${cases}}`;
  }

  private jump(context: Context): Code {
    const label =
      context.labels.length > 0 && this.chance(2) ? ` ${this.pick(context.labels)}` : '';
    return code`if (${this.test(context, 4)}) ${this.pick(['break', 'continue'])}${label};`;
  }

  private early(context: Context): Code {
    return code`if (${this.test(context, 4)}) { return ${this.bounded(context, 4)}; }`;
  }

  /** A loop that only adds. */
  private sum(context: Context): Code {
    const name = this.pick([
      ...visible(context, 'real').filter(({ writable }) => writable),
      { name: '' },
    ]).name;
    if (name === '') return '';
    const i = this.fresh('i');
    const inner = within({ ...context, loops: context.loops + 1 }, { name: i, type: 'int' });
    const value = this.chance(3) ? this.withSum(inner, name) : this.real(inner, 6);
    const end = this.pick([
      '3',
      ...visible(context, 'list', 'floats').map((v) => `${v.name}.length`),
    ]);
    const op = this.pick(['+', '+', '-'] as const);
    return code`for (let ${i} = ${this.int(context, 0)}; ${i} < ${end}; ${i}++) ${updated(name, op, value)};`;
  }

  /**
   * A summand with the sum itself in it, where nothing else is bound: in random branches there is nearly always
   * an operation, whose binding keeps the loop from being taken for one that only adds.
   */
  private withSum(context: Context, name: string): Code {
    const other = this.pick([() => this.leaf(context), () => this.literal(), () => name])();
    const branches = this.chance(2) ? code`${name} : ${other}` : code`${other} : ${name}`;
    const test = this.pick([
      code`${this.int(context, 0)} < ${this.int(context, 0)}`,
      code`${this.leaf(context)} < ${this.leaf(context)}`,
      code`${name} > ${this.literal()}`,
    ]);
    const chosen = code`(${test} ? ${branches})`;
    return this.pick([chosen, operation('*', chosen, this.leaf(context))]);
  }

  private loop(context: Context): Made {
    const labelled = this.chance(4) ? this.fresh('L') : null;
    const labels = labelled === null ? context.labels : [...context.labels, labelled];
    const inside: Context = { ...context, loops: context.loops + 1, labels, jumps: true };
    const prefix = labelled === null ? '' : `${labelled}: `;
    const i = this.fresh('i');
    const counter: Variable = { name: i, type: 'int', writable: false };
    switch (this.draw(4)) {
      case 0: {
        const v = this.chance(4) ? this.pick(visible(context, 'real')).name : this.fresh('v');
        const list = this.list(without(context, [v]), 1);
        const element: Variable = { name: v, type: 'real', writable: true };
        return {
          text: code`${prefix}for (let ${v} of ${list}.slice()) ${this.block(inside, [element])}`,
        };
      }
      case 1: {
        const test = code`${i}++ < ${this.pick(['1', '2', '3'])}${this.also(inside)}`;
        return {
          text: code`let ${i} = 0;\n${prefix}while (${test}) ${this.block(inside, [counter])}`,
        };
      }
      case 2: {
        const test = code`++${i} < ${this.pick(['1', '2', '3'])}${this.also(inside)}`;
        const body = this.block(inside, [counter]);
        return { text: code`let ${i} = 0;\n${prefix}do ${body} while (${test});` };
      }
      default: {
        const { name } = this.pick(visible(context, 'list', 'floats'));
        const end = this.pick([`${name}.length`, '2', '3']);
        const test = code`${i} < ${end}${this.also(inside)}`;
        const step = this.pick([`${i}++`, `${i} += 1`, `${i} += 2`]);
        const body = this.block(inside, [counter]);
        return { text: code`${prefix}for (let ${i} = 0; ${test}; ${step}) ${body}` };
      }
    }
  }

  /** One more condition of a loop, by reals. */
  private also(context: Context): Code {
    return this.chance(5) ? code` && ${this.real(context, 2)} < ${this.real(context, 2)}` : '';
  }

  // ── What recording versions do not have ──

  private free(context: Context): Made {
    const lists = visible(context, 'list', 'floats');
    switch (this.draw(5)) {
      case 0: {
        const name = this.fresh('g');
        const text = code`const ${name} = ${this.closure(context, 6)};`;
        return { text, declared: [{ name, type: 'closure' }] };
      }
      case 1: {
        const inner = { ...context, loops: 2, labels: [], jumps: false, returns: false };
        return {
          text: code`try ${this.block(context)} finally ${this.block(inner)}`,
        };
      }
      case 2: {
        const { name } = this.pick(lists);
        const inner: Context = { ...context, loops: 2, labels: [], jumps: false, returns: false };
        const body = this.block(inner, [
          { name: 'e', type: 'real', writable: true },
          { name: 'k', type: 'int', writable: true },
        ]);
        return { text: code`${name}.slice().forEach((e, k) => ${body});` };
      }
      case 3: {
        const name = this.fresh('g');
        const outside: Context = { ...context, itself: null };
        const inner: Context = {
          ...outside,
          loops: 1,
          labels: [],
          jumps: false,
          returns: true,
          vars: true,
        };
        const variable: Variable = { name: 'u', type: 'real', writable: true };
        const made = this.sequence(within(inner, variable), 2);
        const result = this.bounded(made.context, 3);
        return {
          text: code`function ${name}(u${annotation('real')}) {\n${made.text}return ${result};\n}`,
          declared: [{ name, type: 'closure' }],
        };
      }
      case 4: {
        const [later, i] = [this.fresh('later'), this.fresh('i')];
        const inner = within({ ...context, loops: 2 }, { name: i, type: 'int', writable: true });
        const value = this.real(inner, 3);
        const v = this.fresh('v');
        const sum = math('tanh', [operation('+', 's', 'g()')]);
        return {
          text: joined(
            [
              code`const ${later}${typing(': (() => number)[]')} = [];`,
              code`for (let ${i} = 0; ${i} < 3; ${i}++) ${later}.push(() => ${value});`,
              code`let ${v} = ${later}.reduce((s, g) => ${sum}, 0);`,
            ],
            '\n',
          ),
          declared: [{ name: v, type: 'real', writable: true }],
        };
      }
      default:
        return { text: code`${this.real(context, 6)};` };
    }
  }
}

/** Random programs of the paper's language as plain TypeScript. */
import type { Term } from './programs.js';

const operators: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*' };
/** Functions that Math does not have. */
const instead: Readonly<Record<string, string>> = { sigmoid: 'tanh', softplus: 'cos' };

/** The same program with functions of Math alone. */
export function inMath(term: Term): Term {
  const inner = Object.fromEntries(
    Object.entries(term).map(([key, value]: [string, unknown]) => {
      if (Array.isArray(value)) return [key, value.map((one) => inMath(one as Term))];
      return [key, typeof value === 'object' && value !== null ? inMath(value as Term) : value];
    }),
  ) as unknown as Term;
  return inner.tag === 'prim' ? { ...inner, name: instead[inner.name] ?? inner.name } : inner;
}

class Text {
  private names = 0;

  private fresh = (letter: string): string => `${letter}$${this.names++}`;

  of(term: Term): string {
    switch (term.tag) {
      case 'var':
        return term.name;
      case 'real':
        return term.value < 0 ? `(${term.value})` : String(term.value);
      case 'prim': {
        const args = term.args.map((one) => this.of(one));
        const sign = operators[term.name];
        if (term.name === 'neg') return `(-${args[0]})`;
        return sign === undefined
          ? `Math.${term.name}(${args.join(', ')})`
          : `(${args.join(` ${sign} `)})`;
      }
      case 'let':
        return `((${term.name}) => ${this.body(term.body)})(${this.of(term.bound)})`;
      case 'lam':
        return `((${term.name}) => ${this.body(term.body)})`;
      case 'app':
        return `${this.of(term.fun)}(${this.of(term.arg)})`;
      case 'pair':
        return `[${this.of(term.left)}, ${this.of(term.right)}]`;
      case 'first':
      case 'second':
        return `${this.of(term.of)}[${term.tag === 'first' ? 0 : 1}]`;
      case 'inl':
      case 'inr':
        return `({ tag: '${term.tag}', value: ${this.of(term.of)} })`;
      case 'case': {
        const sum = this.fresh('s');
        const [left, right] = [term.left, term.right].map(
          (one) => `((${term.name}) => ${this.body(one)})(${sum}.value)`,
        );
        return `((${sum}) => ${sum}.tag === 'inl' ? ${left} : ${right})(${this.of(term.of)})`;
      }
      case 'if':
        return `(${this.of(term.less)} < ${this.of(term.than)} ? ${this.of(term.then)} : ${this.of(term.else)})`;
      case 'array':
        return `[${term.items.map((one) => this.of(one)).join(', ')}]`;
      case 'map': {
        const [list, fun] = [this.fresh('l'), this.fresh('g')];
        return `((${list}) => ((${fun}) => ${list}.map(${fun}))(${this.of(term.fun)}))(${this.of(term.of)})`;
      }
      case 'fold': {
        const [list, fun, sum, item] = ['l', 'g', 'a', 'i'].map(this.fresh);
        const fold = `${list}.reduce((${sum}, ${item}) => ${fun}([${sum}, ${item}]), ${this.of(term.start)})`;
        return `((${fun}) => ((${list}) => ${fold})(${this.of(term.of)}))(${this.of(term.fun)})`;
      }
      case 'iterate': {
        const [x, fun, k] = ['a', 'g', 'k'].map(this.fresh);
        const loop = `for (let ${k} = 0; ${k} < ${term.times}; ${k}++) ${x} = ${fun}(${x});`;
        return `((${x}) => { const ${fun} = ${this.of(term.fun)}; ${loop} return ${x}; })(${this.of(term.start)})`;
      }
      case 'rec': {
        const [call, fuel, arg] = ['c', 'n', 'a'].map(this.fresh);
        const again = `((${term.fun}) => ${this.body(term.body)})(${call}(${fuel} - 1))`;
        const one = `(${fuel}) => (${term.param}) => ${fuel} === 0 ? ${this.of(term.base)} : ${again}`;
        return `((${arg}) => { const ${call} = ${one}; return ${call}(${term.fuel})(${arg}); })(${this.of(term.arg)})`;
      }
      case 'deriv':
        throw new Error('The text has no derivatives.');
    }
  }

  private body = (term: Term): string => `(${this.of(term)})`;
}

/** A program of the inputs x0, x1, … as the function `program`. */
export const textOf = (term: Term, inputs: number): string => {
  const names = Array.from({ length: inputs }, (_, k) => `x${k}`);
  return `export const program = ([${names.join(', ')}]: number[]) => ${new Text().of(term)};\n`;
};

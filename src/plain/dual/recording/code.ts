/** Terms as native code on primals. Terms that are used more than once become constants. */
import { partsOf, type Application, type Term, type Test } from '../../front/terms.js';
import type { Expression, types, Types } from '../../front/syntax.js';

const infix: Readonly<Record<string, '+' | '-' | '*' | '/' | '%' | '**'>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  pow: '**',
};
const comparisons = { lt: '<', le: '<=', gt: '>', ge: '>=', eq: '===' } as const;

/** Whether a row's value can be written natively. */
export const isNativeOperation = (op: string): boolean =>
  op in infix ||
  op === 'neg' ||
  typeof (Math as unknown as Record<string, unknown>)[op] === 'function';

export class Code {
  private named = new Map<Term, string>();
  private uses = new Map<Term, number>();

  constructor(
    private readonly t: Types,
    private readonly fresh: () => string,
    private readonly times: (x: Expression, y: Expression) => Expression,
    /** Where constants are declared. */
    private readonly declare: (name: string, value: Expression) => void,
  ) {}

  /** Constants declared meanwhile are forgotten after: they belong to an inner block. */
  inBlock<T>(body: () => T): T {
    const before = new Map(this.named);
    try {
      return body();
    } finally {
      this.named = before;
    }
  }

  /** Forgets all constants. */
  clear(): void {
    this.named.clear();
  }

  /** Says which terms are going to be written, so that shared ones can be told. */
  announce(roots: readonly Term[]): void {
    this.uses = new Map();
    const visit = (term: Term) => {
      const count = (this.uses.get(term) ?? 0) + 1;
      this.uses.set(term, count);
      if (count === 1 && !this.named.has(term)) partsOf(term).forEach(visit);
    };
    roots.forEach(visit);
  }

  /** A term, under a name. */
  name(term: Application, wanted?: string): string {
    let name = this.named.get(term);
    if (name === undefined) {
      const value = this.operation(term);
      name = wanted ?? term.name ?? this.fresh();
      this.declare(name, value);
      this.named.set(term, name);
    }
    return name;
  }

  isNamed(term: Term): boolean {
    return this.named.has(term);
  }

  of(term: Term): Expression {
    const { t } = this;
    switch (term.tag) {
      case 'constant':
        return this.number(term.value);
      case 'passive':
        return t.cloneNode(term.code);
      case 'input':
        return t.identifier(term.name);
      case 'choice':
        return t.conditionalExpression(
          this.test(term.test),
          this.of(term.then),
          this.of(term.otherwise),
        );
      case 'apply': {
        const name = this.named.get(term);
        if (name !== undefined) return t.identifier(name);
        return (this.uses.get(term) ?? 0) > 1
          ? t.identifier(this.name(term))
          : this.operation(term);
      }
    }
  }

  private number(value: number): Expression {
    const { t } = this;
    if (Number.isNaN(value)) return t.identifier('NaN');
    const size = Math.abs(value);
    const literal = size === Infinity ? t.identifier('Infinity') : t.numericLiteral(size);
    return value < 0 || Object.is(value, -0) ? t.unaryExpression('-', literal) : literal;
  }

  private operation({ op, args }: Application): Expression {
    const { t } = this;
    const operands = args.map((arg) => this.of(arg));
    if (op === 'times') return this.times(operands[0], operands[1]);
    if (op === 'neg') return t.unaryExpression('-', operands[0]);
    if (op in infix) return t.binaryExpression(infix[op], this.base(op, operands[0]), operands[1]);
    return t.callExpression(t.memberExpression(t.identifier('Math'), t.identifier(op)), operands);
  }

  /** `(-x) ** y` needs its parentheses to be said. */
  private base(op: string, operand: Expression): Expression {
    return op === 'pow' && operand.type === 'UnaryExpression'
      ? this.t.parenthesizedExpression(operand)
      : operand;
  }

  private test(test: Test): Expression {
    const { t } = this;
    if (test.tag === 'compare') {
      return t.binaryExpression(comparisons[test.op], this.of(test.args[0]), this.of(test.args[1]));
    }
    const [left, right] = test.sides.map((side) => this.test(side));
    return t.logicalExpression(test.tag === 'both' ? '&&' : '||', left, right);
  }
}

export type Identifier = types.Identifier;

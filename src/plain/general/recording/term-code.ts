/** Writes terms as native code on primals. A term that is used more than once becomes a constant. */
import { partsOf, type Application, type Term, type Test } from '../../front/terms.js';
import type { Expression, Types } from '../../front/syntax.js';
import type { AddedNames } from '../added-names.js';
import { ScopedMap } from '../../ir/scoped-map.js';

/** The rows of the table for operators. */
export const rowOf: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
};
const infix: Readonly<Record<string, '+' | '-' | '*' | '/' | '%' | '**'>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  pow: '**',
};
const comparisons = { lt: '<', le: '<=', gt: '>', ge: '>=', eq: '===' } as const;

/** True if a row's value can be written natively. */
export const isNativeOperation = (op: string): boolean =>
  op in infix ||
  op === 'neg' ||
  typeof (Math as unknown as Record<string, unknown>)[op] === 'function';

/** The most operations that are written in one expression. Code that is written again is no longer than this. */
export const LONGEST = 16;

export class TermCode {
  private readonly named = new ScopedMap<Term, string>();
  private uses = new Map<Term, number>();
  private mayDeclare = true;
  /** The number of operations in expressions that were written. */
  private readonly lengths = new WeakMap<Expression, number>();

  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
    private readonly newName: () => string,
    /** Declares a constant. */
    private readonly declare: (name: string, value: Expression) => void,
  ) {}

  /** Runs `body`, which writes an inner block. Constants that the block declares are forgotten after it. */
  inBlock<T>(body: () => T): T {
    return this.named.within(body);
  }

  /** Forgets all constants. */
  clear(): void {
    this.named.clear();
  }

  /** Announces the terms that are written next, so that shared parts are known. */
  announce(roots: readonly Term[], mayDeclare = true): void {
    this.uses = new Map();
    this.mayDeclare = mayDeclare;
    const visit = (term: Term) => {
      const count = (this.uses.get(term) ?? 0) + 1;
      this.uses.set(term, count);
      if (count === 1 && !this.named.has(term)) partsOf(term).forEach(visit);
    };
    roots.forEach(visit);
  }

  /** A term, under a name. */
  name(term: Application, wanted?: string): string {
    return this.named.get(term) ?? this.constant(term, this.operation(term), wanted ?? term.name);
  }

  private constant(term: Term, value: Expression, name = this.newName()): string {
    this.declare(name, value);
    this.named.set(term, name);
    return name;
  }

  isNamed(term: Term): boolean {
    return this.named.has(term);
  }

  of(term: Term): Expression {
    const { t } = this;
    const name = this.named.get(term);
    if (name !== undefined) return t.identifier(name);
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
      case 'apply':
        return this.applied(term);
    }
  }

  private applied(term: Application): Expression {
    const { t } = this;
    if ((this.uses.get(term) ?? 0) > 1) return t.identifier(this.name(term));
    const value = this.operation(term);
    return this.mayDeclare && this.lengths.get(value)! > LONGEST
      ? t.identifier(this.constant(term, value, term.name))
      : value;
  }

  /** A term as code that can be written twice. */
  private short(term: Term): Expression {
    const code = this.of(term);
    const inner = code.type === 'UnaryExpression' ? code.argument : code;
    if (inner.type === 'Identifier' || inner.type === 'NumericLiteral') return code;
    return this.t.identifier(this.constant(term, code));
  }

  /** `x * y || $times(x, y)`. The call is made if the product is 0 or NaN, which is seldom. */
  private product(x: Term, y: Term): Expression {
    const { t } = this;
    const factors = [this.short(x), this.short(y)];
    const [a, b] = factors.map((factor) => t.cloneNode(factor));
    return t.logicalExpression(
      '||',
      t.binaryExpression('*', a, b),
      t.callExpression(this.names.runtime('times'), factors),
    );
  }

  private number(value: number): Expression {
    const { t } = this;
    if (Number.isNaN(value)) return this.names.global('NaN');
    const size = Math.abs(value);
    const literal = size === Infinity ? this.names.global('Infinity') : t.numericLiteral(size);
    return value < 0 || Object.is(value, -0) ? t.unaryExpression('-', literal) : literal;
  }

  private operation({ op, args }: Application): Expression {
    if (op === 'times') return this.counted(this.product(args[0], args[1]), []);
    const operands = args.map((arg) => this.of(arg));
    return this.counted(this.written(op, operands), operands);
  }

  private counted(made: Expression, operands: readonly Expression[]): Expression {
    const length = (operand: Expression) => this.lengths.get(operand) ?? 0;
    this.lengths.set(
      made,
      operands.map(length).reduce((sum, more) => sum + more, 1),
    );
    return made;
  }

  private written(op: string, operands: Expression[]): Expression {
    const { t } = this;
    if (op === 'neg') return t.unaryExpression('-', operands[0]);
    if (op in infix) return t.binaryExpression(infix[op], this.base(op, operands[0]), operands[1]);
    return t.callExpression(
      t.memberExpression(this.names.global('Math'), t.identifier(op)),
      operands,
    );
  }

  /** The base of a power: `(-x) ** y` needs its parentheses. */
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

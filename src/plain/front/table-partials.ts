/**
 * The partials of the primitive table as terms. They are read from the rows themselves, so that calculus stands
 * in one place: `(_, z) => sub(1, mul(z, z))` is parsed, and its operators become terms. A row whose partials
 * are written otherwise has no terms; code that uses it calls its operator.
 *
 * What is read is compared with the row at the points of its domain, and does not count if it differs: the texts of a
 * build that does not fit the rows, or of operators that a bundler renamed, cannot give wrong derivatives.
 */
import * as table from '../../core/primitives/table.js';
import { primalOf, type Real } from '../../core/real.js';
import type { AnyOperator } from '../../core/primitives/row.js';
import { partialTexts } from './row-texts.js';
import { choice, constant, simplified, type Term, type Test } from './terms.js';
import { valueOf } from './term-values.js';
import type { Expression, Node, types } from './syntax.js';

type AnyRow = AnyOperator['primitive']['row'];
type PartialTerm = (args: readonly Term[], output: Term) => Term;
export type Parse = (expression: string) => Expression;

const arithmetic = ['add', 'sub', 'mul', 'div', 'neg', 'rem', 'pow'] as const;
const comparisons = ['lt', 'le', 'gt', 'ge', 'eq'] as const;

/** A partial that could not be read. */
class NotATerm extends Error {}

const operators = table as unknown as Readonly<Record<string, AnyOperator | undefined>>;

export class TablePartials {
  private readonly known = new Map<string, readonly PartialTerm[] | null>();

  constructor(private readonly parse: Parse) {}

  /** The partials of a row of at most three arguments, or null. */
  of(op: string): readonly PartialTerm[] | null {
    let partials = this.known.get(op);
    if (partials === undefined) this.known.set(op, (partials = this.read(op)));
    return partials;
  }

  /** True if the partials of operators are known, which nothing asks for one by one. */
  get haveArithmetic(): boolean {
    return arithmetic.every((op) => this.of(op) !== null);
  }

  private read(op: string): readonly PartialTerm[] | null {
    const row = operators[op]?.primitive.row;
    const texts = row === undefined ? null : partialTexts(row);
    if (texts === null) return null;
    try {
      const read = texts.map((text) => this.partial(text, texts.length));
      return agrees(row!, read) ? read : null;
    } catch (error) {
      if (error instanceof NotATerm) return null;
      throw error;
    }
  }

  private partial(text: string, arity: number): PartialTerm {
    const f = this.parse(`(${text})`);
    if (f.type !== 'ArrowFunctionExpression' || f.body.type === 'BlockStatement')
      throw new NotATerm();
    const { body } = f;
    const names = f.params.map((param) => (param.type === 'Identifier' ? param.name : ''));
    const partial: PartialTerm = (args, output) =>
      termOf(body, (name) => {
        const position = names.indexOf(name);
        return position < 0 ? undefined : position < arity ? args[position] : output;
      });
    // Whether it can be read does not depend on the arguments.
    partial(
      Array.from({ length: arity }, () => ({ tag: 'input', name: 'x' })),
      { tag: 'input', name: 'z' },
    );
    return partial;
  }
}

/** True if terms have the values of the partials that they were read from, up to rounding. */
function agrees({ value, partials, domain }: AnyRow, read: readonly PartialTerm[]): boolean {
  const own = partials as readonly ((...args: readonly number[]) => Real)[];
  return domain.points.every((point) => {
    const output = (value as (...args: readonly number[]) => number)(...point);
    return read.every((term, k) => {
      const found = valueOf(term(point.map(constant), constant(output)));
      const wanted = primalOf(own[k](...point, output));
      return Math.abs(found - wanted) <= 1e-12 * Math.abs(wanted) || Object.is(found, wanted);
    });
  });
}

/** A row of the table for the sake of its own partials, which is written out where it is not differentiated. */
const powerLog = ([x, , z]: readonly Term[]): Term =>
  simplified('mul', [z, simplified('log', [x])]);

type Lookup = (name: string) => Term | undefined;

function termOf(node: Node, lookup: Lookup): Term {
  switch (node.type) {
    case 'NumericLiteral':
      return constant(node.value);
    case 'Identifier': {
      const found = lookup(node.name);
      if (found === undefined) throw new NotATerm();
      return found;
    }
    case 'UnaryExpression': {
      const term = node.operator === '-' ? termOf(node.argument, lookup) : undefined;
      if (term === undefined) throw new NotATerm();
      return simplified('neg', [term]);
    }
    case 'MemberExpression':
      return mathConstant(node);
    case 'BinaryExpression':
      return simplified(native(node.operator), [
        termOf(node.left, lookup),
        termOf(node.right, lookup),
      ]);
    case 'ConditionalExpression':
      return choice(
        testOf(node.test, lookup),
        termOf(node.consequent, lookup),
        termOf(node.alternate, lookup),
      );
    case 'CallExpression': {
      const name = calledName(node);
      if (name === 'powerLog') return powerLog(node.arguments.map((one) => termOf(one, lookup)));
      if (operators[name]?.primitive === undefined) throw new NotATerm();
      return simplified(
        name,
        node.arguments.map((argument) => termOf(argument, lookup)),
      );
    }
    default:
      throw new NotATerm();
  }
}

function testOf(node: Node, lookup: Lookup): Test {
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    return {
      tag: node.operator === '&&' ? 'both' : 'either',
      sides: [testOf(node.left, lookup), testOf(node.right, lookup)],
    };
  }
  if (node.type !== 'CallExpression') throw new NotATerm();
  const op = comparisons.find((name) => name === calledName(node));
  if (op === undefined) throw new NotATerm();
  const [x, y] = node.arguments.map((argument) => termOf(argument, lookup));
  return { tag: 'compare', op: op, args: [x, y] };
}

/** The name of an operator, also as compilers of modules write it: `(0, table_js_1.mul)(x, y)`. */
function calledName({ callee }: types.CallExpression): string {
  const inner =
    callee.type === 'SequenceExpression'
      ? callee.expressions[callee.expressions.length - 1]
      : callee;
  if (inner.type === 'Identifier') return inner.name;
  if (inner.type === 'MemberExpression' && inner.property.type === 'Identifier')
    return inner.property.name;
  throw new NotATerm();
}

function native(operator: string): string {
  const name = (
    { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' } as Readonly<
      Record<string, string | undefined>
    >
  )[operator];
  if (name === undefined) throw new NotATerm();
  return name;
}

function mathConstant(node: types.MemberExpression): Term {
  const { object, property } = node;
  if (object.type !== 'Identifier' || object.name !== 'Math' || property.type !== 'Identifier')
    throw new NotATerm();
  const value = (Math as unknown as Readonly<Record<string, unknown>>)[property.name];
  if (typeof value !== 'number') throw new NotATerm();
  return constant(value);
}

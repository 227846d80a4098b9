/**
 * The model of a fit: an expression of numbers, names, + - * / **, and functions of the table of primitives. Its text is
 * parsed, and never run as code. It becomes a function of its own operators, which numbers and duals pass alike.
 */
import { namedOperators } from '../../core/primitives/named.js';
import { add, div, mul, neg, pow, sub } from '../../core/primitives/table.js';
import type { Real } from '../../core/real.js';
import { parseSync, type types as t } from '../../vendor/babel.js';
import { Failure, messageOf } from '../failure.js';

/** A value of the model, from the values of its names in their order. */
type Term = (values: readonly Real[]) => Real;

export interface Model {
  readonly text: string;
  /** What it names, in the order of the text. */
  readonly names: readonly string[];
  readonly value: Term;
}

const binary: Readonly<Record<string, (x: Real, y: Real) => Real>> = {
  '+': add,
  '-': sub,
  '*': mul,
  '/': div,
  '**': pow,
};

/** How much of a long model is shown before and after a place. */
const AROUND = 60;

/** The longest model: what is longer is no formula of a person, and may be nested too deeply to be read. */
const LONGEST = 5000;

function refusal(text: string, at: number, why: string): Failure {
  const place = Math.min(at, text.length);
  const from = Math.max(0, place - AROUND);
  const shown = text.slice(from, place + AROUND);
  return new Failure(`the model ${why}:\n  ${shown}\n  ${' '.repeat(place - from)}^`);
}

function parsed(text: string): t.Expression {
  let file: t.File;
  try {
    file = parseSync(text, { sourceType: 'script', configFile: false, babelrc: false }) as t.File;
  } catch (error) {
    const { pos = text.length } = error as { pos?: number };
    const [why] = messageOf(error)
      .replace(/^SyntaxError: /, '')
      .split(' (');
    throw refusal(text, pos, `cannot be read (${why.replace(/^unknown: |\.$/g, '')})`);
  }
  const [statement, other] = file.program.body;
  if (statement?.type !== 'ExpressionStatement' || other !== undefined) {
    throw refusal(text, other?.start ?? 0, 'is not one expression');
  }
  return statement.expression;
}

class Reader {
  readonly names: string[] = [];

  constructor(private readonly text: string) {}

  term(node: t.Expression | t.PrivateName): Term {
    switch (node.type) {
      case 'NumericLiteral':
        return this.constant(node.value);
      case 'ParenthesizedExpression':
        return this.term(node.expression);
      case 'Identifier':
        return node.name === 'pi' ? this.constant(Math.PI) : this.named(node.name);
      case 'UnaryExpression':
        return this.unary(node);
      case 'BinaryExpression':
        return this.binary(node);
      case 'CallExpression':
        return this.call(node);
      default:
        throw this.refused(node, 'takes numbers, names, + - * / ** and functions only');
    }
  }

  private refused({ start }: t.Node, why: string): Failure {
    return refusal(this.text, start ?? 0, why);
  }

  private constant(x: number): Term {
    return () => x;
  }

  private named(name: string): Term {
    let at = this.names.indexOf(name);
    if (at < 0) at = this.names.push(name) - 1;
    return (values) => values[at];
  }

  private unary(node: t.UnaryExpression): Term {
    const x = this.term(node.argument);
    if (node.operator === '-') return (values) => neg(x(values));
    if (node.operator === '+') return x;
    throw this.refused(node, `has no operator ${node.operator}`);
  }

  private binary(node: t.BinaryExpression): Term {
    if (!Object.hasOwn(binary, node.operator)) {
      const isPower = node.operator === '^';
      throw this.refused(
        node,
        isPower ? 'has ^: powers are written **' : `has no operator ${node.operator}`,
      );
    }
    const operator = binary[node.operator];
    const [x, y] = [this.term(node.left), this.term(node.right)];
    return (values) => operator(x(values), y(values));
  }

  private call(node: t.CallExpression): Term {
    const { callee } = node;
    const name = callee.type === 'Identifier' ? callee.name : '';
    const found = namedOperators.get(name);
    if (found === undefined) {
      throw this.refused(
        node,
        name === ''
          ? 'calls what is no name'
          : `has no function ${name}; docs/primitives.md has all`,
      );
    }
    const operator = found as unknown as (...xs: unknown[]) => Real;
    const { partials } = found.primitive.row;
    const terms = node.arguments.map((argument) => this.term(argument as t.Expression));
    if (typeof partials === 'function')
      return (values) => operator(terms.map((term) => term(values)));
    if (partials.length !== terms.length) {
      throw this.refused(
        node,
        `gives ${name} ${terms.length} arguments, and it takes ${partials.length}`,
      );
    }
    return (values) => operator(...terms.map((term) => term(values)));
  }
}

export function readModel(text: string): Model {
  if (text.length > LONGEST) throw refusal(text, 0, `has more than ${LONGEST} characters`);
  const reader = new Reader(text);
  const value = reader.term(parsed(text));
  return { text, names: reader.names, value };
}

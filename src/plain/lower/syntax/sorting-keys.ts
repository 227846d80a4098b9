/**
 * What a function by which something is sorted compares: an expression of its first parameter with the same one of the
 * second. O(size of the function).
 */
import type { Facts } from '../../front/facts.js';
import { bare, realParams, type FunctionNode, type Node } from '../../front/syntax.js';
import { assignedIn, childrenOf } from './assigned.js';
import { callsOthers } from './counting.js';

/** What an element is sorted by: an expression of a parameter of the function that compares. */
export interface Key {
  readonly of: Node;
  readonly param: Node;
  readonly isDown: boolean;
  /** Whether the function says of two equal elements, too, that one comes first. */
  readonly isStrict?: boolean;
}

/** A result, or a question with what it gives in both cases. */
type Decision = Node | { readonly test: Node; readonly sides: readonly [Decision, Decision] };

const comparisons: Readonly<Record<string, (sign: number) => boolean>> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
  '===': (sign) => sign === 0,
  '!==': (sign) => sign !== 0,
};

/** What a function compares, the most important first; null where that is not known. */
export function keysOf(facts: Facts, f: FunctionNode): readonly Key[] | null {
  const [first, second, ...others] = realParams<Node>(f.params);
  const decision = decisionOf(f.body.type === 'BlockStatement' ? f.body.body : [], f);
  if (decision === null || first === undefined || second === undefined || others.length > 0)
    return null;
  const pairs = new Sides(facts, first, second);
  if ('sides' in decision) return pairs.order(decision);
  const keys = alternatives(decision).map((one) => pairs.difference(one));
  return keys.includes(null) ? null : (keys as Key[]);
}

/** What a function gives, where it only asks and returns; null for a function that does more. */
function decisionOf(statements: readonly Node[], { body }: FunctionNode): Decision | null {
  if (body.type !== 'BlockStatement') return asDecision(body);
  return returned(statements);
}

function returned([first, ...rest]: readonly Node[]): Decision | null {
  switch (first?.type) {
    case 'BlockStatement':
      return returned([...first.body, ...rest]);
    case 'ReturnStatement':
      return first.argument == null ? null : asDecision(first.argument);
    case 'IfStatement': {
      const then = returned([first.consequent]);
      const otherwise = returned(first.alternate == null ? rest : [first.alternate, ...rest]);
      return then && otherwise && { test: bare(first.test), sides: [then, otherwise] };
    }
    default:
      return null;
  }
}

function asDecision(given: Node): Decision {
  const node = bare(given);
  if (node.type !== 'ConditionalExpression') return node;
  return {
    test: bare(node.test),
    sides: [asDecision(node.consequent), asDecision(node.alternate)],
  };
}

class Sides {
  constructor(
    private readonly facts: Facts,
    private readonly first: Node,
    private readonly second: Node,
  ) {}

  /** The key of a difference. */
  difference(node: Node): Key | null {
    return node.type === 'BinaryExpression' && node.operator === '-'
      ? this.keyOf(node.left, node.right)
      : null;
  }

  /** The key of questions for the order of two numbers. */
  order(decision: Decision): readonly Key[] | null {
    const keys: Key[] = [];
    const asked = (test: Node, sign: number): boolean | null => {
      const compare = test.type === 'BinaryExpression' ? comparisons[test.operator] : undefined;
      const key =
        test.type === 'BinaryExpression' && compare ? this.keyOf(test.left, test.right) : null;
      if (key === null) return null;
      keys.push(key);
      return compare!(key.isDown ? -sign : sign);
    };
    const given = (of: Decision, sign: number): number | null => {
      if (!('sides' in of)) return literalOf(of);
      const test = asked(of.test, sign);
      return test === null ? null : given(of.sides[test ? 0 : 1], sign);
    };
    const [less, equal, more] = [-1, 0, 1].map((sign) => given(decision, sign));
    const [{ of, param }, ...others] = keys;
    const isOne = others.every((other) => this.isThe(of, other.of));
    if (less === null || equal === null || more === null || !isOne || !(less * more < 0))
      return null;
    return [{ of, param, isDown: less > 0, isStrict: equal !== 0 }];
  }

  /** Whether two expressions are the same one. */
  private isThe(one: Node, other: Node): boolean {
    const [x, y] = [bare(one), bare(other)];
    const { bindings } = this.facts;
    if (x.type !== y.type || wordsOf(x) !== wordsOf(y)) return false;
    if (x.type === 'Identifier' && bindings.get(x) !== bindings.get(y as never)) return false;
    const [parts, its] = [childrenOf(x), childrenOf(y)];
    return parts.length === its.length && parts.every((part, k) => this.isThe(part, its[k]));
  }

  /** What two sides have in common. */
  private keyOf(left: Node, right: Node): Key | null {
    const sides = [bare(left), bare(right)] as const;
    if (
      sides.some(
        (side) => assignedIn(this.facts, side).bindings.size > 0 || hasEffects(this.facts, side),
      )
    )
      return null;
    const isUp = this.isSame(sides[0], sides[1]);
    if (!isUp && !this.isSame(sides[1], sides[0])) return null;
    return { of: sides[isUp ? 0 : 1], param: this.first, isDown: !isUp };
  }

  /** Whether two expressions are the same, one of the first parameter, and the other of the second. */
  private isSame(one: Node, other: Node): boolean {
    const renamed = new Map<unknown, unknown>();
    const { bindings } = this.facts;
    const pair = (a: Node, b: Node, isPattern: boolean): boolean => {
      const [x, y] = [bare(a), bare(b)];
      if (x.type !== y.type) return false;
      if (x.type === 'Identifier' && y.type === 'Identifier') {
        const [own, its] = [bindings.get(x), bindings.get(y)];
        if (own === undefined && its === undefined) return x.name === y.name;
        if (isPattern) renamed.set(own, its);
        return isPattern || (renamed.has(own) ? renamed.get(own) : own) === its;
      }
      const [parts, its] = [childrenOf(x), childrenOf(y)];
      return (
        parts.length === its.length &&
        wordsOf(x) === wordsOf(y) &&
        parts.every((part, k) => pair(part, its[k], isPattern))
      );
    };
    if (!pair(this.first, this.second, true)) return false;
    const mine = new Set(renamed.keys());
    const theirs = new Set(renamed.values());
    return pair(one, other, false) && !names(one, theirs) && !names(other, mine);

    function names(node: Node, some: ReadonlySet<unknown>): boolean {
      return (
        (node.type === 'Identifier' && some.has(bindings.get(node))) ||
        childrenOf(node).some((child) => names(child, some))
      );
    }
  }
}

/** What a node says beside what is in it. */
const wordsOf = (node: Node): string =>
  JSON.stringify(
    ['operator', 'value', 'name', 'computed'].map(
      (key) => (node as unknown as Readonly<Record<string, unknown>>)[key],
    ),
    (_, value: unknown) => (typeof value === 'object' && !Array.isArray(value) ? null : value),
  );

const hasEffects = (facts: Facts, node: Node): boolean =>
  node.type === 'UpdateExpression' || callsOthers(facts, node);

/** The operands of `||`. */
const alternatives = (given: Node): readonly Node[] => {
  const node = bare(given);
  return node.type === 'LogicalExpression' && node.operator === '||'
    ? [...alternatives(node.left), ...alternatives(node.right)]
    : [node];
};

/** A number that is written down. */
function literalOf(node: Node): number | null {
  if (node.type === 'NumericLiteral') return node.value;
  const isNegative = node.type === 'UnaryExpression' && node.operator === '-';
  const of = isNegative ? literalOf(bare(node.argument)) : null;
  return of === null ? null : -of;
}

/** `a?.b.c(x)`, written out: once a link finds null or undefined, the whole chain is undefined. */
import { bare, type Expression, type Node, type types } from '../front/syntax.js';
import type { Dual } from './expressions.js';
import { memberOf, nameNode, valueOf } from './members.js';
import { named } from './wording.js';

type Chain = types.OptionalMemberExpression | types.OptionalCallExpression;
const isChain = (node: Node): node is Chain =>
  node.type === 'OptionalMemberExpression' || node.type === 'OptionalCallExpression';

/** What becomes of a chain that is no value by itself. */
export interface End {
  /** What is made of its last member, as a reference. */
  readonly last?: (member: types.MemberExpression) => Expression;
  readonly missing?: Expression;
  /** Where the object of its last member is kept. */
  readonly holder?: types.Identifier;
}

export function optionalChain(dual: Dual, node: Chain, end: End = {}): Expression {
  const links: Chain[] = [];
  let base: Expression = node;
  while (isChain(base)) {
    links.push(base);
    base = base.type === 'OptionalMemberExpression' ? base.object : base.callee;
  }
  return dual.placed(new Links(dual, links.reverse(), end).from(base), node);
}

class Links {
  constructor(
    private readonly dual: Dual,
    private readonly links: readonly Chain[],
    private readonly end: End,
  ) {}

  from(base: Expression): Expression {
    const { dual } = this;
    const head = bare(base);
    if (this.links[0].type !== 'OptionalCallExpression' || head.type !== 'MemberExpression') {
      return this.follow(0, dual.of(base), null);
    }
    // f = o.m is called with o.
    if (head.object.type === 'Super') {
      return this.follow(0, memberOf(dual, head), dual.t.thisExpression());
    }
    const holder = dual.temporary();
    const object = dual.store(holder, dual.of(head.object));
    return this.follow(0, valueOf(dual, head, object), holder);
  }

  /** The chain from link `k` on, where `current` is what the links before it give. */
  private follow(k: number, current: Expression, receiver: Expression | null): Expression {
    const { t } = this.dual;
    const { links, end } = this;
    if (k === links.length) return current;
    if (!links[k].optional) return this.through(k, current, receiver);
    const variable = this.dual.temporary();
    const isMissing = t.binaryExpression('==', this.dual.store(variable, current), t.nullLiteral());
    const missing = end.missing ?? t.unaryExpression('void', t.numericLiteral(0));
    const rest = this.through(k, variable, receiver);
    return t.conditionalExpression(isMissing, t.cloneNode(missing), rest);
  }

  private through(k: number, current: Expression, receiver: Expression | null): Expression {
    const link = this.links[k];
    return link.type === 'OptionalCallExpression'
      ? this.follow(k + 1, this.called(link, current, receiver), null)
      : this.member(k, link, current);
  }

  private called(
    link: types.OptionalCallExpression,
    f: Expression,
    receiver: Expression | null,
  ): Expression {
    const { dual } = this;
    const args = link.arguments.map((argument) => dual.of(argument));
    const called = [f, named(dual, link.callee)];
    return receiver === null
      ? dual.t.callExpression(dual.runtime('own', called, link), args)
      : dual.runtime('invoke', [...called, dual.t.cloneNode(receiver), ...args], link);
  }

  private member(k: number, link: types.OptionalMemberExpression, current: Expression): Expression {
    const { dual, end } = this;
    const { t } = dual;
    const next = this.links.at(k + 1);
    if (next?.type === 'OptionalCallExpression') {
      if (next.optional) {
        const holder = dual.temporary();
        return this.follow(k + 1, valueOf(dual, link, dual.store(holder, current)), holder);
      }
      const args = next.arguments.map((argument) => dual.of(argument));
      const made =
        link.property.type === 'PrivateName'
          ? t.callExpression(memberOf(dual, link, current), args)
          : dual.runtime('call', [current, nameNode(dual, link), ...args], next);
      return this.follow(k + 2, made, null);
    }
    if (next === undefined && end.last !== undefined)
      return end.last(memberOf(dual, link, current));
    const kept = next === undefined && end.holder !== undefined;
    const object = kept ? dual.store(end.holder, current) : current;
    return this.follow(k + 1, valueOf(dual, link, object), null);
  }
}

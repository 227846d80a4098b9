/** `a?.b.c(x)`, written out. If a link is null or undefined, the whole chain is undefined. */
import { bare, type Expression, type Node, type types } from '../front/syntax.js';
import type { Translator } from './translator.js';
import { foundAndCalled } from './found-methods.js';
import { memberOf, valueOf } from './members.js';
import { nameLiteral } from './error-names.js';

type Chain = types.OptionalMemberExpression | types.OptionalCallExpression;
const isChain = (node: Node): node is Chain =>
  node.type === 'OptionalMemberExpression' || node.type === 'OptionalCallExpression';

/** `a?.b!.c` is one chain: an assertion ends none. */
const linkIn = (node: Expression): Expression =>
  node.type === 'TSNonNullExpression' && isChain(bare(node)) ? (bare(node) as Expression) : node;

/** The use of a chain that is not a value by itself. */
interface End {
  /** Makes the result of the last member, which is a reference. */
  readonly last?: (member: types.MemberExpression) => Expression;
  readonly missing?: Expression;
  /** A variable for the object of the last member. */
  readonly holder?: types.Identifier;
}

export function optionalChain(translator: Translator, node: Chain, end: End = {}): Expression {
  const links: Chain[] = [];
  let base: Expression = node;
  while (isChain(base)) {
    links.push(base);
    base = linkIn(base.type === 'OptionalMemberExpression' ? base.object : base.callee);
  }
  return translator.placed(new Links(translator, links.reverse(), end).from(base), node);
}

class Links {
  constructor(
    private readonly translator: Translator,
    private readonly links: readonly Chain[],
    private readonly end: End,
  ) {}

  from(base: Expression): Expression {
    const { translator } = this;
    const head = bare(base);
    if (this.links[0].type !== 'OptionalCallExpression' || head.type !== 'MemberExpression') {
      return this.follow(0, translator.of(base), null);
    }
    // f = o.m is called with o.
    if (head.object.type === 'Super') {
      return this.follow(0, memberOf(translator, head), translator.t.thisExpression());
    }
    const holder = translator.temporary();
    const object = translator.store(holder, translator.of(head.object));
    return this.follow(0, valueOf(translator, head, object), holder);
  }

  /** The chain from link `k` on. `current` is the result of the links before it. */
  private follow(k: number, current: Expression, receiver: Expression | null): Expression {
    const { t } = this.translator;
    const { links, end } = this;
    if (k === links.length) return current;
    if (!links[k].optional) return this.through(k, current, receiver);
    const variable = this.translator.temporary();
    const isMissing = t.binaryExpression(
      '==',
      this.translator.store(variable, current),
      t.nullLiteral(),
    );
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
    const { translator } = this;
    const args = link.arguments.map((argument) => translator.of(argument));
    const called = [f, nameLiteral(translator, link.callee)];
    return receiver === null
      ? translator.t.callExpression(translator.runtime('own', called, link), args)
      : translator.runtime('invoke', [...called, translator.t.cloneNode(receiver), ...args], link);
  }

  private member(k: number, link: types.OptionalMemberExpression, current: Expression): Expression {
    const { translator, end } = this;
    const { t } = translator;
    const next = this.links.at(k + 1);
    if (next?.type === 'OptionalCallExpression') {
      if (next.optional) {
        const holder = translator.temporary();
        return this.follow(
          k + 1,
          valueOf(translator, link, translator.store(holder, current)),
          holder,
        );
      }
      const made =
        link.property.type === 'PrivateName'
          ? t.callExpression(
              memberOf(translator, link, current),
              next.arguments.map((argument) => translator.of(argument)),
            )
          : foundAndCalled(translator, next, current, link);
      return this.follow(k + 2, made, null);
    }
    if (next === undefined && end.last !== undefined)
      return end.last(memberOf(translator, link, current));
    const isHeld = next === undefined && end.holder !== undefined;
    const object = isHeld ? translator.store(end.holder, current) : current;
    return this.follow(k + 1, valueOf(translator, link, object), null);
  }
}

/**
 * Compiled code takes classes of the module, and constants that hold functions, as they are written. `$written(C, 'rate');` remembers what is taken of a
 * class, and `() => $unchanged([captured, …], C)` asks at each call whether that is still so.
 */
import type { Facts } from '../front/facts.js';
import type { Binding, Expression, Node, types, Types } from '../front/syntax.js';
import type { ClassNode } from '../lower/syntax/class-places.js';
import type { Holder } from '../lower/syntax/written-down.js';
import type { AddedNames } from './added-names.js';
import { bindingIn, type Classes } from './class-bindings.js';
import type { FarNames } from './far-names.js';

export class ClassesAsWritten {
  private readonly taken = new Map<ClassNode | Holder, Set<string>>();

  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
  ) {}

  bindingsOf = (classes: Classes, facts = this.facts): Binding[] =>
    [...classes.keys()].map((node) => bindingIn(facts, node));

  private bindingOf = (of: ClassNode | Holder): Binding => bindingIn(this.facts, of);

  /** What is captured, with the question for classes. */
  asked(captured: Expression, classes: Classes, joined?: FarNames): Expression {
    if (classes.size === 0) return captured;
    const { t } = this;
    const all = [...classes].map(([node, members]) => {
      const binding = bindingIn(joined?.facts ?? this.facts, node);
      if (joined?.isFar(binding) === true)
        return t.arrayExpression([
          joined.named(binding),
          ...[...members].map((name) => t.stringLiteral(name)),
        ]);
      this.take((joined?.originalOf(node) ?? node) as ClassNode | Holder, members);
      return joined?.named(binding) ?? this.named(binding);
    });
    return t.callExpression(this.names.runtime('unchanged'), [captured, ...all]);
  }

  private take(node: ClassNode | Holder, members: ReadonlySet<string>): void {
    const known = this.taken.get(node) ?? new Set();
    this.taken.set(node, known);
    members.forEach((name) => known.add(name));
  }

  private named = ({ identifier }: Binding): types.Identifier => this.t.identifier(identifier.name);

  /** Puts what remembers the classes behind these. */
  finish(): void {
    const { t } = this;
    const { program } = this.facts;
    const behind = new Map<Node, types.Statement>();
    for (const [node, members] of this.taken) {
      const binding = this.bindingOf(node);
      const remembering = t.callExpression(this.names.runtime('written'), [
        this.named(binding),
        ...[...members].map((name) => t.stringLiteral(name)),
      ]);
      const { node: statement } = binding.path.find(({ parent }) => parent === program)!;
      behind.set(statement, t.expressionStatement(remembering));
    }
    program.body = program.body.flatMap((one) => [one, behind.get(one) ?? []].flat());
  }
}

/**
 * Compiled code takes classes of the module, constants that hold functions, and enums as they are written. `$written(C, 'rate');` remembers what is taken of a
 * class, and `() => $unchanged([captured, …], C)` asks at each call whether that is still so.
 */
import type { Facts } from '../front/facts.js';
import type { Expression, Node, types, Types } from '../front/syntax.js';
import type { AsWritten } from '../lower/syntax/written-down.js';
import type { AddedNames } from './added-names.js';
import {
  identifierOf,
  statementOf,
  variableOf,
  type AtTop,
  type Classes,
} from './class-bindings.js';
import type { FarNames } from './far-names.js';

export class ClassesAsWritten {
  private readonly taken = new Map<AsWritten, Set<string>>();

  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
  ) {}

  variablesOf = (classes: Classes, facts = this.facts): AtTop[] =>
    [...classes.keys()].map((node) => variableOf(facts, node));

  /** What is captured, with the question for classes. */
  asked(captured: Expression, classes: Classes, joined?: FarNames): Expression {
    if (classes.size === 0) return captured;
    const { t } = this;
    const all = [...classes].map(([node, members]) => {
      const variable = variableOf(joined?.facts ?? this.facts, node);
      if (joined?.isFar(variable) === true)
        return t.arrayExpression([
          joined.named(variable),
          ...[...members].map((name) => t.stringLiteral(name)),
        ]);
      this.take((joined?.originalOf(node) ?? node) as AsWritten, members);
      return joined?.named(variable) ?? this.named(variable);
    });
    return t.callExpression(this.names.runtime('unchanged'), [captured, ...all]);
  }

  private take(node: AsWritten, members: ReadonlySet<string>): void {
    const known = this.taken.get(node) ?? new Set();
    this.taken.set(node, known);
    members.forEach((name) => known.add(name));
  }

  private named = (of: AtTop): types.Identifier => this.t.identifier(identifierOf(of).name);

  /** Puts what remembers the classes behind these. */
  finish(): void {
    const { t } = this;
    const { program } = this.facts;
    const behind = new Map<Node, types.Statement>();
    for (const [node, members] of this.taken) {
      const variable = variableOf(this.facts, node);
      const remembering = t.callExpression(this.names.runtime('written'), [
        this.named(variable),
        ...[...members].map((name) => t.stringLiteral(name)),
      ]);
      behind.set(statementOf(program, variable), t.expressionStatement(remembering));
    }
    program.body = program.body.flatMap((one) => [one, behind.get(one) ?? []].flat());
  }
}

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
import { fieldsWritten } from './class-fields.js';
import type { FarNames } from './far-names.js';

const declaresClass = (statement: types.Statement): boolean =>
  statement.type === 'ClassDeclaration' ||
  (statement.type.startsWith('Export') &&
    'declaration' in statement &&
    statement.declaration?.type === 'ClassDeclaration');

export class ClassesAsWritten {
  private readonly taken = new Map<AsWritten, Set<string>>();
  /** The classes that functions of other modules take, too, which may write other fields. */
  private readonly shared = new Set<AsWritten>();
  /** The names of fields of instances, as the module is before it is translated; null if they are not known. */
  private readonly fields: readonly string[] | null;

  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
  ) {
    const { program } = facts;
    this.fields = program.body.some(declaresClass) ? fieldsWritten(program) : null;
  }

  variablesOf = (classes: Classes, facts = this.facts): AtTop[] =>
    [...classes.keys()].map((node) => variableOf(facts, node));

  /** The expression of the captured values, with the question for classes. */
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
      const original = (joined?.originalOf(node) ?? node) as AsWritten;
      this.take(original, members);
      if (joined !== undefined) this.shared.add(original);
      return joined?.named(variable) ?? this.named(variable);
    });
    return t.callExpression(this.names.runtime('unchanged'), [captured, ...all]);
  }

  private take(node: AsWritten, members: ReadonlySet<string>): void {
    const known = this.taken.get(node) ?? new Set();
    this.taken.set(node, known);
    members.forEach((name) => known.add(name));
  }

  /** The names of fields of the instances of a class, if they are known. */
  private fieldsOf(node: AsWritten): types.ArrayExpression[] {
    const isKnown = node.type === 'ClassDeclaration' && !this.shared.has(node);
    if (!isKnown || this.fields === null) return [];
    return [this.t.arrayExpression(this.fields.map((name) => this.t.stringLiteral(name)))];
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
        ...this.fieldsOf(node),
        ...[...members].map((name) => t.stringLiteral(name)),
      ]);
      behind.set(statementOf(program, variable), t.expressionStatement(remembering));
    }
    program.body = program.body.flatMap((one) => [one, behind.get(one) ?? []].flat());
  }
}

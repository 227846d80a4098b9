/**
 * Compiled code takes classes of the module, and constants that hold functions, as they are written. `$written(C, 'rate');` remembers what is taken of a
 * class, and `() => $unchanged([captured, …], C)` asks at each call whether that is still so.
 */
import type { Facts } from '../front/facts.js';
import type { Binding, Expression, Node, types, Types } from '../front/syntax.js';
import { bindingOfClass, type ClassNode } from '../lower/syntax/class-places.js';
import { bindingOfHolder, type Holder } from '../lower/syntax/written-down.js';
import type { AddedNames } from './added-names.js';

/** Classes, each with the names of static members; and constants that hold functions. */
export type Classes = ReadonlyMap<ClassNode | Holder, ReadonlySet<string>>;

export class ClassesAsWritten {
  private readonly taken = new Map<ClassNode | Holder, Set<string>>();

  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
  ) {}

  bindingsOf = (classes: Classes): Binding[] =>
    [...classes.keys()].map((node) => this.bindingOf(node));

  private bindingOf = (of: ClassNode | Holder): Binding =>
    of.type === 'VariableDeclarator'
      ? bindingOfHolder(this.facts, of)
      : bindingOfClass(this.facts, of)!;

  /** What is captured, with the question for classes. */
  asked(captured: Expression, classes: Classes): Expression {
    if (classes.size === 0) return captured;
    for (const [node, members] of classes) {
      const known = this.taken.get(node) ?? new Set();
      this.taken.set(node, known);
      members.forEach((name) => known.add(name));
    }
    return this.t.callExpression(this.names.runtime('unchanged'), [
      captured,
      ...this.bindingsOf(classes).map((of) => this.named(of)),
    ]);
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

/**
 * Calls that attach a lowered form to a function, with the expressions that read the variables,
 * operators and functions that it uses.
 */
import type { Binding, Expression, Scope, Types } from '../front/syntax.js';
import type { Captured } from '../lower/names/outside.js';
import type { AddedNames } from './added-names.js';
import type { Attached } from './attached-forms.js';
import { unlessOwn } from './bound-methods.js';
import { identifierOf, type AtTop } from './class-bindings.js';
import type { ClassesAsWritten } from './class-questions.js';
import { exportNamed, importedFunction } from './imported-functions.js';
import { isFull, isInPlace, isSame } from './uses-of-functions.js';

type Text = Extract<Attached, { readonly tag: 'text' }>;

export class LoweredCalls {
  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
    private readonly classes: ClassesAsWritten,
    private readonly isSmall: boolean,
  ) {}

  /** `$lowered(f, …)`, if what `f` captures is in sight. */
  around(attached: Text, expression: Expression, scope: Scope): Expression {
    const { t, isSmall } = this;
    const { text, captures, variables, classes, operators, imported, joined } = attached;
    const far = joined?.far;
    const isSeen = (of: AtTop): boolean =>
      far?.isInSight(of, scope) ?? isSame(scope.getBinding(identifierOf(of).name), of);
    const isInSight = (of: Captured): boolean =>
      of === 'this' ? isInPlace(expression) : isSeen(bindingOf(of));
    const bindings = imported.map(({ binding }) => binding);
    const holding = this.classes.variablesOf(classes, far?.facts);
    const areSeen =
      captures.every(isInSight) && [...holding, ...operators, ...bindings].every(isSeen);
    if (!areSeen) return expression;
    const raw = text.replace(/[\\`]|\$\{/g, '\\$&');
    const literal = t.templateLiteral([t.templateElement({ raw, cooked: text }, true)], []);
    const nameOf = (binding: Binding): Expression =>
      far?.named(binding) ?? t.identifier(binding.identifier.name);
    const named = (of: Captured) => {
      if (of === 'this') return t.thisExpression();
      if ('holder' in of)
        return (
          far?.variable(of.holder, of.field) ??
          this.names.variable(of.holder.identifier.name, of.field)
        );
      if (!('binding' in of) && variables.has(of))
        return far?.variable(of) ?? this.names.variable(of.identifier.name);
      return 'binding' in of ? exportNamed(t, of, nameOf(of.binding)) : nameOf(of);
    };
    const all = [
      captures.map(named),
      operators.map(nameOf),
      imported.map((one) => importedFunction(t, this.names, one, nameOf(one.binding))),
    ];
    const edges = joined === undefined ? [] : joined.far.edgesOf(joined.of);
    const least = isFull(holding) || isFull(edges) ? 1 : 0;
    const readings = all
      .slice(0, Math.max(least, all.findLastIndex(isFull) + 1))
      .map((of) => t.arrayExpression(of))
      .map((of, k) => (k === 0 ? this.classes.asked(of, classes, far) : of))
      .map((of) => t.arrowFunctionExpression([], of))
      .map((of, k) => (k === 0 && isFull(edges) ? this.asRead(of, edges) : of));
    const made = t.callExpression(this.names.runtime(isSmall ? 'bundled' : 'lowered'), [
      expression,
      ...(isSmall ? [t.numericLiteral(0)] : []),
      literal,
      ...readings,
    ]);
    return attached.bound === undefined
      ? made
      : unlessOwn(t, this.names.runtime('held'), attached.bound, made, expression);
  }

  /** The expression of the captures, if other modules are as they were read. */
  private asRead(captures: Expression, edges: readonly Expression[]): Expression {
    const { t } = this;
    const read = t.arrowFunctionExpression([], t.arrayExpression([...edges]));
    return t.callExpression(this.names.runtime('asRead'), [captures, read]);
  }
}

/** The variable that has what is captured. */
const bindingOf = (of: Exclude<Captured, 'this'>): Binding =>
  'holder' in of ? of.holder : 'binding' in of ? of.binding : of;

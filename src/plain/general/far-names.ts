/**
 * The names of a joined program in the module that is translated: names of its own, or those that other
 * modules hand out when they have run. And what this module hands out itself.
 */
import type { Facts } from '../front/facts.js';
import type {
  Binding,
  Expression,
  FunctionNode,
  Node,
  NodePath,
  Scope,
  types,
  Types,
} from '../front/syntax.js';
import { edgesFrom } from '../joined/edges.js';
import type { Joined, Top } from '../joined/joined-program.js';
import type { Edge } from '../joined/names-of-modules.js';
import { bindingOf } from '../lower/functions/called-as-runs.js';
import type { LoweredFunction } from '../lower/names/lowered-function.js';
import type { AddedNames } from './added-names.js';
import { identifierOf, statementOf, variableOf, type AtTop } from './class-bindings.js';
import { isSame } from './uses-of-functions.js';

export class FarNames {
  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
    private readonly joined: Joined,
    private readonly isSmall: boolean,
  ) {}

  /** True if a variable can be read when the program runs. */
  private isGiven = (of: AtTop): boolean => {
    const far = this.farOf(of);
    if (far === undefined) return true;
    return this.isSmall ? this.joined.isGivenInBundles(far) : this.joined.isValue(far);
  };

  get isNeeded(): boolean {
    return this.joined.isNeeded;
  }

  /**
   * True if a function may be called as it is: one of the module itself, or one that another module
   * exports.
   */
  private isCallable(f: FunctionNode): boolean {
    const binding = bindingOf(this.facts, f);
    if (this.joined.originals.has(f)) return true;
    return binding?.referencePaths.some(isExported) ?? false;
  }

  /** The declaration that another module has, if it is not the module that is translated. */
  private farOf(of: AtTop): Top | undefined {
    const top = this.topOf(of);
    return top === undefined || top.module === this.joined.main ? undefined : top;
  }

  private topOf = (of: AtTop): Top | undefined =>
    'path' in of ? this.joined.topOf(of) : this.joined.topNamed(of.id.name);

  /** The identifier that declares a variable, where it is one of the module itself. */
  private original(of: AtTop): types.Identifier {
    const identifier = identifierOf(of);
    return (this.joined.originals.get(identifier) ?? identifier) as types.Identifier;
  }

  isInSight = (of: AtTop, scope: Scope): boolean => {
    if (this.farOf(of) !== undefined) return true;
    const top = this.topOf(of);
    const { name } = top ?? this.original(of);
    const found = scope.getBinding(name);
    if (!('path' in of)) return isSame(found, of);
    if (found === undefined) return false;
    if (top === undefined) return found.identifier === this.original(of);
    const own = scope.getProgramParent().getBinding(name);
    return own !== undefined && isSame(found, own);
  };

  /** The expression that reads a variable. */
  named(of: AtTop): Expression {
    const far = this.farOf(of);
    if (far !== undefined) return this.handedOut(far);
    const top = this.topOf(of);
    return this.t.identifier((top ?? this.original(of)).name);
  }

  get facts(): Facts {
    return this.joined.facts;
  }

  /** The node of the module itself that one stands for. */
  originalOf = (node: Node): Node => this.joined.originals.get(node) ?? node;

  /** The copy of a node of the module. */
  copyOf = <T extends Node>(node: T): T => this.joined.copies.get(node) as T;

  /**
   * True if all that a lowered function uses can be read, and the functions that it calls as they are
   * have a version there.
   */
  reaches({ captures, classes, operators, imported, runs }: LoweredFunction): boolean {
    const variables: readonly AtTop[] = [
      ...captures.flatMap((of) =>
        of === 'this' ? [] : 'holder' in of ? of.holder : 'binding' in of ? of.binding : of,
      ),
      ...[...classes.keys()].map((of) => variableOf(this.facts, of)),
      ...operators,
      ...imported.map(({ binding }) => binding),
    ];
    return variables.every(this.isGiven) && runs.every(({ f }) => this.isCallable(f));
  }

  isFar = (of: AtTop): boolean => this.farOf(of) !== undefined;

  /** The expression of the object that reads and assigns a variable that functions assign, or a field that is one. */
  variable(of: Binding, field?: string): Expression {
    const far = this.farOf(of);
    if (far !== undefined) return this.handedOut({ ...far, name: assignable(far.name, field) });
    return this.names.variable((this.topOf(of) ?? this.original(of)).name, field);
  }

  private handedOut({ module, name }: Top): Expression {
    const { t } = this;
    return t.callExpression(this.names.runtime('ofModule'), [
      t.stringLiteral(module.mark),
      t.stringLiteral(name),
    ]);
  }

  /**
   * The meanings of the names from other modules, now and in the texts: value, mark and name; empty if
   * there are none.
   */
  edgesOf(f: Node): readonly Expression[] {
    const { t } = this;
    // A bundler puts together the very modules that were read.
    if (this.isSmall) return [];
    return edgesFrom(this.joined, f).flatMap((edge) => {
      const value = this.valueOf(edge);
      const { module, name } = edge.to;
      return value === undefined
        ? []
        : [value, t.stringLiteral(module.mark), t.stringLiteral(name)];
    });
  }

  private valueOf({ from, local, member, to }: Edge): Expression | undefined {
    const { t, joined } = this;
    if (!joined.isValue(to) || !joined.isValue({ module: from, name: local })) return undefined;
    const whole =
      from === joined.main ? t.identifier(local) : this.handedOut({ module: from, name: local });
    return member === undefined ? whole : t.memberExpression(whole, t.stringLiteral(member), true);
  }
}

/** The name by which a module hands out what assigns a variable. */
const assignable = (name: string, field = ''): string => `${name}=${field}`;

/** A variable that functions assign, or a constant and its field that is one. */
export type Variable = readonly [name: string, field?: string];

const isExported = ({ node, parent }: NodePath): boolean =>
  parent.type.startsWith('Export') || node.type.startsWith('Export');

/** `$moduleAsRead('mark', { 'f': () => f, … });` hands out what a module declares, once it has run. */
export function handingOut(
  t: Types,
  names: AddedNames,
  mark: string,
  all: readonly string[],
  variables: readonly Variable[],
): types.Statement {
  const given = (name: string, of: types.Identifier) =>
    t.objectProperty(t.stringLiteral(name), t.arrowFunctionExpression([], of));
  const declared = [
    ...all.map((name) => given(name, t.identifier(name))),
    ...variables.map((of) => given(assignable(...of), names.variable(...of))),
  ];
  return t.expressionStatement(
    t.callExpression(names.runtime('moduleAsRead'), [
      t.stringLiteral(mark),
      t.objectExpression(declared),
    ]),
  );
}

/** `$writtenForOthers(C);` behind a class, a constant that holds functions, or an enum: what runs later may change it. */
export function remembering(
  t: Types,
  names: AddedNames,
  { node: program }: NodePath<types.Program>,
  asWritten: readonly AtTop[],
): void {
  const behind = new Map<Node, types.Statement[]>();
  for (const of of asWritten) {
    const { name } = identifierOf(of);
    const node = statementOf(program, of);
    const made = t.callExpression(names.runtime('writtenForOthers'), [t.identifier(name)]);
    behind.set(node, [...(behind.get(node) ?? []), t.expressionStatement(made)]);
  }
  program.body = program.body.flatMap((one) => [one, ...(behind.get(one) ?? [])]);
}

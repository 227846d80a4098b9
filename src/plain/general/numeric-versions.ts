/**
 * Attaches to functions what their derivatives can be compiled from: `$lowered(f, `…`, () => [captured, …]);`. Only
 * functions are lowered that the library may be given: those that are exported, or used otherwise than by a call.
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
import type { Recording } from '../analyse/worth.js';
import { LoweredCalls } from './lowered-calls.js';
import type { AddedNames } from './added-names.js';
import { doubtful, type Attached } from './attached-forms.js';
import type { Attachments } from './attachments.js';
import type { BoundMethod } from './bound-methods.js';
import type { Reason } from '../lower/syntax/refusal.js';
import { ClassesAsWritten } from './class-questions.js';
import { functionName, heldFunction } from './function-names.js';
import { visitRecorded } from './recorded-functions.js';
import { isGivenToLibrary } from './library-calls.js';
import { LoweringInLimits, type LoweringOptions } from './lowering-in-limits.js';
import type { Reached } from './reached.js';
import { isGiven, isHolderGiven, isMethod } from './uses-of-functions.js';

export class NumericVersions {
  private readonly found = new Map<Node, Attached>();
  /** The functions that lowered ones call as they are, with why they are not lowered. */
  private readonly runs = new Map<Node, Reason>();
  /** Those at the top that are called by what records, and those that a statement attaches it to. */
  private readonly called = new Set<Node>();
  private readonly attachedApart = new Set<Node>();
  /** Says of one function each why it is not lowered. */
  private readonly unexplained: (() => void)[] = [];
  /** The statements of small code that attach it, which take the version, too. */
  private readonly taking = new Map<Node, types.CallExpression>();
  readonly classes: ClassesAsWritten;
  private readonly calls: LoweredCalls;
  private readonly limited: LoweringInLimits;
  /** That of the module. */
  private readonly length: number;

  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
    private readonly attachments: Attachments,
    private readonly options: LoweringOptions & {
      /** True if all functions at the top count as used. */
      readonly isFree: boolean;
      readonly reached: Reached;
    },
  ) {
    this.classes = new ClassesAsWritten(t, facts, names);
    this.calls = new LoweredCalls(t, names, this.classes, options.isSmall);
    const { start, end } = facts.program;
    this.length = (end ?? 0) - (start ?? 0);
    this.limited = new LoweringInLimits(t, facts, names, this.length, options, this.runs);
  }

  /**
   * Lowers the functions that the library may be given, as long as the module is as it was written; and then what is
   * called by those that cannot be lowered, where a call is worth one binding or a group.
   */
  find(paths: readonly NodePath<FunctionNode>[]): void {
    for (const path of paths) if (this.isGiven(path)) this.prepareGiven(path);
    const tops = new Set<Node>();
    for (const path of paths) if (this.bindingOf(path) !== undefined) tops.add(path.node);
    const refused = [...this.found.keys()].filter((f) => !this.isLowered(f));
    const others = paths
      .filter((path) => path.getFunctionParent() === null)
      .map(({ node }) => node)
      .filter((f) => !tops.has(f) && !this.isLowered(f));
    const roots = [...refused, ...others, ...this.runs.keys()];
    visitRecorded(this.t, this.facts, roots, (f) => {
      if (!tops.has(f)) return true;
      this.prepare(f);
      this.called.add(f);
      return this.recordingOf(f) !== 'binding';
    });
  }

  private prepareGiven(path: NodePath<FunctionNode>): void {
    const { node } = path;
    this.prepare(node);
    const found = this.found.get(node);
    if (found?.tag !== 'text' || (found.isNumber && 4 * found.text.length <= this.length)) return;
    if (this.options.reached.isDoubtful(node, this.bindingOf(path)))
      this.found.set(node, { tag: 'refused', reason: doubtful, bound: undefined });
  }

  /** The form in which a run records a call of a function. */
  recordingOf(f: Node): Recording {
    const found = this.found.get(f);
    return found?.tag === 'text' ? found.recording : 'own';
  }

  /** The name by which the version of such a function can ask for that; null if there is none, or it means something else there. */
  askedName(path: NodePath<FunctionNode>): types.Identifier | null {
    const { reference } = functionName(this.t, path);
    if (reference?.type !== 'Identifier' || this.recordingOf(path.node) === 'own') return null;
    return path.scope.hasOwnBinding(reference.name) ? null : reference;
  }

  /**
   * Attaches to a function that was lowered.
   *
   * @param isTranslated whether it has another version, so that people may ask why it has not this one
   */
  add(path: NodePath<FunctionNode>, isTranslated: boolean): void {
    const { node, scope } = path;
    const isGiven = this.isGiven(path);
    // What is compiled by itself may be called as it is all the same.
    const why = this.isLowered(node) ? undefined : this.runs.get(node);
    if (why !== undefined && !this.options.isSmall && this.bindingOf(path) !== undefined)
      this.saysWhy(path, this.referenceTo(path), why);
    if (!isGiven && !(this.called.has(node) && this.recordingOf(node) !== 'own')) return;
    const reference = this.referenceTo(path);
    const made = this.around(node, reference, scope.getProgramParent());
    if (made !== reference) {
      this.attachments.addStatement(path, this.t.expressionStatement(made));
      this.attachedApart.add(node);
      if (this.options.isSmall && made.type === 'CallExpression') this.taking.set(node, made);
    } else if (
      isGiven &&
      (isTranslated || this.bindingOf(path)?.referencePaths.some(isGivenToLibrary))
    )
      this.explain(path, reference);
    else if (isGiven) this.unexplained.push(() => this.explain(path, reference));
  }

  /** Says of functions that need no other version, too, why they are not lowered, if the module needs the library anyway. */
  explainOthers(): void {
    if (this.names.imported.size > 0 && !this.options.isSmall)
      for (const explain of this.unexplained) explain();
  }

  /**
   * True if the call that attaches it takes the version of a function, too, so that nothing else need
   * be written.
   */
  takes(f: Node, version: types.Identifier): boolean {
    const call = this.taking.get(f);
    if (call === undefined) return false;
    call.arguments[1] = this.t.cloneNode(version);
    return true;
  }

  /** The variable by which the top level of the module names a function that is not a method. */
  bindingOf(path: NodePath<FunctionNode>): Binding | undefined {
    const { reference } = functionName(this.t, path);
    if (reference?.type !== 'Identifier' || isMethod(path.node)) return undefined;
    return path.scope.getProgramParent().getBinding(reference.name);
  }

  /**
   * The expression by which the top level of the module names a function to which it attaches
   * something.
   */
  private referenceTo(path: NodePath<FunctionNode>): Expression {
    const held = heldFunction(path);
    if (held === undefined) return functionName(this.t, path).reference!;
    const { holder, key } = held;
    return this.t.memberExpression(this.t.identifier(holder.name), this.t.stringLiteral(key), true);
  }

  /** True if the library may be given a function. */
  private isGiven(path: NodePath<FunctionNode>): boolean {
    const binding = this.bindingOf(path);
    const { isFree, reached } = this.options;
    if (binding !== undefined) return isFree || (isGiven(binding) && reached.has(binding));
    const held = heldFunction(path);
    const holder = held && path.scope.getProgramParent().getBinding(held.holder.name);
    if (holder === undefined) return false;
    return isFree || (isHolderGiven(holder) && reached.has(holder));
  }

  /** `$notLowered(f, 'what', 'instead', line);` */
  private explain(path: NodePath<FunctionNode>, reference: Expression): void {
    const found = this.found.get(path.node);
    if (found?.tag === 'refused' && !this.runs.has(path.node))
      this.saysWhy(path, reference, found.reason);
  }

  private saysWhy(path: NodePath<FunctionNode>, reference: Expression, why: Reason): void {
    const { t } = this;
    const { what, instead, line } = why;
    const words = this.options.isSmall ? [] : [what, instead];
    const call = t.callExpression(this.names.runtime('notLowered'), [
      reference,
      ...words.map((text) => t.stringLiteral(text)),
      ...(line === undefined ? [] : [t.numericLiteral(line)]),
    ]);
    this.attachments.addStatement(path, t.expressionStatement(call));
  }

  /**
   * Lowers a function, as long as the module is as it was written.
   *
   * @param at what it is known by: a method that is bound is known by the expression that binds it
   */
  prepare(f: FunctionNode, at: Node = f, bound?: BoundMethod): void {
    if (!this.found.has(at)) this.found.set(at, { ...this.limited.attached(f, bound), bound });
  }

  /** The same where the library is given a function, unless that is done apart. */
  aroundArgument = (f: Node, argument: Expression, scope: Scope): Expression =>
    this.attachedApart.has(f) ? argument : this.around(f, argument, scope);

  /** `$lowered(f, …)`, if `f` was lowered and what it captures is in sight. */
  around(f: Node, expression: Expression, scope: Scope): Expression {
    const attached = this.found.get(f);
    return attached?.tag === 'text' ? this.calls.around(attached, expression, scope) : expression;
  }

  isLowered = (f: Node): boolean => this.found.get(f)?.tag === 'text';
}

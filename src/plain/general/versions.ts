/**
 * Gives every function of a module its derivative version. Each function is translated alone (Krawiec et al.,
 * §7.5). The original stays as it is, behind an entry guard. There are three places for the version:
 *
 * - after the module's own code, if the function uses nothing of the functions around it;
 * - in a function literal in the guard itself, where it sees everything that the original sees;
 * - in the same body, where a literal would not do: `super`, private names, constructors.
 */
import type { Facts } from '../front/facts.js';
import type { Uses } from '../front/surroundings.js';
import {
  isFunction,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
  type Types,
} from '../front/syntax.js';
import type { Attachments } from './attachments.js';
import type { GeneralTranslator } from './expressions.js';
import { mergeDefaults } from './defaults.js';
import { bodyOf, onlyVersion, paramsOf } from './functions.js';
import type { AddedNames } from './added-names.js';
import { functionName } from './function-names.js';
import type { VersionLiteral, EntryGuards } from './entry-guards.js';
import { canReturnId } from './recording/direct-calls.js';
import { hasLoop } from './recording/loops.js';
import type { NumericVersions } from './numeric-versions.js';
import type { RecordingTranslator } from './recording/recording-translator.js';

export class Versions {
  /** The versions that go after the module's own code. */
  readonly appended: types.Statement[] = [];
  /** Functions with a version that is not attached, so that the library does not know of it. */
  readonly unattached = new Set<Node>();

  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
    private readonly translator: GeneralTranslator,
    private readonly recorder: RecordingTranslator,
    private readonly guards: EntryGuards,
    private readonly attachments: Attachments,
    private readonly numeric: NumericVersions,
  ) {}

  /** Finds out whether the recording version of a function returns ids, before any code calls it. */
  findDirectVersion(path: NodePath<FunctionNode>): void {
    const { node } = path;
    const { directVersions, inference } = this.recorder;
    // Where a call may be one binding, the entry guard has to ask.
    if (this.numeric.isOneBinding(node) || !canReturnId(this.facts, inference, node)) return;
    const made = this.names.aside(() => this.recorder.version(node, true));
    if (made === null) return;
    directVersions.set(node, {
      name: this.named(path, '$tape'),
      apart: hasLoop(this.t, made),
      indices: this.guards.indexPositions(node),
      packs: node.params.flatMap((param, k) => (this.recorder.isPacked(param) ? [k] : [])),
    });
  }

  /** Adds the version of a function with its guard, innermost functions last. Whether there is one. */
  addVersion(path: NodePath<FunctionNode>): boolean {
    const { node } = path;
    if (!this.facts.isCopied(node)) return this.translateItself(path);
    const uses = this.facts.uses.get(node)!;
    const before = this.translator.changes;
    const version = this.translator.t.cloneNode(node, false);
    version.params = paramsOf(this.translator, node.params);
    version.body = bodyOf(this.translator, node);
    if (this.translator.changes === before && !this.recorder.directVersions.has(node)) return false;
    const recording = this.recorder.version(node);
    this.pending.push(() => this.place(path, uses, version, recording));
    return true;
  }

  /**
   * A function that holds so much in other functions that copies would have no end. It has one version, the
   * derivative one, and the functions inside have theirs.
   */
  private translateItself(path: NodePath<FunctionNode>): boolean {
    const { node } = path;
    const before = this.translator.changes;
    const { params, body } = this.withInnerFunctions(() => onlyVersion(this.translator, node));
    if (this.translator.changes === before) return false;
    this.pending.push(() => {
      Object.assign(node, { params, body });
      this.unattached.add(node);
      this.attach(path, []);
    });
    return true;
  }

  private withInnerFunctions<T>(make: () => T): T {
    const innerFunction = (f: FunctionNode) => {
      // The key is code of what is around.
      if ((f.type === 'ObjectMethod' || f.type === 'ClassMethod') && f.computed) {
        const key = this.translator.name(f.key);
        this.pending.push(() => (f.key = key));
      }
      return f;
    };
    return this.translator.withInnerFunctions(innerFunction, make);
  }

  /**
   * Adds the version of a field's initial value. No function asks for it, so the value chooses between both
   * versions.
   */
  addFieldVersion({ node }: NodePath<types.ClassProperty | types.ClassPrivateProperty>): void {
    const { value } = node;
    if (value == null || isFunction(value)) return;
    const before = this.translator.changes;
    const translated = () => this.translator.enclosed(() => this.translator.of(value));
    const isCopied = this.facts.isCopied(node);
    const version = isCopied ? translated() : this.withInnerFunctions(translated);
    if (this.translator.changes === before) return;
    if (!isCopied) {
      this.pending.push(() => (node.value = version));
      return;
    }
    this.pending.push(
      () => (node.value = this.t.conditionalExpression(this.guards.isOn(), version, node.value!)),
    );
  }

  /** The changes of functions, which are made after all versions: versions are made from the unchanged module. */
  private readonly pending: (() => void)[] = [];

  finish(): void {
    for (const place of this.pending) place();
    this.attachments.put(this.facts.program);
  }

  private place(
    path: NodePath<FunctionNode>,
    uses: Uses,
    version: FunctionNode,
    recording: types.Statement[] | null,
  ): void {
    const { node } = path;
    this.unattached.add(node);
    const isConstructor = node.type === 'ClassMethod' && node.kind === 'constructor';
    const simple = node.params.every(
      (param) =>
        param.type === 'Identifier' ||
        (param.type === 'RestElement' && param.argument.type === 'Identifier'),
    );
    if (
      isConstructor ||
      (uses.place && node.type !== 'ArrowFunctionExpression') ||
      // Both versions have to use the same variables.
      uses.shared ||
      (uses.arguments && (!simple || node.type === 'ArrowFunctionExpression'))
    ) {
      this.inside(node, version);
      return;
    }
    const isTop = this.isByItself(node, uses);
    const areExpressions = [node, version].every(({ body }) => body.type !== 'BlockStatement');
    if (!isTop && areExpressions && recording === null) {
      this.inside(node, version);
      return;
    }
    const defaults = mergeDefaults(this.t, node, version, () => this.guards.isOn());
    const literal = this.literal(node, version, simple);
    if (isTop) {
      const names: types.Identifier[] = [];
      if (recording !== null) {
        const own = this.literal(
          node,
          { ...version, body: this.t.blockStatement(recording) },
          simple,
        );
        const direct = this.recorder.directVersions.get(node);
        own.params = [...own.params, ...this.packs(node, direct?.packs ?? [])];
        const name = this.append(path, own, direct?.name ?? this.named(path, '$tape'));
        names.push(name);
        const isApart = direct?.apart ?? hasLoop(this.t, recording);
        const answer = this.guards.forwardedCall(node, uses, name, simple, isApart);
        const one =
          direct === undefined
            ? answer
            : this.t.callExpression(this.names.runtime('realAt'), [answer]);
        this.guards.putRecordingGuard(node, literal, [this.t.returnStatement(one)]);
      }
      const asked = this.numeric.askedName(path);
      if (asked !== null) this.guards.putBindingGuard(node, literal, asked);
      names.unshift(this.append(path, literal, this.named(path, '$dual')));
      this.guards.putGuard(node, uses, names[0], simple);
      this.attach(path, names);
    } else {
      if (recording !== null)
        this.guards.putRecordingGuard(node, literal, [...recording, this.t.returnStatement()]);
      this.guards.putGuard(node, uses, literal, simple);
    }
    defaults();
  }

  /** Whether a function uses nothing of the functions around it, nor itself as `g` of `const f = function g() {}`. */
  private isByItself(node: FunctionNode, uses: Uses): boolean {
    const isArrow = node.type === 'ArrowFunctionExpression';
    if (uses.place || (isArrow && uses.receiver)) return false;
    if (node.type === 'FunctionExpression' && node.id != null) return false;
    return !uses.local;
  }

  /** The version as a function literal. If parameters are patterns, it takes the variables that they bind. */
  private literal(node: FunctionNode, version: FunctionNode, simple: boolean): VersionLiteral {
    const { t } = this;
    const params = simple
      ? version.params
      : this.guards.boundNames(node).map((name) => t.identifier(name));
    const place = <T extends Node>(made: T) => this.translator.placed(made, node);
    if (node.type === 'ArrowFunctionExpression') {
      return place(
        t.arrowFunctionExpression(
          params as types.Identifier[],
          version.body as types.BlockStatement,
          node.async,
        ),
      );
    }
    return place(
      t.functionExpression(
        null,
        params as types.Identifier[],
        version.body as types.BlockStatement,
        node.generator ?? false,
        node.async ?? false,
      ),
    );
  }

  /** Parameters for packs that a caller has: `xs$ = $pack(xs)`. */
  private packs(node: FunctionNode, places: readonly number[]): types.AssignmentPattern[] {
    const { t, names } = this;
    return places.map((k) => {
      const { name } = node.params[k] as types.Identifier;
      const found = t.callExpression(names.runtime('pack'), [t.identifier(name)]);
      return t.assignmentPattern(t.identifier(names.id(name)), found);
    });
  }

  private named(path: NodePath<FunctionNode>, suffix: '$dual' | '$tape'): string {
    return this.names.version(functionName(this.t, path).name + suffix);
  }

  /** Declares a version at the end of the module. */
  private append(
    path: NodePath<FunctionNode>,
    literal: VersionLiteral,
    version: string,
  ): types.Identifier {
    const { t } = this;
    const body =
      literal.body.type === 'BlockStatement'
        ? literal.body
        : t.blockStatement([t.returnStatement(literal.body)]);
    const generator = literal.type === 'FunctionExpression' && literal.generator;
    const declaration = t.functionDeclaration(
      t.identifier(version),
      literal.params,
      body,
      generator,
      literal.async,
    );
    this.appended.push(this.translator.placed(declaration, path.node));
    return t.identifier(version);
  }

  /** Attaches the versions of a function as soon as the function exists. */
  private attach(path: NodePath<FunctionNode>, versions: readonly types.Identifier[]): void {
    if (this.attachments.add(path, versions)) this.unattached.delete(path.node);
  }

  /** Both bodies in one function. */
  private inside(node: FunctionNode, version: FunctionNode): void {
    const { t } = this;
    mergeDefaults(this.t, node, version, () => this.guards.isOn())();
    if (node.body.type !== 'BlockStatement') {
      if (version.body.type !== 'BlockStatement') {
        (node as types.ArrowFunctionExpression).body = t.conditionalExpression(
          this.guards.isOn(),
          version.body,
          node.body,
        );
        return;
      }
      node.body = t.blockStatement([t.returnStatement(node.body)]);
    }
    const body = version.body;
    const block =
      body.type === 'BlockStatement' ? body : t.blockStatement([t.returnStatement(body)]);
    const own = t.blockStatement([...block.body, t.returnStatement()]);
    node.body.body.unshift(t.ifStatement(this.guards.isOn(), own));
  }
}

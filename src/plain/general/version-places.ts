/**
 * Puts the versions of functions in their places:
 *
 * - after the module's own code, if the function uses nothing of the functions around it;
 * - in a function literal in the guard itself, where it sees everything that the original sees;
 * - in the same body, where a literal would not do: `super`, private names, constructors.
 */
import type { Uses } from '../front/surroundings.js';
import type { FunctionNode, Node, NodePath, types, Types } from '../front/syntax.js';
import type { GeneralTranslator } from './expressions.js';
import { mergeDefaults } from './defaults.js';
import type { AddedNames } from './added-names.js';
import { functionName } from './function-names.js';
import type { VersionLiteral, EntryGuards } from './entry-guards.js';
import { hasLoop } from './recording/loops.js';
import type { NumericVersions } from './numeric-versions.js';
import type { SmallCode } from './small-code.js';
import { isStrictAlone, madeStrict } from './strictness.js';

export class VersionPlaces {
  /** The versions that go after the module's own code. */
  readonly appended: types.Statement[] = [];

  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
    private readonly translator: GeneralTranslator,
    private readonly guards: EntryGuards,
    private readonly numeric: NumericVersions,
    private readonly small: SmallCode,
  ) {}

  named(path: NodePath<FunctionNode>, suffix: '$dual' | '$tape'): string {
    return this.names.version(functionName(this.t, path).name + suffix);
  }

  /**
   * Puts the version of a function in its place. The result has the names of versions that stand after the module's own
   * code; null if there are none.
   */
  put(
    path: NodePath<FunctionNode>,
    uses: Uses,
    version: FunctionNode,
    recording: types.Statement[] | null,
  ): types.Identifier[] | null {
    const { node } = path;
    const isConstructor = node.type === 'ClassMethod' && node.kind === 'constructor';
    const simple = isSimple(node);
    if (
      isConstructor ||
      (uses.place && node.type !== 'ArrowFunctionExpression') ||
      // Both versions have to use the same variables.
      uses.shared ||
      (uses.arguments && (!simple || node.type === 'ArrowFunctionExpression'))
    ) {
      this.inside(node, version);
      return null;
    }
    const isTop = this.isByItself(node, uses);
    const areExpressions = [node, version].every(({ body }) => body.type !== 'BlockStatement');
    if (!isTop && areExpressions && recording === null) {
      this.inside(node, version);
      return null;
    }
    const defaults = mergeDefaults(this.t, node, version, () => this.guards.isOn());
    const literal = this.literal(node, version, simple);
    const names = isTop ? this.afterModule(path, uses, literal, version, recording) : null;
    if (names === null) {
      if (recording !== null)
        this.guards.putRecordingGuard(node, literal, [...recording, this.t.returnStatement()]);
      this.guards.putGuard(node, uses, literal, simple);
    }
    defaults();
    return names;
  }

  /** Puts versions after the module's own code, and guards that call them. */
  private afterModule(
    path: NodePath<FunctionNode>,
    uses: Uses,
    literal: VersionLiteral,
    version: FunctionNode,
    recording: types.Statement[] | null,
  ): types.Identifier[] {
    const { node } = path;
    const simple = isSimple(node);
    const names: types.Identifier[] = [];
    if (recording !== null) {
      const own = this.literal(
        node,
        { ...version, body: this.t.blockStatement(recording) },
        simple,
      );
      const name = this.append(path, own, this.named(path, '$tape'));
      names.push(name);
      const isApart = hasLoop(this.t, recording);
      const answer = this.guards.forwardedCall(node, uses, name, simple, isApart);
      this.guards.putRecordingGuard(node, literal, [this.t.returnStatement(answer)]);
    }
    const asked = this.numeric.askedName(path);
    const isShort = this.small.asksShortly(node) && simple && isPlainCall(node, uses);
    if (asked !== null && !isShort)
      this.guards.putBindingGuard(node, literal, asked, this.numeric.recordingOf(node) === 'void');
    names.unshift(this.append(path, literal, this.named(path, '$dual')));
    this.guards.putGuard(node, uses, names[0], simple, isShort ? asked : null);
    return names;
  }

  /**
   * True if a function uses nothing of the functions around it, nor itself as `g` of
   * `const f = function g() {}`.
   */
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
    const made = isStrictAlone(path) ? madeStrict(t, declaration) : declaration;
    this.appended.push(this.translator.placed(made, path.node));
    return t.identifier(version);
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

/** True if a call passes nothing but arguments, whose count is known. */
const isPlainCall = (node: FunctionNode, uses: Uses): boolean =>
  !uses.arguments &&
  (!uses.receiver || node.type === 'ArrowFunctionExpression') &&
  node.generator !== true &&
  node.params.every(({ type }) => type === 'Identifier');

/** True if each parameter is one variable. */
const isSimple = ({ params }: FunctionNode): boolean =>
  params.every(
    (param) =>
      param.type === 'Identifier' ||
      (param.type === 'RestElement' && param.argument.type === 'Identifier'),
  );

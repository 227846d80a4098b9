/**
 * Entry guards: the questions at the entry of a function that choose its version, and the calls of the version
 * with the arguments of the function.
 */
import type { Uses } from '../front/surroundings.js';
import {
  realParams,
  type Expression,
  type FunctionNode,
  type Node,
  type types,
  type Types,
} from '../front/syntax.js';
import type { AddedNames } from './added-names.js';
import { started } from './started-generators.js';

/** A function literal that is a version. */
export type VersionLiteral = types.FunctionExpression | types.ArrowFunctionExpression;

/**
 * A call of a version. Choose `apart` if V8 must not inline the version. V8 inlines only so much code into one
 * function: a loop that is inlined may come without the functions that it calls, and is then half as fast. V8
 * does not look through `f.call`.
 */
const callOfVersion = (
  t: Types,
  version: Expression,
  args: types.CallExpression['arguments'],
  apart: boolean,
): types.CallExpression =>
  apart
    ? t.callExpression(t.memberExpression(version, t.identifier('call')), [
        t.nullLiteral(),
        ...args,
      ])
    : t.callExpression(version, args);

export class EntryGuards {
  constructor(
    private readonly t: Types,
    private readonly names: AddedNames,
    /** Parameters that recording versions take to be plain numbers. */
    private readonly indices: (f: FunctionNode) => readonly string[],
    /** Parameters that recording versions take to be arrays of floats. */
    private readonly floats: (f: FunctionNode) => readonly string[],
  ) {}

  /** The expression that is true while derivatives are in progress. */
  isOn(): types.MemberExpression {
    return this.t.memberExpression(this.names.runtime('mode'), this.t.identifier('on'));
  }

  /** A call of a version with the arguments of the function. */
  forwardedCall(
    node: FunctionNode,
    uses: Uses,
    version: Expression,
    simple: boolean,
    apart = false,
  ): Expression {
    const { t } = this;
    const isArrow = node.type === 'ArrowFunctionExpression';
    const member = (name: string) => t.memberExpression(version, t.identifier(name));
    if (uses.arguments && !isArrow) {
      return t.callExpression(member('apply'), [t.thisExpression(), t.identifier('arguments')]);
    }
    const args = simple
      ? realParams<Node>(node.params).map((param) => this.argument(param))
      : this.boundNames(node).map((name) => t.identifier(name));
    if (uses.receiver && !isArrow)
      return t.callExpression(member('call'), [t.thisExpression(), ...args]);
    return callOfVersion(t, version, args, apart);
  }

  /**
   * `if ($mode.on) return version(…);` in front of the body.
   *
   * @param asked the name of the function, if a call may be one binding and this is asked here:
   * `return $called(f, version, …)`
   */
  putGuard(
    node: FunctionNode,
    uses: Uses,
    version: Expression,
    simple: boolean,
    asked: types.Identifier | null = null,
  ): void {
    const { t } = this;
    let answer = this.forwardedCall(node, uses, version, simple);
    if (asked !== null)
      answer = t.callExpression(this.names.runtime('called'), [
        t.cloneNode(asked),
        version,
        ...realParams<Node>(node.params).map((param) => this.argument(param)),
      ]);
    if (node.generator === true) answer = t.yieldExpression(answer, true);
    if (node.body.type !== 'BlockStatement') {
      (node as types.ArrowFunctionExpression).body = t.conditionalExpression(
        this.isOn(),
        answer,
        node.body,
      );
      return;
    }
    node.body.body.unshift(
      t.ifStatement(this.isOn(), t.returnStatement(answer)),
      ...started(t, this.names, node, uses).map((one) => t.expressionStatement(one)),
    );
  }

  private argument(param: Node): types.Identifier | types.SpreadElement {
    const { t } = this;
    if (param.type === 'RestElement')
      return t.spreadElement(t.identifier((param.argument as types.Identifier).name));
    return t.identifier((param as types.Identifier).name);
  }

  /**
   * Puts the guard of the recording version in front of the general version: it is used while a gradient records
   * into the columns.
   */
  putRecordingGuard(
    node: FunctionNode,
    literal: VersionLiteral,
    recording: types.Statement[],
  ): void {
    const { t } = this;
    if (literal.body.type !== 'BlockStatement')
      literal.body = t.blockStatement([t.returnStatement(literal.body)]);
    const isRecording: Expression = t.memberExpression(
      this.names.runtime('mode'),
      t.identifier('recording'),
    );
    const areNumbers = this.indices(node).map((name) =>
      t.binaryExpression(
        '===',
        t.unaryExpression('typeof', t.identifier(name)),
        t.stringLiteral('number'),
      ),
    );
    const areFloats = this.floats(node).map((name) =>
      t.callExpression(this.names.runtime('holdsFloats'), [t.identifier(name)]),
    );
    const guard = [...areNumbers, ...areFloats].reduce<Expression>(
      (test, question) => t.logicalExpression('&&', test, question),
      isRecording,
    );
    literal.body.body.unshift(
      t.ifStatement(guard, recording.length === 1 ? recording[0] : t.blockStatement(recording)),
    );
  }

  /**
   * Asks in front of the general version, in a run that records, whether the call is one binding or a group.
   *
   * @param isVoid whether it gives nothing
   */
  putBindingGuard(
    node: FunctionNode,
    literal: VersionLiteral,
    f: types.Identifier,
    isVoid: boolean,
  ): void {
    const { t } = this;
    const args = realParams<Node>(node.params).map((param) => valueOf(t, param));
    if (args.includes(null)) return;
    if (literal.body.type !== 'BlockStatement')
      literal.body = t.blockStatement([t.returnStatement(literal.body)]);
    const isRecording = t.memberExpression(this.names.runtime('mode'), t.identifier('recording'));
    const found = t.identifier(this.names.temporary(0));
    const call = t.callExpression(this.names.runtime('recorded'), [
      t.cloneNode(f),
      ...(args as Expression[]),
    ]);
    const isFound = t.binaryExpression(
      '!==',
      t.cloneNode(found),
      t.unaryExpression('void', t.numericLiteral(0)),
    );
    literal.body.body.unshift(
      t.ifStatement(
        isRecording,
        t.blockStatement([
          t.variableDeclaration('const', [t.variableDeclarator(found, call)]),
          t.ifStatement(isFound, t.returnStatement(isVoid ? null : t.cloneNode(found))),
        ]),
      ),
    );
  }

  /** The names that the parameters of a function bind. */
  boundNames(node: FunctionNode): string[] {
    return realParams<Node>(node.params).flatMap((param) =>
      Object.keys(this.t.getBindingIdentifiers(param as types.LVal)),
    );
  }
}

/** The argument of a parameter, as far as it is bound; null if the parameter takes the rest. */
function valueOf(t: Types, param: Node): Expression | null {
  switch (param.type) {
    case 'Identifier':
      return t.identifier(param.name);
    case 'AssignmentPattern':
      return valueOf(t, param.left);
    case 'ObjectPattern': {
      const properties: types.ObjectProperty[] = [];
      for (const property of param.properties) {
        const value = property.type === 'ObjectProperty' ? valueOf(t, property.value) : null;
        if (property.type !== 'ObjectProperty' || property.computed || value === null) return null;
        properties.push(t.objectProperty(t.cloneNode(property.key), value));
      }
      return t.objectExpression(properties);
    }
    case 'ArrayPattern': {
      const elements = param.elements.map((element) => element && valueOf(t, element));
      return elements.includes(null) ? null : t.arrayExpression(elements);
    }
    default:
      return null;
  }
}

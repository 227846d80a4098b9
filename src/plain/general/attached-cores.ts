/**
 * Attaches the core of functions and classes: `const $core_ab1 = $coreOf('ab1', […], () => ({ n: () => n }));` in
 * front of a module. A function is not told apart when it is made, which would cost time each time. It has the mark
 * `"$ab1.123"` in its text, and says what it is when it is called while `$mode.asks`:
 * `if ($mode.asks) return $core_ab1("$ab1.123", () => ({ x: () => x }));`. This stands in the version of the function, or behind
 * the question that chooses the version: V8 inlines what is short. A class is told when it is made. Minifiers keep no comments
 * and change names and numbers, but not texts: what they are to see has the question, and so the mark, in the function itself.
 */
import { definitionOf } from '../core/desugar.js';
import { coded } from '../core/coded-core.js';
import type { Core } from '../core/core.js';
import { Packing } from '../core/packed-core.js';
import type { Facts } from '../front/facts.js';
import { markOf } from './text-mark.js';
import {
  isFunction,
  type Binding,
  type Expression,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
  type Types,
} from '../front/syntax.js';
import type { AddedNames } from './added-names.js';
import { aroundOf, hasComputedKey, isInHead, type Unit } from './asked-units.js';

/** Functions with more parameters are not asked. */
const MOST_PARAMETERS = 40;

/** The variables of each module of CommonJS. */
const given: readonly string[] = ['exports', 'module', 'require'];

export class AttachedCores {
  private readonly attached = new Map<Node, boolean>();
  /** The variables of functions around that a function uses. */
  private readonly captured = new Map<Node, Set<Binding>>();
  private readonly ofModule = new Set<Binding>();
  private readonly ofCommonjs = new Set<string>();
  private readonly enums = new Set<string>();
  /** The cores as they are attached: texts, and the places of functions. */
  private readonly texts: (string | number)[] = [];
  private readonly isEmpty: boolean;
  private readonly name: string;
  private readonly mark: string;
  private readonly versions = new Map<string, types.FunctionDeclaration>();

  /**
   * @param program the module as it was written, which is read at once
   * @param isMinified true if a minifier may follow
   */
  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
    program: types.Program,
    private readonly isExcluded: (f: FunctionNode) => boolean,
    private readonly isMinified: boolean,
  ) {
    // What stands around comes first.
    const paths: NodePath<Unit>[] = [...facts.functions, ...facts.classPaths];
    for (const path of paths) this.isAttached(path);
    this.findCaptured();
    const isStrict =
      program.sourceType === 'module' ||
      program.directives.some(({ value }) => value.value === 'use strict');
    const constants = [...new Set(facts.bindings.values())].flatMap((of) =>
      of?.scope.path.isProgram() === true && (of.kind === 'const' || of.kind === 'module')
        ? [of.identifier.name]
        : [],
    );
    const cores: Core[] = [];
    const places: number[] = [];
    for (const path of paths.sort((a, b) => a.node.start! - b.node.start!)) {
      const { node } = path;
      if (this.attached.get(node) !== true || aroundOf(path) !== null) continue;
      const name = ('id' in node && node.id?.name) || '';
      cores.push(definitionOf(node, name, isStrict, constants));
      places.push(node.start!);
    }
    if (isMinified) this.texts.push(coded(cores));
    else {
      const packing = new Packing();
      const texts = cores.map(packing.packed);
      this.texts.push(packing.head, ...texts.flatMap((text, k) => [places[k], text]));
    }
    this.isEmpty = cores.length === 0;
    this.mark = markOf(this.texts.join('\n')).slice(-6);
    this.name = names.version(`${names.localOf('core')}_${this.mark}`);
  }

  /** True if a function tells its core. */
  tells(f: FunctionNode): boolean {
    return this.attached.get(f) === true;
  }

  /** True if a function or class is attached, and all around it are: of their texts, its own mark is the first. */
  private isAttached(path: NodePath<Unit>): boolean {
    const before = this.attached.get(path.node);
    if (before !== undefined) return before;
    const around = aroundOf(path);
    const found =
      (around === null || this.isAttached(around)) &&
      !isInHead(path, around) &&
      path.node.start != null &&
      this.isAsked(path.node);
    this.attached.set(path.node, found);
    return found;
  }

  private isAsked(node: Unit): boolean {
    if (!isFunction(node)) return true;
    return (
      !this.isExcluded(node) &&
      node.params.length <= MOST_PARAMETERS &&
      !node.params.some((param) => hasComputedKey(this.t, param))
    );
  }

  private findCaptured(): void {
    const { bindings } = this.facts;
    for (const binding of new Set(bindings.values())) {
      if (binding === undefined) continue;
      // A class is bound once more in itself.
      const inner = binding.path.isClassDeclaration()
        ? binding.path.scope.getOwnBinding(binding.identifier.name)
        : undefined;
      const all = [...binding.referencePaths, ...(inner?.referencePaths ?? [])];
      const uses = all.filter(({ node }) => bindings.has(node));
      for (const use of [...uses, ...binding.constantViolations]) this.note(binding, use);
    }
    for (const [node, binding] of bindings) {
      if (binding !== undefined) continue;
      const { name } = node as types.Identifier;
      if (given.includes(name)) this.ofCommonjs.add(name);
      // Babel binds no enums.
      if (this.facts.declared.get(name)?.type === 'TSEnumDeclaration') this.enums.add(name);
    }
  }

  /** Notes a use of a variable for all functions between it and what declares it. */
  private note(binding: Binding, use: NodePath): void {
    const { scope } = binding;
    const isTop = scope.path.isProgram();
    for (let at: NodePath | null = use; at !== null; at = at.parentPath) {
      const { node } = at;
      const isOwner = node === scope.block;
      // A function or class by its own name in itself.
      if (isOwner && binding.path.node !== node) return;
      if (this.attached.get(node) === true) {
        if (isTop) this.ofModule.add(binding);
        else {
          const known = this.captured.get(node) ?? new Set();
          this.captured.set(node, known.add(binding));
        }
      }
      if (isOwner) return;
    }
  }

  /**
   * Puts the questions into the functions, and returns what tells of the module; null if it has no functions.
   *
   * @param apart the versions that stand behind the code of the module
   */
  put(apart: readonly types.Statement[]): types.Statement | null {
    const { t } = this;
    if (this.isEmpty) return null;
    for (const version of apart)
      if (version.type === 'FunctionDeclaration') this.versions.set(version.id!.name, version);
    for (const path of this.facts.functions) {
      const { node } = path;
      const isMaker = node.type === 'ClassMethod' && node.kind === 'constructor';
      if (this.attached.get(node) === true && !isMaker) this.putQuestion(node);
    }
    for (const { node } of this.facts.classPaths)
      if (this.attached.get(node) === true) {
        const told = t.expressionStatement(this.told(node, [t.thisExpression()]));
        node.body.body.unshift(t.staticBlock([told]));
      }
    const variables = [...this.ofModule].map((of) => this.reading(of));
    const enums = [...this.enums].map((name) =>
      property(t, name, t.arrowFunctionExpression([], t.identifier(name))),
    );
    const ofCommonjs = [...this.ofCommonjs].map((name) =>
      t.objectProperty(
        t.identifier(name),
        t.arrayExpression([t.arrowFunctionExpression([], t.identifier(name))]),
      ),
    );
    const all = this.texts.map((one) =>
      typeof one === 'number' ? t.numericLiteral(one) : this.literal(one),
    );
    const made = t.callExpression(this.names.runtime('coreOf'), [
      t.stringLiteral(this.mark),
      this.isMinified ? all[0] : t.arrayExpression(all),
      t.arrowFunctionExpression([], t.objectExpression([...variables, ...enums, ...ofCommonjs])),
    ]);
    return t.variableDeclaration('const', [t.variableDeclarator(t.identifier(this.name), made)]);
  }

  /** The mark of a function. */
  private place = ({ start }: Unit): string => `$${this.mark}.${start}`;

  /** The answer of a function that is asked for its core. */
  private told(node: Unit, more: Expression[] = []): types.CallExpression {
    const { t } = this;
    const own = [...(this.captured.get(node) ?? [])].map((of) => this.reading(of));
    if (node.type === 'ArrowFunctionExpression' && this.facts.uses.get(node)?.receiver === true)
      own.push(
        t.objectProperty(t.identifier('this'), t.arrowFunctionExpression([], t.thisExpression())),
      );
    const readings = t.arrowFunctionExpression([], t.objectExpression(own));
    const args = own.length + more.length === 0 ? [] : [readings, ...more];
    return t.callExpression(t.identifier(this.name), [t.stringLiteral(this.place(node)), ...args]);
  }

  /** `x: () => x`; of what changes `x: [() => x]`, and of what functions assign `x: [() => x, ($to) => { x = $to; }]`. */
  private reading(binding: Binding): types.ObjectProperty {
    const { t } = this;
    const { name } = binding.identifier;
    const read = t.arrowFunctionExpression([], t.identifier(name));
    if (binding.constant && binding.kind !== 'module') return property(t, name, read);
    const owner = binding.scope.getFunctionParent();
    const isAssigned = binding.constantViolations.some(
      (at) => at.scope.getFunctionParent() !== owner,
    );
    if (!isAssigned || binding.kind === 'const' || binding.kind === 'module')
      return property(t, name, t.arrayExpression([read]));
    const to = t.identifier(this.names.localOf('to'));
    const assign = t.assignmentExpression('=', t.identifier(name), t.cloneNode(to));
    const write = t.arrowFunctionExpression(
      [to],
      t.blockStatement([t.expressionStatement(assign)]),
    );
    return property(t, name, t.arrayExpression([read, write]));
  }

  private putQuestion(node: FunctionNode): void {
    const { t } = this;
    const { body } = node;
    const told = this.told(node);
    const asks = t.memberExpression(this.names.runtime('mode'), t.identifier('asks'));
    const question = t.ifStatement(asks, t.returnStatement(told));
    const first = body.type === 'BlockStatement' ? body.body[0] : body;
    const isGuard =
      (first?.type === 'IfStatement' || first?.type === 'ConditionalExpression') &&
      this.isOn(first.test);
    const version = isGuard && !this.isMinified ? this.versionIn(first.consequent) : undefined;
    if (version !== undefined) {
      version.body.body.unshift(question);
      t.addComment(first!, 'leading', `"${this.place(node)}"`);
    } else if (body.type !== 'BlockStatement') {
      const arrow = node as types.ArrowFunctionExpression;
      if (first!.type === 'ConditionalExpression' && isGuard)
        first.consequent = t.conditionalExpression(asks, told, first.consequent);
      else arrow.body = t.conditionalExpression(asks, told, body);
    } else if (first?.type === 'IfStatement' && isGuard && first.alternate == null) {
      const { consequent } = first;
      const rest = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
      first.consequent = t.blockStatement([question, ...rest]);
    } else body.body.unshift(question);
  }

  /** The version apart that an answer calls: `f$dual(…)`, `return f$dual.call(this, …)`. */
  private versionIn(answer: Node): types.FunctionDeclaration | undefined {
    const call = answer.type === 'ReturnStatement' ? answer.argument : answer;
    if (call?.type !== 'CallExpression') return undefined;
    const { callee } = call;
    const f = callee.type === 'MemberExpression' ? callee.object : callee;
    return f.type === 'Identifier' ? this.versions.get(f.name) : undefined;
  }

  /** True if a test is the one of an entry guard. */
  private isOn = (test: Node): boolean =>
    test.type === 'MemberExpression' &&
    test.object.type === 'Identifier' &&
    test.object.name === this.names.localOf('mode') &&
    test.property.type === 'Identifier' &&
    test.property.name === 'on';

  /** A text with few signs that have to be escaped. */
  private literal(text: string): types.TemplateLiteral {
    const raw = text.replace(/[`\\]|\$(?=\{)/g, '\\$&');
    return this.t.templateLiteral([this.t.templateElement({ raw, cooked: text }, true)], []);
  }
}

const property = (t: Types, name: string, value: Expression): types.ObjectProperty =>
  name === '__proto__'
    ? t.objectProperty(t.stringLiteral(name), value, true)
    : t.objectProperty(t.identifier(name), value);

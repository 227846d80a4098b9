/**
 * Attaches the core of functions and classes: `const $core_ab1 = $coreOf('ab1', `…`, [0, `…`], () => ({ n: () => n }));` in
 * front of a module. A function is not told apart when it is made, which would cost time each time. It has the mark
 * `$core_ab1(123` in its text, and says what it is when it is called while `$mode.asks`:
 * `if ($mode.asks) return $core_ab1(123, () => ({ x: () => x }));`. This stands in the version of the function, or behind the
 * question that chooses the version: V8 inlines what is short. A class is told when it is made.
 */
import { definitionOf } from '../core/desugar.js';
import { Packing } from '../core/packed-core.js';
import type { Facts } from '../front/facts.js';
import { markOf } from '../joined/text-mark.js';
import {
  isFunction,
  realParams,
  type Binding,
  type Expression,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
  type Types,
} from '../front/syntax.js';
import type { AddedNames } from './added-names.js';

type Unit = FunctionNode | types.Class;

/** Functions with more parameters are not asked. */
const MOST_PARAMETERS = 40;

/** The variables of each module of CommonJS. */
const given: readonly string[] = ['exports', 'module', 'require'];

const isClass = ({ type }: Node): boolean =>
  type === 'ClassDeclaration' || type === 'ClassExpression';

export class AttachedCores {
  private readonly attached = new Map<Node, boolean>();
  /** The variables of functions around that a function uses. */
  private readonly captured = new Map<Node, Set<Binding>>();
  private readonly ofModule = new Set<Binding>();
  private readonly ofCommonjs = new Set<string>();
  private readonly enums = new Set<string>();
  private readonly units: types.Expression[] = [];
  private readonly name: string;
  private readonly mark: string;
  private readonly head: string;
  private readonly versions = new Map<string, types.FunctionDeclaration>();

  /** @param program the module as it was written, which is read at once */
  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
    program: types.Program,
    private readonly isExcluded: (f: FunctionNode) => boolean,
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
    const packing = new Packing();
    const texts: string[] = [];
    for (const path of paths.sort((a, b) => a.node.start! - b.node.start!)) {
      const { node } = path;
      if (this.attached.get(node) !== true || aroundOf(path) !== null) continue;
      const name = ('id' in node && node.id?.name) || '';
      const text = packing.packed(definitionOf(node, name, isStrict, constants));
      texts.push(text);
      this.units.push(t.numericLiteral(node.start!), this.literal(text));
    }
    this.head = packing.head;
    this.mark = markOf(texts.join('\n'));
    this.name = names.version(`${names.localOf('core')}_${this.mark}`);
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
    if (this.units.length === 0) return null;
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
    const made = t.callExpression(this.names.runtime('coreOf'), [
      t.stringLiteral(this.mark),
      this.literal(this.head),
      t.arrayExpression(this.units),
      t.arrowFunctionExpression([], t.objectExpression([...variables, ...enums, ...ofCommonjs])),
    ]);
    return t.variableDeclaration('const', [t.variableDeclarator(t.identifier(this.name), made)]);
  }

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
    return t.callExpression(t.identifier(this.name), [t.numericLiteral(node.start!), ...args]);
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
    const version = isGuard ? this.versionIn(first.consequent) : undefined;
    if (version !== undefined) {
      version.body.body.unshift(question);
      t.addComment(first!, 'leading', `${this.name}(${node.start})`);
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

/** The innermost function or class around one; null if there is none. */
function aroundOf(path: NodePath<Unit>): NodePath<Unit> | null {
  return path.findParent(({ node }) => isFunction(node) || isClass(node)) as NodePath<Unit> | null;
}

/** True if it stands in the parameters, the key or the decorators of what is around it, which its text begins with. */
function isInHead(path: NodePath<Unit>, around: NodePath<Unit> | null): boolean {
  for (let at: NodePath = path; at !== around && at.parentPath !== null; at = at.parentPath) {
    const { listKey, key, parentPath } = at;
    if (listKey === 'decorators' || (listKey === 'params' && isFunction(parentPath.node)))
      return true;
    if (key === 'key') return true;
  }
  return false;
}

function hasComputedKey(t: Types, param: Node): boolean {
  let found = false;
  for (const one of realParams([param]))
    t.traverseFast(one, (node) => {
      found ||= node.type === 'ObjectProperty' && node.computed;
    });
  return found;
}

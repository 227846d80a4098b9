/**
 * Lowers statements. There are no jumps: after a statement that may leave, what follows stands in the branch that
 * does not, or asks whether it was left.
 */
import { isFunction, type FunctionNode, type Node, type types } from '../../front/syntax.js';
import type { Classes } from '../../front/facts.js';
import { globalsOf } from '../../front/globals.js';
import { alwaysExits, mayExit, statementsFrom, variablesIn } from '../syntax/assigned.js';
import type { Exits } from '../regions/carried.js';
import { nothing, type Frame, type Meaning, type Slot } from '../meanings/meanings.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import { constructName } from '../syntax/refusal.js';
import { Generators } from './generators.js';
import type { Activation } from './repeating.js';
import type { Shape } from '../shapes/shapes.js';

export abstract class Statements extends Generators {
  protected body(node: FunctionNode, frame: Frame): Meaning {
    if (node.body.type !== 'BlockStatement') return this.expression(node.body, frame);
    const activation = this.activated(node, node.body, frame);
    const result = this.read(activation.result, node);
    if (result.tag !== 'nothing' && !alwaysExits(node.body)) this.insistOnReturn(node, activation);
    if (result.tag !== 'nothing' && activation.returnsNothing)
      this.refuse(node, 'a function that gives a number or nothing', 'return a number everywhere');
    return result;
  }

  protected override bodyOf(node: FunctionNode, body: types.BlockStatement, frame: Frame): void {
    this.activated(node, body, frame);
  }

  private activated(node: FunctionNode, body: types.BlockStatement, frame: Frame) {
    const activation: Activation = {
      frame,
      done: { name: 'done' },
      result: { name: 'result', lasting: node },
      loops: [],
      returnsNothing: false,
      promised: optionalResult(node, this.facts.classes),
    };
    this.flag(activation.done, false);
    this.state.set(activation.result, nothing);
    this.fillable.add(activation.result);
    for (const binding of variablesIn(this.facts, node.body))
      if (frame.find(binding) === undefined) this.state.set(frame.declare(binding), nothing);
    this.hoist(body.body, frame);
    this.sequence(body.body, activation);
    return activation;
  }

  /** Leaves where the end of a function is reached: it would give nothing there. */
  private insistOnReturn(node: Node, { done }: Activation): void {
    this.leaveUnless(this.valueOf(this.read(done, node), node));
  }

  /** Function declarations exist before the first statement. */
  private hoist(body: readonly Node[], frame: Frame): void {
    for (const node of body) {
      if (node.type !== 'FunctionDeclaration' || !isFunction(node) || node.id == null) continue;
      const binding = this.facts.bindings.get(node.id);
      if (binding !== undefined)
        this.state.set(frame.declare(binding), { tag: 'function', node, frame });
    }
  }

  private sequence(list: readonly Node[], at: Activation): void {
    for (const [k, node] of list.entries()) {
      const rest = list.slice(k + 1);
      if (node.type === 'IfStatement' && mayExit(node)) {
        this.branching(node, rest, at);
        return;
      }
      this.statement(node, at);
      if (alwaysExits(node)) return;
      if (mayExit(node)) {
        this.unlessLeft(rest, at, node);
        return;
      }
    }
  }

  /** `if` with a way out: what follows stands in the branch that goes on. */
  private branching(node: types.IfStatement, rest: readonly Node[], at: Activation): void {
    this.builder.at(node.loc?.start.line, () => this.branches(node, rest, at));
  }

  private branches(node: types.IfStatement, rest: readonly Node[], at: Activation): void {
    this.insistOnNoCache(node);
    const test = this.testAt(node.test, at.frame);
    const [then, otherwise] = [[node.consequent], node.alternate == null ? [] : [node.alternate]];
    const [first, second] = [alwaysExits(node.consequent), alwaysExits(node.alternate)];
    const after = (branch: readonly Node[], goes: boolean) => () =>
      this.sequence(goes ? [...branch, ...rest] : branch, at);
    if (first || second) {
      this.ifAt(node.test, test, at.frame, after(then, !first), after(otherwise, !second));
      return;
    }
    this.ifAt(node.test, test, at.frame, after(then, false), after(otherwise, false));
    this.unlessLeft(rest, at, node);
  }

  private unlessLeft(rest: readonly Node[], at: Activation, node: Node): void {
    if (rest.length === 0) return;
    this.if(
      this.goesOn(this.flags(at), node),
      () => this.sequence(rest, at),
      () => undefined,
    );
  }

  private flags({ done, loops }: Activation): Slot[] {
    const innermost = loops.at(-1);
    return innermost === undefined ? [done] : [innermost.broken, innermost.skipped, done];
  }

  protected override statement(node: Node, at: Activation): void {
    this.count(node);
    this.builder.at(node.loc?.start.line, () => this.lowered(node, at));
  }

  private lowered(node: Node, at: Activation): void {
    const { frame } = at;
    switch (node.type) {
      case 'ExpressionStatement':
        if (!this.givesIn(node, frame)) this.expression(node.expression, frame);
        break;
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations)
          this.declare(id, init ?? null, node.kind, frame);
        break;
      case 'FunctionDeclaration':
      case 'EmptyStatement':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        break;
      case 'ClassDeclaration':
        this.declareClass(node, frame);
        break;
      case 'BlockStatement':
        this.hoist(node.body, frame);
        this.sequence(node.body, at);
        break;
      case 'IfStatement': {
        this.insistOnNoCache(node);
        const test = this.testAt(node.test, frame);
        const { consequent, alternate } = node;
        this.ifAt(
          node.test,
          test,
          frame,
          () => this.statement(consequent, at),
          () => (alternate == null ? undefined : this.statement(alternate, at)),
        );
        break;
      }
      case 'ReturnStatement': {
        const found = node.argument == null ? nothing : this.expression(node.argument, frame);
        const given = this.asShape(this.asHandedOn(found, node), at.promised);
        at.returnsNothing ||= given.tag === 'nothing';
        // What gives nothing gives it everywhere.
        const before = this.state.get(at.result);
        const isSame = given.tag === 'nothing' && before?.tag === 'nothing';
        if (!isSame || before.isNull !== given.isNull) this.state.set(at.result, given);
        this.flag(at.done, true);
        break;
      }
      case 'ThrowStatement':
        this.builder.add({ tag: 'leave' });
        break;
      case 'BreakStatement':
      case 'ContinueStatement':
        this.jump(node, at);
        break;
      case 'SwitchStatement':
        this.switch(node, at);
        break;
      case 'TryStatement':
        this.try(node, at);
        break;
      case 'LabeledStatement':
        this.labeled(node, at);
        break;
      case 'ForStatement':
        this.forLoop(node, at);
        break;
      case 'WhileStatement':
        this.loop(node, at, null, node.test, node.body, null);
        break;
      case 'DoWhileStatement':
        this.doLoop(node, at);
        break;
      case 'ForOfStatement':
        this.each(node, at);
        break;
      case 'ForInStatement':
        this.eachKey(node, at);
        break;
      default:
        this.refuse(
          node,
          `this ${constructName(node)}`,
          'leave it out, or write it with if, for and while',
        );
    }
  }

  private declare(id: Node, init: Node | null, kind: string, frame: Frame): void {
    // Parts of `Math` are known by their names.
    if (init !== null && kind === 'const' && globalsOf(this.facts).isGlobalObject('Math', init))
      return;
    // By `var` it exists already.
    const isNew = kind !== 'var';
    if (init === null) {
      if (isNew) this.bind(id, nothing, frame, true);
      return;
    }
    this.noteVariable(id, init);
    this.bind(id, this.expression(init, frame), frame, isNew);
  }

  /** Compiled code leaves where anything is thrown, so that nothing is ever caught in it. */
  private try({ block, finalizer }: types.TryStatement, at: Activation): void {
    this.statement(block, at);
    if (finalizer == null) return;
    if (mayExit(finalizer))
      this.refuse(finalizer, 'a way out of finally', 'leave the function after it');
    this.statement(finalizer, at);
  }

  // ── Jumps ──

  private jump(node: types.BreakStatement | types.ContinueStatement, at: Activation): void {
    const isBreak = node.type === 'BreakStatement';
    const isTarget = ({ label, isLoop }: Exits) =>
      node.label == null ? isLoop || (isBreak && label === undefined) : label === node.label.name;
    const k = at.loops.map(isTarget).lastIndexOf(true);
    // What stands between is left for good.
    for (const { broken } of at.loops.slice(k + 1)) this.flag(broken, true);
    this.flag(isBreak ? at.loops[k].broken : at.loops[k].skipped, true);
  }

  /** What is no loop, and is left by `break`. */
  private leaving(label: string | undefined, at: Activation, fill: () => void): void {
    const exits: Exits = {
      broken: { name: 'broken' },
      skipped: { name: 'skipped' },
      isLoop: false,
      label,
    };
    this.flag(exits.broken, false);
    this.flag(exits.skipped, false);
    at.loops.push(exits);
    fill();
    at.loops.pop();
  }

  private labeled({ label, body }: types.LabeledStatement, at: Activation): void {
    if (/^(For|While|DoWhile)/.test(body.type)) {
      this.label = label.name;
      this.statement(body, at);
    } else this.leaving(label.name, at, () => this.sequence([body], at));
  }

  private switch(node: types.SwitchStatement, at: Activation): void {
    const { frame } = at;
    const of = this.expression(node.discriminant, frame);
    const isBool = of.tag === 'value' && of.value.type === 'bool';
    const number = this.isTextual(of) || isBool ? null : this.numberOf(of, node.discriminant);
    const { cases } = node;
    const usual = cases.findIndex(({ test }) => test == null);
    const from = (k: number) => () => this.sequence(statementsFrom(node, k), at);
    const among = (left: readonly number[]): void => {
      const [k, ...others] = left;
      if (k === undefined) {
        if (usual >= 0) from(usual)();
        return;
      }
      const asked = this.expression(cases[k].test!, frame);
      const test =
        this.sameTexts(of, asked) ??
        this.sameBools(of, asked) ??
        this.builder.compare(
          'eq',
          number ?? this.numberOf(of, node.discriminant),
          this.numberOf(asked, cases[k].test!),
        );
      this.if(test, from(k), () => among(others));
    };
    const tested = [...cases.keys()].filter((k) => k !== usual);
    this.leaving(undefined, at, () => among(tested));
  }
}

/** What a function gives that may give nothing, as its type says. */
function optionalResult(node: FunctionNode, declared: Classes): Shape | undefined {
  const shape = shapeOf('returnType' in node ? node.returnType : null, declared);
  return shape?.tag === 'optional' ? shape : undefined;
}

/**
 * Lowers statements. There are no jumps: after a statement that may leave, what follows stands in the branch that
 * does not, or asks whether it was left.
 */
import { isFunction, type FunctionNode, type Node, type types } from '../front/syntax.js';
import { assignedIn, alwaysExits, mayExit } from './assigned.js';
import { Calls } from './calls.js';
import { countingOf } from './counting.js';
import { meaning, nothing, type Frame, type Meaning, type Slot } from './meanings.js';
import type { Exits } from './loops.js';

/** The call of a function whose body is lowered. */
interface Activation {
  readonly frame: Frame;
  readonly done: Slot;
  readonly result: Slot;
  readonly loops: Exits[];
}

export abstract class Statements extends Calls {
  protected body(node: FunctionNode, frame: Frame): Meaning {
    if (node.body.type !== 'BlockStatement') return this.expression(node.body, frame);
    const activation: Activation = {
      frame,
      done: { name: 'done' },
      result: { name: 'result' },
      loops: [],
    };
    this.flag(activation.done, false);
    this.state.set(activation.result, nothing);
    this.fillable.add(activation.result);
    this.hoist(node.body.body, frame);
    this.sequence(node.body.body, activation);
    return this.read(activation.result, node);
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
    const test = this.testOf(this.expression(node.test, at.frame), node.test);
    const [then, otherwise] = [[node.consequent], node.alternate == null ? [] : [node.alternate]];
    const [first, second] = [alwaysExits(node.consequent), alwaysExits(node.alternate)];
    const after = (branch: readonly Node[], goes: boolean) => () =>
      this.sequence(goes ? [...branch, ...rest] : branch, at);
    if (first || second) {
      this.if(test, after(then, !first), after(otherwise, !second));
      return;
    }
    this.if(test, after(then, false), after(otherwise, false));
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

  private statement(node: Node, at: Activation): void {
    const { frame } = at;
    this.count(node);
    switch (node.type) {
      case 'ExpressionStatement':
        this.expression(node.expression, frame);
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
      case 'BlockStatement':
        this.hoist(node.body, frame);
        this.sequence(node.body, at);
        break;
      case 'IfStatement': {
        const test = this.testOf(this.expression(node.test, frame), node.test);
        const { consequent, alternate } = node;
        this.if(
          test,
          () => this.statement(consequent, at),
          () => (alternate == null ? undefined : this.statement(alternate, at)),
        );
        break;
      }
      case 'ReturnStatement':
        this.state.set(
          at.result,
          node.argument == null ? nothing : this.expression(node.argument, frame),
        );
        this.flag(at.done, true);
        break;
      case 'BreakStatement':
      case 'ContinueStatement': {
        if (node.label != null)
          this.refuse(node, 'a label', 'put the inner loop into a function and return from it');
        const innermost = at.loops.at(-1)!;
        this.flag(node.type === 'BreakStatement' ? innermost.broken : innermost.skipped, true);
        break;
      }
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
      default:
        this.refuse(node, `${node.type} is not followed`, 'write it with if, for and while');
    }
  }

  private declare(id: Node, init: Node | null, kind: string, frame: Frame): void {
    if (kind === 'var')
      this.refuse(id, 'a variable that is declared by var', 'declare it by let or const');
    if (init === null) this.bind(id, nothing, frame, true);
    else this.bind(id, this.initial(id, init, frame), frame, true);
  }

  // ── Loops ──

  /** What leaves a loop, and what of it says that there is no next step. */
  private exits(body: Node, at: Activation) {
    const exits: Exits = { broken: { name: 'broken' }, skipped: { name: 'skipped' } };
    const leaves = mayExit(body);
    const { hasReturn } = assignedIn(this.facts, body);
    if (leaves) this.flag(exits.broken, false);
    if (hasReturn && this.read(at.result, body) === nothing)
      this.state.set(at.result, meaning(this.builder.constant(NaN)));
    return {
      exits,
      slots: leaves ? [exits.broken, ...(hasReturn ? [at.done, at.result] : [])] : [],
      stops: leaves ? [exits.broken, ...(hasReturn ? [at.done] : [])] : [],
    };
  }

  private step(body: Node, exits: Exits, at: Activation): void {
    this.flag(exits.skipped, false);
    at.loops.push(exits);
    this.statement(body, at);
    at.loops.pop();
  }

  private forLoop(node: types.ForStatement, at: Activation): void {
    const counted = countingOf(this.facts, this.shared, node);
    if (counted === undefined) {
      this.loop(node, at, node.init ?? null, node.test ?? null, node.body, node.update ?? null);
      return;
    }
    const { binding, from, to, step, by } = counted;
    const { frame } = at;
    const first = this.number(from, frame);
    const range = {
      from: first,
      to: this.number(to, frame),
      step: typeof step === 'number' ? this.builder.constant(step) : this.number(step, frame),
      by,
    };
    const { exits, slots, stops } = this.exits(node.body, at);
    this.range(
      node.body,
      range,
      frame,
      { slots, stops, name: binding.identifier.name },
      (counter) => {
        this.state.set(frame.declare(binding), meaning(counter));
        this.step(node.body, exits, at);
      },
    );
  }

  /** Any other loop. */
  private loop(
    node: Node,
    at: Activation,
    init: Node | null,
    test: Node | null,
    body: Node,
    update: Node | null,
  ): void {
    if (init !== null) {
      if (init.type === 'VariableDeclaration') this.statement(init, at);
      else this.expression(init, at.frame);
    }
    const { exits, slots, stops } = this.exits(body, at);
    const asked = () =>
      test === null
        ? this.builder.constant(true)
        : this.testOf(this.expression(test, at.frame), test);
    this.while(node, at.frame, { slots, stops }, asked, () => {
      this.step(body, exits, at);
      if (update === null) return;
      const goesOn = stops.length === 0 ? null : this.goesOn(stops, node);
      if (goesOn === null) this.expression(update, at.frame);
      else
        this.if(
          goesOn,
          () => void this.expression(update, at.frame),
          () => undefined,
        );
    });
  }

  private doLoop(node: types.DoWhileStatement, at: Activation): void {
    const again: Slot = { name: 'again' };
    this.flag(again, true);
    const { exits, slots, stops } = this.exits(node.body, at);
    const asked = () => this.valueOf(this.read(again, node), node);
    this.while(node, at.frame, { slots: [...slots, again], stops }, asked, () => {
      this.step(node.body, exits, at);
      this.state.set(again, meaning(this.testOf(this.expression(node.test, at.frame), node.test)));
    });
  }

  private each(node: types.ForOfStatement, at: Activation): void {
    const { frame } = at;
    const list = this.expression(node.right, frame);
    const pattern =
      node.left.type === 'VariableDeclaration' ? node.left.declarations[0].id : node.left;
    const isDeclared = node.left.type === 'VariableDeclaration';
    if (!this.isListOfNumbers(list)) {
      this.refuse(node, 'a loop over what is no array of numbers', 'write it for each number');
    }
    const array = list.value;
    const { exits, slots, stops } = this.exits(node.body, at);
    const range = {
      from: this.zero(),
      to: this.builder.length(array),
      step: this.one(),
      by: 'lt' as const,
    };
    this.range(node, range, frame, { slots, stops, name: 'k' }, (counter) => {
      this.bind(pattern, meaning(this.load(array, counter)), frame, isDeclared);
      this.step(node.body, exits, at);
    });
  }
}

/** Lowers expressions, in the order in which JavaScript evaluates them. */
import type { Comparison, Value } from '../../ir/ir.js';
import { Caches, isChoice } from '../../front/caches.js';
import { assignedIfMissing, comparedIn } from '../../front/questions.js';
import { childrenOf } from '../syntax/assigned.js';
import { mayChange } from '../syntax/counting.js';
import { bare, isFunction, type Binding, type Node, type types } from '../../front/syntax.js';
import { ObjectLiterals } from './object-literals.js';
import {
  Frame,
  meaning,
  noObject,
  nothing,
  type Meaning,
  type RecordMeaning,
} from '../meanings/meanings.js';
import { unknownGlobal } from '../meanings/advice.js';
import { isGlobalFunction } from '../syntax/global-names.js';
import { constructName } from '../syntax/refusal.js';

const comparisons: Readonly<Record<string, Comparison>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '===': 'eq',
  '!==': 'ne',
  // Of two numbers.
  '==': 'eq',
  '!=': 'ne',
};

/** What arithmetic and orders take for NaN. It equals itself. */
const isUndefined = (of: Meaning): boolean => of.tag === 'nothing' && of.isNull !== true;

export abstract class Expressions extends ObjectLiterals {
  protected abstract call(node: types.CallExpression | types.NewExpression, frame: Frame): Meaning;
  protected abstract outside(node: types.Identifier, binding: Binding): Meaning;
  /** An array of parts, some of them arrays. */
  protected abstract spread(
    parts: readonly (Meaning | { readonly all: Meaning })[],
    node: Node,
  ): Meaning;
  protected abstract deleted(node: types.UnaryExpression, frame: Frame): Meaning;
  protected abstract patternWritten(node: types.RegExpLiteral): Meaning;
  protected abstract optionalCall(node: types.OptionalCallExpression, frame: Frame): Meaning;
  /** `key in object`. */
  protected abstract isIn(node: types.BinaryExpression, frame: Frame): Meaning;
  /** `object instanceof Class`. */
  protected abstract isInstance(node: types.BinaryExpression, frame: Frame): Meaning;
  /** What is gone through where code asks for keys, values or entries; at once, where nothing happens meanwhile. */
  protected abstract iterated(given: Node, frame: Frame, isAtOnce?: boolean): Meaning | undefined;
  protected abstract method(node: types.MemberExpression, frame: Frame): Meaning | undefined;

  /** Refuses caches: numbers of before a call are constant in it, so the general version computes it again. */
  protected insistOnNoCache(node: Node): void {
    const isOutside = (binding: Binding) => this.facts.ownerOf(binding) === null;
    if (new Caches(childrenOf, this.facts, isOutside).isAt(node))
      this.refuse(node, 'a branch that takes what an earlier call kept', 'give it as an argument');
  }

  protected override expression(given: Node, frame: Frame): Meaning {
    const node = bare(given);
    this.count(node);
    if (isChoice(assignedIfMissing(node) ?? node) || comparedIn(node).length > 0)
      this.insistOnNoCache(node);
    if (isFunction(node)) return { tag: 'function', node, frame };
    switch (node.type) {
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return meaning(this.builder.constant(node.value));
      case 'StringLiteral':
        return { tag: 'text', text: node.value };
      case 'RegExpLiteral':
        return this.patternWritten(node);
      case 'TemplateLiteral':
        return this.template(node, frame);
      case 'NullLiteral':
        return noObject;
      case 'Identifier':
        return this.identifier(node, frame);
      case 'UnaryExpression':
        return this.unary(node, frame);
      case 'BinaryExpression':
        return this.binary(node, frame);
      case 'LogicalExpression':
        return this.logical(node, frame);
      case 'ConditionalExpression':
        return this.either(node, frame);
      case 'AssignmentExpression':
        return this.assignment(node, frame);
      case 'UpdateExpression':
        return this.update(node, frame);
      case 'MemberExpression':
        return this.member(node, frame);
      case 'OptionalMemberExpression':
        return this.chain(node, frame, (of) => of);
      case 'OptionalCallExpression':
        return this.optionalCall(node, frame);
      case 'SequenceExpression':
        return node.expressions.map((inner) => this.expression(inner, frame)).at(-1)!;
      case 'CallExpression':
      case 'NewExpression':
        return this.call(node, frame);
      case 'ObjectExpression':
        return this.object(node, frame);
      case 'ArrayExpression':
        return this.array(node, frame);
      case 'ThisExpression':
        return frame.receiver === undefined || frame.receiver === nothing
          ? this.refuse(node, 'this outside of a method', 'pass what it is as a parameter')
          : frame.receiver;
      default:
        return this.refuse(node, `this ${constructName(node)}`, 'write it with numbers and arrays');
    }
  }

  private identifier(node: types.Identifier, frame: Frame): Meaning {
    const binding = this.facts.bindings.get(node);
    if (binding === undefined) {
      const own = frame.findName(node.name);
      if (own !== undefined) return this.read(own, node);
      if (node.name === 'NaN') return meaning(this.builder.constant(NaN));
      if (node.name === 'Infinity') return meaning(this.builder.constant(Infinity));
      if (node.name === 'undefined') return nothing;
      if (isGlobalFunction(node.name)) return { tag: 'global', name: node.name };
      return this.refuse(node, ...unknownGlobal(node.name, this.facts));
    }
    const slot = frame.find(binding);
    if (slot === undefined) return this.outside(node, binding);
    if (this.state.get(slot) === undefined)
      return this.refuse(node, `${node.name}, which may not be declared yet`, 'declare it before');
    return this.read(slot, node);
  }

  // ── Operators ──

  private unary(node: types.UnaryExpression, frame: Frame): Meaning {
    if (node.operator === '!') return meaning(this.negation(this.testAt(node.argument, frame)));
    if (node.operator === 'delete') return this.deleted(node, frame);
    const of = this.expression(node.argument, frame);
    switch (node.operator) {
      case '-':
        return meaning(this.negated(this.numberOf(of, node)));
      case '+':
        // Also makes a number of what is missing in an array.
        return meaning(
          this.builder.prim('sub', [this.numberOf(of, node), this.builder.constant(0)]),
        );
      case '~':
        return meaning(this.builder.bits('^', this.numberOf(of, node), this.builder.constant(-1)));
      default:
        return this.refuse(node, `the operator ${node.operator}`, 'leave it out');
    }
  }

  private negated = (x: Value): Value => this.builder.prim('neg', [x]);

  private binary(node: types.BinaryExpression, frame: Frame): Meaning {
    if (node.operator === 'in') return this.isIn(node, frame);
    if (node.operator === 'instanceof') return this.isInstance(node, frame);
    const asked = this.presence(node, frame);
    if (asked !== undefined) return asked;
    const [x, y] = [this.expression(node.left, frame), this.expression(node.right, frame)];
    const by = comparisons[node.operator];
    const ofTexts = this.operationOnTexts(node, x, y);
    if (ofTexts !== undefined) return ofTexts;
    if (by === 'eq' || by === 'ne') {
      const alike = this.sameTexts(x, y) ?? this.sameBools(x, y) ?? this.sameObjects(x, y, node);
      if (alike !== undefined) return meaning(by === 'eq' ? alike : this.negation(alike));
    }
    const isEquality = by === 'eq' || by === 'ne';
    const operand = (of: Meaning, at: Node): Value =>
      isUndefined(of) && !isEquality ? this.builder.constant(NaN) : this.numberOf(of, at);
    const [left, right] = [operand(x, node.left), operand(y, node.right)];
    if (by !== undefined) return meaning(this.builder.compare(by, left, right));
    return meaning(this.operation(node.operator, left, right, node));
  }

  // ── Members and literals ──

  private member(node: types.MemberExpression, frame: Frame): Meaning {
    return this.method(node, frame) ?? this.place(node, frame).get();
  }

  protected abstract literalInPool(tuple: RecordMeaning, node: Node): Meaning | undefined;
  protected abstract isGetter: (name: string) => boolean;

  /** A list that is spread is taken as it is there: what stands behind it may change it. */
  protected asItIs(list: Meaning, behind: readonly (Node | null)[], node: Node): Meaning {
    return behind.some((inner) => inner !== null && mayChange(this.facts, inner, this.isGetter))
      ? this.copied('number[]', list, node)
      : list;
  }

  /** Elements of a list, and lists that are spread in it. */
  protected partsOfList(
    elements: readonly (Node | null)[],
    frame: Frame,
    node: Node,
  ): (Meaning | { readonly all: Meaning })[] {
    return elements.flatMap((inner, k): (Meaning | { readonly all: Meaning })[] => {
      if (inner === null) return this.refuse(node, 'a hole in an array', 'write the number');
      if (inner.type !== 'SpreadElement') return [this.expression(inner, frame)];
      const all =
        this.iterated(inner.argument, frame, true) ?? this.expression(inner.argument, frame);
      if (all.tag !== 'record' || !all.isTuple)
        return [{ all: this.asItIs(all, elements.slice(k + 1), inner) }];
      return [...all.slots.keys()].map((name) => this.field(all, name, inner));
    });
  }

  private array(node: types.ArrayExpression, frame: Frame): Meaning {
    const parts = this.partsOfList(node.elements, frame, node);
    const elements = parts.filter((part): part is Meaning => !('all' in part));
    if (elements.length < parts.length) return this.spread(parts, node);
    const fields = elements.map((held, k) => [String(k), held] as const);
    const tuple = { ...this.record(fields, true), literal: node };
    const pooled = this.literalInPool(tuple, node);
    if (pooled !== undefined) return pooled;
    return this.remedies.of(node)?.isArray ? this.arrayOf(tuple, '', node) : tuple;
  }
}

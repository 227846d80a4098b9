/**
 * How new what expressions give is: of literals, members, and of calls of functions of the module and of what the platform has.
 * O(size of the expression).
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import { isMember, type AnyCall, type AnyMember } from './calls-and-members.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import * as names from './known-names.js';
import {
  computes,
  either,
  holding,
  isPlainDefinition,
  isPlainExpression,
  newnessAsDeclared,
  newnessOfType,
  partOf,
  type Newness,
} from './newness.js';

/** What the reading knows of the code. */
export interface CodeRead {
  readonly isLocal: (binding: Binding) => boolean;
  /** The constructor of a class of the module, null if it has none. */
  readonly constructorOf: (callee: Node) => FunctionNode | null | undefined;
  /** Whether members of this name may be those of the module. */
  readonly isOwnMethod: (name: string) => boolean;
}

export abstract class GivenNewly {
  /** Whether objects may hold what was there before, though it does not look so where they are made. */
  sharesParts = false;
  protected readonly variables = new Map<Binding, Newness>();
  protected readonly results = new Map<FunctionNode, Newness>();

  constructor(
    protected readonly facts: Facts,
    protected readonly code: CodeRead,
  ) {}

  resultOf = (f: FunctionNode): Newness => this.results.get(f) ?? 'shared';

  /** What is in something. */
  part(of: Newness): Newness {
    const found = partOf(of);
    return this.sharesParts && found !== 'plain' ? 'shared' : found;
  }

  /** What an expression gives. */
  readonly of = (given: Node): Newness => {
    if (given.type === 'TSAsExpression' || given.type === 'TSSatisfiesExpression') {
      const found = this.of(given.expression);
      return found === 'shared' ? (newnessOfType(given.typeAnnotation) ?? found) : found;
    }
    const node = bare(given);
    if (isPlainExpression(node)) return 'plain';
    if (isFunction(node) || node.type === 'RegExpLiteral') return 'whole';
    switch (node.type) {
      case 'Identifier':
        return this.named(node);
      case 'ArrayExpression':
        return this.literal(node.elements);
      case 'ObjectExpression':
        return this.literal(
          node.properties.map((one) => (one.type === 'ObjectProperty' ? one.value : one)),
        );
      case 'ConditionalExpression':
        return either(this.of(node.consequent), this.of(node.alternate));
      case 'LogicalExpression':
        return either(this.of(node.left), this.of(node.right));
      case 'SequenceExpression':
        return this.of(node.expressions.at(-1)!);
      case 'AssignmentExpression':
        if (computes(node)) return 'plain';
        return node.operator === '='
          ? this.of(node.right)
          : either(this.of(node.left), this.of(node.right));
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.member(node);
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        return this.called(node);
      default:
        return 'shared';
    }
  };

  private named(node: types.Identifier): Newness {
    const binding = this.facts.bindings.get(node);
    if (binding === undefined) return names.globals.has(node.name) ? 'plain' : 'shared';
    if (this.code.isLocal(binding)) return this.variables.get(binding) ?? 'shared';
    const declared = newnessAsDeclared(binding);
    if (declared !== undefined) return declared;
    const definitions = this.facts.definitions.get(binding) ?? [];
    return definitions.length > 0 && definitions.every(isPlainDefinition) ? 'plain' : 'shared';
  }

  private member(node: AnyMember): Newness {
    const name = nameOfKey(node.property, node.computed);
    if (isGlobalNamed(this.facts, node.object)) return 'plain';
    const of = this.of(node.object);
    const isCount = name === 'length' || name === 'size';
    if (isCount && of !== 'shared' && !this.code.isOwnMethod(name)) return 'plain';
    return this.part(of);
  }

  private literal(parts: readonly (Node | null)[]): Newness {
    const all = parts.map((one): Newness => {
      if (one === null || one.type === 'ArgumentPlaceholder') return 'plain';
      if (one.type === 'SpreadElement') return this.part(this.of(one.argument));
      return one.type === 'ObjectMethod' ? 'whole' : this.of(one);
    });
    return holding(true, all.reduce(either, 'plain'));
  }

  private called(node: AnyCall): Newness {
    const callee = bare(node.callee);
    const args = () => this.literal(node.arguments);
    if (node.type === 'NewExpression') {
      if (this.code.constructorOf(callee) !== undefined) return args();
      // Maps and sets hold what is in what they are given.
      const from = node.arguments.length === 0 ? 'plain' : this.of(node.arguments[0]);
      const name = callee.type === 'Identifier' ? callee.name : '';
      const isView = from === 'shared' && names.views.test(name);
      if (isView || !names.classes.has(name)) return 'shared';
      return holding(true, either(this.part(from), this.part(this.part(from))));
    }
    const f = functionOf(this.facts, callee);
    if (f !== undefined) return this.resultOf(f);
    if (callee.type === 'Identifier') {
      if (this.facts.bindings.get(callee) !== undefined) return 'shared';
      return ['Array', 'structuredClone'].includes(callee.name) ? 'whole' : 'plain';
    }
    if (!isMember(callee)) return 'shared';
    const name = nameOfKey(callee.property, callee.computed) ?? '';
    return isGlobalNamed(this.facts, callee.object)
      ? this.ofGlobal((bare(callee.object) as types.Identifier).name, name, node)
      : this.ofMethod(name, this.of(callee.object), node);
  }

  private ofGlobal(of: string, name: string, node: AnyCall): Newness {
    const [first, second] = node.arguments;
    if (of === 'Math' || of === 'Number' || of === 'String' || name === 'isArray') return 'plain';
    if (name === 'keys' || name === 'parse') return 'whole';
    const inner = first === undefined ? 'plain' : this.part(this.of(first));
    if (name === 'entries') return holding(true, holding(true, inner));
    if (name === 'fromEntries') return holding(true, this.part(inner));
    if (name === 'of') return this.literal(node.arguments);
    if (name !== 'from') return name === 'values' ? holding(true, inner) : 'shared';
    if (second === undefined) return holding(true, inner);
    const f = functionOf(this.facts, second);
    return f === undefined ? 'shared' : holding(true, this.resultOf(f));
  }

  private ofMethod(name: string, of: Newness, node: AnyCall): Newness {
    if (this.code.isOwnMethod(name)) return 'shared';
    if (names.givingPlain.has(name)) return 'plain';
    if (names.givingTexts.has(name)) return 'whole';
    const inner = this.part(of);
    const args = () => this.literal(node.arguments);
    if (name === 'entries') return holding(true, holding(true, inner));
    if (name === 'concat')
      return holding(true, [inner, this.part(args()), this.part(this.part(args()))].reduce(either));
    if (name === 'with' || name === 'toSpliced')
      return holding(true, either(inner, this.part(args())));
    if (name === 'subarray') return of;
    if (names.copying.has(name)) return holding(true, inner);
    if (name === 'map' || name === 'flatMap') {
      const f = functionOf(this.facts, node.arguments[0] as Node);
      const found = f === undefined ? 'shared' : this.resultOf(f);
      return holding(true, name === 'map' ? found : either(found, this.part(found)));
    }
    if (name.startsWith('reduce')) {
      const f = functionOf(this.facts, node.arguments[0] as Node);
      const rest = node.arguments.slice(1).map(this.of);
      return f === undefined
        ? 'shared'
        : [this.resultOf(f), ...(rest.length > 0 ? rest : [inner])].reduce(either);
    }
    if (names.givingParts.has(name)) return inner;
    if (names.givingItself.has(name)) return of;
    return name === 'next' || name === 'splice' ? holding(true, inner) : 'shared';
  }
}

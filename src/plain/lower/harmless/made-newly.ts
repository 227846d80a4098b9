/**
 * Finds how new the values are that a function and all that it calls compute: of each variable, and of what each function gives.
 * At first all counts as plain, until nothing says otherwise. O(size of the code, times how deep objects hold objects).
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import type { Definition } from '../../front/variable-values.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import {
  isGlobalNamed,
  isMember,
  yieldsOf,
  type AnyCall,
  type AnyMember,
} from './calls-and-members.js';
import * as names from './known-names.js';
import {
  computes,
  either,
  holding,
  isPlainExpression,
  newnessAsDeclared,
  newnessOfType,
  partOf,
  sameNewness,
  type Newness,
} from './newness.js';

export class MadeNewly {
  /** The calls of each function, as far as they name it; null if it is a value, too. */
  readonly calls = new Map<FunctionNode, AnyCall[] | null>();
  /** Whether objects may hold what was there before, though it does not look so where they are made. */
  sharesParts = false;
  private readonly variables = new Map<Binding, Newness>();
  private readonly results = new Map<FunctionNode, Newness>();

  constructor(
    private readonly facts: Facts,
    private readonly root: FunctionNode,
    private readonly code: {
      readonly isLocal: (binding: Binding) => boolean;
      /** The constructor of a class of the module, null if it has none. */
      readonly constructorOf: (callee: Node) => FunctionNode | null | undefined;
      /** Whether methods of this name may be those of the module. */
      readonly isOwnMethod: (name: string) => boolean;
    },
  ) {}

  /** Finds all, for functions and the variables in them. */
  settle(functions: Iterable<FunctionNode>, variables: Iterable<Binding>): void {
    const [all, own] = [[...functions], [...variables]];
    this.variables.clear();
    this.results.clear();
    for (const binding of own) this.variables.set(binding, 'plain');
    for (const f of all) this.results.set(f, 'plain');
    for (let isStable = false; !isStable;) {
      isStable = true;
      const put = <Key>(into: Map<Key, Newness>, key: Key, found: Newness): void => {
        const before = into.get(key) ?? 'plain';
        const now = either(before, found);
        if (!sameNewness(before, now)) isStable = false;
        into.set(key, now);
      };
      for (const binding of own) put(this.variables, binding, this.variable(binding));
      for (const f of all) put(this.results, f, this.returned(f));
    }
  }

  resultOf = (f: FunctionNode): Newness => this.results.get(f) ?? 'shared';

  /** What is in something. */
  part(of: Newness): Newness {
    const found = partOf(of);
    return this.sharesParts && found !== 'plain' ? 'shared' : found;
  }

  private returned(f: FunctionNode): Newness {
    const given = (this.facts.returns.get(f) ?? []).map(this.of);
    if (f.generator === true)
      return holding(true, yieldsOf(f).map(this.yielded).reduce(either, 'plain'));
    return given.reduce(either, 'plain');
  }

  private yielded = (node: types.YieldExpression): Newness => {
    if (node.argument == null) return 'plain';
    const found = this.of(node.argument);
    return node.delegate ? this.part(found) : found;
  };

  private variable(binding: Binding): Newness {
    const declared = newnessAsDeclared(binding);
    if (declared === 'plain') return 'plain';
    const definitions = this.facts.definitions.get(binding);
    if (definitions === undefined) return declared ?? 'shared';
    const found = definitions.map(this.defined).reduce(either, 'plain');
    return declared === undefined || found !== 'shared' ? found : declared;
  }

  private defined = (definition: Definition): Newness => {
    switch (definition.by) {
      case 'value':
        return this.of(definition.of);
      case 'element':
        return this.part(this.of(definition.of));
      case 'result':
        return this.of(definition.of);
      case 'part':
        return this.part(definition.of.map(this.defined).reduce(either, 'plain'));
      case 'parameter':
        return this.parameter(definition.of, definition.index);
      case 'key':
      case 'nothing':
        return 'plain';
      case 'unknown':
        return 'shared';
    }
  };

  /** What functions are given that are only called, or are given to methods of the platform. */
  private parameter(f: FunctionNode, index: number): Newness {
    if (f === this.root) return 'shared';
    const param = f.params[index];
    const inner = param.type === 'AssignmentPattern' ? param.left : param;
    if (inner.type !== 'Identifier') return 'shared';
    const around = this.facts.callbacks.get(f);
    if (around !== undefined) return this.givenBack(around, f);
    const calls = this.calls.get(f);
    if (calls == null) return 'shared';
    return calls.map((call) => this.argument(call, index)).reduce(either, 'plain');
  }

  private argument(call: AnyCall, index: number): Newness {
    const before = call.arguments.slice(0, index + 1);
    if (before.some(({ type }) => type === 'SpreadElement')) return 'shared';
    const given = call.arguments.at(index);
    return given === undefined ? 'plain' : this.of(given);
  }

  /** What a method gives a function that it is given. */
  private givenBack(call: types.CallExpression, f: FunctionNode): Newness {
    const callee = bare(call.callee);
    if (!isMember(callee)) return 'shared';
    const name = nameOfKey(callee.property, callee.computed) ?? '';
    const others = call.arguments.filter((one) => one !== f).map(this.of);
    if (isGlobalNamed(this.facts, callee.object, 'Array'))
      return others.map((one) => this.part(one)).reduce(either, 'plain');
    const isNative = names.reading.has(name) || name === 'sort';
    if (!isNative || this.code.isOwnMethod(name)) return 'shared';
    const own = this.part(this.of(callee.object));
    const folded = name.startsWith('reduce') ? this.resultOf(f) : 'plain';
    return [own, folded, ...others].reduce(either, 'plain');
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
    const isNumber = definitions.every(
      (one) => one.by === 'result' || (one.by === 'value' && isPlainExpression(one.of)),
    );
    return isNumber && definitions.length > 0 ? 'plain' : 'shared';
  }

  private member(node: AnyMember): Newness {
    const name = nameOfKey(node.property, node.computed);
    if (name === 'length' || name === 'size') return 'plain';
    if (isGlobalNamed(this.facts, node.object)) return 'plain';
    return this.part(this.of(node.object));
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

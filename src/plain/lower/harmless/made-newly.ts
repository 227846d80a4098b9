/**
 * Finds how new the values are that a function and all that it calls compute: of each variable, and of what each function gives.
 * At first all counts as plain, until nothing says otherwise. O(size of the code, times how deep objects hold objects).
 */
import type { Facts } from '../../front/facts.js';
import type { Definition } from '../../front/variable-values.js';
import {
  bare,
  nameOfKey,
  type Binding,
  type FunctionNode,
  type types,
} from '../../front/syntax.js';
import { isMember, yieldsOf, type AnyCall } from './calls-and-members.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import { GivenNewly, type CodeRead } from './given-newly.js';
import * as names from './known-names.js';
import { either, holding, newnessAsDeclared, sameNewness, type Newness } from './newness.js';

export class MadeNewly extends GivenNewly {
  /** The calls of each function, as far as they name it; null if it is a value, too. */
  readonly calls = new Map<FunctionNode, AnyCall[] | null>();

  constructor(
    facts: Facts,
    private readonly root: FunctionNode,
    code: CodeRead,
  ) {
    super(facts, code);
  }

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
    if (around !== undefined) return this.givenBack(around, f, index);
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

  /** What a method gives a function that it is given: elements, their places, and the array itself at last. */
  private givenBack(call: types.CallExpression, f: FunctionNode, index: number): Newness {
    const callee = bare(call.callee);
    if (!isMember(callee)) return 'shared';
    const name = nameOfKey(callee.property, callee.computed) ?? '';
    const isFirst = call.arguments[0] === f;
    if (isGlobalNamed(this.facts, callee.object, 'Array') && name === 'from')
      return call.arguments[1] === f ? this.part(this.of(call.arguments[0])) : 'shared';
    if (isGlobalNamed(this.facts, callee.object) || this.code.isOwnMethod(name)) return 'shared';
    const of = this.of(callee.object);
    const own = this.part(of);
    if (isFirst && names.folding.has(name)) {
      const others = call.arguments.slice(1).map(this.of);
      return index >= 3 ? of : [own, this.resultOf(f), ...others].reduce(either, 'plain');
    }
    if (isFirst && names.visiting.has(name)) return index >= 2 ? of : own;
    if (isFirst && names.ordering.has(name)) return own;
    const isText = names.replacing.has(name) && call.arguments[1] === f;
    return isText ? 'whole' : 'shared';
  }
}

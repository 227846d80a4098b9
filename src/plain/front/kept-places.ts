/**
 * Places that outlive the calls of a function: variables outside of it, and fields of `this`; which of them code reads,
 * writes and asks. Code sees through the functions of the module that it calls, and through variables that are given
 * their value where they are declared. O(size of the code that is seen).
 */
import type { Facts } from './facts.js';
import { bare, isFunction, nameOfKey, type Binding, type FunctionNode } from './syntax.js';
import type { Expression, Node, types } from './syntax.js';
import { initOf, isFixed, valuesOf } from './values-behind-names.js';
import {
  comparedIn,
  holderIn,
  isName,
  mayWrite,
  isForEquality,
  methodOf,
  nearIn,
  soughtIn,
  storedBy,
  targetsOf,
} from './questions.js';

export interface KeptPlace {
  readonly key: string;
  readonly read: types.Identifier | types.MemberExpression;
}

/** The places of a test, with the variables that were given what they hold, and the methods that it calls there. */
export interface Asked {
  readonly keys: Set<string>;
  /** Those that are compared for equality. */
  readonly equal: Set<string>;
  readonly variables: Set<Binding>;
  readonly methods: Set<string>;
}

export const noneAsked = (): Asked => ({
  keys: new Set(),
  equal: new Set(),
  variables: new Set(),
  methods: new Set(),
});

interface Written extends KeptPlace {
  readonly isSure: boolean;
  /** True of assignments, and false of methods. */
  readonly isAssigned: boolean;
  /** The values that are stored there; null if a function that is called stores them. */
  readonly values: readonly Node[] | null;
}

interface Seen {
  /** True in the code itself, and in what its variables were given. */
  readonly isThere: boolean;
  /** True if `this` is what it is in the code itself. */
  readonly hasThis: boolean;
}
const here: Seen = { isThere: true, hasThis: true };

export class KeptPlaces {
  constructor(
    private readonly children: (node: Node) => readonly Node[],
    private readonly facts: Facts,
    private readonly isOutside: (binding: Binding) => boolean,
  ) {}

  /** The places that a test compares for equality, also up to a tolerance, or in which it looks something up. */
  asked(test: Node): Asked {
    const asked = noneAsked();
    const ask = (node: Node) => this.read(node).forEach((key) => asked.keys.add(key));
    const askForEquality = (node: Node) => {
      ask(node);
      this.read(node).forEach((key) => asked.equal.add(key));
    };
    for (const { found, byMethod } of soughtIn(test)) {
      for (const meant of this.meant(found)) {
        const holder = holderIn(meant, byMethod);
        if (holder !== null) ask(holder);
      }
    }
    this.walk(test, (node, { isThere }) => {
      comparedIn(node).forEach(isForEquality(node) ? askForEquality : ask);
      if (!isThere) return;
      const method = methodOf(node);
      if (method !== null) asked.methods.add(method.name);
      if (node.type === 'CallExpression' && this.compares(node))
        node.arguments.forEach(askForEquality);
      const binding = this.given(node);
      if (binding !== null) asked.variables.add(binding);
    });
    return asked;
  }

  /** The places that code reads. */
  read(code: Node): Set<string> {
    const keys = new Set<string>();
    this.walk(code, (node, at) => {
      const place = this.place(node, at);
      if (place !== null) keys.add(place.key);
    });
    return keys;
  }

  /** The variables and places in code, and in what its variables are given. */
  mentioned(code: Node): Set<unknown> {
    const all = new Set<unknown>();
    this.walk(code, (node, at) => {
      if (at.isThere) all.add(this.facts.bindings.get(node) ?? this.place(node, at)?.key);
    });
    all.delete(undefined);
    return all;
  }

  /** The places of which code names a part. */
  named(code: Node): string[] {
    const place = isName(code) ? this.root(code, here) : null;
    return place === null ? this.children(code).flatMap((child) => this.named(child)) : [place.key];
  }

  /** True if code reads a place of some, but in certain parts. */
  isReadBeside(without: readonly Node[], code: Node, keys: ReadonlySet<string>): boolean {
    if (without.includes(code)) return false;
    const place = this.place(code);
    if (place !== null && keys.has(place.key)) return true;
    const called = this.called(code);
    if (called !== null && [...this.read(called.body)].some((key) => keys.has(key))) return true;
    return this.children(code).some((child) => this.isReadBeside(without, child, keys));
  }

  /**
   * The places that code writes, also parts of what is kept there: by assignments, and by other methods than a test calls.
   * `isSure` is false for methods of one argument, which may only read.
   */
  written(code: Node, { methods }: Asked): Written[] {
    const places: Written[] = [];
    this.walk(code, (node, at) => {
      const method = methodOf(node);
      const isFilled = method !== null && mayWrite(method) && !methods.has(method.name);
      for (const target of isFilled ? [method.of] : targetsOf(node)) {
        const place = this.root(target, at);
        if (place === null) continue;
        const values = at.isThere ? storedBy(node) : null;
        const isSure = !isFilled || method.call.arguments.length > 1;
        places.push({ ...place, isSure, isAssigned: !isFilled, values });
      }
    });
    return places;
  }

  /** The place that holds what an expression names, or a part of it. */
  root(node: Node, at: Seen = here): KeptPlace | null {
    const inner = bare(node);
    const place = this.place(inner, at);
    if (place !== null) return place;
    if (inner.type === 'MemberExpression') return this.root(inner.object, at);
    const binding = this.given(inner);
    const init = binding?.constant === true ? initOf(binding, this.facts) : null;
    return init === null ? null : this.root(init, at);
  }

  /** The names in a comparison up to a tolerance, if one is of a part of a kept place, or of a parameter. */
  near(node: types.BinaryExpression): Expression[] {
    const found: Expression[] = [];
    const look = (inner: Node): void => {
      if (inner.type === 'CallExpression') inner.arguments.forEach(look);
      else if (isName(inner)) found.push(inner);
      else this.children(inner).forEach(look);
    };
    nearIn(node).forEach(look);
    const isOlder = (name: Node) =>
      this.root(name, here) !== null || this.facts.bindings.get(name)?.kind === 'param';
    return found.length > 1 && found.some(isOlder) ? found : [];
  }

  /** True if a function compares what it is given, also with kept places: a meeting happens in it. */
  isPredicate(f: FunctionNode): boolean {
    const returns = this.facts.returns.get(f) ?? [];
    return returns.length > 0 && returns.every((node) => comparedIn(bare(node)).length > 0);
  }

  /** The place that an expression is. */
  place(node: Node, { hasThis }: Seen = here): KeptPlace | null {
    if (node.type === 'Identifier') {
      const binding = this.outside(node);
      return binding === null || isFixed(binding) ? null : { key: node.name, read: node };
    }
    if (node.type !== 'MemberExpression') return null;
    const { object, property, computed } = node;
    const name = nameOfKey(property, computed);
    if (name === undefined) return null;
    if (object.type === 'ThisExpression')
      return hasThis ? { key: `this.${name}`, read: node } : null;
    // A field of a function, of a class, or of an argument.
    if (object.type !== 'Identifier') return null;
    const owner = this.outside(object);
    const isArgument = this.facts.bindings.get(object)?.kind === 'param';
    const isField = isArgument || (owner !== null && isFixed(owner));
    return isField ? { key: `${object.name}.${name}`, read: node } : null;
  }

  private outside(node: types.Identifier): Binding | null {
    const binding = this.facts.bindings.get(node);
    return binding !== undefined && this.isOutside(binding) ? binding : null;
  }

  /** The variable inside of the function that an expression names, if its values are known. */
  private given(node: Node): Binding | null {
    const binding = node.type === 'Identifier' ? this.facts.bindings.get(node) : undefined;
    if (binding === undefined || this.isOutside(binding)) return null;
    return valuesOf(binding, this.facts).length === 0 ? null : binding;
  }

  /** Visits code, and the code behind its names. */
  private walk(code: Node, visit: (node: Node, at: Seen) => void): void {
    const seen = new Set<unknown>();
    const look = (node: Node, at: Seen): void => {
      visit(node, at);
      for (const child of this.children(node)) look(child, at);
      const binding = this.given(node);
      if (binding !== null && !seen.has(binding)) {
        seen.add(binding);
        for (const value of valuesOf(binding, this.facts)) look(value, at);
      }
      const called = this.called(node);
      if (called !== null && !seen.has(called)) {
        seen.add(called);
        look(called.body, { isThere: false, hasThis: at.hasThis && isMethod(called) });
      }
    };
    look(code, here);
  }

  /** True if a call is of a function of the module that compares. */
  private compares(call: types.CallExpression): boolean {
    const look = (node: Node): boolean =>
      comparedIn(node).length > 0 || this.children(node).some(look);
    const f = this.called(call);
    return f !== null && f.params.length > 1 && look(f.body);
  }

  /** The expressions that an expression stands for: those that its variable is given, and what its function returns. */
  private meant(node: Node, around: readonly Node[] = []): Node[] {
    const inner = bare(node);
    if (around.includes(inner)) return [];
    const binding = this.given(inner);
    const called = this.called(inner);
    const behind =
      binding !== null
        ? valuesOf(binding, this.facts)
        : called === null
          ? []
          : (this.facts.returns.get(called) ?? []);
    return [inner, ...behind.flatMap((one) => this.meant(one, [...around, inner]))];
  }

  /** The function of the module that an expression calls by its name, or as a method of `this`. */
  called(node: Node): FunctionNode | null {
    if (node.type !== 'CallExpression') return null;
    const callee = bare(node.callee);
    if (callee.type === 'Identifier') {
      const path = this.facts.bindings.get(callee)?.path.node;
      const f = path?.type === 'VariableDeclarator' ? path.init && bare(path.init) : path;
      return isFunction(f) ? f : null;
    }
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'ThisExpression') return null;
    const name = nameOfKey(callee.property, callee.computed);
    const methods = this.facts.functions.filter(
      ({ node: f }) => isMethod(f) && nameOfMethod(f) === name,
    );
    return name !== undefined && methods.length === 1 ? methods[0].node : null;
  }
}

const isMethod = (f: FunctionNode): boolean => f.type.endsWith('Method');

const nameOfMethod = (f: FunctionNode): string | undefined =>
  'key' in f ? nameOfKey(f.key, 'computed' in f && f.computed === true) : undefined;

/**
 * Infers the kinds of all variables and expressions of a module. They are the least solution of the equations
 * that the definitions give (kind-equations.ts).
 */
import { Annotations } from './annotations.js';
import { Equations, Unknown } from './kind-equations.js';
import { isKnownElsewhere, type Facts } from './facts.js';
import { globalsOf, type Globals } from './globals.js';
import {
  any,
  isNative,
  isNumeric,
  join,
  joinAll,
  list,
  native,
  none,
  number,
  real,
  type Kind,
} from './kinds.js';
import { functionOf } from './called-function.js';
import {
  callbackParameter,
  globalResult,
  isStep,
  methodResult,
  newResult,
  staticResult,
} from './native-results.js';
import type { Definition } from './variable-values.js';
import {
  arithmeticResult,
  assignmentResult,
  binaryResult,
  elementOf,
  literalKind,
  memberOf,
  ofElements,
  partOf,
  unaryResult,
} from './operator-results.js';
import {
  bare,
  isFunction,
  nameOfKey,
  realParams,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from './syntax.js';

interface Assumptions {
  /** Variables that are plain numbers. */
  readonly numbers: ReadonlySet<Binding>;
  /** The inference without this assumption. */
  readonly otherwise: Inference;
  /** The inference for calls whose arguments are all primitive values; this inference if it is left out. */
  readonly passive?: Inference;
}

export class Inference {
  readonly globals: Globals;
  private readonly annotations: Annotations;
  private readonly equations = new Equations();
  private readonly variables = new Map<Binding, Unknown>();
  private readonly results: ReadonlyMap<FunctionNode, Unknown>;
  private readonly expressions = new Map<Node, Unknown>();
  private readonly parts = new Map<Definition, Unknown>();

  /** @param assumed facts that are taken for granted, whatever types say */
  constructor(
    readonly facts: Facts,
    private readonly assumed?: Assumptions,
  ) {
    this.globals = globalsOf(facts);
    this.annotations = new Annotations(facts.declared);
    for (const [binding, definitions] of facts.definitions)
      this.variables.set(binding, new Unknown(() => this.ofDefinitions(binding, definitions)));
    const own = assumed?.passive === undefined;
    this.results = own ? this.resultsOf(facts.returns) : assumed.otherwise.results;
    this.equations.solve([...this.variables.values(), ...(own ? this.results.values() : [])]);
  }

  private ofDefinitions(binding: Binding, definitions: readonly Definition[]): Kind {
    if (this.assumed?.numbers.has(binding) === true) return number;
    if (isKnownElsewhere(this.facts, binding) && this.assumed !== undefined)
      return this.assumed.otherwise.ofBinding(binding);
    const found = joinAll(definitions.map((definition) => this.ofDefinition(definition)));
    const declared = this.annotations.of(binding.identifier.typeAnnotation);
    // The assigned values may say more than the type: a counter is a number, and so passive.
    const isVague = found.tag === 'any' || (found.tag === 'real' && declared.tag !== 'any');
    return isVague ? declared : found;
  }

  private resultsOf(returns: Facts['returns']): Map<FunctionNode, Unknown> {
    return new Map(
      [...returns].map(([f, values]) => [f, new Unknown(() => this.ofResult(f, values))]),
    );
  }

  private ofResult(f: FunctionNode, values: readonly Node[]): Kind {
    if (f.async || f.generator) return any;
    const found = joinAll(values.map((value) => this.of(value)));
    const declared = this.annotations.of(f.returnType);
    return found.tag === 'any' ? declared : found;
  }

  private ofDefinition(definition: Definition): Kind {
    switch (definition.by) {
      case 'value':
        return this.of(definition.of);
      case 'element':
        return elementOf(this.of(definition.of));
      case 'part': {
        const { of, step } = definition;
        const source = () => joinAll(of.map((arriving) => this.ofDefinition(arriving)));
        return this.found(this.parts, definition, () => partOf(source(), step));
      }
      case 'result':
        return this.of(definition.of);
      case 'parameter':
        return this.ofParameter(definition.of, definition.index);
      case 'key':
        return native;
      case 'nothing':
        return none;
      case 'unknown':
        return any;
    }
  }

  private ofParameter(f: FunctionNode, index: number): Kind {
    if (this.facts.uses.get(f)!.arguments) return any;
    const given: Node = f.params[index];
    const param = given.type === 'TSParameterProperty' ? given.parameter : given;
    if (param.type === 'AssignmentPattern') {
      const kind = this.annotations.of((param.left as types.Identifier).typeAnnotation);
      return join(kind, this.of(param.right));
    }
    const { typeAnnotation } = param as types.Identifier;
    if (typeAnnotation == null)
      return this.ofCallbackParameter(f, realParams<Node>(f.params).indexOf(param));
    const declared = this.annotations.of(typeAnnotation);
    return (param as types.Identifier).optional === true ? join(declared, native) : declared;
  }

  /** The kind of the argument that a method of arrays gives its callback. */
  private ofCallbackParameter(f: FunctionNode, index: number): Kind {
    const call = this.facts.callbacks.get(f);
    if (call === undefined) return any;
    const callee = bare(call.callee);
    if (callee.type !== 'MemberExpression') return any;
    const name = nameOfKey(callee.property, callee.computed) ?? '';
    if (name === 'from' && this.globals.nameOf(callee.object) === 'Array')
      return index === 1 && call.arguments[1] === f ? number : any;
    const receiver = this.of(callee.object);
    if (receiver.tag === 'none') return none;
    if (receiver.tag !== 'list' || call.arguments[0] !== f) return any;
    const start = call.arguments.length > 1 ? this.of(call.arguments[1]) : receiver.of;
    return callbackParameter(name, index, receiver, join(start, this.anyResultOf(f)));
  }

  /** The kind of a variable. */
  ofBinding(binding: Binding): Kind {
    const variable = this.variables.get(binding);
    return variable === undefined ? any : this.equations.soFar(variable);
  }

  /** The kind of an expression. */
  of(node: Node): Kind {
    return this.found(this.expressions, node, () => this.read(node));
  }

  private found<S>(known: Map<S, Unknown>, subject: S, equation: () => Kind): Kind {
    let unknown = known.get(subject);
    if (unknown === undefined) known.set(subject, (unknown = new Unknown(equation)));
    return this.equations.of(unknown);
  }

  private read(node: Node): Kind {
    const literal = literalKind(node);
    if (literal !== undefined) return literal;
    switch (node.type) {
      case 'Identifier':
        return this.ofIdentifier(node);
      case 'TSAsExpression':
      case 'TSTypeAssertion': {
        const inner = this.of(node.expression);
        return inner.tag === 'any' ? this.annotations.ofType(node.typeAnnotation) : inner;
      }
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'TSInstantiationExpression':
      case 'ParenthesizedExpression':
        return this.of(node.expression);
      case 'UnaryExpression':
        return unaryResult(node.operator, this.of(node.argument));
      case 'UpdateExpression':
        return arithmeticResult([this.of(node.argument)]);
      case 'BinaryExpression':
        return binaryResult(node.operator, this.of(node.left), this.of(node.right));
      case 'LogicalExpression':
        return join(this.of(node.left), this.of(node.right));
      case 'ConditionalExpression':
        return join(this.of(node.consequent), this.of(node.alternate));
      case 'SequenceExpression':
        return this.of(node.expressions[node.expressions.length - 1]);
      case 'AssignmentExpression':
        return assignmentResult(node.operator, this.of(node.left), this.of(node.right));
      case 'ArrayExpression':
        return list(ofElements(node.elements, (element) => this.of(element)));
      case 'MemberExpression':
        return this.ofMember(node);
      case 'CallExpression':
        return this.ofCall(node);
      case 'NewExpression':
        return newResult(
          this.globals.nameOf(node.callee) ?? '',
          node.arguments.map((one) => this.of(one)),
        );
      default:
        return any;
    }
  }

  private ofIdentifier(node: types.Identifier): Kind {
    const binding = this.facts.bindings.get(node);
    if (binding !== undefined) return this.ofBinding(binding);
    if (!this.facts.bindings.has(node)) return any;
    if (node.name === 'undefined') return native;
    return node.name === 'NaN' || node.name === 'Infinity' ? number : any;
  }

  private ofMember(node: types.MemberExpression): Kind {
    const name = nameOfKey(node.property, node.computed);
    const global = this.globals.nameOf(node.object);
    if (global === 'Math' || global === 'Number')
      return name !== undefined && /^[A-Z0-9_]+$/.test(name) ? number : any;
    const object = this.of(node.object);
    if (name !== undefined) return memberOf(object, name);
    return isNumeric(this.of(node.property)) ? elementOf(object) : any;
  }

  private ofCall(node: types.CallExpression): Kind {
    const math = this.globals.mathFunction(node.callee);
    if (math !== undefined) {
      if (math === 'random' || isStep(math)) return number;
      const spread = node.arguments.some(({ type }) => type === 'SpreadElement');
      return !spread && node.arguments.every((argument) => isNative(this.of(argument)))
        ? number
        : real;
    }
    const callee = bare(node.callee);
    if (callee.type === 'Identifier') return this.ofNamedCall(callee, node);
    if (isFunction(callee)) return this.anyResultOf(callee);
    if (callee.type !== 'MemberExpression') return any;
    const name = nameOfKey(callee.property, callee.computed);
    if (name === undefined) return any;
    const global = this.globals.nameOf(callee.object);
    if (global !== undefined) return staticResult(global, name);
    return this.ofMethodCall(name, this.of(callee.object), node);
  }

  private ofNamedCall(callee: types.Identifier, node: types.CallExpression): Kind {
    const isPassive = node.arguments.every((argument) => isNative(this.of(argument)));
    const global = this.globals.nameOf(callee);
    if (global !== undefined) return globalResult(global, isPassive);
    const f = functionOf(this.facts, callee);
    if (f === undefined) return any;
    if (this.assumed === undefined) return this.resultOf(f);
    const { passive = this, otherwise } = this.assumed;
    return (isPassive ? passive : otherwise).resultOf(f);
  }

  private ofMethodCall(name: string, receiver: Kind, node: types.CallExpression): Kind {
    if (receiver.tag !== 'list') return elementOf(receiver);
    const [first, second] = node.arguments;
    const callback = first === undefined ? undefined : functionOf(this.facts, first);
    return methodResult(name, receiver, {
      callback: callback === undefined ? any : this.anyResultOf(callback),
      start: second === undefined ? any : this.of(second),
    });
  }

  /** The kind of a function's result, whatever its arguments. */
  private anyResultOf(f: FunctionNode): Kind {
    return (this.assumed?.otherwise ?? this).resultOf(f);
  }

  private resultOf(f: FunctionNode): Kind {
    const result = this.results.get(f);
    return result === undefined ? none : this.equations.soFar(result);
  }
}

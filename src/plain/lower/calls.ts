/** Calls: of rows and of `Math`, of functions, which are inlined, and of methods of arrays. */
import type { Storage, Value } from '../ir/ir.js';
import { arityOf, isInMath, isWritten } from '../ir/rows.js';
import {
  bare,
  isFunction,
  nameOfKey,
  realParams,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../front/syntax.js';
import { Arrays, storages, type Call } from './arrays.js';
import { Frame, meaning, nothing, type Meaning } from './meanings.js';
import { shapeOf, type Shape } from './shapes.js';

export abstract class Calls extends Arrays {
  private readonly active: FunctionNode[] = [];
  private readonly module = new Frame(null);
  /** Variables outside of the function that it reads: further parameters. */
  readonly captures = new Map<
    Binding,
    { readonly shape: Shape; readonly values: readonly Value[] }
  >();

  /** Makes parameters for the parts of a variable outside. */
  protected abstract captured(name: string, shape: Shape): Value[];

  protected abstract body(node: FunctionNode, frame: Frame): Meaning;

  /** The result of a function on arguments, computed in the place of the call. */
  protected override inlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
  ): Meaning {
    if (this.active.includes(node)) this.refuse(at, 'a function that calls itself', 'write a loop');
    if (node.async === true || node.generator === true)
      this.refuse(at, 'an async function or a generator', 'write a function that returns a number');
    const uses = this.facts.uses.get(node);
    if (uses === undefined || uses.eval || uses.arguments || uses.receiver || uses.place)
      this.refuse(
        at,
        'a function that uses this, arguments or eval',
        'pass what it needs as parameters',
      );
    const directives = node.body.type === 'BlockStatement' ? (node.body.directives ?? []) : [];
    if (directives.some(({ value }) => value.value === 'use no grad'))
      this.refuse(
        at,
        "a function with 'use no grad'",
        'leave the directive out: what is compared only has no derivative',
      );
    const frame = new Frame(outer);
    this.active.push(node);
    realParams<Node>(node.params).forEach((param, k) => {
      if (param.type === 'RestElement')
        this.refuse(param, 'a rest parameter', 'name the parameters');
      this.bind(param, args[k] ?? nothing, frame, true);
    });
    const result = this.body(node, frame);
    this.active.pop();
    return result;
  }

  // ── What names stand for ──

  /** A variable outside of the function: a function that never changes, a constant, or a further parameter. */
  protected outside(node: types.Identifier, binding: Binding): Meaning {
    const { path, constant } = binding;
    const declaration = path.node;
    const isFixed = constant && !path.isImportSpecifier();
    const declared = isFunction(declaration) ? declaration : initOf(binding);
    if (declared !== undefined && isFixed) {
      if (isFunction(declared)) return { tag: 'function', node: declared, frame: this.module };
      if (isNumeric(declared)) return this.expression(declared, this.module);
    }
    const { values, shape } = this.captures.get(binding) ?? this.capture(node, binding);
    let next = 0;
    return this.formed(shape, node.name, () => values[next++]);
  }

  private capture(node: types.Identifier, binding: Binding) {
    const { identifier, path } = binding;
    const isVariable = path.node.type === 'VariableDeclarator' || binding.kind === 'param';
    const init = initOf(binding);
    const shape =
      shapeOf(identifier.typeAnnotation, this.facts.declared) ??
      (init === undefined ? undefined : (madeArray(init) ?? this.returned(init)));
    if (!isVariable || shape === undefined)
      return this.refuse(
        node,
        `the variable ${node.name} outside of the function, whose type is not known to be made of numbers`,
        'annotate it, or pass it as an argument',
      );
    const made = { shape, values: this.captured(node.name, shape) };
    this.captures.set(binding, made);
    return made;
  }

  /** What the call of a function of the module returns, as it is annotated. */
  private returned(init: Node): Shape | undefined {
    if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return undefined;
    const made = this.facts.bindings.get(init.callee)?.path.node;
    return isFunction(made) && !('kind' in made && made.kind === 'constructor')
      ? shapeOf(made.returnType, this.facts.declared)
      : undefined;
  }

  /** The row that a callee stands for: an import of the library, or a function of `Math`. */
  private rowOf(callee: Node): string | undefined {
    if (callee.type === 'MemberExpression') {
      const name = nameOfKey(callee.property, callee.computed);
      return this.isGlobal(callee.object, 'Math') ? name : undefined;
    }
    if (callee.type !== 'Identifier') return undefined;
    const binding = this.facts.bindings.get(callee);
    const path = binding?.path;
    if (path?.isImportSpecifier() !== true) return undefined;
    const { imported } = path.node;
    const source = path.parent.source.value;
    if (source !== 'delta-tape') return undefined;
    const name = imported.type === 'Identifier' ? imported.name : imported.value;
    // Operators of the library refuse what is no number, such as an element that is missing.
    if (isWritten(name) || isInMath(name))
      this.refuse(callee, `the operator ${name} of the library`, 'write it as JavaScript does');
    return name;
  }

  // ── Calls ──

  protected call(node: Call, frame: Frame): Meaning {
    const callee = bare(node.callee);
    if (node.type === 'NewExpression') return this.created(node, callee, frame);
    const row = this.rowOf(callee);
    if (row !== undefined) return this.row(row, node, frame);
    if (callee.type === 'MemberExpression') return this.methodCall(node, callee, frame);
    const of = this.expression(callee, frame);
    if (of.tag !== 'function')
      return this.refuse(
        node,
        'a call of what is no function of the module',
        'import it from the same module, or write it here',
      );
    return this.inlined(of.node, of.frame, this.arguments(node, frame), node);
  }

  private row(name: string, node: Call, frame: Frame): Meaning {
    if (name === 'stopGradient') {
      const [of] = this.arguments(node, frame);
      const passive = this.valueOf(of, node);
      return meaning(this.builder.let({ tag: 'stop', args: [passive] }, passive.name));
    }
    const arity = arityOf(name);
    if (arity === undefined || name === 'sum' || name === 'logSumExp' || name === 'random')
      return this.refuse(node, `${name} has no row here`, 'write a loop');
    const given = this.arguments(node, frame);
    const args = given.map((arg, k) => this.numberOf(arg, node.arguments[k]));
    if (name === 'max' || name === 'min') {
      const empty = this.builder.constant(name === 'max' ? -Infinity : Infinity);
      if (args.length === 1) return meaning(this.builder.prim(name, [args[0], args[0]]));
      return meaning(
        args.length === 0 ? empty : args.reduce((x, y) => this.builder.prim(name, [x, y])),
      );
    }
    if (arity !== null && args.length < arity)
      return this.refuse(node, `${name} with too few arguments`, 'give it all');
    return meaning(this.builder.prim(name, arity === null ? args : args.slice(0, arity)));
  }

  /** Members that are no elements: numbers of `Math`. */
  protected method(node: types.MemberExpression): Meaning | undefined {
    if (!this.isGlobal(node.object, 'Math')) return undefined;
    const found = (Math as unknown as Readonly<Record<string, unknown>>)[
      nameOfKey(node.property, node.computed) ?? ''
    ];
    if (typeof found === 'number') return meaning(this.builder.constant(found));
    return this.refuse(node, 'a function of Math that is not called', 'write an arrow function');
  }
}

/** Whether an expression is a number from literals only. */
function isNumeric(given: Node): boolean {
  const node = bare(given);
  if (node.type === 'NumericLiteral') return true;
  if (node.type === 'UnaryExpression') return node.operator === '-' && isNumeric(node.argument);
  return node.type === 'BinaryExpression' && isNumeric(node.left) && isNumeric(node.right);
}

/** The value that a variable is declared with. */
const initOf = ({ path: { node } }: Binding): Node | undefined =>
  node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init != null
    ? bare(node.init)
    : undefined;

const madeArray = (init: Node) =>
  init.type === 'NewExpression' &&
  init.callee.type === 'Identifier' &&
  storages.includes(init.callee.name)
    ? { tag: 'array' as const, storage: init.callee.name as Storage }
    : undefined;

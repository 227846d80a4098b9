/** Expressions of TypeScript as terms. */
import { types as t } from '../vendor/babel.js';
import { outsideLanguage } from './errors.js';
import {
  choose,
  constant,
  iterate,
  letIn,
  move,
  op,
  proj,
  tuple,
  variable,
  type Iteration,
  type Movement,
  type Term,
} from './language.js';
import { isPrimitive } from './scalar-operations.js';
import { extended, paramTypes, typeOf, type Context } from './typing.js';

type FunctionNode = t.ArrowFunctionExpression | t.FunctionExpression | t.FunctionDeclaration;
type ReadBlock = (body: readonly t.Statement[], context: Context) => Term;

const binary: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '**': 'pow',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '===': 'eq',
};

/** Operators by the names that functions have, those of np among them. Their function comes first. */
const iterations: Readonly<Record<string, Iteration>> = {
  map: 'map',
  map2: 'map2',
  reduce: 'reduce',
  fold: 'foldl',
  foldl: 'foldl',
  scanl: 'scanl',
  scanr: 'scanr',
};
const movements: Readonly<Record<string, Movement>> = {
  shift1L: 'shift1L',
  shift1R: 'shift1R',
};
/** The operations and the units of the folds that sums and products of arrays are short for. */
const folds: Readonly<Record<string, readonly [name: string, unit: number]>> = {
  sum: ['add', 0],
  prod: ['mul', 1],
};

const has = (table: object, name: string): boolean => Object.hasOwn(table, name);

/** The name of what is called: `reduce`, `np.reduce`, `(0, module.reduce)`. */
function nameOf(callee: t.Node): string {
  if (t.isIdentifier(callee)) return callee.name;
  if (t.isSequenceExpression(callee)) return nameOf(callee.expressions.at(-1)!);
  if (t.isMemberExpression(callee) && t.isIdentifier(callee.property) && !callee.computed)
    return callee.property.name;
  return '';
}

export class Expressions {
  /** Functions of the program, by their names. */
  private functions: ReadonlyMap<string, FunctionNode> = new Map();

  constructor(private readonly block: ReadBlock) {}

  /** The arguments of a call that are arrays. */
  static arraysOf({ callee, arguments: args }: t.CallExpression): readonly t.Node[] {
    const name = nameOf(callee);
    if (has(iterations, name)) return args.slice(name === 'map' || name === 'map2' ? 1 : 2);
    return has(movements, name) || has(folds, name) || name === 'shift' ? args.slice(0, 1) : [];
  }

  /** Reads what follows a function that it may call. */
  withFunction(name: string, f: FunctionNode, rest: () => Term): Term {
    const outer = this.functions;
    this.functions = new Map([...outer, [name, f]]);
    const term = rest();
    this.functions = outer;
    return term;
  }

  of(node: t.Node, context: Context): Term {
    const of = (part: t.Node) => this.of(part, context);
    if (t.isNumericLiteral(node)) return constant(node.value);
    if (t.isIdentifier(node) && context.has(node.name)) return variable(node.name);
    if (t.isParenthesizedExpression(node)) return of(node.expression);
    if (t.isTSAsExpression(node) || t.isTSNonNullExpression(node)) return of(node.expression);
    if (t.isUnaryExpression(node, { operator: '-' })) return negative(of(node.argument));
    if (t.isBinaryExpression(node) && has(binary, node.operator))
      return op(binary[node.operator], of(node.left), of(node.right));
    if (t.isConditionalExpression(node))
      return choose(of(node.test), of(node.consequent), of(node.alternate));
    if (t.isArrayExpression(node)) return tuple(...node.elements.map((one) => of(one!)));
    if (t.isMemberExpression(node) && node.computed) return this.element(node, context);
    if (t.isCallExpression(node)) return this.call(node, context);
    throw outsideLanguage(`an expression of the kind ${node.type}`, node.loc?.start.line);
  }

  private element(node: t.MemberExpression, context: Context): Term {
    const [of, place] = [node.object, node.property].map((part) => this.of(part, context));
    const type = typeOf(of, context);
    if (type.tag === 'tuple' && place.tag === 'const') return proj(place.value, type.of.length, of);
    return move('get', of, place);
  }

  private call(node: t.CallExpression, context: Context): Term {
    const name = nameOf(node.callee);
    const args = node.arguments as readonly t.Expression[];
    const of = (part: t.Node) => this.of(part, context);
    if (this.functions.has(name))
      return this.inPlace(this.functions.get(name)!, args.map(of), context);
    if (has(iterations, name)) return this.iteration(iterations[name], args, context);
    if (name === 'build') return this.iteration('build', [args[1], args[0]], context);
    if (has(movements, name)) return move(movements[name], of(args[0]));
    if (name === 'shift') {
      const by = of(args[1]);
      if (by.tag === 'const' && Math.abs(by.value) === 1)
        return move(by.value === 1 ? 'shift1L' : 'shift1R', of(args[0]));
    }
    if (name === 'get') return move('get', of(args[0]), of(args[1]));
    if (has(folds, name)) {
      const [operation, unit] = folds[name];
      const body = op(operation, variable('x'), variable('y'));
      return iterate('reduce', ['x', 'y'], body, constant(unit), of(args[0]));
    }
    if (isPrimitive(name)) return op(name, ...args.map(of));
    throw outsideLanguage(`a call of ${name || 'something without a name'}`, node.loc?.start.line);
  }

  /** A call of a function of the program: lets for its parameters, and its body. */
  private inPlace({ params, body }: FunctionNode, args: readonly Term[], context: Context): Term {
    const names = params.map((param) => (t.isIdentifier(param) ? param.name : ''));
    const inner = extended(
      context,
      names,
      args.map((arg) => typeOf(arg, context)),
    );
    const term = this.body(body, inner);
    // All at once: an argument may have the name of a parameter.
    return args.length === 1 ? letIn(names, args[0], term) : letIn(names, tuple(...args), term);
  }

  private body(body: t.Node, context: Context): Term {
    return t.isBlockStatement(body) ? this.block(body.body, context) : this.of(body, context);
  }

  private iteration(
    name: Iteration,
    [f, ...rest]: readonly t.Expression[],
    context: Context,
  ): Term {
    const args = rest.map((arg) => this.of(arg, context));
    const own = t.isIdentifier(f) ? this.functions.get(f.name) : undefined;
    const node = own ?? f;
    const blank = { tag: 'iterate', name, f: { params: [], body: constant(0) }, args } as const;
    const types = paramTypes(blank, context);
    if (t.isFunction(node)) {
      const names = types.map((_, k) => {
        const param = node.params[k];
        return t.isIdentifier(param) ? param.name : `_${k}`;
      });
      return iterate(name, names, this.body(node.body, extended(context, names, types)), ...args);
    }
    const operation = nameOf(node);
    if (!isPrimitive(operation))
      throw outsideLanguage(
        'a function that is neither an arrow function nor a primitive',
        f.loc?.start.line,
      );
    const names = ['x', 'y'].slice(0, types.length);
    return iterate(name, names, op(operation, ...names.map(variable)), ...args);
  }
}

const negative = (x: Term): Term => (x.tag === 'const' ? constant(-x.value) : op('neg', x));

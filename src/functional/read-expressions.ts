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
  type Term,
  type TermOf,
  type Type,
} from './language.js';
import { binary, folds, has, iterations, movements } from './read-names.js';
import { Scope } from './read-scope.js';
import { bare, namesIn, type FunctionNode, type Known } from './read-source.js';
import { isPrimitive } from './scalar-operations.js';
import { boundTypes, paramTypes, typeOf } from './typing.js';

type ReadBlock = (body: readonly t.Statement[], scope: Scope) => Term;

/** A function of the program, with the variables and the functions that are in scope where it was written. */
interface Local {
  readonly node: FunctionNode;
  readonly scope: Scope;
  readonly functions: ReadonlyMap<string, Local>;
}

export class Expressions {
  /** Functions of the program, by their names. */
  private functions: ReadonlyMap<string, Local> = new Map();
  /** Functions and constants that are being read. */
  private readonly open = new Set<t.Node>();

  constructor(
    private readonly known: ReadonlyMap<string, Known>,
    private readonly block: ReadBlock,
  ) {}

  /** Reads what follows a function that it may call. */
  withFunction(name: string, node: FunctionNode, scope: Scope, rest: () => Term): Term {
    const outer = this.functions;
    const local = { node, scope, functions: outer };
    return this.among(new Map([...outer, [name, local]]), rest);
  }

  private among(functions: ReadonlyMap<string, Local>, read: () => Term): Term {
    const outer = this.functions;
    this.functions = functions;
    const term = read();
    this.functions = outer;
    return term;
  }

  of(given: t.Node, scope: Scope): Term {
    const node = bare(given);
    const of = (part: t.Node) => this.of(part, scope);
    if (t.isNumericLiteral(node)) return constant(node.value);
    if (t.isIdentifier(node)) return this.named(node, scope);
    if (t.isUnaryExpression(node, { operator: '-' })) return negative(of(node.argument));
    if (t.isUnaryExpression(node, { operator: '+' })) return of(node.argument);
    if (t.isBinaryExpression(node) && has(binary, node.operator))
      return op(binary[node.operator], of(node.left), of(node.right));
    if (t.isConditionalExpression(node))
      return choose(of(node.test), of(node.consequent), of(node.alternate));
    if (t.isArrayExpression(node)) return tuple(...node.elements.map((one) => of(one!)));
    if (t.isMemberExpression(node)) return this.member(node, scope);
    if (t.isCallExpression(node)) return this.call(node, scope);
    throw outsideLanguage(`an expression of the kind ${node.type}`, node.loc?.start.line);
  }

  /** A variable, or a constant at the top of the text. */
  private named(node: t.Identifier, scope: Scope): Term {
    const { name } = node;
    const line = node.loc?.start.line;
    const own = scope.variable(name);
    if (own !== undefined) return variable(own);
    const known = this.known.get(name);
    if (known?.tag === 'constant')
      return this.once(known.init, () =>
        this.among(new Map(), () => this.of(known.init, Scope.empty.within(scope))),
      );
    const what = known?.tag === 'other' ? `${name} is ${known.what}` : `the variable ${name}`;
    throw outsideLanguage(what, line);
  }

  /** Reads what may not lead to itself. */
  private once(node: t.Node, read: () => Term): Term {
    if (this.open.has(node)) throw outsideLanguage('recursion', node.loc?.start.line);
    this.open.add(node);
    const term = read();
    this.open.delete(node);
    return term;
  }

  private member(node: t.MemberExpression, scope: Scope): Term {
    const { object, property } = node;
    if (node.computed) {
      const [of, place] = [object, property].map((part) => this.of(part, scope));
      const type = typeOf(of, scope.types);
      if (type.tag === 'tuple' && place.tag === 'const')
        return proj(place.value, type.of.length, of);
      return move('get', of, place);
    }
    const name = t.isIdentifier(property) ? property.name : '';
    const isMath = t.isIdentifier(object, { name: 'Math' }) && scope.variable('Math') === undefined;
    if (name === 'length' && !isMath) return lengthOf(this.of(object, scope), scope);
    const value: unknown = isMath ? Reflect.get(Math, name) : null;
    if (typeof value === 'number') return constant(value);
    throw outsideLanguage(`the member ${name}`, node.loc?.start.line);
  }

  /** The function of the library that is called: `reduce`, `np.reduce`, `Math.sin`, `(0, module.reduce)`. */
  private libraryName(callee: t.Node, scope: Scope): string {
    if (t.isSequenceExpression(callee)) return this.libraryName(callee.expressions.at(-1)!, scope);
    if (t.isIdentifier(callee)) {
      const known = this.known.get(callee.name);
      if (scope.variable(callee.name) !== undefined) return '';
      if (known === undefined) return callee.name;
      return known.tag === 'import' && isLibrary(known.from) ? known.name : '';
    }
    if (!t.isMemberExpression(callee) || callee.computed || !t.isIdentifier(callee.property))
      return '';
    const { object } = callee;
    if (!t.isIdentifier(object) || scope.variable(object.name) !== undefined) return '';
    const known = this.known.get(object.name);
    const isIt = known === undefined || (known.tag === 'import' && isLibrary(known.from));
    return isIt ? callee.property.name : '';
  }

  private call(node: t.CallExpression, scope: Scope): Term {
    const args = node.arguments as readonly t.Expression[];
    const of = (part: t.Node) => this.of(part, scope);
    const line = node.loc?.start.line;
    const own = this.functionOf(node.callee, scope);
    if (own !== undefined) return this.inPlace(own, args.map(of), scope);
    const method = this.method(node, scope);
    if (method !== null) return method;
    const name = this.libraryName(node.callee, scope);
    if (has(iterations, name)) return this.iteration(iterations[name], args, scope);
    if (name === 'build') return this.iteration('build', [args[1], args[0]], scope);
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
    throw outsideLanguage(`a call of ${textOf(node.callee)}`, line);
  }

  /** `xs.map(f)` and `xs.reduce(f, start)` of an array. */
  private method({ callee, arguments: args }: t.CallExpression, scope: Scope): Term | null {
    if (!t.isMemberExpression(callee) || callee.computed || !t.isIdentifier(callee.property))
      return null;
    const { property } = callee;
    const object = callee.object as t.Expression;
    const isValue = !t.isIdentifier(object) || scope.variable(object.name) !== undefined;
    if (!isValue || !['map', 'reduce'].includes(property.name)) return null;
    const [f, start] = args as readonly t.Expression[];
    if (property.name === 'map') return this.iteration('map', [f, object], scope);
    return args.length === 2 ? this.iteration('foldl', [f, start, object], scope) : null;
  }

  /** A function of the program, by its name or as it stands. */
  private functionOf(given: t.Node, scope: Scope): Local | undefined {
    const node = bare(given);
    if (t.isFunction(node)) return { node, scope, functions: this.functions };
    if (!t.isIdentifier(node) || scope.variable(node.name) !== undefined) return undefined;
    const own = this.functions.get(node.name);
    if (own !== undefined) return own;
    const known = this.known.get(node.name);
    return known?.tag === 'function'
      ? { node: known.node, scope: Scope.empty, functions: new Map() }
      : undefined;
  }

  /** A call of a function of the program: lets for its parameters, and its body. */
  private inPlace(f: Local, args: readonly Term[], scope: Scope): Term {
    const types = args.map((arg) => typeOf(arg, scope.types));
    const [names, body] = this.lambda(f, types, scope);
    // All at once: an argument may have the name of a parameter.
    return args.length === 1 ? letIn(names, args[0], body) : letIn(names, tuple(...args), body);
  }

  /** The parameters and the body of a function, where it is called. */
  private lambda(
    { node, scope, functions }: Local,
    types: readonly Type[],
    caller: Scope,
  ): readonly [readonly string[], Term] {
    const line = node.loc?.start.line;
    if (node.async || node.generator) throw outsideLanguage('a suspended function', line);
    if (node.params.length > types.length)
      throw outsideLanguage(`a function of ${node.params.length} parameters here`, line);
    const params = types.map((_, k) => {
      const param = node.params[k];
      if (param === undefined || t.isIdentifier(param)) return param?.name ?? `_${k}`;
      return `p${k === 0 ? '' : k + 1}`;
    });
    const [inner, names] = scope.within(caller).with(params, types);
    let here = inner;
    const opened = types.map((type, k) => {
      const param = node.params[k];
      if (param === undefined || t.isIdentifier(param)) return null;
      const opening = { tag: 'let', names: namesIn(param), bound: variable(names[k]) } as const;
      const parts = boundTypes({ ...opening, body: opening.bound }, type);
      const [next, own] = here.with(opening.names, parts);
      here = next;
      return { bound: opening.bound, own };
    });
    const read = () =>
      t.isBlockStatement(node.body)
        ? this.block(node.body.body, here)
        : this.of(node.body as t.Expression, here);
    const body = this.once(node, () => this.among(functions, read));
    return [
      names,
      opened.reduceRight(
        (rest, one) => (one === null ? rest : letIn(one.own, one.bound, rest)),
        body,
      ),
    ];
  }

  private iteration(
    name: TermOf<'iterate'>['name'],
    [f, ...rest]: readonly t.Expression[],
    scope: Scope,
  ): Term {
    const args = rest.map((arg) => this.of(arg, scope));
    const blank = { tag: 'iterate', name, f: { params: [], body: constant(0) }, args } as const;
    const types = paramTypes(blank, scope.types);
    const own = this.functionOf(f, scope);
    if (own !== undefined) {
      const [names, body] = this.lambda(own, types, scope);
      return iterate(name, names, body, ...args);
    }
    const operation = this.libraryName(f, scope);
    if (!isPrimitive(operation))
      throw outsideLanguage(
        'a function that is neither one of the program nor a primitive',
        f.loc?.start.line,
      );
    const names = ['x', 'y'].slice(0, types.length);
    return iterate(name, names, op(operation, ...names.map(variable)), ...args);
  }
}

/** The number of elements of an array: reduce + 0 OnesLike(A). */
function lengthOf(of: Term, scope: Scope): Term {
  const type = typeOf(of, scope.types);
  if (type.tag === 'tuple') return constant(type.of.length);
  const ones = iterate('map', ['x'], constant(1), of);
  const sum = op('add', variable('x'), variable('y'));
  return iterate('reduce', ['x', 'y'], sum, constant(0), ones);
}

const isLibrary = (module: string): boolean => /^delta-tape(\/|$)/.test(module);

const textOf = (callee: t.Node): string =>
  t.isIdentifier(callee)
    ? callee.name
    : t.isMemberExpression(callee) && t.isIdentifier(callee.property)
      ? callee.property.name
      : 'something without a name';

const negative = (x: Term): Term => (x.tag === 'const' ? constant(-x.value) : op('neg', x));

/**
 * Reads a TypeScript function as a program of the language. Constants become lets, arrays of fixed length
 * tuples, functions that are called by name are called in their place; what is outside of the language is
 * refused, with its line.
 */
import { parseSync, types as t } from '../vendor/babel.js';
import { nativeText } from '../functions/native-text.js';
import { outsideLanguage } from './errors.js';
import { arrayOf, letIn, real, tupleOf, type Program, type Term, type Type } from './language.js';
import { Expressions } from './read-expressions.js';
import { typeOf, type Context } from './typing.js';

type AnyFunction = (...args: never[]) => unknown;

/**
 * A function as a program. Types of parameters are those that the text declares (`number`, `number[]`,
 * `[number, number]`); a parameter without one is an array if it is used as one, and a real if not.
 * O(length of the text).
 *
 * @param f a function, or the text of one
 * @param types of its parameters, instead of those
 * @throws DeltaTapeError if the function has what the language has not
 * @example show(read('(A) => reduce((x, y) => x * y, 1, A)').term) // reduce * 1 A
 */
export function read(f: AnyFunction | string, types?: readonly Type[]): Program {
  const node = parsed(typeof f === 'string' ? f : nativeText(f));
  const context = node.params.map((param, k): [string, Type] => {
    if (!t.isIdentifier(param))
      throw outsideLanguage('a parameter that is not a name', param.loc?.start.line);
    return [param.name, types?.[k] ?? typeOfParam(param, node)];
  });
  const reading = new Statements();
  const body = t.isBlockStatement(node.body) ? node.body.body : null;
  const term =
    body === null
      ? reading.expressions.of(node.body as t.Expression, new Map(context))
      : reading.of(body, new Map(context));
  typeOf(term, new Map(context));
  return { context, term };
}

type FunctionNode = t.ArrowFunctionExpression | t.FunctionExpression;

function parsed(text: string): FunctionNode {
  const file = parseSync(`(${text}\n)`, {
    sourceType: 'module',
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript'] },
  }) as t.File;
  const [statement] = file.program.body;
  const expression = t.isExpressionStatement(statement) ? statement.expression : null;
  if (t.isArrowFunctionExpression(expression) || t.isFunctionExpression(expression))
    return expression;
  throw outsideLanguage('the text is not a function', 1);
}

function typeOfParam(param: t.Identifier, node: FunctionNode): Type {
  const annotation = param.typeAnnotation;
  if (t.isTSTypeAnnotation(annotation)) {
    const found = annotated(annotation.typeAnnotation);
    if (found !== null) return found;
  }
  return isUsedAsArray(param.name, node.body) ? arrayOf(real) : real;
}

function annotated(type: t.TSType): Type | null {
  if (t.isTSNumberKeyword(type)) return real;
  if (t.isTSArrayType(type)) {
    const of = annotated(type.elementType);
    return of && arrayOf(of);
  }
  if (t.isTSTypeOperator(type)) return annotated(type.typeAnnotation);
  if (t.isTSTupleType(type)) {
    const items = type.elementTypes.map((one) =>
      t.isTSNamedTupleMember(one) ? null : annotated(one),
    );
    return items.includes(null) ? null : tupleOf(...(items as Type[]));
  }
  const name = t.isTSTypeReference(type) && t.isIdentifier(type.typeName) ? type.typeName.name : '';
  return name === 'Real' ? real : ['Float64Array', 'NDArray'].includes(name) ? arrayOf(real) : null;
}

/** True if a name stands where an operator takes an array, or if one of its members is read. */
function isUsedAsArray(name: string, body: t.Node): boolean {
  let found = false;
  const isIt = (node: t.Node | null | undefined) => t.isIdentifier(node, { name });
  t.traverseFast(body, (node) => {
    if (t.isCallExpression(node)) found ||= Expressions.arraysOf(node).some(isIt);
    if (t.isMemberExpression(node)) found ||= isIt(node.object);
  });
  return found;
}

/** Blocks of constants, early returns and one return at the end. */
class Statements {
  readonly expressions = new Expressions((body, context) => this.of(body, context));

  of([first, ...rest]: readonly t.Statement[], context: Context): Term {
    const { expressions } = this;
    if (t.isReturnStatement(first) && first.argument)
      return expressions.of(first.argument, context);
    if (t.isIfStatement(first)) {
      const branch = (node: t.Statement) =>
        this.of(t.isBlockStatement(node) ? node.body : [node], context);
      const otherwise = first.alternate ? branch(first.alternate) : this.of(rest, context);
      return {
        tag: 'if',
        test: expressions.of(first.test, context),
        then: branch(first.consequent),
        otherwise,
      };
    }
    if (t.isFunctionDeclaration(first) && first.id)
      return expressions.withFunction(first.id.name, first, () => this.of(rest, context));
    if (!t.isVariableDeclaration(first, { kind: 'const' }) || first.declarations.length !== 1)
      throw outsideLanguage(
        `a statement of the kind ${first?.type ?? 'none'}`,
        first?.loc?.start.line,
      );
    const [{ id, init }] = first.declarations;
    if (t.isIdentifier(id) && (t.isArrowFunctionExpression(init) || t.isFunctionExpression(init)))
      return expressions.withFunction(id.name, init, () => this.of(rest, context));
    const bound = expressions.of(init as t.Expression, context);
    const names = namesIn(id);
    const type = typeOf(bound, context);
    const types = names.length === 1 ? [type] : type.tag === 'tuple' ? type.of : [];
    const inner = new Map([
      ...context,
      ...names.map((name, k): [string, Type] => [name, types[k]]),
    ]);
    return letIn(names, bound, this.of(rest, inner));
  }
}

function namesIn(id: t.Node): string[] {
  if (t.isIdentifier(id)) return [id.name];
  if (t.isArrayPattern(id)) {
    const names = id.elements.map((one) => (t.isIdentifier(one) ? one.name : null));
    if (!names.includes(null)) return names as string[];
  }
  throw outsideLanguage('a pattern', id.loc?.start.line);
}

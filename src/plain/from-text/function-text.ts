/**
 * Parses the text of one function. A function or an arrow is an expression by itself; a method or an accessor is
 * parsed within an object, a private method within a class.
 */
import { parseSync, types as t } from '../../vendor/babel.js';
import { nativeText } from '../../functions/native-text.js';
import { notReadable } from '../errors.js';

export type Callable = (this: never, ...args: never[]) => unknown;

/**
 * The text of a function, and the facts that go with it. This is enough to read the function in another
 * thread.
 */
export interface FunctionText {
  readonly text: string;
  readonly name: string;
  /** True if the function is in sloppy mode; false for arrows and methods, where it does not show. */
  readonly isSloppy: boolean;
}

export function functionText(f: Callable): FunctionText {
  return { text: nativeText(f), name: f.name, isSloppy: isSloppy(f) };
}

function isSloppy(f: Callable): boolean {
  try {
    return Reflect.get(f, 'caller') !== undefined;
  } catch {
    return false;
  }
}

/** The text around a function that makes an expression of it, and the place of the function in that expression. */
const places: readonly {
  readonly around: readonly [string, string];
  readonly in: (expression: t.Node) => t.Node | undefined;
}[] = [
  { around: ['(', ')'], in: (expression) => expression },
  { around: ['({ ', ' })'], in: (object) => (object as t.ObjectExpression).properties[0] },
  { around: ['(class { ', ' })'], in: (made) => (made as t.ClassExpression).body.body[0] },
];

type SourceType = 'module' | 'script';

const parse = (code: string, sourceType: SourceType): t.File =>
  parseSync(code, { sourceType, configFile: false, babelrc: false }) as t.File;

/** A parsed function, with the file that was made around it. */
interface ParsedFunction {
  readonly node: t.Function | t.Class;
  readonly file: t.File;
  /** The text of that file. */
  readonly code: string;
  readonly sourceType: SourceType;
}

interface Problem {
  /** The position where the parser stopped. */
  readonly at: number;
  readonly message: string;
}

function tried(text: string, sourceType: SourceType): ParsedFunction | Problem {
  const problems: Problem[] = [];
  for (const { around, in: within } of places) {
    try {
      const code = `${around[0]}${text}${around[1]};`;
      const file = parse(code, sourceType);
      const [statement] = file.program.body;
      const node = within((statement as t.ExpressionStatement).expression);
      if (t.isFunction(node) || t.isClass(node)) return { node, file, code, sourceType };
    } catch (error) {
      const { pos, message } = error as SyntaxError & { readonly pos?: number };
      if (pos === undefined) throw error;
      problems.push({ at: pos - around[0].length, message });
    }
  }
  return problems.reduce((best, problem) => (problem.at > best.at ? problem : best));
}

const native = /\{\s*\[native code\]\s*\}\s*$/;

/**
 * Parses a function; null if it has no text. O(length of the text).
 *
 * @throws DeltaTapeError if the text makes no sense by itself.
 */
export function parsedFunction({ text, name, isSloppy }: FunctionText): ParsedFunction | null {
  const found = tried(text, isSloppy ? 'script' : 'module');
  if ('node' in found) return found;
  if (native.test(text)) return null;
  const old = isSloppy ? found : tried(text, 'script');
  if ('node' in old) return old;
  const [problem] = found.message.split('\n');
  throw notReadable(name, problem.replace(/^.*?: |\.(?= \()/g, ''));
}

/** A function as an expression, in a file of its own. */
export interface Alone {
  readonly node: t.Function;
  readonly expression: t.Expression;
  readonly file: t.File;
}

/** A function without its place: a method becomes a method of another name. */
export function standingAlone({
  node,
  file,
  sourceType,
}: ParsedFunction & { readonly node: t.Function }): Alone {
  const isMethod = !t.isExpression(node);
  const own = isMethod ? methodOf(node as t.ObjectMethod | t.ClassPrivateMethod) : node;
  const key = t.identifier('method');
  const expression = isMethod
    ? t.memberExpression(t.objectExpression([own as t.ObjectMethod]), key)
    : (own as t.FunctionExpression | t.ArrowFunctionExpression);
  const program = t.program([t.expressionStatement(expression)], [], sourceType);
  return { node: own, expression, file: t.file(program, file.comments) };
}

/** A method of any kind as a plain method; accessors become methods, too. */
function methodOf(node: t.ObjectMethod | t.ClassPrivateMethod): t.ObjectMethod {
  const { params, body, generator, async } = node;
  const key = t.identifier('method');
  const made = t.objectMethod(
    'method',
    key,
    params as t.ObjectMethod['params'],
    body,
    false,
    generator,
    async,
  );
  return t.inherits(made, node);
}

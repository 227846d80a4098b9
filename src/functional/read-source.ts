/**
 * The text of a function: what is given, or the module of a translated function as it was written. Functions
 * and constants at the top of the text are known by their names.
 */
import { originalOf } from '../functions/original-texts.js';
import { nativeText } from '../functions/native-text.js';
import { parseSync, traverse, types as t } from '../vendor/babel.js';
import { noFunctionToRead, outsideLanguage } from './errors.js';

type AnyFunction = (...args: never[]) => unknown;
export type FunctionNode = t.Function;

/** The meaning of a name at the top of a text. */
export type Known =
  | { readonly tag: 'function'; readonly node: FunctionNode }
  | { readonly tag: 'constant'; readonly init: t.Expression }
  /** The export of a module, or all of them. */
  | { readonly tag: 'import'; readonly from: string; readonly name: string }
  /** A name that cannot be read: a class, a variable that changes, a variable of a function around. */
  | { readonly tag: 'other'; readonly what: string };

export interface Source {
  readonly node: FunctionNode;
  readonly known: ReadonlyMap<string, Known>;
}

function parsed(text: string): t.File {
  return parseSync(text, {
    sourceType: 'unambiguous',
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript'] },
  }) as t.File;
}

/** A function by its text, which need not have a name. */
function parsedFunction(text: string): t.File {
  try {
    return parsed(text);
  } catch {
    return parsed(`(${text}\n)`);
  }
}

/** @param name of the function in a text; of the only one, it may be left out */
export function sourceOf(f: AnyFunction | string, name?: string): Source {
  const original = typeof f === 'string' ? undefined : originalOf(f);
  if (original !== undefined) return ofOriginal(original.module, original.from, original.to);
  const file = parsedFunction(typeof f === 'string' ? f : nativeText(f));
  const known = declared(file.program);
  const [first] = file.program.body;
  if (file.program.body.length === 1 && t.isExpressionStatement(first)) {
    const alone = bare(first.expression);
    if (t.isFunction(alone)) return { node: alone, known };
  }
  const functions = [...known].flatMap(([own, one]) =>
    one.tag === 'function' && (name === undefined || own === name) ? [one.node] : [],
  );
  if (functions.length !== 1) throw noFunctionToRead(name, functions.length);
  return { node: functions[0], known };
}

/** The innermost function that ends at a place, and begins at another or, with `static`, before it. */
function ofOriginal(module: string, from: number, to: number): Source {
  const file = parsed(module);
  const known = new Map(declared(file.program));
  let node: FunctionNode | undefined;
  let around: readonly string[] = [];
  traverse(file, {
    Function(path) {
      if (path.node.end !== to || path.node.start! > from) return;
      node = path.node;
      const names: string[] = [];
      for (let { scope } = path.parentPath; !scope.path.isProgram(); scope = scope.parent!)
        names.push(...Object.keys(scope.bindings));
      around = names;
    },
  });
  if (node === undefined) throw noFunctionToRead(undefined, 0);
  for (const name of around)
    known.set(name, { tag: 'other', what: 'a variable of the function around' });
  return { node, known };
}

/** An expression without the words that TypeScript puts around it. */
export function bare(node: t.Node): t.Node {
  return t.isTSAsExpression(node) ||
    t.isTSSatisfiesExpression(node) ||
    t.isTSNonNullExpression(node) ||
    t.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;
}

/** The names at the top of a text, with what they stand for. */
export function declared({ body }: t.Program): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  for (const statement of body) {
    const own = t.isExportNamedDeclaration(statement) ? statement.declaration : statement;
    if (t.isImportDeclaration(statement))
      for (const one of statement.specifiers) {
        const name =
          t.isImportSpecifier(one) && t.isIdentifier(one.imported) ? one.imported.name : '*';
        known.set(one.local.name, { tag: 'import', from: statement.source.value, name });
      }
    if (t.isExportDefaultDeclaration(statement) && t.isFunctionDeclaration(statement.declaration))
      known.set(statement.declaration.id?.name ?? 'default', {
        tag: 'function',
        node: statement.declaration,
      });
    if (t.isFunctionDeclaration(own) && own.id)
      known.set(own.id.name, { tag: 'function', node: own });
    if (t.isClassDeclaration(own) && own.id)
      known.set(own.id.name, { tag: 'other', what: 'a class' });
    if (t.isVariableDeclaration(own))
      for (const { id, init } of own.declarations)
        for (const name of Object.keys(t.getBindingIdentifiers(id)))
          known.set(name, ofVariable(own.kind, id, init));
  }
  return known;
}

function ofVariable(kind: string, id: t.Node, init: t.Expression | null | undefined): Known {
  const value = init == null ? null : bare(init);
  if (kind !== 'const' || value === null || !t.isIdentifier(id))
    return { tag: 'other', what: 'a variable that may change' };
  if (t.isFunction(value)) return { tag: 'function', node: value };
  return { tag: 'constant', init: value as t.Expression };
}

/** The names that a parameter binds: its own, or those of the items of a tuple. */
export function namesIn(id: t.Node): readonly string[] {
  if (t.isIdentifier(id)) return [id.name];
  if (t.isArrayPattern(id)) {
    const names = id.elements.map((one) => (t.isIdentifier(one) ? one.name : null));
    if (!names.includes(null)) return names as string[];
  }
  throw outsideLanguage(`a pattern of the kind ${id.type}`, id.loc?.start.line);
}

/**
 * The text of one function, and what in it depends on where the function was written. Found by the
 * scope analysis of Babel. O(length of the text).
 */
import { parseSync, traverse, types as t, type NodePath, type Scope } from '@babel/core';
import { assigned, noText, notOfAKind, notReadable, tiedToItsPlace } from './errors.js';

export type Callable = (this: never, ...args: never[]) => unknown;

export interface Text {
  /** An expression whose value is the function. */
  readonly expression: string;
  /** Variables that it uses and does not declare, and which of them every program has. */
  readonly free: readonly string[];
  readonly standard: ReadonlySet<string>;
}

/** Whether the function is in the mode of JavaScript that came first; arrows do not tell. */
export function isSloppy(f: Callable): boolean {
  try {
    return Reflect.get(f, 'caller') !== undefined;
  } catch {
    return false;
  }
}

/** A script may be sloppy, a module may not. */
const sourceTypeOf = (f: Callable) => (isSloppy(f) ? 'script' : 'module');

/** What makes the text of a function an expression. */
const expression = ['(', ')'] as const;
const method = ['({ ', ' })'] as const;

const parse = (code: string, sourceType: 'module' | 'script'): t.File =>
  parseSync(code, { sourceType, configFile: false, babelrc: false }) as t.File;

interface Parsed {
  readonly method: boolean;
  readonly file: t.File;
}

/** Function expressions stand by themselves; methods stand in an object. */
function parsed(f: Callable, text: string): Parsed {
  const sourceType = sourceTypeOf(f);
  const problems: { readonly pos: number; readonly message: string }[] = [];
  for (const [opening, closing] of [expression, method]) {
    try {
      const file = parse(`${opening}${text}${closing};`, sourceType);
      return { method: opening === method[0], file };
    } catch (error) {
      problems.push(error as SyntaxError & { pos: number });
    }
  }
  // Whichever got further was meant.
  const [one, other] = problems;
  const [problem] = (other.pos > one.pos + method[0].length ? other : one).message.split('\n');
  throw notReadable(f.name, problem.replace(/^.*?: |\.(?= \()/g, ''));
}

/** The value of the one expression of a file. */
const expressionOf = (file: t.File): t.Node =>
  (file.program.body[0] as t.ExpressionStatement).expression;

/** What refers to the surroundings without being a variable. */
function insistOnIndependence(f: Callable, file: t.File): void {
  const refuse = (what: string) => () => {
    throw tiedToItsPlace(f.name, what);
  };
  const refuseOutside =
    (what: string, isBoundary: (path: NodePath) => boolean) => (path: NodePath) => {
      if (path.findParent(isBoundary) === null) throw tiedToItsPlace(f.name, what);
    };
  const ownThis = (path: NodePath) =>
    (path.isFunction() && !path.isArrowFunctionExpression()) || path.isClass();
  const refuseArguments = refuseOutside('arguments', ownThis);
  traverse(file, {
    ThisExpression: refuseOutside('this', ownThis),
    Super: refuseOutside('super', (path) => path.isClass()),
    MetaProperty: (path) => {
      if (path.node.meta.name === 'import') refuse('import.meta')();
    },
    ReferencedIdentifier: (path: NodePath<t.Identifier | t.JSXIdentifier>) => {
      if (path.node.name === 'arguments') refuseArguments(path);
      if (path.node.name === 'eval') refuse('eval, which sees every variable,')();
    },
  });
}

/** The variables that the text does not declare itself. */
function freeIn(f: Callable, file: t.File): Pick<Text, 'free' | 'standard'> {
  let free: string[] = [];
  let standard = new Set(['console']);
  const changed = new Set<string>();
  traverse(file, {
    Program: ({ scope }) => {
      free = Object.keys(scope.globals).filter((name) => name !== 'arguments');
      standard = new Set([...(scope.constructor as typeof Scope).globals, ...standard]);
    },
    'AssignmentExpression|UpdateExpression|ForXStatement': (path: NodePath) => {
      for (const name of Object.keys(t.getAssignmentIdentifiers(path.node))) {
        if (!path.scope.hasBinding(name, { noGlobals: true })) changed.add(name);
      }
    },
  });
  if (changed.size > 0) throw assigned(f.name, [...changed]);
  return { free, standard };
}

/** A method under a name that cannot be mistaken for a variable, whatever it was called. */
function methodExpression(f: Callable, text: string, file: t.File): string {
  const [member] = (expressionOf(file) as t.ObjectExpression).properties;
  if (member.type !== 'ObjectMethod' || member.kind !== 'method') {
    throw notOfAKind(f.name, 'a getter or a setter');
  }
  const [start, end] = [member.key.start!, member.key.end!].map((at) => at - method[0].length);
  const opening = text.slice(0, member.computed ? text.lastIndexOf('[', start) : start);
  const rest = text.slice(member.computed ? text.indexOf(']', end) + 1 : end);
  return `({ ${opening}method${rest} }).method`;
}

const nativeText = /\{\s*\[native code\]\s*\}\s*$/;

/** The function as Babel has it; undefined if its text is not there to be read. */
export function nodeOf(f: Callable): t.Function | undefined {
  const text = Function.prototype.toString.call(f);
  if (nativeText.test(text)) return undefined;
  const found = expressionOf(parsed(f, text).file);
  const node = found.type === 'ObjectExpression' ? found.properties[0] : found;
  return t.isFunction(node) ? node : undefined;
}

/** Reads a function that was written as such; refuses classes, accessors and what has no text. */
export function textOf(f: Callable): Text {
  const text = Function.prototype.toString.call(f);
  if (nativeText.test(text)) throw noText(f.name);
  const { method: isMethod, file } = parsed(f, text);
  if (expressionOf(file).type === 'ClassExpression') throw notOfAKind(f.name, 'a class');
  const whole = isMethod ? methodExpression(f, text, file) : `(${text})`;
  const alone = isMethod ? parse(`${whole};`, sourceTypeOf(f)) : file;
  insistOnIndependence(f, alone);
  return { expression: whole, ...freeIn(f, alone) };
}

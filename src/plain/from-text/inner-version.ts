/**
 * Finds the derivative version inside the text of a translated function. The version stands behind the entry
 * guard, which asks whether a derivative is in progress.
 */
import { generate, types as t } from '../../vendor/babel.js';
import { parsedFunction, type FunctionText } from './function-text.js';

/** `$mode.on`, under whatever name the module system has for it. */
function asksMode(test: t.Node): boolean {
  if (test.type !== 'MemberExpression' || !t.isIdentifier(test.property, { name: 'on' }))
    return false;
  const { object } = test;
  if (object.type === 'Identifier') return /^\$+mode$/.test(object.name);
  return object.type === 'MemberExpression' && t.isIdentifier(object.property, { name: 'mode' });
}

/**
 * The code that a translated function runs in a derivative: it begins with `if ($mode.on) …`, or is `$mode.on ?
 * … : …`.
 */
function answerIn({ body }: t.Function): t.Statement | undefined {
  if (body.type === 'ConditionalExpression') {
    return asksMode(body.test) ? t.returnStatement(body.consequent) : undefined;
  }
  const first = body.type === 'BlockStatement' ? body.body[0] : undefined;
  return first?.type === 'IfStatement' && asksMode(first.test) ? first.consequent : undefined;
}

/** The function that `return f(x)`, `return f.call(this, x)` or `return yield* f(x)` calls. */
function calledIn(answer: t.Statement): t.Node | undefined {
  if (answer.type !== 'ReturnStatement') return undefined;
  const { argument } = answer;
  const call = argument?.type === 'YieldExpression' ? argument.argument : argument;
  if (call?.type !== 'CallExpression') return undefined;
  return call.callee.type === 'MemberExpression' ? call.callee.object : call.callee;
}

/** True if a function, or a function inside of it, has a derivative version. */
export function hasInnerVersion(node: t.Function): boolean {
  let found = false;
  t.traverseFast(node, (inner) => {
    if (t.isFunction(inner) && answerIn(inner) !== undefined) found = true;
  });
  return found;
}

function bodyOf({ body }: t.Function, answer: t.Statement): t.Expression | t.BlockStatement {
  if (body.type === 'ConditionalExpression') return body.consequent;
  return answer.type === 'BlockStatement' ? answer : t.blockStatement([answer]);
}

/** The derivative version to show. This is data, which can be sent to a thread. */
type InnerVersion =
  | { readonly tag: 'none' }
  | { readonly tag: 'text'; readonly text: string }
  /** A function that only its module sees. */
  | { readonly tag: 'secret'; readonly name: string };

/** The code for people, without the marks of functions (general/original-places.ts). */
const printed = (node: t.Node): string =>
  generate(node, { shouldPrintComment: (comment) => !/^#\w+:\d+:\d+$/.test(comment) }).code;

const text = (node: t.Node): InnerVersion => ({ tag: 'text', text: printed(node) });

/** Finds the version inside a function. */
export function innerVersion(written: FunctionText): InnerVersion {
  const node = parsedFunction(written)?.node;
  const answer = t.isFunction(node) ? answerIn(node) : undefined;
  if (!t.isFunction(node) || answer === undefined) return { tag: 'none' };
  const called = calledIn(answer);
  if (called?.type === 'Identifier' && /\$dual\d*$/.test(called.name))
    return { tag: 'secret', name: called.name };
  if (t.isFunction(called)) return text(called);
  return text({ ...node, body: bodyOf(node, answer) } as t.Node);
}

/** The text of a function that is itself a version, as it is. */
export function printedFunction(written: FunctionText): string {
  const found = parsedFunction(written);
  return found === null ? '' : printed(found.node);
}

/**
 * The text of derivative versions, for people to read. A version is remembered with its function,
 * or it is inside of it, behind the question whether a derivative is in progress.
 */
import { generate, types as t } from '@babel/core';
import { notAFunction, notTranslated, outOfSight } from './errors.js';
import { attachedTo } from './runtime/index.js';
import { nodeOf, type Callable } from './text.js';

/** `$mode.on`, under whatever name the module system has for it. */
function asksMode(test: t.Node): boolean {
  if (test.type !== 'MemberExpression' || !t.isIdentifier(test.property, { name: 'on' }))
    return false;
  const { object } = test;
  if (object.type === 'Identifier') return /^\$+mode$/.test(object.name);
  return object.type === 'MemberExpression' && t.isIdentifier(object.property, { name: 'mode' });
}

/** What a translated function does in a derivative: `if ($mode.on) …` first, or `$mode.on ? … : …`. */
function answerIn({ body }: t.Function): t.Statement | undefined {
  if (body.type === 'ConditionalExpression') {
    return asksMode(body.test) ? t.returnStatement(body.consequent) : undefined;
  }
  const first = body.type === 'BlockStatement' ? body.body[0] : undefined;
  return first?.type === 'IfStatement' && asksMode(first.test) ? first.consequent : undefined;
}

/** What is called by `return f(x)`, `return f.call(this, x)` or `return yield* f(x)`. */
function calledIn(answer: t.Statement): t.Node | undefined {
  if (answer.type !== 'ReturnStatement') return undefined;
  const { argument } = answer;
  const call = argument?.type === 'YieldExpression' ? argument.argument : argument;
  if (call?.type !== 'CallExpression') return undefined;
  return call.callee.type === 'MemberExpression' ? call.callee.object : call.callee;
}

/** Whether a function, or one inside of it, shows that it has a derivative version. */
export function isTranslated(f: Callable): boolean {
  if (attachedTo(f).length > 0) return true;
  const node = nodeOf(f);
  if (node === undefined) return false;
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

function versionOf(f: Callable): t.Node {
  const node = nodeOf(f);
  if (node === undefined) throw notTranslated(f.name);
  const answer = answerIn(node);
  if (answer === undefined) throw notTranslated(f.name);
  const called = calledIn(answer);
  if (called?.type === 'Identifier' && /\$dual\d*$/.test(called.name))
    throw outOfSight(f.name, called.name);
  if (t.isFunction(called)) return called;
  return { ...node, body: bodyOf(node, answer) } as t.Node;
}

/**
 * The text of the derivative version of a translated function: what runs instead of it while a
 * derivative is in progress. The recording version, which a gradient of numeric code prefers, follows
 * if there is one beside it. Functions with a dollar sign in front are those of
 * `delta-tape/runtime`. O(length of the text).
 *
 * @throws DeltaTapeError if the function has no derivative version, or one that is its module's secret.
 * @example
 * derivativeSource(plain((x: number) => x * x)).includes('$mul(x, x)') // true
 */
export function derivativeSource(f: (...args: never[]) => unknown): string {
  if (typeof f !== 'function') throw notAFunction('derivativeSource', f);
  const attached = attachedTo(f).map((version) => nodeOf(version) ?? t.emptyStatement());
  const nodes = attached.length > 0 ? attached : [versionOf(f)];
  return nodes.map((node) => generate(node).code).join('\n\n');
}

/** From Babel's syntax to the core. O(size of the syntax). */
import { isFunction, type types as t } from '../front/syntax.js';
import type { Around, Forms, FunctionLike } from './around.js';
import { inScope } from './around.js';
import { classOf } from './classes.js';
import type { Core, Fn } from './core.js';
import { expression } from './expressions.js';
import { fn } from './functions.js';
import { statements } from './statements.js';

const forms: Forms = { expression, statements, fn, classOf };

/** The outermost place; functions may use what is around them by names that are declared nowhere here. */
const outermost = (isStrict: boolean): Around => ({
  forms,
  names: null,
  breaks: null,
  continues: null,
  labels: new Map(),
  renamed: new Map(),
  f: { hasArguments: false, isArrow: false, outer: null, temporaries: { next: 0 } },
  isStrict,
  privates: new Map(),
});

/**
 * The core of a function or a class that stands in no other one, as a form that makes it. `constants` are the names around it
 * that may not be assigned.
 */
export function definitionOf(
  node: FunctionLike | t.Class,
  name: string,
  isStrict: boolean,
  constants: Iterable<string>,
): Core {
  const around = inScope(outermost(isStrict), constants, []);
  return isFunction(node)
    ? { tag: 'closure', f: fn(node, around, name) }
    : classOf(node, around, name);
}

/** A program as a function of names that it uses. */
export function programOf(
  { sourceType, directives, body, loc }: t.Program,
  params: readonly string[],
): Fn {
  const node = {
    type: 'FunctionExpression',
    params: params.map((name) => ({ type: 'Identifier', name })),
    body: { type: 'BlockStatement', body, directives },
    loc,
  } as t.FunctionExpression;
  return fn(node, outermost(sourceType === 'module'), '');
}

/** Functions: their parameters as plain names, and what happens before their statements. */
import { realParams, type Node, type types as t } from '../front/syntax.js';
import {
  inScope,
  lineOf,
  refused,
  temporary,
  type Around,
  type FunctionLike,
  type State,
} from './around.js';
import { lexicalOf, makesFunctions, namesOfPattern, varNames } from './declared-names.js';
import { declared, known, sequence, variable, type Core, type Fn } from './core.js';
import { taken } from './patterns.js';

/** Gives names of the innermost scope their first value. */
export const declaring = (to: Node, value: Core): readonly Core[] =>
  to.type === 'Identifier'
    ? [declared(to.name, value)]
    : [refused(`a pattern with ${to.type}`, to)];

const hasDirective = (body: t.BlockStatement | t.Expression, text: string): boolean =>
  body.type === 'BlockStatement' && body.directives.some(({ value }) => value.value === text);

export function fn(node: FunctionLike, outside: Around, name: string): Fn {
  const isArrow = node.type === 'ArrowFunctionExpression';
  const f: State = {
    hasArguments: false,
    isArrow,
    outer: outside.f,
    temporaries: outside.f.temporaries,
  };
  const isStrict = outside.isStrict || hasDirective(node.body, 'use strict');
  const params = realParams(node.params as readonly Node[]);
  const names = params.flatMap(namesOfPattern);
  const inside: Around = {
    ...outside,
    f,
    isStrict,
    breaks: null,
    continues: null,
    renamed: new Map(),
  };
  const around = inScope(inside, [], names);
  const isSimple =
    params.every(({ type }) => type === 'Identifier') && new Set(names).size === names.length;
  const heads = isSimple ? null : headsOf(params, around);
  const statements = node.body.type === 'BlockStatement' ? node.body.body : [];
  const vars = [
    ...new Set([
      ...varNames(statements),
      ...lexicalOf(statements).functions.map(({ id }) => id!.name),
    ]),
  ].filter((one) => !names.includes(one));
  const bodyOf = (): Core => {
    if (hasDirective(node.body, 'use no grad'))
      return refused('a function that is left as it is', node);
    if (node.generator === true && node.async !== true) return refused('a generator', node);
    if (heads !== null && vars.length > 0 && params.some(makesFunctions))
      return refused('parameters with functions in them', node);
    if (node.body.type !== 'BlockStatement')
      return { tag: 'exit', how: 'return', value: around.forms.expression(node.body, around) };
    return bodyOfStatements(node.body, inScope(around, [], vars));
  };
  // The functions inside of it may be known.
  const body =
    node.async === true ? sequence([refused('an async function', node), bodyOf()]) : bodyOf();
  const whole: Core =
    heads === null ? body : { tag: 'block', scope: names, body: [...heads.before, body] };
  if (isArrow && f.hasArguments) outside.f.hasArguments = true;
  const firstUsual = params.findIndex(
    ({ type }) => type === 'AssignmentPattern' || type === 'RestElement',
  );
  return {
    name,
    kind: isArrow
      ? 'arrow'
      : node.type === 'ObjectMethod' ||
          node.type === 'ClassMethod' ||
          node.type === 'ClassPrivateMethod'
        ? 'method'
        : 'function',
    params: heads?.params ?? names,
    rest: heads?.rest ?? null,
    length: firstUsual < 0 ? params.length : firstUsual,
    vars,
    body: whole,
    isStrict,
    hasArguments: !isArrow && f.hasArguments,
    line: lineOf(node),
    at: node.start ?? -1,
  };
}

/** The statements of a function, with the functions among them first. */
function bodyOfStatements(node: t.BlockStatement, around: Around): Core {
  const { constants, variables, functions } = lexicalOf(node.body);
  const inner = inScope(around, constants, variables);
  const hoisted = functions.map((one): Core => ({
    tag: 'assign',
    name: one.id!.name,
    value: { tag: 'closure', f: inner.forms.fn(one, inner, one.id!.name) },
  }));
  const others = node.body.filter(({ type }) => type !== 'FunctionDeclaration');
  const body = inner.forms.statements(others, inner);
  return { tag: 'block', scope: [...constants, ...variables], body: [...hoisted, body] };
}

/** Parameters that are not plain: temporary names, and what their patterns take of these. */
function headsOf(params: readonly Node[], around: Around) {
  const names: string[] = [];
  let rest: string | null = null;
  const before = params.flatMap((param): readonly Core[] => {
    const own = temporary(around);
    if (param.type === 'RestElement') {
      rest = own;
      return taken(param.argument, variable(own), around, declaring);
    }
    names.push(own);
    if (param.type !== 'TSParameterProperty') return taken(param, variable(own), around, declaring);
    const fields = namesOfPattern(param).map((name): Core => ({
      tag: 'put',
      of: variable('this'),
      key: known(name),
      value: variable(name),
    }));
    return [...taken(param.parameter, variable(own), around, declaring), ...fields];
  });
  return { params: names, rest: rest as string | null, before };
}

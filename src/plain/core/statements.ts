/** Statements. */
import type { Node, types as t } from '../front/syntax.js';
import { inScope, lineOf, refused, temporary, type Around } from './around.js';
import { assigning } from './assignments.js';
import { lexicalOf } from './declared-names.js';
import { branch, declared, NOTHING, variable, type Core } from './core.js';
import { declaring } from './functions.js';
import { eachItem, eachKey, loop } from './loops.js';
import { named, taken } from './patterns.js';
import { selection } from './switches.js';

const types = [
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'EmptyStatement',
];

/** Statements of a scope that is open, each with its line. */
export function statements(nodes: readonly t.Statement[], around: Around): Core {
  const body: Core[] = [];
  const lines: number[] = [];
  for (const node of nodes) {
    for (const core of statement(node, around, null)) {
      body.push(core);
      lines.push(lineOf(node));
    }
  }
  return { tag: 'block', scope: null, body, lines };
}

/** Statements in a scope of their own, with the functions among them first. */
export function block(nodes: readonly t.Statement[], around: Around): Core {
  const { constants, variables, functions } = lexicalOf(nodes);
  const names = functions.map(({ id }) => id!.name);
  if (functions.length > 0 && !around.isStrict)
    return refused('a function in a block of sloppy code', functions[0]);
  const inner = inScope(around, constants, [...variables, ...names]);
  const hoisted = functions.map((one): Core => {
    const name = one.id!.name;
    return declared(name, { tag: 'closure', f: inner.forms.fn(one, inner, name) });
  });
  const others = nodes.filter(({ type }) => type !== 'FunctionDeclaration');
  return {
    tag: 'block',
    scope: [...constants, ...variables, ...names],
    body: [...hoisted, statements(others, inner)],
  };
}

const bodyOf = (node: t.Statement, around: Around): Core =>
  block(node.type === 'BlockStatement' ? node.body : [node], around);

function statement(node: t.Statement, around: Around, label: string | null): readonly Core[] {
  const of = (inner: Node): Core => around.forms.expression(inner, around);
  switch (node.type) {
    case 'ExpressionStatement':
      return [of(node.expression)];
    case 'VariableDeclaration':
      return declaration(node, around);
    case 'ClassDeclaration': {
      const name = node.id!.name;
      return node.declare === true
        ? []
        : [declared(name, around.forms.classOf(node, around, name))];
    }
    case 'BlockStatement':
      return [labelled(label, bodyOf(node, around))];
    case 'IfStatement': {
      const otherwise = node.alternate ? bodyOf(node.alternate, around) : NOTHING;
      return [labelled(label, branch(of(node.test), bodyOf(node.consequent, around), otherwise))];
    }
    case 'ReturnStatement':
      return [{ tag: 'exit', how: 'return', value: node.argument ? of(node.argument) : NOTHING }];
    case 'ThrowStatement':
      return [{ tag: 'exit', how: 'throw', value: of(node.argument) }];
    case 'BreakStatement':
    case 'ContinueStatement': {
      const how = node.type === 'BreakStatement' ? 'break' : 'continue';
      const name = node.label?.name;
      const own = name === undefined ? undefined : (around.labels.get(name) ?? name);
      const to = own ?? (how === 'break' ? around.breaks : around.continues);
      return [{ tag: 'exit', how, label: to! }];
    }
    case 'LabeledStatement':
      return labelledStatement(node, around);
    case 'TryStatement':
      return [labelled(label, attempt(node, around))];
    case 'ForStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return [loop(node, around, label ?? temporary(around), { bodyOf, declaration })];
    case 'ForOfStatement':
      return [eachItem(node, around, label ?? temporary(around), bodyOf)];
    case 'ForInStatement':
      return [eachKey(node, around, label ?? temporary(around), bodyOf)];
    case 'SwitchStatement':
      return [selection(node, around, label ?? temporary(around), statements)];
    default:
      return types.includes(node.type) || ('declare' in node && node.declare === true)
        ? []
        : [refused(`a statement of the kind ${node.type}`, node)];
  }
}

/** Of several labels, the core has the last. */
function labelledStatement(
  { body, label: { name } }: t.LabeledStatement,
  around: Around,
): readonly Core[] {
  let [inner, last] = [body, name];
  const names = [name];
  for (; inner.type === 'LabeledStatement'; inner = inner.body)
    names.push((last = inner.label.name));
  const labels = new Map([...around.labels, ...names.map((one) => [one, last] as const)]);
  return statement(inner, { ...around, labels }, last);
}

const labelled = (label: string | null, core: Core): Core =>
  label === null ? core : { tag: 'block', scope: null, label, body: [core] };

function declaration(node: t.VariableDeclaration, around: Around): readonly Core[] {
  if (node.declare === true) return [];
  if (node.kind !== 'var' && node.kind !== 'let' && node.kind !== 'const')
    return [refused(`a declaration by ${node.kind}`, node)];
  const isVar = node.kind === 'var';
  return node.declarations.flatMap(({ id, init }) => {
    if (init == null) return isVar || id.type !== 'Identifier' ? [] : [declared(id.name, NOTHING)];
    const value = around.forms.expression(named(init, id), around);
    return taken(id, value, around, isVar ? assigning : declaring);
  });
}

function attempt(node: t.TryStatement, around: Around): Core {
  const caught = temporary(around);
  const { handler, finalizer } = node;
  const handled = (): Core => {
    if (handler === null || handler === undefined) return NOTHING;
    const names = handler.param
      ? lexicalOf([
          {
            type: 'VariableDeclaration',
            kind: 'let',
            declarations: [{ type: 'VariableDeclarator', id: handler.param }],
          } as never,
        ]).variables
      : [];
    const inner = inScope(around, [], names);
    const before = handler.param ? taken(handler.param, variable(caught), inner, declaring) : [];
    return { tag: 'block', scope: names, body: [...before, bodyOf(handler.body, inner)] };
  };
  return {
    tag: 'try',
    body: bodyOf(node.block, around),
    caught,
    handler: handler == null ? null : handled(),
    finalizer: finalizer == null ? null : bodyOf(finalizer, around),
  };
}

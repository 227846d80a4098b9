/** Loops: those with a test, and those that go through something. */
import type { Node, types as t } from '../front/syntax.js';
import { inScope, refused, temporary, type Around } from './around.js';
import { assigning } from './assignments.js';
import { lexicalOf, makesFunctions } from './declared-names.js';
import {
  branch,
  declared,
  known,
  NOTHING,
  operation,
  scoped,
  sequence,
  variable,
  type Core,
} from './core.js';
import { declaring } from './functions.js';
import { taken } from './patterns.js';

type Body = (node: t.Statement, around: Around) => Core;
interface Parts {
  readonly bodyOf: Body;
  readonly declaration: (node: t.VariableDeclaration, around: Around) => readonly Core[];
}

const inLoop = (around: Around, label: string): Around => ({
  ...around,
  breaks: label,
  continues: label,
});

export function loop(
  node: t.ForStatement | t.WhileStatement | t.DoWhileStatement,
  outside: Around,
  label: string,
  parts: Parts,
): Core {
  const around = inLoop(outside, label);
  const { bodyOf } = parts;
  const of = (inner: Node): Core => around.forms.expression(inner, around);
  switch (node.type) {
    case 'WhileStatement':
      return {
        tag: 'loop',
        label,
        test: of(node.test),
        body: bodyOf(node.body, around),
        update: null,
      };
    case 'DoWhileStatement': {
      const first = temporary(around);
      const begun: Core = { tag: 'assign', name: first, value: known(false) };
      return scoped([
        declared(first, known(true)),
        {
          tag: 'loop',
          label,
          test: { tag: 'or', left: variable(first), right: of(node.test) },
          body: sequence([begun, bodyOf(node.body, around)]),
          update: null,
        },
      ]);
    }
    case 'ForStatement':
      return counting(node, around, label, parts);
  }
}

function counting(
  node: t.ForStatement,
  around: Around,
  label: string,
  { bodyOf, declaration }: Parts,
): Core {
  const { init, test, update, body } = node;
  const isDeclared = init?.type === 'VariableDeclaration';
  const { constants, variables } = lexicalOf(isDeclared ? [init] : []);
  const own = inScope(around, constants, variables);
  const before =
    init == null ? [] : isDeclared ? declaration(init, own) : [own.forms.expression(init, own)];
  const testOf = (at: Around): Core => (test == null ? known(true) : at.forms.expression(test, at));
  const updateOf = (at: Around): Core | null =>
    update == null ? null : at.forms.expression(update, at);
  const names = [...constants, ...variables];
  if (
    variables.length === 0 ||
    ![body, init, test, update].some((part) => part != null && makesFunctions(part))
  )
    return {
      tag: 'block',
      scope: names,
      body: [
        ...before,
        { tag: 'loop', label, test: testOf(own), body: bodyOf(body, own), update: updateOf(own) },
      ],
    };
  // Each step has variables of its own, which functions keep: they begin with what the last step left.
  const head = [init, test, update].find((part) => part != null && makesFunctions(part));
  if (head != null) return refused('a function in the head of a loop', head);
  const last = new Map(variables.map((name) => [name, temporary(around)]));
  const between: Around = { ...own, renamed: new Map([...around.renamed, ...last]) };
  const end = temporary(around);
  const begin = variables.map((name) => declared(name, variable(last.get(name)!)));
  const keep = variables.map((name): Core => ({
    tag: 'assign',
    name: last.get(name)!,
    value: variable(name),
  }));
  const step: Core = {
    tag: 'block',
    scope: null,
    label: end,
    body: [bodyOf(body, { ...own, continues: end })],
  };
  const first = variables.map((name) => declared(last.get(name)!, variable(name)));
  return {
    tag: 'block',
    scope: names,
    body: [
      ...before,
      ...first,
      {
        tag: 'loop',
        label,
        test: testOf(between),
        body: {
          tag: 'block',
          scope: variables,
          body: [...begin, relabelled(step, label, end), ...keep],
        },
        update: updateOf(between),
      },
    ],
  };
}

/** Exits that go on with the loop end the step first. */
function relabelled(core: Core, label: string, end: string): Core {
  const visit = (of: unknown): unknown => {
    if (typeof of !== 'object' || of === null) return of;
    if (Array.isArray(of)) return of.map(visit);
    const form = of as Record<string, unknown>;
    if (form.tag === 'closure' || form.tag === 'class') return of;
    if (
      form.tag === 'exit' &&
      form.how === 'continue' &&
      (form.label === label || form.label === end)
    )
      return { ...form, how: 'break', label: end };
    return Object.fromEntries(Object.entries(form).map(([key, part]) => [key, visit(part)]));
  };
  return visit(core) as Core;
}

/** The assignment of each step's value to the variable of a loop over something. */
function given(
  node: t.ForOfStatement | t.ForInStatement,
  name: string,
  around: Around,
): readonly Core[] {
  const { left } = node;
  if (left.type !== 'VariableDeclaration') return taken(left, variable(name), around, assigning);
  const [{ id }] = left.declarations;
  return taken(id, variable(name), around, left.kind === 'var' ? assigning : declaring);
}

function scopeOf({ left }: t.ForOfStatement | t.ForInStatement, around: Around) {
  const { constants, variables } = lexicalOf(left.type === 'VariableDeclaration' ? [left] : []);
  return { names: [...constants, ...variables], own: inScope(around, constants, variables) };
}

export function eachItem(
  node: t.ForOfStatement,
  outside: Around,
  label: string,
  bodyOf: Body,
): Core {
  if (node.await) return refused('for await', node);
  const { names, own } = scopeOf(node, inLoop(outside, label));
  const name = temporary(outside);
  return {
    tag: 'each',
    label,
    of: outside.forms.expression(node.right, outside),
    name,
    body: { tag: 'block', scope: names, body: [...given(node, name, own), bodyOf(node.body, own)] },
  };
}

/** `for … in`: the keys as they are at first, without those that are taken away meanwhile. */
export function eachKey(
  node: t.ForInStatement,
  outside: Around,
  label: string,
  bodyOf: Body,
): Core {
  const { names, own } = scopeOf(node, inLoop(outside, label));
  const [name, of] = [temporary(outside), temporary(outside)];
  const step: Core = {
    tag: 'block',
    scope: names,
    body: [...given(node, name, own), bodyOf(node.body, own)],
  };
  return scoped([
    declared(of, outside.forms.expression(node.right, outside)),
    {
      tag: 'each',
      label,
      of: operation('enumerable', variable(of)),
      name,
      body: branch(operation('has', variable(name), variable(of)), step, NOTHING),
    },
  ]);
}

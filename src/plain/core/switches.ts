/**
 * `switch`: a chain of branches where no case goes on with the next one, and otherwise the number of the
 * first case that runs.
 */
import type { types as t } from '../front/syntax.js';
import { inScope, temporary, type Around } from './around.js';
import { lexicalOf } from './declared-names.js';
import { branch, declared, known, NOTHING, operation, variable, type Core } from './core.js';

type Statements = (nodes: readonly t.Statement[], around: Around) => Core;

/** True if the code after a statement is never reached. */
function leaves(node: t.Statement | undefined): boolean {
  switch (node?.type) {
    case 'BlockStatement':
      return leaves(node.body.at(-1));
    case 'IfStatement':
      return leaves(node.consequent) && leaves(node.alternate ?? undefined);
    case 'BreakStatement':
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
      return true;
    default:
      return false;
  }
}

export function selection(
  node: t.SwitchStatement,
  outside: Around,
  label: string,
  statements: Statements,
): Core {
  const { cases } = node;
  const { constants, variables, functions } = lexicalOf(
    cases.flatMap(({ consequent }) => consequent),
  );
  const names = functions.map(({ id }) => id!.name);
  const around = inScope({ ...outside, breaks: label }, constants, [...variables, ...names]);
  const hoisted = functions.map((one): Core =>
    declared(one.id!.name, { tag: 'closure', f: around.forms.fn(one, around, one.id!.name) }),
  );
  const asked = temporary(outside);
  const bodies = cases.map(({ consequent }) =>
    statements(
      consequent.filter(({ type }) => type !== 'FunctionDeclaration'),
      around,
    ),
  );
  const tests = cases.map(({ test }) =>
    test == null ? null : operation('===', variable(asked), around.forms.expression(test, around)),
  );
  const isChain = cases.every(
    ({ consequent }, k) =>
      k + 1 === cases.length || consequent.length === 0 || leaves(consequent.at(-1)),
  );
  const body = isChain ? chainOf(cases, tests, bodies) : inOrder(tests, bodies, around);
  return {
    tag: 'block',
    scope: [...constants, ...variables, ...names],
    label,
    body: [
      declared(asked, outside.forms.expression(node.discriminant, outside)),
      ...hoisted,
      ...body,
    ],
  };
}

/** Tests in order, each with the body of the first case from there that has one; the default comes last. */
function chainOf(
  cases: readonly t.SwitchCase[],
  tests: readonly (Core | null)[],
  bodies: readonly Core[],
): readonly Core[] {
  const bodyAt = (k: number): Core => {
    const at = cases.findIndex(({ consequent }, j) => j >= k && consequent.length > 0);
    return at < 0 ? NOTHING : bodies[at];
  };
  const usual = tests.indexOf(null);
  const groups: { test: Core; body: Core }[] = [];
  tests.forEach((test, k) => {
    if (test === null) return;
    const body = bodyAt(k);
    const last = groups.at(-1);
    // Cases of one body ask in turn, so that it stands there once.
    if (last?.body === body && body !== NOTHING)
      last.test = { tag: 'or', left: last.test, right: test };
    else groups.push({ test, body });
  });
  const end = usual < 0 ? NOTHING : bodyAt(usual);
  return [groups.reduceRight((rest, { test, body }) => branch(test, body, rest), end)];
}

function inOrder(
  tests: readonly (Core | null)[],
  bodies: readonly Core[],
  around: Around,
): readonly Core[] {
  const first = temporary(around);
  const usual = tests.indexOf(null);
  const found = tests.reduceRight(
    (rest: Core, test, k) => (test === null ? rest : branch(test, known(k), rest)),
    known(usual < 0 ? tests.length : usual),
  );
  const steps = bodies.map((body, k) => branch(operation('<=', variable(first), known(k)), body));
  return [declared(first, found), ...steps];
}

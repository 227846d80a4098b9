/** Assignments, and what reads a place, changes its value and writes it. */
import { bare, type Node, type types as t } from '../front/syntax.js';
import { isConstant, refused, temporary, type Around } from './around.js';
import { isMember, member } from './member-chains.js';
import { declared, operation, scoped, variable, type Core } from './core.js';
import { named, taken, type Give } from './patterns.js';

/** Gives a variable or a member a value. */
function given(node: Node, value: Core, around: Around): Core {
  const to = bare(node);
  if (to.type === 'Identifier') return assigned(to, value, around);
  if (!isMember(to)) return refused(`an assignment to ${to.type}`, to);
  return member(to, around, (of, key, self) =>
    self ? refused('a property of super is written', to) : { tag: 'put', of, key, value },
  );
}

function assigned(to: t.Identifier, value: Core, around: Around): Core {
  if (isConstant(around, to.name) === true)
    return refused(`the constant ${to.name} is assigned`, to);
  if (to.name === 'arguments') return refused('arguments is assigned', to);
  return { tag: 'assign', name: around.renamed.get(to.name) ?? to.name, value };
}

/** The action of patterns that assign. */
export const assigning: Give = (to, value, around) => [given(to, value, around)];

const isTarget = (node: Node): boolean => {
  const { type } = bare(node);
  return type !== 'ArrayPattern' && type !== 'ObjectPattern';
};

export function assignment(node: t.AssignmentExpression, around: Around): Core {
  const { operator, left, right } = node;
  const value = () => around.forms.expression(named(right, bare(left)), around);
  if (operator === '=') {
    if (isTarget(left)) return given(left, value(), around);
    const own = temporary(around);
    const parts = taken(bare(left), variable(own), around, assigning);
    return scoped([declared(own, value()), ...parts, variable(own)]);
  }
  const by = operator.slice(0, -1);
  const shortcut = ({ '&&': 'and', '||': 'or', '??': 'nullish' } as const)[by];
  return updated(left, around, (old, put) =>
    shortcut ? { tag: shortcut, left: old, right: put(value()) } : put(operation(by, old, value())),
  );
}

/** `x++` and `--x`. */
export function counted(node: t.UpdateExpression, around: Around): Core {
  const by = node.operator === '++' ? 'increment' : 'decrement';
  return updated(node.argument, around, (old, put) => {
    if (node.prefix) return put(operation(by, operation('numeric', old)));
    const own = temporary(around);
    return scoped([
      declared(own, operation('numeric', old)),
      put(operation(by, variable(own))),
      variable(own),
    ]);
  });
}

/** Reads a place once, and writes it once or not at all. */
function updated(
  node: Node,
  around: Around,
  change: (old: Core, put: (value: Core) => Core) => Core,
): Core {
  const to = bare(node);
  if (to.type === 'Identifier') {
    const old = variable(around.renamed.get(to.name) ?? to.name);
    return change(old, (value) => assigned(to, value, around));
  }
  if (!isMember(to)) return refused(`an assignment to ${to.type}`, to);
  return member(to, around, (of, key, self) => {
    if (self) return refused('a property of super is written', to);
    const object = temporary(around);
    const property = temporary(around);
    // Names and private names are what they are; anything else is made a key once.
    const isPlain = key.tag === 'known' || (key.tag === 'var' && key.name.startsWith('#'));
    const place = { of: variable(object), key: isPlain ? key : variable(property) };
    return scoped([
      declared(object, of),
      ...(isPlain ? [] : [declared(property, operation('key', key))]),
      change({ tag: 'get', ...place }, (value) => ({ tag: 'put', ...place, value })),
    ]);
  });
}

/** Expressions. */
import { bare, isFunction, type Node, type types as t } from '../front/syntax.js';
import { inScope, isConstant, privateName, refused, type Around, type State } from './around.js';
import { assignment, counted } from './assignments.js';
import { argsOf, chain, isMember, member } from './member-chains.js';
import {
  branch,
  declared,
  known,
  NOTHING,
  operation,
  sequence,
  variable,
  type Core,
  type Entry,
} from './core.js';
import { named, nameOfKey, namesGiven } from './patterns.js';

const shortcuts = { '&&': 'and', '||': 'or', '??': 'nullish' } as const;

export function expression(node: Node, around: Around): Core {
  const of = (inner: Node): Core => around.forms.expression(inner, around);
  switch (node.type) {
    case 'NumericLiteral':
    case 'StringLiteral':
    case 'BooleanLiteral':
      return known(node.value);
    case 'NullLiteral':
      return known(null);
    case 'BigIntLiteral':
      return known(BigInt(node.value));
    case 'RegExpLiteral':
      return operation('regexp', known(node.pattern), known(node.flags));
    case 'Identifier':
      return identifier(node, around);
    case 'ThisExpression':
      return variable('this');
    case 'Super':
      return variable('super');
    case 'MetaProperty':
      return node.meta.name === 'new' ? variable('new.target') : refused('import.meta', node);
    case 'TemplateLiteral':
      return template(node, around);
    case 'UnaryExpression':
      return unary(node, around);
    case 'BinaryExpression':
      return node.left.type === 'PrivateName'
        ? operation('in', variable(privateName(around, node.left.id.name)), of(node.right))
        : operation(node.operator, of(node.left), of(node.right));
    case 'LogicalExpression':
      return { tag: shortcuts[node.operator], left: of(node.left), right: of(node.right) };
    case 'ConditionalExpression':
      return branch(of(node.test), of(node.consequent), of(node.alternate));
    case 'SequenceExpression':
      return sequence(node.expressions.map(of));
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return closure(node, around);
    case 'ClassExpression':
      return around.forms.classOf(node, around, node.id?.name ?? namesGiven.get(node) ?? '');
    case 'ArrayExpression':
      return {
        tag: 'array',
        items: node.elements.map((item) =>
          item === null ? { tag: 'hole' } : argsOf([item], around)[0],
        ),
      };
    case 'ObjectExpression':
      return object(node, around);
    case 'MemberExpression':
    case 'OptionalMemberExpression':
    case 'CallExpression':
    case 'OptionalCallExpression':
      return chain(node, around, (core) => core);
    case 'NewExpression':
      return { tag: 'new', f: of(node.callee), args: argsOf(node.arguments, around) };
    case 'AwaitExpression':
      return sequence([refused('await', node), of(node.argument)]);
    case 'AssignmentExpression':
      return assignment(node, around);
    case 'UpdateExpression':
      return counted(node, around);
    default: {
      const inner = bare(node);
      return inner === node ? refused(`an expression of the kind ${node.type}`, node) : of(inner);
    }
  }
}

function identifier({ name }: t.Identifier, around: Around): Core {
  const isOwn = isConstant(around, name) !== null;
  if (name === 'undefined' && !isOwn) return NOTHING;
  if (name === 'arguments' && !isOwn) {
    let f: State | null = around.f;
    while (f?.isArrow) f = f.outer;
    if (f) f.hasArguments = true;
  }
  return variable(around.renamed.get(name) ?? name);
}

function template(node: t.TemplateLiteral, around: Around): Core {
  const texts = node.quasis.map(({ value }) => known(value.cooked ?? ''));
  const parts = node.expressions.flatMap((inner, k) => [
    around.forms.expression(inner, around),
    texts[k + 1],
  ]);
  return operation('template', texts[0], ...parts);
}

function unary({ operator, argument }: t.UnaryExpression, around: Around): Core {
  const of = (inner: Node): Core => around.forms.expression(inner, around);
  const inner = bare(argument);
  switch (operator) {
    case 'void':
      return sequence([of(argument), NOTHING]);
    case 'typeof':
      return inner.type === 'Identifier' && isConstant(around, inner.name) === null
        ? operation('typeof name', known(inner.name))
        : operation('typeof', of(argument));
    case 'delete':
      if (!isMember(inner)) return refused('delete of something that is not a member', argument);
      return member(inner, around, (object, key, self) =>
        self
          ? refused('delete of a property of super', argument)
          : operation('delete', object, key),
      );
    case 'throw':
      return refused('throw as an expression', argument);
    default:
      return operation(`unary ${operator}`, of(argument));
  }
}

/** A function as a value; its name is a constant of its own in it. */
function closure(node: t.FunctionExpression | t.ArrowFunctionExpression, around: Around): Core {
  const own = node.type === 'FunctionExpression' ? node.id?.name : undefined;
  if (own === undefined)
    return { tag: 'closure', f: around.forms.fn(node, around, namesGiven.get(node) ?? '') };
  const inside = inScope(around, [own], []);
  const f: Core = { tag: 'closure', f: inside.forms.fn(node, inside, own) };
  return { tag: 'block', scope: [own], body: [declared(own, f), variable(own)] };
}

function object(node: t.ObjectExpression, around: Around): Core {
  const entries: Entry[] = [];
  for (const one of node.properties) {
    if (one.type === 'SpreadElement') {
      entries.push({ kind: 'spread', of: around.forms.expression(one.argument, around) });
      continue;
    }
    const name = one.computed ? '' : nameOfKey(one.key);
    const key = one.computed ? around.forms.expression(one.key, around) : known(name);
    if (one.type === 'ObjectProperty') {
      if (name === '__proto__' && !one.computed && !one.shorthand)
        return refused('__proto__ in a literal', one);
      const value = around.forms.expression(
        named(one.value, { type: 'Identifier', name } as Node),
        around,
      );
      entries.push({ kind: 'value', key, value });
    } else if (isFunction(one)) {
      const value: Core = { tag: 'closure', f: around.forms.fn(one, around, name) };
      entries.push({ kind: one.kind === 'method' ? 'value' : one.kind, key, value });
    }
  }
  return { tag: 'object', entries };
}

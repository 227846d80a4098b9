/** Classes: their constructor, and their members in order. */
import type { Node, types as t } from '../front/syntax.js';
import { inScope, lineOf, privateName, refused, type Around, type FunctionLike } from './around.js';
import {
  declared,
  known,
  NOTHING,
  variable,
  type Class,
  type Core,
  type Fn,
  type Member,
} from './core.js';
import { named, nameOfKey } from './patterns.js';

type Part = t.ClassBody['body'][number];

const keyOf = (
  node: { readonly key: Node; readonly computed?: boolean | null },
  around: Around,
): Core => {
  if (node.key.type === 'PrivateName') return variable(privateName(around, node.key.id.name));
  return node.computed === true
    ? around.forms.expression(node.key, around)
    : known(nameOfKey(node.key));
};
const nameOfMember = (key: Node): string =>
  key.type === 'PrivateName' ? `#${key.id.name}` : nameOfKey(key);

/** A function without parameters, whose value is that of an expression. */
function initialiser(
  value: Node | null | undefined,
  name: string,
  line: number,
  around: Around,
): Fn {
  const f = { ...around.f, hasArguments: false, isArrow: false };
  const inside: Around = { ...around, f, breaks: null, continues: null, renamed: new Map() };
  const given = value == null ? NOTHING : around.forms.expression(value, inside);
  return methodOf(name, { tag: 'exit', how: 'return', value: given }, line);
}

const methodOf = (name: string, body: Core, line: number): Fn => ({
  name,
  kind: 'method',
  params: [],
  rest: null,
  length: 0,
  vars: [],
  body,
  isStrict: true,
  hasArguments: false,
  line,
  at: -1,
});

function memberOf(part: Part, around: Around): Member | Core | null {
  const line = lineOf(part);
  switch (part.type) {
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      if (part.kind === 'constructor' || ('abstract' in part && part.abstract === true))
        return null;
      return {
        kind: part.kind,
        isStatic: part.static === true,
        key: keyOf(part, around),
        f: around.forms.fn(part, around, nameOfMember(part.key)),
      };
    case 'ClassProperty':
    case 'ClassPrivateProperty': {
      if ('declare' in part && part.declare === true) return null;
      const name = nameOfMember(part.key);
      const value = part.value && named(part.value, { type: 'Identifier', name } as Node);
      const f = initialiser(value, name, line, around);
      return { kind: 'field', isStatic: part.static === true, key: keyOf(part, around), f };
    }
    case 'StaticBlock': {
      const inside: Around = { ...around, breaks: null, continues: null };
      const f = methodOf('', around.forms.statements(part.body, inside), line);
      return { kind: 'block', isStatic: true, key: NOTHING, f };
    }
    case 'TSDeclareMethod':
    case 'TSIndexSignature':
      return null;
    default:
      return refused(`a member of a class of the kind ${part.type}`, part);
  }
}

const isParameterField = ({ type }: Node): boolean => type === 'TSParameterProperty';

/** A class as an expression; its name is a constant of its own in it. */
export function classOf(node: t.Class, outside: Around, name: string): Core {
  const own = node.id?.name;
  const parts = node.body.body;
  const privates = parts.flatMap(privateNameOf);
  const place = `${name}:${lineOf(node)}:${node.loc?.start.column ?? 0}`;
  const strict: Around = {
    ...outside,
    isStrict: true,
    privates: new Map([
      ...outside.privates,
      ...privates.map((one) => [one, `#${one}\0${place}`] as const),
    ]),
  };
  const around = own === undefined ? strict : inScope(strict, [own], []);
  if (
    (node.decorators?.length ?? 0) > 0 ||
    parts.some((part) => 'decorators' in part && (part.decorators?.length ?? 0) > 0)
  )
    return refused('a decorator', node);
  const members = parts.flatMap((part) => memberOf(part, around) ?? []);
  const other = members.find((one): one is Core => 'tag' in one);
  if (other) return other;
  const make = parts.find(
    (part): part is t.ClassMethod => part.type === 'ClassMethod' && part.kind === 'constructor',
  );
  if (node.superClass != null && make?.params.some(isParameterField))
    return refused('a parameter that is a field, in a class with a parent', node);
  const made: Class = {
    name,
    parent: node.superClass == null ? null : around.forms.expression(node.superClass, around),
    make: make ? around.forms.fn(make as FunctionLike, around, name) : null,
    members: members as Member[],
    privates: [...new Set(privates)].map((one) => privateName(around, one)),
    line: lineOf(node),
    at: node.start ?? -1,
  };
  const value: Core = { tag: 'class', made };
  if (own === undefined) return value;
  return { tag: 'block', scope: [own], body: [declared(own, value), variable(own)] };
}

const privateNameOf = (part: Part): readonly string[] =>
  part.type === 'ClassPrivateMethod' || part.type === 'ClassPrivateProperty'
    ? [part.key.id.name]
    : [];

/** Members and calls, in chains: where a part is optional and nothing is there, the rest is not done. */
import { bare, type Node, type types as t } from '../front/syntax.js';
import { privateName, refused, temporary, type Around } from './around.js';
import {
  branch,
  declared,
  known,
  NOTHING,
  operation,
  scoped,
  sequence,
  variable,
  type Arg,
  type Core,
} from './core.js';

export type Member = t.MemberExpression | t.OptionalMemberExpression;
export type Call = t.CallExpression | t.OptionalCallExpression;

export const isMember = (node: Node): node is Member =>
  node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';
const isCall = (node: Node): node is Call =>
  node.type === 'CallExpression' || node.type === 'OptionalCallExpression';

const isOptional = (node: Member | Call): boolean => 'optional' in node && node.optional === true;

const keyOf = (node: Member, around: Around): Core => {
  const { property } = node;
  if (node.computed) return around.forms.expression(property, around);
  if (property.type === 'PrivateName') return variable(privateName(around, property.id.name));
  return known((property as t.Identifier).name);
};

export const argsOf = (nodes: readonly Node[], around: Around): readonly Arg[] =>
  nodes.map((node) =>
    node.type === 'SpreadElement'
      ? { tag: 'spread', of: around.forms.expression(node.argument, around) }
      : around.forms.expression(node, around),
  );

/** Goes on only if something is there. */
function unlessNothing(
  of: Core,
  isOptional: boolean,
  around: Around,
  then: (of: Core) => Core,
): Core {
  if (!isOptional) return then(of);
  const own = temporary(around);
  const test = operation('==', variable(own), known(null));
  return scoped([declared(own, of), branch(test, NOTHING, then(variable(own)))]);
}

/** Parentheses end a chain. */
const wrapped = ['TSNonNullExpression', 'TSAsExpression', 'TSSatisfiesExpression'];
const goesOn = (node: Node): boolean =>
  node.extra?.parenthesized !== true ||
  node.type === 'MemberExpression' ||
  node.type === 'CallExpression';

/** A chain, and what is done with its value where it is not ended by nothing. */
export function chain(given: Node, around: Around, then: (of: Core) => Core): Core {
  let node = given;
  while (wrapped.includes(node.type)) node = (node as t.TSAsExpression).expression;
  if (!goesOn(node) && node !== given) return then(around.forms.expression(node, around));
  if (isMember(node))
    return member(node, around, (of, key, self) =>
      then({ tag: 'get', of, key, ...(self && { self }) }),
    );
  if (isCall(node)) return called(node, around, then);
  return then(around.forms.expression(node, around));
}

/** Desugars a member: `then` gets the object and its key. */
export function member(
  node: Member,
  around: Around,
  then: (of: Core, key: Core, self?: Core) => Core,
): Core {
  if (node.object.type === 'Super')
    return then(variable('super'), keyOf(node, around), variable('this'));
  return inner(node.object, around, (object) =>
    unlessNothing(object, isOptional(node), around, (of) => then(of, keyOf(node, around))),
  );
}

/** The rest of a chain, unless it is in parentheses. */
const inner = (node: Node, around: Around, then: (of: Core) => Core): Core =>
  goesOn(node) ? chain(node, around, then) : then(around.forms.expression(node, around));

function called(node: Call, around: Around, then: (of: Core) => Core): Core {
  const callee = bare(node.callee);
  if (callee.type === 'Import') return refused('an import inside', node);
  const args = () => argsOf(node.arguments, around);
  if (callee.type === 'Super') return then({ tag: 'super', args: args() });
  if (!isMember(callee))
    return inner(callee, around, (f) =>
      unlessNothing(f, isOptional(node), around, (own) =>
        then({ tag: 'call', f: own, args: args() }),
      ),
    );
  return callee.extra?.parenthesized === true && callee.type === 'OptionalMemberExpression'
    ? calledApart(callee, node, around, then)
    : member(callee, around, (of, key, self) => {
        if (self) {
          const f: Core = { tag: 'get', of, key, self };
          return unlessNothing(f, isOptional(node), around, (own) =>
            then({ tag: 'call', f: own, self, args: args() }),
          );
        }
        if (!isOptional(node)) return then({ tag: 'invoke', on: of, key, args: args() });
        const object = temporary(around);
        const f: Core = { tag: 'get', of: variable(object), key };
        return scoped([
          declared(object, of),
          unlessNothing(f, true, around, (own) =>
            then({ tag: 'call', f: own, self: variable(object), args: args() }),
          ),
        ]);
      });
}

/** A call of an optional member in parentheses: where nothing is there, nothing is called, which throws. */
function calledApart(callee: Member, node: Call, around: Around, then: (of: Core) => Core): Core {
  const [self, f] = [temporary(around), temporary(around)];
  const found = member(callee, around, (of, key, own) => {
    if (own) return { tag: 'get', of, key, self: own };
    const object: Core = { tag: 'assign', name: self, value: of };
    return sequence([object, { tag: 'get', of: variable(self), key }]);
  });
  return scoped([
    declared(self, NOTHING),
    declared(f, found),
    unlessNothing(variable(f), isOptional(node), around, (own) =>
      then({ tag: 'call', f: own, self: variable(self), args: argsOf(node.arguments, around) }),
    ),
  ]);
}

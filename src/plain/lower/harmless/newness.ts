/**
 * How new values are: which objects a call makes itself, and may change therefore. A number or a text is *plain*; an object may
 * be new, with what it holds. Types are believed where they say that something holds numbers and texts only.
 */
import type { Definition } from '../../front/variable-values.js';
import { bare, nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';

/** `shared` may have been there before. `whole` is new with all that it holds. */
export type Newness = 'plain' | 'whole' | 'shared' | Holding;
interface Holding {
  readonly isNew: boolean;
  /** What is in it. */
  readonly of: Newness;
}

/** Deeper objects count as shared. */
const DEEPEST = 5;

const depthOf = (of: Newness): number => (typeof of === 'string' ? 0 : 1 + depthOf(of.of));

/** An object that holds something. */
export function holding(isNew: boolean, of: Newness): Newness {
  if (isNew && (of === 'plain' || of === 'whole')) return 'whole';
  if (of === 'shared' && !isNew) return 'shared';
  return { isNew, of: depthOf(of) < DEEPEST ? of : 'shared' };
}

export const isNew = (of: Newness): boolean =>
  of === 'plain' || of === 'whole' || (of !== 'shared' && of.isNew);

/** Whether nothing in it was there before. */
export const isWhole = (of: Newness): boolean => of === 'plain' || of === 'whole';

export const partOf = (of: Newness): Newness => (typeof of === 'string' ? of : of.of);

/** What is either of both. */
export function either(one: Newness, other: Newness): Newness {
  if (one === other || other === 'plain') return one;
  if (one === 'plain') return other;
  if (one === 'shared' || other === 'shared') return 'shared';
  return holding(isNew(one) && isNew(other), either(partOf(one), partOf(other)));
}

export const sameNewness = (one: Newness, other: Newness): boolean =>
  typeof one === 'string' || typeof other === 'string'
    ? one === other
    : one.isNew === other.isNew && sameNewness(one.of, other.of);

const plainTypes: readonly string[] = [
  'TSNumberKeyword',
  'TSStringKeyword',
  'TSBooleanKeyword',
  'TSUndefinedKeyword',
  'TSNullKeyword',
  'TSLiteralType',
  'TSVoidKeyword',
];
const lists: readonly string[] = ['Array', 'ReadonlyArray', 'Set', 'ReadonlySet', 'Iterable'];
const maps: readonly string[] = ['Map', 'ReadonlyMap'];
const typed = /^(Float(32|64)|U?[Ii]nt(8|16|32))Array$/;

/** What a type says, if it names what is in it down to numbers and texts. */
export function newnessOfType(given: Node | null | undefined): Newness | undefined {
  if (given == null) return undefined;
  if (given.type === 'TSTypeAnnotation') return newnessOfType(given.typeAnnotation);
  if (plainTypes.includes(given.type)) return 'plain';
  switch (given.type) {
    case 'TSParenthesizedType':
      return newnessOfType(given.typeAnnotation);
    case 'TSTypeOperator':
      return newnessOfType(given.typeAnnotation);
    case 'TSArrayType':
      return held([given.elementType]);
    case 'TSTupleType':
      return held(
        given.elementTypes.map((one) =>
          one.type === 'TSNamedTupleMember' ? one.elementType : one,
        ),
      );
    case 'TSUnionType':
      return given.types.reduce<Newness | undefined>((before, one) => {
        const found = newnessOfType(one);
        return before && found && either(before, found);
      }, 'plain');
    case 'TSTypeLiteral':
      return held(
        given.members.map((one) =>
          one.type === 'TSPropertySignature' && !isCount(one.key) ? one.typeAnnotation : undefined,
        ),
      );
    case 'TSTypeReference': {
      if (given.typeName.type !== 'Identifier') return undefined;
      const { name } = given.typeName;
      if (typed.test(name)) return holding(false, 'plain');
      const { typeParameters, typeArguments } = given as Parametrised;
      const args = (typeParameters ?? typeArguments)?.params;
      if (args === undefined) return undefined;
      if (lists.includes(name) || maps.includes(name)) return held(args);
      const found = name === 'Record' ? held(args) : undefined;
      return found !== undefined && partOf(found) === 'plain' ? found : undefined;
    }
    default:
      return undefined;
  }
}

/** Of anything else than these fields, a length and a size are numbers. */
const isCount = (key: Node): boolean =>
  ['length', 'size'].includes(nameOfKey(key, false) ?? 'length');

/** Both versions of Babel. */
interface Parametrised {
  readonly typeParameters?: { readonly params: readonly Node[] } | null;
  readonly typeArguments?: { readonly params: readonly Node[] } | null;
}

function held(types: readonly (Node | null | undefined)[]): Newness | undefined {
  const all = types.map(newnessOfType);
  if (all.some((one) => one === undefined)) return undefined;
  return holding(false, (all as Newness[]).reduce(either, 'plain'));
}

/** What the type of a variable says. */
export const newnessAsDeclared = ({ identifier }: Binding): Newness | undefined =>
  newnessOfType(identifier.typeAnnotation);

const plainExpressions: readonly string[] = [
  'NumericLiteral',
  'StringLiteral',
  'BooleanLiteral',
  'NullLiteral',
  'BigIntLiteral',
  'TemplateLiteral',
  'BinaryExpression',
  'UnaryExpression',
  'UpdateExpression',
];

/** Whether an expression always gives a number, a text, a bool or nothing. */
export const isPlainExpression = (given: Node): boolean =>
  plainExpressions.includes(bare(given).type);

/** Whether such a definition gives a variable a number, a text, a bool or nothing. */
export const isPlainDefinition = (one: Definition): boolean =>
  one.by === 'result'
    ? one.of.type === 'UpdateExpression' || computes(one.of)
    : one.by === 'value' && isPlainExpression(one.of);

/** An assignment that computes. */
export const computes = ({ operator }: types.AssignmentExpression): boolean =>
  !['=', '??=', '||=', '&&='].includes(operator);

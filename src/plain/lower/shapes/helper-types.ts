/** Shapes of what TypeScript makes of types: `Partial`, `Pick`, `Record`, mapped types and the like. */
import type { Node } from '../../front/syntax.js';
import { recordShape, type RecordShape, type Shape } from './shapes.js';
import { optional } from './unions.js';

type Inner = (of: Node) => Shape | undefined;

/** An object whose fields may be taken, left out or missing. */
const isObject = (of: Shape | undefined): of is RecordShape =>
  of?.tag === 'record' && !of.isTuple && of.from === undefined && of.isNode !== true;

const missing = (of: Shape): Shape | undefined =>
  // What may be null and undefined would be two things that are not there.
  of.tag === 'optional' && of.isNull ? undefined : optional(of);

const withFields = (
  of: Shape | undefined,
  made: (name: string, inner: Shape) => readonly (readonly [string, Shape | undefined])[],
): Shape | undefined =>
  isObject(of)
    ? recordShape(
        [...of.fields].flatMap(([name, inner]) => made(name, inner)),
        false,
      )
    : undefined;

/** The names that a union of literal types lists; undefined for any other type. */
export function namesIn(type: Node, inner: Inner): readonly string[] | undefined {
  if (type.type === 'TSParenthesizedType') return namesIn(type.typeAnnotation, inner);
  if (type.type === 'TSLiteralType')
    return type.literal.type === 'StringLiteral' ? [type.literal.value] : undefined;
  if (type.type === 'TSTypeOperator' && type.operator === 'keyof') {
    const of = inner(type.typeAnnotation);
    return isObject(of) ? [...of.fields.keys()] : undefined;
  }
  if (type.type !== 'TSUnionType') return undefined;
  const all = type.types.map((part) => namesIn(part, inner));
  return all.every((names) => names !== undefined) ? all.flat() : undefined;
}

/** The fields of an object, each of which is the same. */
export const sameFields = (
  names: readonly string[] | undefined,
  of: Shape | undefined,
): Shape | undefined =>
  names &&
  recordShape(
    names.map((name) => [name, of]),
    false,
  );

/**
 * What a type of TypeScript's own makes of others; undefined for all that are not known.
 *
 * @param names the names that a type lists
 */
export function helperShape(
  name: string,
  args: readonly Node[],
  inner: Inner,
  names: (of: Node) => readonly string[] | undefined,
): Shape | undefined {
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (second === undefined) {
    if (name === 'Partial')
      return withFields(inner(first), (key, of) => [[key, missing(of)] as const]);
    if (name === 'Required')
      return withFields(inner(first), (key, of) => [
        [key, of.tag === 'optional' && !of.isNull ? of.of : of] as const,
      ]);
    if (name !== 'NonNullable') return undefined;
    const of = inner(first);
    return of?.tag === 'optional' ? of.of : of;
  }
  if (args.length > 2) return undefined;
  if (name === 'Record') return sameFields(names(first), inner(second));
  const listed = names(second);
  if (listed === undefined || (name !== 'Pick' && name !== 'Omit')) return undefined;
  return withFields(inner(first), (key, of) =>
    listed.includes(key) === (name === 'Pick') ? [[key, of] as const] : [],
  );
}
